// What a hall does by itself: bots, clocks, signs of life, and keeping up with other nodes.
#include <algorithm>
#include <filesystem>

#include "server/archive.hpp"
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
constexpr std::size_t most_looked_over = 4096;     // tables, in one beat
constexpr std::size_t most_woken = 16;             // opened at once, of those that nobody asks for
constexpr std::int64_t beats_before_rest = 60;
constexpr std::int64_t beats_before_tidying = 30;
constexpr std::int64_t beats_before_saying_who_waits = 10;
constexpr int most_caught_up = 64;  // events of other nodes, folded in the loop
constexpr int most_tidied = 200;    // tables at once
constexpr std::int64_t hour_ms = 3'600'000;

}  // namespace

/// A table's bots and clocks are run by the node that claimed it.
bool Hall::is_ours(Entry& entry) {
    if (!entry.room->on_duty()) return false;
    if (entry.claimed_in == reader_->claims_valid_in()) return true;
    entry.claimed_in.reset();
    if (reader_->claim(entry.room->id()).value_or(false)) entry.claimed_in = reader_->claims_valid_in();
    return entry.claimed_in.has_value();
}

/// Takes up running tables that no node looks after, without opening them; but those whose node has just gone are
/// opened to get back the time since.
Expected<void> Hall::take_up_tables(std::optional<std::int64_t> alone_since) {
    const auto tables = reader_->unclaimed(reader_->is_shared() ? most_taken_over : -1);
    if (!tables) return std::unexpected(tables.error());
    for (const Due& due : *tables)
        if (take_up(due) && alone_since)
            when_stored(due.table, [this, table = due.table, lost = Outages::Span{*alone_since, now_ms()}] {
                if (const auto found = entry(table); found && (*found)->room->has_clock() && is_ours(**found))
                    give_time_back(table, lost);
            });
    return {};
}

/// False where there was nothing to take up.
bool Hall::take_up(const Due& due) {
    Entry& entry = entries_[due.table];
    if (entry.room || entry.loading) {
        when_stored(due.table, [this, table = due.table] { go_on(table); });
        return true;
    }
    if (!reader_->claim(due.table).value_or(false)) {
        forget_if_idle(due.table);
        return false;
    }
    entry.claimed_in = reader_->claims_valid_in();
    entry.resting = true;
    entry.alarm_for = due.at;
    if (due.at == 1)
        to_wake_.push_back(due.table);
    else if (due.at != 0) {
        entry.alarm_for += outages_.time_after(due.last);
        wait_for_alarm(due.table, 0);
    }
    return true;
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
    if (reader_->is_shared() && now - from <= longest_gap_ms) return;  // other nodes were there
    outages_.add(from, now);
    Write note;
    note.facts = {{"outages", outages_.text()}, {"alive", std::to_string(now)}};
    write(std::move(note), [](const Expected<WriteOutcome>& outcome) {
        if (!outcome) log_at(Level::warning, "the outage is not noted", {{"why", outcome.error().message}});
    });
}

void Hall::give_time_back(const std::string& table, Outages::Span lost) {
    perform(table, {.what = ClocksResumed{.from = lost.from, .to = lost.to}}, [](const Expected<std::int64_t>&) {});
}

