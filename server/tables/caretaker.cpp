// Claims, bots and clocks.
#include "server/tables/caretaker.hpp"

#include <algorithm>
#include <limits>

#include "core/text.hpp"
#include "server/base/log.hpp"
#include "server/competitions/daily.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t longest_alarm_ms = 60'000;  // longer waits are looked at again: clocks of machines jump
constexpr std::int64_t thinking_ms = 100;          // the interval of checks on a thinking bot
constexpr int most_taken_over = 5000;              // at once
constexpr std::size_t most_rung = 64;              // in one turn of the loop
constexpr std::size_t most_woken = 16;             // opened at once, without a request
constexpr std::size_t most_taken_up = 64;          // tables of a dead node, in one turn of the loop
constexpr std::int64_t opening_ms = 2;             // before it is looked whether more can be taken up
constexpr std::int64_t soon_ms = 3'600'000;        // with several nodes, tables due later than this are not claimed yet

}  // namespace

Caretaker::Caretaker(Loop& loop, Tables& tables, StoreThread& store, Commits& commits, CaretakerSettings settings,
                     CaretakerShares shares)
    : loop_(loop),
      tables_(tables),
      store_(store),
      commits_(commits),
      settings_(std::move(settings)),
      shares_(std::move(shares)) {
    tables_.kept_by(*this);
}

Caretaker::~Caretaker() { *alive_ = false; }

Expected<void> Caretaker::read_outages() {
    const auto fact = [this](const char* name) {
        return store_.ask_and_wait([name](Store& store) { return store.fact(name); });
    };
    const auto alive = fact("alive");
    if (!alive) return std::unexpected(alive.error());
    const auto outages = fact("outages");
    if (!outages) return std::unexpected(outages.error());
    shares_.outages.with([&](Outages& all) { all = Outages((*outages).value_or("")); });
    if (*alive) note_outage(parse_int64(**alive).value_or(now_ms()));
    return {};
}

Expected<void> Caretaker::open() {
    const auto taken = store_.ask_and_wait(claim_unclaimed);
    if (!taken) return std::unexpected(taken.error());
    take_up_tables(*taken, {});
    wake_some();
    beat();
    return {};
}

void Caretaker::is_quiet(const std::string& table) {
    const Entry& entry = tables_[table];
    if (entry.room->needs_care()) when_claimed_here(table, [this, table] { look_after(table); });
}

bool Caretaker::needs(const Entry& entry) const {
    if (entry.care.thinking || entry.care.claiming) return true;
    if (!entry.care.claimed_in) return false;
    const auto deadline = entry.room ? entry.room->deadline() : std::nullopt;
    const std::int64_t at = !entry.room ? entry.care.alarm_for : deadline ? deadline->second : 0;
    if (at != 0 && (!store_.is_shared() || at < now_ms() + soon_ms)) return true;
    // A damaged table that is given back would be taken up again at once.
    return entry.room && (bot_due(entry) || entry.room->damage());
}

void Caretaker::let_go(const std::string& table, const Entry& entry) {
    if (entry.care.claimed_in == store_.lease() && store_.is_shared())
        store_.tell([table](Store& store) { store.release(table); });
    alarms_.set(table, 0);
}

/// A table's bots and clocks are run by the node that claimed it.
bool Caretaker::is_ours(const Entry& entry) const {
    if (!entry.room || !entry.room->needs_care()) return false;
    return entry.care.claimed_in == store_.lease();
}

/// Claims a table if no other node was first; `done` learns the result. Without other nodes no request is
/// needed.
void Caretaker::claim(const std::string& table, const std::function<void(bool)>& done) {
    Entry& entry = tables_[table];
    if (!store_.is_shared()) entry.care.claimed_in = store_.lease();
    if (entry.care.claimed_in == store_.lease()) return done(true);
    entry.care.when_claimed.push_back(done);
    if (std::exchange(entry.care.claiming, true)) return;
    const auto ask = [table](Store& store) -> std::optional<std::int64_t> {
        const auto lease = store.claims_valid_in();  // before: another lease may begin meanwhile
        return store.claim(table).value_or(false) ? std::optional(lease) : std::nullopt;
    };
    store_.ask(ask, [this, table](std::optional<std::int64_t> lease) { claimed(table, lease); });
}

