// What a hall does by itself: bots, clocks, signs of life, and keeping up with other nodes.
#include <algorithm>
#include <filesystem>

#include "server/archive.hpp"
#include "server/daily.hpp"
#include "server/hall.hpp"
#include "server/log.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t heartbeat_ms = 1000;
constexpr std::int64_t longest_gap_ms = 4000;      // between signs of life; after more, clocks are set right
constexpr std::int64_t longest_alarm_ms = 60'000;  // longer waits are looked at again: clocks of machines jump
constexpr std::int64_t thinking_ms = 100;          // before it is asked again whether a bot still thinks
constexpr int most_taken_over = 1000;              // at once
constexpr std::size_t most_rung = 64;              // in one turn of the loop
constexpr std::size_t most_looked_over = 1024;     // tables, in one beat
constexpr std::size_t most_woken = 16;             // opened at once, of those that nobody asks for
constexpr std::int64_t beats_before_rest = 60;
constexpr std::int64_t beats_before_tidying = 30;
constexpr std::int64_t beats_before_saying_who_waits = 10;
constexpr std::size_t most_taken_up = 64;   // tables, in one turn of the loop
constexpr std::size_t most_resynced = 256;  // tables, asked for at once
constexpr int most_caught_up = 16;          // events of other nodes, folded in the loop
constexpr int most_tidied = 200;            // tables at once
constexpr std::int64_t hour_ms = 3'600'000;

}  // namespace

/// A table's bots and clocks are run by the node that claimed it.
bool Hall::is_ours(const Entry& entry) const {
    if (!entry.room || !entry.room->on_duty()) return false;
    return entry.claimed_in == keeper_.session();
}

/// Makes a table ours if no other node was first; `done` hears whether it is. Where there is no other node nobody has
/// to be asked.
void Hall::claim(const std::string& table, const std::function<void(bool)>& done) {
    Entry& entry = entries_[table];
    if (!keeper_.is_shared()) entry.claimed_in = keeper_.session();
    if (entry.claimed_in == keeper_.session()) return done(true);
    entry.when_claimed.push_back(done);
    if (std::exchange(entry.claiming, true)) return;
    const auto ask = [table](Store& store) -> std::optional<std::int64_t> {
        if (!store.claim(table).value_or(false)) return std::nullopt;
        return store.claims_valid_in();
    };
    keeper_.ask(ask, [this, table](std::optional<std::int64_t> session) { claimed(table, session); });
}

void Hall::claimed(const std::string& table, std::optional<std::int64_t> session) {
    Entry& entry = entries_[table];
    entry.claiming = false;
    entry.claimed_in = session;
    for (const auto& done : std::exchange(entry.when_claimed, {})) done(session.has_value());
    forget_if_idle(table);
}

/// Does this once the table is ours, and not at all if it is another node's. Its room is open then, and stored.
void Hall::when_ours(const std::string& table, const std::function<void()>& work) {
    const Entry& entry = entries_[table];
    if (!entry.room || !entry.room->on_duty()) return;
    if (is_ours(entry)) return work();
    claim(table, [this, table, work](bool ours) {
        if (!ours) return;
        when_stored(table, [this, table, work] {
            if (const auto found = this->entry(table); found && is_ours(**found)) work();
        });
    });
}

/// Bots that are to act are asked, and the alarm of the clock is set.
void Hall::look_after(const std::string& table) {
    Entry& entry = entries_[table];
    if (closing_ || !entry.room) return;
    if (const auto bot = bot_due(entry); bot && !entry.thinking) ask_bot(table, bot->first, bot->second, false);
    set_alarm(table);
}

/// In the keeper's thread: running tables that no node looks after.
Expected<Hall::TakenUp> Hall::claim_unclaimed(Store& store) {
    auto found = store.unclaimed(store.is_shared() ? most_taken_over : -1);
    if (!found) return std::unexpected(found.error());
    TakenUp taken{.tables = std::move(*found), .session = 0};
    std::erase_if(taken.tables, [&](const Due& due) { return !store.claim(due.table).value_or(false); });
    taken.session = store.claims_valid_in();
    return taken;
}

