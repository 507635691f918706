#include "server/hall.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "core/text.hpp"
#include "protocol/server_reasons.hpp"
#include "server/log.hpp"
#include "server/measures.hpp"

namespace springtide::server {

namespace {

/// What Prometheus calls these things everywhere.
std::string process_metrics() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto micros = [](const timeval& time) { return time.tv_sec * 1'000'000LL + time.tv_usec; };
    const auto cpu = static_cast<double>(micros(usage.ru_utime) + micros(usage.ru_stime)) / 1e6;
    std::int64_t pages = 0;
    std::int64_t resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return "# HELP process_cpu_seconds_total time this process spent on processors\n# TYPE process_cpu_seconds_total "
           "counter\nprocess_cpu_seconds_total " +
           std::to_string(cpu) +
           "\n# HELP process_resident_memory_bytes memory in use\n# TYPE process_resident_memory_bytes gauge\n"
           "process_resident_memory_bytes " +
           std::to_string(resident * ::sysconf(_SC_PAGESIZE)) + "\n";
}

/// What the store says about opening a table.
struct Opening {
    bool may_watch = true;
    std::int64_t events = 0;
};

/// A closed table of thousands of events is not opened for a stranger: its first event and the lists say enough. Who
/// was asked to leave is only known to the table itself.
bool might_watch(Store& store, const std::string& table, const std::string& guest) {
    const auto row = store.room(table);
    if (!row || !*row || (*row)->phase == "open") return true;
    const auto first = store.events(table, 0, 1);
    if (!first || first->empty()) return true;
    const auto created = from_stored(first->front());
    const auto* what = created ? std::get_if<TableCreated>(&created->what) : nullptr;
    if (what == nullptr) return true;
    const auto setup = setup_from_log(what->setup);
    if (!setup || setup->spectators || setup->host == guest) return true;
    const auto seat = store.seat_of(table, guest);
    return !seat || *seat >= 0;
}

}  // namespace

Hall::Hall(Loop& loop, HallStores stores, HallSettings settings)
    : loop_(loop),
      settings_(std::move(settings)),
      limits_(settings_.rates),
      reads_(loop, std::move(stores.reader)),
      keeper_(loop, std::move(stores.keeper)),
      commits_(loop, std::move(stores.writer)),
      people_(reads_, commits_),
      lists_(reads_),
      bots_(settings_.bots),
      loader_(std::move(stores.loader)) {}

Hall::~Hall() { *alive_ = false; }

Expected<void> Hall::open() {
    if (auto opened = people_.open(); !opened) return opened;
    const auto daily_key = keeper_.ask_and_wait([](Store& store) { return key_of(store, "daily_key"); });
    if (!daily_key) return std::unexpected(daily_key.error());
    daily_.emplace(*daily_key);
    const auto fact = [this](const char* name) {
        return keeper_.ask_and_wait([name](Store& store) { return store.fact(name); });
    };
    const auto alive = fact("alive");
    if (!alive) return std::unexpected(alive.error());
    const auto outages = fact("outages");
    if (!outages) return std::unexpected(outages.error());
    outages_ = Outages((*outages).value_or(""));
    if (*alive) note_outage(parse_int64(**alive).value_or(now_ms()));
    const auto taken = keeper_.ask_and_wait(claim_unclaimed);
    if (!taken) return std::unexpected(taken.error());
    take_up_tables(*taken, {});
    note_listed(keeper_.ask_and_wait(read_listed));
    wake_some();
    beat();
    return {};
}

void Hall::close(std::function<void()> done) {
    closing_ = true;
    when_closed_ = std::move(done);
    if (under_way_ == 0) when_closed_();
}

bool Hall::is_open(const std::string& table) const {
    const auto found = entries_.find(table);
    return found != entries_.end() && (found->second.room || found->second.loading);
}

void Hall::may_open(const std::string& table, const Person& person, bool looks,
                    const std::function<void(Expected<void>)>& done) {
    is_open(table) ? done({}) : pay_for_opening(table, person, looks, done);
}