void Caretaker::claimed(const std::string& table, std::optional<std::int64_t> lease) {
    Entry& entry = tables_[table];
    entry.care.claiming = false;
    entry.care.claimed_in = lease;
    for (const auto& done : std::exchange(entry.care.when_claimed, {})) done(lease.has_value());
    tables_.forget_if_idle(table);
}

/// Does this once the table is ours, and not at all if it is another node's. Its room is open then, and stored.
void Caretaker::when_claimed_here(const std::string& table, const std::function<void()>& work) {
    const Entry& entry = tables_[table];
    if (!entry.room || !entry.room->needs_care()) return;
    if (is_ours(entry)) return work();
    claim(table, [this, table, work](bool ours) {
        if (!ours) return;
        tables_.when_stored(table, [this, table, work] {
            if (const auto found = tables_.entry(table); found && is_ours(**found)) work();
        });
    });
}

/// Starts the bots that are to act, and sets the alarm of the clock.
void Caretaker::look_after(const std::string& table) {
    Entry& entry = tables_[table];
    if (tables_.is_closing() || !entry.room) return;
    if (const auto bot = bot_due(entry); bot && !entry.care.thinking) ask_bot(table, bot->first, bot->second, false);
    set_alarm(table);
}

/// In the store's thread: running tables without a node. If there are other nodes, tables without anything due for days
/// are left unclaimed until then.
Expected<Caretaker::TakenUp> Caretaker::claim_unclaimed(Store& store) {
    const auto lease = store.claims_valid_in();
    auto found = store.is_shared() ? store.take_unclaimed(now_ms() + soon_ms, most_taken_over)
                                   : store.take_unclaimed(std::numeric_limits<std::int64_t>::max(), -1);
    if (!found) return std::unexpected(found.error());
    return TakenUp{.tables = std::move(*found), .lease = lease};
}

/// Takes them up without opening them; but those whose node has just gone are opened to get back the time since. Then
/// not all in one turn of the loop, and no more while many are being opened or written: all would come back together.
void Caretaker::take_up_tables(const TakenUp& taken, std::optional<std::int64_t> alone_since) {
    if (!alone_since) {
        for (const Due& due : taken.tables) take_up(due, taken.lease);
        return;
    }
    const auto take_some = [this, rest = std::make_shared<TakenUp>(taken),
                            since = *alone_since](const auto& again) -> void {
        const bool must_wait = tables_.loading() + tables_.unstored() >= most_taken_up;
        for (std::size_t i = 0; i < most_taken_up && !must_wait && !rest->tables.empty(); ++i) {
            const Due due = std::move(rest->tables.back());
            rest->tables.pop_back();
            take_up(due, rest->lease);
            tables_.when_stored(due.table, [this, table = due.table, lost = Outages::Span{since, now_ms()}] {
                if (const auto found = tables_.entry(table); found && (*found)->room->has_clock() && is_ours(**found))
                    give_time_back(table, lost);
            });
        }
        if (rest->tables.empty() || tables_.is_closing()) return;
        loop_.after(opening_ms, [alive = alive_, again] {
            if (*alive) again(again);
        });
    };
    take_some(take_some);
}

void Caretaker::take_up(const Due& due, std::int64_t lease) {
    if (!shares_.owns(due.table)) return;
    Entry& entry = tables_[due.table];
    entry.care.claimed_in = lease;
    if (entry.room || entry.loading)
        return tables_.when_stored(due.table, [this, table = due.table] { tables_.go_on(table); });
    entry.resting = true;
    entry.care.alarm_for = due.at;
    if (due.at == 1)
        to_wake_.push_back(due.table);
    else if (due.at != 0) {
        entry.care.alarm_for += shares_.outages.with([&](Outages& all) { return all.time_after(due.last); });
        wait_for_alarm(due.table, 0);
    }
}