/// Notes that the server is alive, so that clocks know how long nobody could move.
void Hall::beat() {
    Write sign;
    sign.facts = {{"alive", std::to_string(now_ms())}};
    write(std::move(sign), [this](const Expected<WriteOutcome>& outcome) {
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
        if (!reader_->is_shared()) note_outage(before);  // of tables that rest, until they are opened
        std::vector<std::string> tables;
        for (const auto& [table, entry] : entries_)
            if (entry.claimed_in &&
                (entry.room ? entry.room->deadline().has_value() : entry.alarm_for != 0 && reader_->is_shared()))
                tables.push_back(table);
        for (const auto& table : tables)
            when_stored(table, [this, table, lost] {
                const auto found = entry(table);
                if (found && (*found)->room->at() < lost.to && (*found)->room->has_clock() && is_ours(**found))
                    give_time_back(table, lost);
            });
    }
    wake_some();
    look_at_disk();
    if (counts_.beats % beats_before_tidying == 0) tidy_up();
    let_tables_rest();
    sessions_.read_keys_again();
    if (!reader_->is_shared()) return;
    dismiss_ended_sessions();
    read_waiting();
    if (counts_.beats % beats_before_saying_who_waits == 0) say_who_waits();
    if (const auto taken = take_up_tables(now - longest_gap_ms); !taken)
        log_at(Level::error, "cannot look for tables without a node", {{"why", taken.error().message}});
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
            if (entry.way != Under::nothing || entry.thinking || entry.loading || !entry.waiting.empty()) continue;
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

/// Tables at which nobody ever sat are forgotten, and finished games once they are kept elsewhere.
void Hall::tidy_up() {
    const auto now = now_ms();
    if (settings_.keep_empty_hours > 0) {
        if (reader_->is_shared()) say_what_is_in_use(now);
        // Some of them each time, so that those who sit at thousands of tables cost no more than others.
        const auto old = now - settings_.keep_empty_hours * hour_ms;
        const auto open = reader_->stale("open", tidied_until_, old, most_tidied);
        if (open)
            for (const RoomRow& row : *open)
                if (row.seat < 0 && !entries_.contains(row.table)) forget_for_good(row);
        tidied_until_ = open && std::ssize(*open) == most_tidied ? open->back().at + 1 : 0;
    }
    if (settings_.keep_finished_days <= 0 || settings_.data.empty()) return;
    const auto finished = reader_->stale("over", 0, now - settings_.keep_finished_days * 24 * hour_ms, most_tidied);
    if (!finished) return;
    const Archive archive(settings_.data + "/finished.jsonl");
    for (const RoomRow& row : *finished) {
        if (entries_.contains(row.table)) continue;
        look(row.table, [this, row, archive](const Expected<const Room*>& room) {
            const bool has_game = room && (*room)->table() != nullptr;
            if (!room) return;  // it is reported; what cannot be read is not thrown away
            if (has_game)
                if (const auto kept = archive.add(row.table, row.game, row.at, (*room)->record()); !kept)
                    return log_at(Level::error, "a finished game is not kept elsewhere",
                                  {{"why", kept.error().message}});
            loop_.post([this, alive = alive_, row] {
                if (!*alive) return;
                forget_if_idle(row.table);
                if (!entries_.contains(row.table)) forget_for_good(row);
            });
        });
    }
}

/// An empty table at which somebody is here must not be forgotten by another node.
void Hall::say_what_is_in_use(std::int64_t now) {
    InUse use{.tables = {}, .since = now - settings_.keep_empty_hours * hour_ms / 2, .at = now};
    for (const auto& [table, entry] : entries_)
        if (!entry.watchers.empty()) use.tables.push_back(table);
    if (use.tables.empty()) return;
    Write note;
    note.in_use = std::move(use);
    write(std::move(note), [](const Expected<WriteOutcome>&) {});
}

/// Whoever asks for the table meanwhile waits, and is told that there is none; unless another node was first.
void Hall::forget_for_good(const RoomRow& row) {
    const std::string table = row.table;
    entries_[table].loading = true;
    ++loading_;
    Write gone;
    gone.table = table;
    gone.forget = row.at;
    write(std::move(gone), [this, table](const Expected<WriteOutcome>& outcome) {
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

void Hall::look_at_disk() {
    if (settings_.data.empty() || settings_.free_megabytes <= 0) return;
    std::error_code error;
    const auto space = std::filesystem::space(settings_.data, error);
    const bool low = !error && space.available / (1024 * 1024) < static_cast<std::uintmax_t>(settings_.free_megabytes);
    if (low != disk_is_low_)
        log_at(low ? Level::error : Level::info,
               low ? "the disk is almost full: no new tables" : "the disk has room again");
    disk_is_low_ = low;
}

void Hall::heard(const std::string& table, std::int64_t seq) {
    const auto found = entries_.find(table);
    if (found == entries_.end()) return;
    found->second.heard = std::max(found->second.heard, seq);
    if (found->second.way == Under::nothing && is_behind(found->second, seq)) {
        catch_up(table);
        go_on(table);
    }
}

void Hall::heard_nothing() {
    std::vector<std::string> tables;
    for (const auto& [table, entry] : entries_)
        if ((entry.room || entry.resting) && entry.way == Under::nothing) tables.push_back(table);
    for (const auto& table : tables) {
        catch_up(table);
        go_on(table);
    }
}

/// Before anything is refused for good: another node may know more.
bool Hall::missed_something(const std::string& table) {
    if (!reader_->is_shared() || !entries_[table].room) return false;
    const auto before = entries_[table].room->seq();
    catch_up(table);
    const Entry& entry = entries_[table];
    return !entry.room || entry.room->seq() > before;  // it is opened anew where it could not be read
}

/// Folds what other nodes appended.
void Hall::catch_up(const std::string& table) {
    Entry& entry = entries_[table];
    if (entry.loading) return;
    if (entry.resting) {
        if (reader_->last_seq(table).value_or(entry.told + 1) > entry.told) load(table);
        return;
    }
    bool folds = entry.room != nullptr;
    const auto missed = folds ? reader_->events(table, entry.room->seq(), most_caught_up) : std::vector<StoredEvent>();
    folds = folds && missed && std::ssize(*missed) < most_caught_up;  // more than a few are folded aside
    for (std::size_t i = 0; folds && i < missed->size(); ++i) {
        auto event = from_stored((*missed)[i]);
        folds = event && event->seq == entry.room->seq() + 1 && entry.room->fold(*event, false);
    }
    if (folds) return tell_watchers(entry);
    put_away(entry);
    load(table);
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
    bots_.ask(entry.room->payer(), entry.room->table()->clone(), seat, level,
              [this, alive = alive_, table, seat, for_timeout, asked_at](Expected<BotAnswer> answer) {
                  loop_.post([this, alive, table, seat, for_timeout, asked_at, answer = std::move(answer)] {
                      if (!*alive) return;
                      when_stored(table, [this, table, seat, for_timeout, asked_at, answer] {
                          const auto found = this->entry(table);
                          if (!found) return;
                          (*found)->thinking = false;
                          const Room& room = *(*found)->room;
                          const bool due = for_timeout ? room.seq() == asked_at
                                                       : room.bot_to_act() && room.bot_to_act()->first == seat;
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
              });
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
    entry.alarm_for = deadline && is_ours(entry) ? deadline->second : 0;
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