void Hall::pay_for_opening(const std::string& table, const Person& person, bool looks,
                           const std::function<void(Expected<void>)>& done) {
    const auto read = [table, guest = person.guest, looks](Store& store) -> Expected<Opening> {
        if (looks && !might_watch(store, table, guest)) return Opening{.may_watch = false};
        const auto events = store.last_seq(table);
        if (!events) return std::unexpected(events.error());
        return Opening{.may_watch = true, .events = *events};
    };
    reads_.ask(read, [this, address = person.origin.address, done](const Expected<Opening>& opening) {
        if (!opening) return done(std::unexpected(opening.error()));
        if (!opening->may_watch) return done(refuse(server_reason("no_spectators")));
        // However long it is, it can be opened sometimes.
        const double cost = std::min(static_cast<double>(opening->events), settings_.rates.opened.at_once / 2);
        if (!limits_.take(address, Cost::opened, std::chrono::steady_clock::now(), cost))
            return done(refuse(server_reason("address_acts_fast")));
        done({});
    });
}

/// A long room takes long to be taken apart, too.
void Hall::put_away(Entry& entry) {
    if (entry.room) loader_.take_apart(std::move(entry.room));
    entry.room.reset();
}

void Hall::look(const std::string& table, const std::function<void(Expected<const Room*>)>& done) {
    when_stored(table, [this, table, done] {
        const auto found = entry(table);
        found ? done((*found)->room.get()) : done(std::unexpected(found.error()));
        loop_.post([this, alive = alive_, table] {
            if (*alive) forget_if_idle(table);
        });
    });
}

/// Whether it may be read is known before it is. A long record takes long to write, so that is done where tables are
/// folded: a finished game changes no more, and its log says all of it.
void Hall::record(const std::string& table, const Person& person, const RecordDone& done) {
    const auto ask = [this, table, person, done](const Expected<std::optional<RoomRow>>& row) {
        if (!row) return done(std::unexpected(row.error()));
        if (!*row) return done(refuse(server_reason("no_such_table")));
        if ((*row)->phase != "over") return done(refuse(server_reason("record_not_yet")));
        // Games of the day's deal are nobody's to see before the day is over, and everybody's after.
        const auto day = day_played((*row)->summary);
        if (day && *day >= day_of(now_ms())) return done(refuse(server_reason("daily_sealed")));
        const bool is_open = day.has_value();
        pay_for_opening(table, person, !is_open, [this, table, person, is_open, done](const Expected<void>& allowed) {
            if (allowed) return make_record(table, person, is_open, done);
            const bool is_stranger = allowed.error().code == ErrorCode::forbidden;
            done(std::unexpected(is_stranger ? error_of(server_reason("record_of_others")) : allowed.error()));
        });
    };
    reads_.ask([table](Store& store) { return store.room(table); }, ask);
}

void Hall::make_record(const std::string& table, const Person& person, bool is_open, RecordDone done) {
    const auto make = [person, is_open](const Expected<std::unique_ptr<Room>>& room) -> Expected<std::string> {
        if (!room) return std::unexpected(room.error());
        if (!is_open && !(*room)->may_watch(person)) return refuse(server_reason("record_of_others"));
        if ((*room)->phase() != Phase::over || (*room)->table() == nullptr) {
            if (const auto whole = (*room)->check_whole(); !whole) return std::unexpected(whole.error());
            return refuse(server_reason("record_not_yet"));
        }
        return (*room)->record();
    };
    loader_.load(table, [this, alive = alive_, make,
                         done = std::move(done)](const Expected<std::unique_ptr<Room>>& room) mutable {
        loop_.post([alive, text = make(room), done = std::move(done)] {
            if (*alive) done(text);
        });
    });
}

Expected<Hall::Entry*> Hall::entry(const std::string& table) {
    const auto found = entries_.find(table);
    if (found == entries_.end()) return refuse(server_reason("no_such_table"));
    Entry& entry = found->second;
    if (!entry.room)
        return std::unexpected(
            entry.why_not.value_or(Error{ErrorCode::unavailable, "this table cannot be opened just now; try again"}));
    entry.asked_at = counts_.beats;
    return &entry;
}