/// Takes them up without opening them; but those whose node has just gone are opened to get back the time since. Not
/// all in one turn of the loop, except at the start.
void Hall::take_up_tables(const TakenUp& taken, std::optional<std::int64_t> alone_since) {
    const std::size_t count = alone_since ? std::min(most_taken_up, taken.tables.size()) : taken.tables.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Due& due = taken.tables[i];
        take_up(due, taken.session);
        if (!alone_since) continue;
        when_stored(due.table, [this, table = due.table, lost = Outages::Span{*alone_since, now_ms()}] {
            if (const auto found = entry(table); found && (*found)->room->has_clock() && is_ours(**found))
                give_time_back(table, lost);
        });
    }
    if (count == taken.tables.size()) return;
    TakenUp rest{.tables = {taken.tables.begin() + static_cast<std::ptrdiff_t>(count), taken.tables.end()},
                 .session = taken.session};
    loop_.post([this, alive = alive_, rest = std::move(rest), alone_since] {
        if (*alive) take_up_tables(rest, alone_since);
    });
}

void Hall::take_up(const Due& due, std::int64_t session) {
    Entry& entry = entries_[due.table];
    entry.claimed_in = session;
    if (entry.room || entry.loading) return when_stored(due.table, [this, table = due.table] { go_on(table); });
    entry.resting = true;
    entry.alarm_for = due.at;
    if (due.at == 1)
        to_wake_.push_back(due.table);
    else if (due.at != 0) {
        entry.alarm_for += outages_.time_after(due.last);
        wait_for_alarm(due.table, 0);
    }
}

/// Opens some of the tables at which bots are to act, and goes on when they are open: not all at once.
void Hall::wake_some() {
    while (loading_ < most_woken && !to_wake_.empty() && !closing_) {
        const std::string table = std::move(to_wake_.back());
        to_wake_.pop_back();
        if (const auto found = entries_.find(table); found != entries_.end() && found->second.resting) load(table);
    }
}

/// Nobody could move anywhere since then.
void Hall::note_outage(std::int64_t from) {
    const auto now = now_ms();
    if (keeper_.is_shared() && now - from <= longest_gap_ms) return;  // other nodes were there
    outages_.add(from, now);
    Write note;
    note.facts = {{"outages", outages_.text()}, {"alive", std::to_string(now)}};
    commits_.add(std::move(note), [](const Expected<WriteOutcome>& outcome) {
        if (!outcome) log_at(Level::warning, "the outage is not noted", {{"why", outcome.error().message}});
    });
}

void Hall::give_time_back(const std::string& table, Outages::Span lost) {
    perform(table, {.what = ClocksResumed{.from = lost.from, .to = lost.to}}, [](const Expected<std::int64_t>&) {});
}

/// What a table with a clock has not heard of yet. Whoever wants something of it meanwhile waits: their clock is set
/// right before they act.
void Hall::give_lost_time_back(const std::string& table) {
    Entry& entry = entries_[table];
    const auto lost = outages_.after(entry.room->at());
    if (lost.empty() || !entry.room->has_clock() || !entry.room->on_duty()) return;
    entry.loading = true;
    ++loading_;
    claim(table, [this, table, lost](bool ours) {
        Entry& claimed = entries_[table];
        claimed.loading = false;
        --loading_;
        if (ours && claimed.room)
            for (const auto& span : lost) give_time_back(table, span);
        loop_.post([this, alive = alive_, table] {
            if (*alive) go_on(table);
        });
    });
}

/// Notes that the server is alive, so that clocks know how long nobody could move.
void Hall::beat() {
    Write sign;
    sign.facts = {{"alive", std::to_string(now_ms())}};
    commits_.add(std::move(sign), [this](const Expected<WriteOutcome>& outcome) {
        const bool well = outcome.has_value();
        if (well != healthy_)
            log_at(well ? Level::info : Level::error, well ? "the store takes writes again" : "the store refuses");
        healthy_ = well;
        ++counts_.beats;
        if (closing_) return;
        if (well) after_beat();
        loop_.after(heartbeat_ms, [this, alive = alive_] {
            if (*alive && !closing_) beat();
        });
    });
}