/// Opens some of the tables at which bots are to act, and goes on when they are open: not all at once.
void Caretaker::wake_some() {
    while (tables_.loading() < most_woken && !to_wake_.empty() && !tables_.is_closing()) {
        const std::string table = std::move(to_wake_.back());
        to_wake_.pop_back();
        if (const Entry* entry = tables_.find(table); entry != nullptr && entry->resting) tables_.load(table);
    }
}

/// Other nodes have taken what this one looked after, and give its time back.
void Caretaker::let_all_go() {
    for (const auto& [table, entry] : tables_.all()) alarms_.set(table, 0);
    tables_.let_all_go();
    to_wake_.clear();
    last_beat_ = 0;
}

/// No player could move anywhere since then.
void Caretaker::note_outage(std::int64_t from) {
    const auto now = now_ms();
    if (store_.is_shared() && now - from <= longest_gap_ms) return;  // other nodes were there
    const std::string outages = shares_.outages.with([&](Outages& all) {
        all.add(from, now);
        return all.text();
    });
    Write note;
    note.facts = {{"outages", outages}, {"alive", std::to_string(now)}};
    commits_.add(std::move(note), [](const Expected<WriteOutcome>& outcome) {
        if (!outcome) log_at(Level::warning, "the outage is not noted", {{"why", outcome.error().message}});
    });
}

void Caretaker::give_time_back(const std::string& table, Outages::Span lost) {
    tables_.perform(table, {.what = ClocksResumed{.from = lost.from, .to = lost.to}},
                    [](const Expected<std::int64_t>&) {});
}

/// Accounts for new outages at a table with a clock. Requests to the table wait meanwhile: the clock is corrected
/// before any player acts.
void Caretaker::give_lost_time_back(const std::string& table) {
    const Entry& entry = tables_[table];
    const auto lost = shares_.outages.with([&](Outages& all) { return all.after(entry.room->at()); });
    if (lost.empty() || !entry.room->has_clock() || !entry.room->needs_care()) return;
    tables_.hold(table);
    claim(table, [this, table, lost](bool ours) {
        tables_.release(table);
        if (ours && tables_[table].room)
            for (const auto& span : lost) give_time_back(table, span);
        tables_.go_on_soon(table);
    });
}

/// The bot that is to act, unless no person would see it: bots that are alone at a table pause until a person comes.
std::optional<std::pair<Seat, std::string>> Caretaker::bot_due(const Entry& entry) {
    if (entry.audience.empty() && !entry.room->is_played_by_people()) return std::nullopt;
    return entry.room->bot_to_act();
}

/// The position that a bot thinks about.
struct Caretaker::Thought {
    std::string table;
    Seat seat;
    bool for_timeout;
    std::int64_t asked_at;  ///< the event before the bot's request
};

/// For a bot's own seat, or for a person whose time is up.
void Caretaker::ask_bot(const std::string& table, Seat seat, const std::string& level, bool for_timeout) {
    Entry& entry = tables_[table];
    entry.care.thinking = true;
    const RoomSetup& setup = entry.room->setup();
    auto position = setup.shares_deal() ? settled(*entry.room->table()) : entry.room->table()->clone();
    std::optional<BotPool::SeededSearch> lots;
    if (setup.shares_deal())
        lots = {.seed = daily_seed(*digest_from_hex(setup.secret), position->hash(), seat), .nodes = daily_nodes};
    const Thought thought{.table = table, .seat = seat, .for_timeout = for_timeout, .asked_at = entry.room->seq()};
    shares_.bots.ask(
        entry.room->payer(), std::move(position), seat, level,
        [this, &loop = loop_, alive = alive_, thought](Expected<BotAnswer> answer) {
            loop.post([this, alive, thought, answer = std::move(answer)] {
                if (*alive) tables_.when_stored(thought.table, [this, thought, answer] { bot_chose(thought, answer); });
            });
        },
        lots);
}