/// Folds a table, aside. Whoever wants something of it waits in its entry.
void Hall::load(const std::string& table) {
    if (std::exchange(entries_[table].loading, true)) return;
    ++loading_;
    loader_.load(table, [this, alive = alive_, table](Expected<std::unique_ptr<Room>> room) {
        // A function of the standard library is copied, a room is not.
        const auto result = std::make_shared<Expected<std::unique_ptr<Room>>>(std::move(room));
        loop_.post([this, alive, table, result] {
            if (*alive) loaded(table, std::move(*result));
        });
    });
}

void Hall::loaded(const std::string& table, Expected<std::unique_ptr<Room>> room) {
    --loading_;
    Entry& entry = entries_[table];
    entry.loading = false;
    entry.why_not.reset();
    const bool is_damaged = room && (*room)->damage();
    if (is_damaged) note_damage(entry, **room);
    if (!is_damaged) damaged_.erase(table);
    if (is_damaged && (*room)->seq() == 0) room = std::unexpected((*room)->check_whole().error());  // nothing to show
    if (room) {
        entry.room = std::move(*room);
        entry.resting = false;
        entry.asked_at = counts_.beats;
        if (entry.watchers.empty()) {
            entry.told = entry.room->seq();
            entry.told_acting = entry.room->acting();
        }
        note_waiting(*entry.room);
        if (is_behind(entry, entry.heard))
            catch_up(table);
        else
            give_lost_time_back(table);
    } else {
        entry.why_not = room.error();
        if (room.error().code != ErrorCode::unknown_table && !is_damaged)
            log_at(Level::error, "table does not load", {{"table", table}, {"why", room.error().message}});
    }
    go_on(table);
    wake_some();
}

/// Who runs the server is told why a log cannot be read, once; who watches is shown what was understood of it.
void Hall::note_damage(Entry& entry, const Room& room) {
    if (damaged_.insert(room.id()).second)
        log_at(Level::error, "a table is damaged and closed to play",
               {{"table", room.id()},
                {"seq", std::to_string(room.damage()->seq)},
                {"why", room.damage()->why},
                {"see", "springtide check"}});
    for (Watcher& watcher : entry.watchers) watcher.seen = -1;
    entry.must_tell = true;
}

void Hall::forget_if_idle(const std::string& table) {
    const auto found = entries_.find(table);
    if (found == entries_.end()) return;
    const Entry& entry = found->second;
    if (entry.place || entry.thinking || entry.loading || entry.claiming) return;
    if (!entry.waiting.empty() || !entry.watchers.empty()) return;
    const bool due = entry.room ? entry.room->deadline() || bot_due(entry) : entry.alarm_for != 0;
    const bool is_damaged = entry.room && entry.room->damage();  // given back, it would be taken up again at once
    if (entry.claimed_in && (due || is_damaged)) return;
    if (entry.claimed_in == keeper_.session() && keeper_.is_shared())
        keeper_.tell([table](Store& store) { store.release(table); });
    alarms_.set(table, 0);
    put_away(found->second);
    entries_.erase(found);
}

void Hall::when_stored(const std::string& table, std::function<void()> work) {
    Entry& entry = entries_[table];
    if (!entry.room) load(table);
    if (entry.loading || entry.place || !entry.waiting.empty())
        entry.waiting.push_back({true, std::move(work)});
    else
        work();
}

void Hall::when_free(const std::string& table, std::function<void()> work) {
    Entry& entry = entries_[table];
    if (!entry.room) load(table);
    if (entry.loading || state_of(entry) == CommitState::committing || !entry.waiting.empty())
        entry.waiting.push_back({false, std::move(work)});
    else
        work();
}