/// The store takes writes. Was it, or were we, away for long? Does a table wait for us?
void Hall::after_beat() {
    const auto now = now_ms();
    const auto before = std::exchange(last_beat_, now);
    if (before != 0 && now - before > longest_gap_ms) {
        const Outages::Span lost{.from = before, .to = now};
        if (!keeper_.is_shared()) note_outage(before);  // of tables that rest, until they are opened
        std::vector<std::string> tables;
        for (const auto& [table, entry] : entries_)
            if (entry.claimed_in &&
                (entry.room ? entry.room->deadline().has_value() : entry.alarm_for != 0 && keeper_.is_shared()))
                tables.push_back(table);
        for (const auto& table : tables)
            when_stored(table, [this, table, lost] {
                const auto found = entry(table);
                if (found && (*found)->room->at() < lost.to && (*found)->room->has_clock())
                    when_ours(table, [this, table, lost] { give_time_back(table, lost); });
            });
    }
    wake_some();
    let_tables_rest();
    if (keeper_.is_shared() && counts_.beats % beats_before_saying_who_waits == 0) say_who_waits();
    must_tidy_ = must_tidy_ || counts_.beats % beats_before_tidying == 0;
    do_chores(now);
}

/// Whatever the store or the disk has to be asked for, aside. A store that takes long is not asked again meanwhile.
void Hall::do_chores(std::int64_t now) {
    if (std::exchange(has_chores_, true)) return;
    const bool tidies = std::exchange(must_tidy_, false);
    if (tidies && settings_.keep_empty_hours > 0 && keeper_.is_shared()) say_what_is_in_use(now);
    const auto look = [tidies, now, settings = settings_, from = tidied_until_,
                       since = people_.news_since()](Store& store) {
        Chores chores;
        chores.news = People::read_news(store, since);
        if (store.is_shared()) {
            chores.taken = claim_unclaimed(store);
            chores.listed = read_listed(store);
        }
        if (!settings.data.empty() && settings.free_megabytes > 0) {
            std::error_code error;
            const auto space = std::filesystem::space(settings.data, error);
            chores.disk_is_low =
                !error && space.available / (1024 * 1024) < static_cast<std::uintmax_t>(settings.free_megabytes);
        }
        // Some of them each time, so that those who sit at thousands of tables cost no more than others.
        if (tidies && settings.keep_empty_hours > 0)
            chores.empty = store.stale("open", from, now - settings.keep_empty_hours * hour_ms, most_tidied)
                               .value_or(std::vector<RoomRow>());
        if (tidies && settings.keep_finished_days > 0 && !settings.data.empty())
            chores.finished = store.stale("over", 0, now - settings.keep_finished_days * 24 * hour_ms, most_tidied)
                                  .value_or(std::vector<RoomRow>());
        return chores;
    };
    keeper_.ask(look, [this, tidies, now](const Chores& chores) {
        has_chores_ = false;
        if (tidies) tidied_until_ = std::ssize(chores.empty) == most_tidied ? chores.empty.back().at + 1 : 0;
        ++counts_.chores;
        if (closing_) return;
        finish_chores(chores, now);
        if (must_tidy_) do_chores(now_ms());
    });
}

void Hall::finish_chores(const Chores& chores, std::int64_t now) {
    if (chores.disk_is_low != disk_is_low_)
        log_at(chores.disk_is_low ? Level::error : Level::info,
               chores.disk_is_low ? "the disk is almost full: no new tables" : "the disk has room again");
    disk_is_low_ = chores.disk_is_low;
    if (chores.news && *chores.news) people_.hear(**chores.news);
    note_listed(chores.listed);
    for (const RoomRow& row : chores.empty)
        if (row.seat < 0 && !entries_.contains(row.table)) forget_for_good(row);
    for (const RoomRow& row : chores.finished)
        if (!entries_.contains(row.table)) archive(row);
    if (!chores.taken) return;
    if (*chores.taken)
        take_up_tables(**chores.taken, now - longest_gap_ms);
    else
        log_at(Level::error, "cannot look for tables without a node", {{"why", chores.taken->error().message}});
}