void Caretaker::bot_chose(const Thought& thought, const Expected<BotAnswer>& answer) {
    const auto& [table, seat, for_timeout, asked_at] = thought;
    const auto found = tables_.entry(table);
    if (!found) return;
    (*found)->care.thinking = false;
    const Room& room = *(*found)->room;
    if (!is_ours(**found)) return tables_.go_on(table);  // another node took it meanwhile
    const bool due = for_timeout ? room.seq() == asked_at : room.bot_to_act() && room.bot_to_act()->first == seat;
    if (!answer || !due) {
        if (room.seq() != asked_at) tables_.go_on(table);  // the table has moved on: think again
        return;
    }
    RoomEvent event{.what = ActionPlayed{.seat = seat, .action = answer->action}};
    if (for_timeout) event.what = TimeoutPlayed{.seat = seat, .action = answer->action};
    ++counts_.bot_moves;
    tables_.perform(table, std::move(event), [name = thought.table](const Expected<std::int64_t>& done) {
        if (!done) log_at(Level::warning, "a bot was refused", {{"table", name}, {"why", done.error().message}});
    });
}

void Caretaker::set_alarm(const std::string& table) {
    Entry& entry = tables_[table];
    const auto deadline = entry.room->deadline();
    const auto before = std::exchange(entry.care.alarm_for, deadline ? deadline->second : 0);
    if (deadline && before != deadline->second) wait_for_alarm(table, 0);
}

/// Rings at the time for which the alarm is set, but not before `pause`; without looking at the table, which may rest.
void Caretaker::wait_for_alarm(const std::string& table, std::int64_t pause) {
    alarms_.set(table, std::max(tables_[table].care.alarm_for, now_ms() + pause));
    wait_for_alarms();
}

/// One timer, for the earliest of them.
void Caretaker::wait_for_alarms() {
    const auto next = alarms_.next();
    if (!next || (timer_for_ != 0 && timer_for_ <= *next)) return;
    timer_for_ = *next;
    loop_.after(std::clamp<std::int64_t>(*next - now_ms(), 0, longest_alarm_ms), [this, alive = alive_, at = *next] {
        if (!*alive || timer_for_ != at) return;  // an earlier timer ran and did the work
        timer_for_ = 0;
        for (const auto& table : alarms_.take(now_ms(), most_rung)) {
            const Entry* entry = tables_.find(table);
            if (entry == nullptr || entry->care.alarm_for == 0) continue;
            tables_.when_stored(table, [this, table] { ring(table); });
        }
        wait_for_alarms();
    });
}

void Caretaker::ring(const std::string& table) {
    const auto found = tables_.entry(table);
    if (!found || tables_.is_closing()) return;
    Entry& entry = **found;
    const auto deadline = entry.room->deadline();
    if (deadline && !is_ours(entry)) {  // it was claimed under another lease: is it still ours?
        entry.care.alarm_for = 0;
        return when_claimed_here(table, [this, table] { look_after(table); });
    }
    entry.care.alarm_for = deadline ? deadline->second : 0;
    if (entry.care.alarm_for == 0) return;
    // After a time in which no player could move, beat() gives it back before any clock runs out.
    const bool was_away = now_ms() - last_beat_ > longest_gap_ms;
    if (was_away || entry.care.thinking || entry.care.alarm_for > now_ms()) {
        wait_for_alarm(table, was_away ? heartbeat_ms : entry.care.thinking ? thinking_ms : 0);
        return;
    }
    entry.care.alarm_for = 0;
    if (entry.room->setup().on_timeout == OnTimeout::move) {
        ask_bot(table, deadline->first, entry.room->setup().bot, true);
        return;
    }
    tables_.perform(table, {.what = BotSubstituted{.seat = deadline->first}}, [](const Expected<std::int64_t>&) {});
}

}  // namespace springtide::server
