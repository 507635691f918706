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

/// The log is there and makes no sense; a store that does not answer is no damage.
bool is_damage(const Error& error) { return error.reason == server_reason("table_damaged").name; }

/// A key that is made once, by the first node there is, and kept with the data.
Expected<Digest> key_of(Store& store, const std::string& name) {
    std::vector<Write> write(1);
    write[0].first_facts = {{name, to_hex(random_secret())}};
    if (const auto written = store.write(write); !written) return std::unexpected(written.error());
    const auto known = store.fact(name);
    if (!known) return std::unexpected(known.error());
    const auto key = *known ? digest_from_hex(**known) : std::nullopt;
    if (!key)
        return fail(ErrorCode::unavailable,
                    "the fact " + name + " of the database is no key; springtide check --repair makes a new one");
    return *key;
}

}  // namespace

Hall::Hall(Loop& loop, HallStores stores, HallSettings settings)
    : loop_(loop),
      settings_(std::move(settings)),
      reader_(std::move(stores.reader)),
      sessions_(*reader_),
      limits_(settings_.rates),
      bots_(settings_.bots),
      writer_(std::move(stores.writer)),
      loader_(std::move(stores.loader)) {}

Hall::~Hall() { *alive_ = false; }

Expected<void> Hall::open() {
    if (auto opened = sessions_.open(); !opened) return opened;
    sessions_seen_ = now_ms();
    const auto mark_key = key_of(*reader_, "mark_key");
    if (!mark_key) return std::unexpected(mark_key.error());
    marker_.emplace(*mark_key);
    const auto alive = reader_->fact("alive");
    if (!alive) return std::unexpected(alive.error());
    const auto outages = reader_->fact("outages");
    if (!outages) return std::unexpected(outages.error());
    outages_ = Outages((*outages).value_or(""));
    if (*alive) note_outage(parse_int64(**alive).value_or(now_ms()));
    if (auto taken = take_up_tables({}); !taken) return taken;
    read_waiting();
    wake_some();
    beat();
    return {};
}

void Hall::close(std::function<void()> done) {
    closing_ = true;
    when_closed_ = std::move(done);
    if (under_way_ == 0) when_closed_();
}

std::optional<Person> Hall::person_of(std::string_view token) {
    auto person = recognise(token);
    return person ? std::optional(std::move(*person)) : std::nullopt;
}

Expected<Person> Hall::recognise(std::string_view token) {
    const auto known = sessions_.check(token);
    if (!known) return std::unexpected(known.error());
    const auto row = reader_->guest(known->guest);
    Person person;
    person.guest = known->guest;
    person.name = row && *row ? (*row)->name : "Guest " + known->guest.substr(0, 4);
    person.token = *known;
    return person;
}

Person Hall::new_person() const {
    const auto id = random_id();
    Person person;
    person.guest = id;
    person.name = "Guest " + id.substr(0, 4);
    return person;
}

void Hall::store_guest(GuestRow guest, std::function<void(Expected<WriteOutcome>)> done) {
    Write row;
    row.guest = std::move(guest);
    write(std::move(row), [done = std::move(done)](const Expected<WriteOutcome>& outcome) { done(outcome); });
}

void Hall::end_session(Write write, std::function<void(Expected<WriteOutcome>)> done) {
    std::vector<EndedSession> ended;
    if (write.ended_session) ended.push_back(*write.ended_session);
    this->write(std::move(write), [this, ended, done = std::move(done)](const Expected<WriteOutcome>& outcome) {
        if (outcome && *outcome == WriteOutcome::stored) dismiss(ended);
        done(outcome);
    });
}

/// Sessions may also end on other nodes: asked after every sign of life where there are others.
void Hall::dismiss_ended_sessions() {
    constexpr std::int64_t apart_ms = 10'000;  // how far the clocks of two nodes may be apart
    const auto ended = reader_->sessions_ended(sessions_seen_ - apart_ms);
    if (!ended) return;
    for (const EndedSession& one : *ended) sessions_seen_ = std::max(sessions_seen_, one.at);
    dismiss(*ended);
}

/// However many sessions ended, everybody who is here is looked at once.
void Hall::dismiss(const std::vector<EndedSession>& ended) {
    if (ended.empty()) return;
    std::unordered_multimap<std::string_view, const EndedSession*> of_guest;
    for (const EndedSession& one : ended) of_guest.emplace(one.guest, &one);
    std::vector<Client*> over;
    for (Client* client : clients_) {
        const auto [begin, end] = of_guest.equal_range(client->person.token.guest);
        if (std::any_of(begin, end, [&](const auto& one) { return Sessions::ends(*one.second, client->person.token); }))
            over.push_back(client);
    }
    for (Client* client : over) client->dismiss("this session was ended; log in again");
}

/// A closed table of thousands of events is not opened for a stranger: its first event and the lists say enough. Who
/// was asked to leave is only known to the table itself.
bool Hall::might_watch(const std::string& table, const Person& person) const {
    const auto row = reader_->room(table);
    if (!row || !*row || (*row)->phase == "open") return true;
    const auto first = reader_->events(table, 0, 1);
    if (!first || first->empty()) return true;
    const auto created = from_stored(first->front());
    const auto* what = created ? std::get_if<TableCreated>(&created->what) : nullptr;
    if (what == nullptr) return true;
    const auto setup = setup_from_log(what->setup);
    if (!setup || setup->spectators || setup->host == person.guest) return true;
    const auto seat = reader_->seat_of(table, person.guest);
    return !seat || *seat >= 0;
}