/// A table at which nobody did anything for a while keeps who watches it and when its clock rings; the rest is in the
/// log. One that nobody needs any more is forgotten, whatever it was loaded for, and one that was lost is looked for
/// again. Not all of them in every beat, where there are very many.
void Hall::let_tables_rest() {
    std::vector<std::string> lost;
    std::vector<std::string> left;
    const auto buckets = entries_.bucket_count();
    for (std::size_t i = 0; i < std::min(buckets, most_looked_over); ++i) {
        const auto bucket = looked_over_++ % buckets;
        for (auto one = entries_.begin(bucket); one != entries_.end(bucket); ++one) {
            auto& [table, entry] = *one;
            if (entry.place || entry.thinking || entry.loading || !entry.waiting.empty()) continue;
            if (!entry.room && !entry.resting) lost.push_back(table);
            if (entry.watchers.empty()) left.push_back(table);
            if (!entry.room || counts_.beats - entry.asked_at < beats_before_rest) continue;
            const bool all_told = entry.told == entry.room->seq() && entry.heard <= entry.told;
            if (!all_told || (entry.claimed_in && bot_due(entry))) continue;
            put_away(entry);
            entry.resting = true;
        }
    }
    for (const auto& table : lost) load(table);
    for (const auto& table : left) forget_if_idle(table);
}

/// A finished game goes once its record is kept elsewhere; both happen aside.
void Hall::archive(const RoomRow& row) {
    const auto keep =
        [row, archive = Archive(settings_.data + "/finished.jsonl")](const Expected<std::unique_ptr<Room>>& room) {
            if (!room || (*room)->damage()) {  // what cannot be read is not thrown away
                log_at(Level::error, "a finished game cannot be read",
                       {{"table", row.table}, {"why", room ? (*room)->damage()->why : room.error().message}});
                return false;
            }
            if ((*room)->table() == nullptr) return true;
            const auto kept = archive.add(row.table, row.game, row.at, (*room)->record());
            if (!kept) log_at(Level::error, "a finished game is not kept elsewhere", {{"why", kept.error().message}});
            return kept.has_value();
        };
    loader_.load(row.table, [this, alive = alive_, row, keep](const Expected<std::unique_ptr<Room>>& room) {
        if (!keep(room)) return;
        loop_.post([this, alive, row] {
            if (*alive && !entries_.contains(row.table)) forget_for_good(row);
        });
    });
}

/// An empty table at which somebody is here must not be forgotten by another node.
void Hall::say_what_is_in_use(std::int64_t now) {
    InUse use{.tables = {}, .since = now - settings_.keep_empty_hours * hour_ms / 2, .at = now};
    for (const auto& [table, entry] : entries_)
        if (!entry.watchers.empty()) use.tables.push_back(table);
    if (use.tables.empty()) return;
    Write note;
    note.in_use = std::move(use);
    commits_.add(std::move(note), [](const Expected<WriteOutcome>&) {});
}

/// Whoever asks for the table meanwhile waits, and is told that there is none; unless another node was first.
void Hall::forget_for_good(const RoomRow& row) {
    const std::string table = row.table;
    entries_[table].loading = true;
    ++loading_;
    Write gone;
    gone.table = table;
    gone.forget = row.at;
    commits_.add(std::move(gone), [this, table](const Expected<WriteOutcome>& outcome) {
        if (outcome && *outcome == WriteOutcome::stored) {
            ++counts_.forgotten;
            matchmaker_.forget(table);
        }
        --loading_;
        Entry& entry = entries_[table];
        entry.loading = false;
        entry.waiting.empty() ? forget_if_idle(table) : load(table);
    });
}

void Hall::heard(const std::string& table, std::int64_t seq) {
    const auto found = entries_.find(table);
    if (found == entries_.end()) return;
    found->second.heard = std::max(found->second.heard, seq);
    if (!found->second.place && is_behind(found->second, seq)) catch_up(table);
}