/// What is due at a table: waiting requests first, then bots, then the clock.
void Hall::go_on(const std::string& table) {
    for (;;) {
        const auto found = entries_.find(table);
        if (found == entries_.end() || found->second.loading) return;
        if (state_of(found->second) == CommitState::committing) return;
        auto& waiting = found->second.waiting;
        if (waiting.empty()) break;
        if (waiting.front().for_all_stored && found->second.place) return;
        const auto work = std::move(waiting.front().work);
        waiting.erase(waiting.begin());
        work();
    }
    Entry& entry = entries_[table];
    if (entry.place) return;
    if (entry.room) tell_watchers(entry);
    if (closing_) return;
    if (entry.room && entry.room->on_duty()) when_ours(table, [this, table] { look_after(table); });
    forget_if_idle(table);
}

void Hall::gone(const ClientPtr& client) {
    client->has_gone = true;
    client->next_requests.clear();
    people_.gone(*client);
    for (const auto& table : std::exchange(client->watching, {})) stop_watching(client, table);
}

void Hall::stop_watching(const ClientPtr& client, const std::string& table) {
    const auto found = entries_.find(table);
    if (found == entries_.end()) return;
    Entry& entry = found->second;
    for (const Watcher& watcher : entry.watchers)
        if (watcher.client == client && watcher.as.is_seat()) entry.left.insert(watcher.as.seat());
    std::erase_if(entry.watchers, [&](const Watcher& watcher) { return watcher.client == client; });
    if (entry.room && entry.room->setup().quick && entry.room->phase() == Phase::open &&
        entry.room->setup().clock.kind == ClockKind::live && entry.room->seat_of(client->person.guest))
        mind_empty_chairs(table);
    forget_if_idle(table);
}

std::string Hall::metrics() const {
    std::string text;
    const auto add = [&](const std::string& name, const std::string& type, const std::string& help, auto value) {
        text += "# HELP springtide_" + name + " " + help + "\n# TYPE springtide_" + name + " " + type +
                "\nspringtide_" + name + " " + std::to_string(value) + "\n";
    };
    add("requests_total", "counter", "requests over WebSocket", counts_.requests);
    add("refusals_total", "counter", "requests that were refused", counts_.refusals);
    add("events_total", "counter", "events stored", counts_.events);
    add("pushes_total", "counter", "pushes sent", counts_.pushes);
    add("whole_pushes_total", "counter", "pushes that tell the whole view", counts_.whole_pushes);
    add("conflicts_total", "counter", "events for which another node was first", counts_.conflicts);
    add("failures_total", "counter", "events the store did not take", counts_.failures);
    add("bot_moves_total", "counter", "actions of bots", counts_.bot_moves);
    const auto load = bots_.load();
    add("bots_waiting", "gauge", "bots that wait for their turn to think", load.waiting);
    add("bots_thinking", "gauge", "bots that think now", load.thinking);
    add("bot_thinking_seconds_total", "counter", "time that bots thought", static_cast<double>(load.thought_ms) / 1e3);
    add("disk_low", "gauge", "1 while no new tables are made for lack of disk", disk_is_low_ ? 1 : 0);
    add("addresses_known", "gauge", "addresses whose budgets are remembered",
        static_cast<std::int64_t>(limits_.size()));
    add("commits_total", "counter", "commits of the store", commits_.count());
    add("chores_total", "counter", "times the server looked for what there is to do by itself", counts_.chores);
    add("tables_forgotten_total", "counter", "tables that were deleted for their age", counts_.forgotten);
    add("clients", "gauge", "open WebSockets", static_cast<std::int64_t>(people_.connected()));
    add("tables_known", "gauge", "tables that somebody watches or that wait for a clock or a bot",
        std::ssize(entries_));
    add("tables_damaged", "gauge", "tables that are closed because their log cannot be read (springtide check)",
        std::ssize(damaged_));
    add("tables_loading", "gauge", "those of them whose log is being folded", static_cast<std::int64_t>(loading_));
    add("tables_loaded", "gauge", "those of them that do not rest",
        std::ranges::count_if(entries_, [](const auto& one) { return one.second.room != nullptr; }));
    text += loop_.metrics();
    text += process_metrics();
    text += measures().text();
    add("events_waiting", "gauge", "events that wait for the store", static_cast<std::int64_t>(under_way_));
    add("store_healthy", "gauge", "1 while the store accepts writes", healthy_ ? 1 : 0);
    return text;
}

}  // namespace springtide::server