Expected<void> Hall::may_open(const std::string& table, const Person& person, bool looks) {
    const auto found = entries_.find(table);
    if (found != entries_.end() && (found->second.room || found->second.loading)) return {};
    if (looks && !might_watch(table, person)) return refuse(server_reason("no_spectators"));
    const auto events = reader_->last_seq(table);
    if (!events) return std::unexpected(events.error());
    // However long it is, it can be opened sometimes.
    const double cost = std::min(static_cast<double>(*events), settings_.rates.opened.at_once / 2);
    if (!limits_.take(person.origin.address, Cost::opened, std::chrono::steady_clock::now(), cost))
        return refuse(server_reason("address_acts_fast"));
    return {};
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
    if (room || !is_damage(room.error())) damaged_.erase(table);
    if (room) {
        entry.room = std::move(*room);
        entry.resting = false;
        entry.asked_at = counts_.beats;
        if (entry.watchers.empty()) {
            entry.told = entry.room->seq();
            entry.told_acting = entry.room->acting();
        }
        if (is_behind(entry, entry.heard)) catch_up(table);
        if (entry.room) note_waiting(*entry.room);
        if (entry.room && entry.room->has_clock() && is_ours(entry))
            for (const auto& lost : outages_.after(entry.room->at())) give_time_back(table, lost);
    } else {
        entry.why_not = room.error();
        const bool is_known = is_damage(room.error()) && !damaged_.insert(table).second;
        if (room.error().code != ErrorCode::unknown_table && !is_known)
            log_at(Level::error, "table does not load", {{"table", table}, {"why", room.error().message}});
    }
    go_on(table);
    wake_some();
}

void Hall::forget_if_idle(const std::string& table) {
    const auto found = entries_.find(table);
    if (found == entries_.end()) return;
    const Entry& entry = found->second;
    if (entry.way != Under::nothing || entry.thinking || entry.loading) return;
    if (!entry.waiting.empty() || !entry.watchers.empty()) return;
    const bool due = entry.room ? entry.room->deadline() || bot_due(entry) : entry.alarm_for != 0;
    if (entry.claimed_in && due) return;
    if (entry.claimed_in == reader_->claims_valid_in()) reader_->release(table);
    alarms_.set(table, 0);
    put_away(found->second);
    entries_.erase(found);
}

void Hall::when_stored(const std::string& table, std::function<void()> work) {
    Entry& entry = entries_[table];
    if (!entry.room) load(table);
    if (entry.loading || entry.way != Under::nothing || !entry.waiting.empty())
        entry.waiting.push_back({true, std::move(work)});
    else
        work();
}

void Hall::when_free(const std::string& table, std::function<void()> work) {
    Entry& entry = entries_[table];
    if (!entry.room) load(table);
    if (entry.loading || entry.way == Under::commit || !entry.waiting.empty())
        entry.waiting.push_back({false, std::move(work)});
    else
        work();
}

/// What is due at a table: waiting requests first, then bots, then the clock.
void Hall::go_on(const std::string& table) {
    for (;;) {
        const auto found = entries_.find(table);
        if (found == entries_.end() || found->second.loading || found->second.way == Under::commit) return;
        auto& waiting = found->second.waiting;
        if (waiting.empty()) break;
        if (waiting.front().for_all_stored && found->second.way != Under::nothing) return;
        const auto work = std::move(waiting.front().work);
        waiting.erase(waiting.begin());
        work();
    }
    Entry& entry = entries_[table];
    if (entry.way != Under::nothing) return;
    if (entry.room) tell_watchers(entry);
    if (closing_) return;
    if (entry.room && is_ours(entry)) {
        if (const auto bot = bot_due(entry); bot && !entry.thinking) ask_bot(table, bot->first, bot->second, false);
        set_alarm(table);
    }
    forget_if_idle(table);
}

void Hall::gone(const ClientPtr& client) {
    --counts_.clients;
    clients_.erase(client.get());
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
    add("commits_total", "counter", "commits of the store", counts_.commits);
    add("tables_forgotten_total", "counter", "tables that were deleted for their age", counts_.forgotten);
    add("clients", "gauge", "open WebSockets", counts_.clients);
    add("tables_known", "gauge", "tables that somebody watches or that wait for a clock or a bot",
        std::ssize(entries_));
    add("tables_damaged", "gauge", "tables that are closed because their log cannot be read (springtide check)",
        std::ssize(damaged_));
    add("tables_loading", "gauge", "those of them whose log is being folded", static_cast<std::int64_t>(loading_));
    add("tables_loaded", "gauge", "those of them that do not rest",
        std::ranges::count_if(entries_, [](const auto& one) { return one.second.room != nullptr; }));
    text += process_metrics();
    text += measures().text();
    add("events_waiting", "gauge", "events that wait for the store", static_cast<std::int64_t>(under_way_));
    add("store_healthy", "gauge", "1 while the store accepts writes", healthy_ ? 1 : 0);
    return text;
}

}  // namespace springtide::server