void Hall::resync_all() {
    const auto tables = std::make_shared<std::vector<Known>>();
    for (const auto& [table, entry] : entries_)
        if ((entry.room || entry.resting) && !entry.place)
            tables->push_back({.table = table, .seq = entry.room ? entry.room->seq() : entry.told});
    resync(tables);
}

/// Some at once, from the end: whatever else the keeper does comes between.
void Hall::resync(const std::shared_ptr<std::vector<Known>>& tables) {
    if (tables->empty() || closing_) return;
    const auto first = tables->end() - static_cast<std::ptrdiff_t>(std::min(most_resynced, tables->size()));
    std::vector<Known> some(std::make_move_iterator(first), std::make_move_iterator(tables->end()));
    tables->erase(first, tables->end());
    const auto find = [some = std::move(some)](Store& store) {
        std::vector<std::string> behind;
        for (const auto& [table, seq] : some)
            if (store.last_seq(table).value_or(seq + 1) > seq) behind.push_back(table);
        return behind;
    };
    keeper_.ask(find, [this, tables](const std::vector<std::string>& behind) {
        for (const auto& table : behind)
            if (const auto found = entries_.find(table); found != entries_.end() && !found->second.place)
                catch_up(table);
        resync(tables);
    });
}

/// Reads aside what other nodes appended, and folds it. What is asked of the table meanwhile waits. `done` hears
/// whether there was anything.
void Hall::catch_up(const std::string& table, const std::function<void(bool)>& done) {
    Entry& entry = entries_[table];
    if (entry.loading || (!entry.room && !entry.resting)) {
        load(table);
        if (done) done(true);
        return;
    }
    entry.loading = true;
    ++loading_;
    const auto read = [table, after = entry.room ? entry.room->seq() : entry.told](Store& store) {
        return store.events(table, after, most_caught_up);
    };
    reads_.ask(read, [this, table, done, heard = entry.heard](const Expected<std::vector<StoredEvent>>& missed) {
        caught_up(table, heard, missed);
        if (done) done(!missed || !missed->empty());
        go_on(table);
    });
}

/// `heard` is what was known of other nodes when they were read.
void Hall::caught_up(const std::string& table, std::int64_t heard, const Expected<std::vector<StoredEvent>>& missed) {
    Entry& entry = entries_[table];
    entry.loading = false;
    --loading_;
    const bool is_new = !missed || !missed->empty();
    if (is_new && !fold_missed(table, missed)) {
        put_away(entry);
        load(table);
    } else if (entry.heard > heard && is_behind(entry, entry.heard)) {
        catch_up(table);
    } else if (entry.room) {
        give_lost_time_back(table);
    }
}

/// False where the table must be opened anew: more than a few are folded aside.
bool Hall::fold_missed(const std::string& table, const Expected<std::vector<StoredEvent>>& missed) {
    Entry& entry = entries_[table];
    if (!entry.room || !missed || std::ssize(*missed) == most_caught_up) return false;
    for (const StoredEvent& one : *missed) {
        auto event = from_stored(one);
        if (!event || event->seq != entry.room->seq() + 1 || !entry.room->fold(*event, false)) return false;
    }
    tell_watchers(entry);
    return true;
}

/// The bot that is to act, unless nobody would see it: bots that are alone at a table pause until somebody comes.
std::optional<std::pair<Seat, std::string>> Hall::bot_due(const Entry& entry) {
    if (entry.watchers.empty() && !entry.room->is_played_by_people()) return std::nullopt;
    return entry.room->bot_to_act();
}

/// For a bot's own seat, or for a person whose time is up.
void Hall::ask_bot(const std::string& table, Seat seat, const std::string& level, bool for_timeout) {
    Entry& entry = entries_[table];
    entry.thinking = true;
    const auto asked_at = entry.room->seq();
    const RoomSetup& setup = entry.room->setup();
    auto position = setup.daily.empty() ? entry.room->table()->clone() : settled(*entry.room->table());
    std::optional<BotPool::Lots> lots;
    if (!setup.daily.empty())
        lots = {.seed = daily_seed(*digest_from_hex(setup.secret), position->hash(), seat), .nodes = daily_nodes};
    bots_.ask(
        entry.room->payer(), std::move(position), seat, level,
        [this, alive = alive_, table, seat, for_timeout, asked_at](Expected<BotAnswer> answer) {
            loop_.post([this, alive, table, seat, for_timeout, asked_at, answer = std::move(answer)] {
                if (!*alive) return;
                when_stored(table, [this, table, seat, for_timeout, asked_at, answer] {
                    const auto found = this->entry(table);
                    if (!found) return;
                    (*found)->thinking = false;
                    const Room& room = *(*found)->room;
                    const bool due =
                        for_timeout ? room.seq() == asked_at : room.bot_to_act() && room.bot_to_act()->first == seat;
                    if (!answer || !due) {
                        if (room.seq() != asked_at) go_on(table);  // the table went on: think again
                        return;
                    }
                    RoomEvent event{.what = ActionPlayed{.seat = seat, .action = answer->action}};
                    if (for_timeout) event.what = TimeoutPlayed{.seat = seat, .action = answer->action};
                    ++counts_.bot_moves;
                    perform(table, std::move(event), [table](const Expected<std::int64_t>& done) {
                        if (!done)
                            log_at(Level::warning, "a bot was refused",
                                   {{"table", table}, {"why", done.error().message}});
                    });
                });
            });
        },
        lots);
}

void Hall::set_alarm(const std::string& table) {
    Entry& entry = entries_[table];
    const auto deadline = entry.room->deadline();
    const auto before = std::exchange(entry.alarm_for, deadline ? deadline->second : 0);
    if (deadline && before != deadline->second) wait_for_alarm(table, 0);
}

/// Rings at the time for which the alarm is set, but not before `pause`; without looking at the table, which may rest.
void Hall::wait_for_alarm(const std::string& table, std::int64_t pause) {
    alarms_.set(table, std::max(entries_[table].alarm_for, now_ms() + pause));
    wait_for_alarms();
}

/// One timer, for the earliest of them.
void Hall::wait_for_alarms() {
    const auto next = alarms_.next();
    if (!next || (timer_for_ != 0 && timer_for_ <= *next)) return;
    timer_for_ = *next;
    loop_.after(std::clamp<std::int64_t>(*next - now_ms(), 0, longest_alarm_ms), [this, alive = alive_, at = *next] {
        if (!*alive || timer_for_ != at) return;  // an earlier one came, and did what was due
        timer_for_ = 0;
        for (const auto& table : alarms_.take(now_ms(), most_rung)) {
            const auto found = entries_.find(table);
            if (found == entries_.end() || found->second.alarm_for == 0) continue;
            when_stored(table, [this, table] { ring(table); });
        }
        wait_for_alarms();
    });
}

void Hall::ring(const std::string& table) {
    const auto found = entry(table);
    if (!found || closing_) return;
    Entry& entry = **found;
    const auto deadline = entry.room->deadline();
    if (deadline && !is_ours(entry)) {  // the store's session is another one: is it still ours?
        entry.alarm_for = 0;
        return when_ours(table, [this, table] { look_after(table); });
    }
    entry.alarm_for = deadline ? deadline->second : 0;
    if (entry.alarm_for == 0) return;
    // After a time in which nobody could move, beat() gives it back before anybody loses by it.
    const bool was_away = now_ms() - last_beat_ > longest_gap_ms;
    if (was_away || entry.thinking || entry.alarm_for > now_ms()) {
        wait_for_alarm(table, was_away ? heartbeat_ms : entry.thinking ? thinking_ms : 0);
        return;
    }
    entry.alarm_for = 0;
    if (entry.room->setup().on_timeout == OnTimeout::move) {
        ask_bot(table, deadline->first, entry.room->setup().bot, true);
        return;
    }
    perform(table, {.what = BotSubstituted{.seat = deadline->first}}, [](const Expected<std::int64_t>&) {});
}

}  // namespace springtide::server
