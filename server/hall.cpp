#include "server/hall.hpp"

#include <algorithm>

#include "server/rating.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t heartbeat_ms = 2000;
constexpr std::int64_t longest_alarm_ms = 60'000;  // longer waits are looked at again: clocks of machines jump
constexpr int most_rooms = 1'000'000;

/// The key that signs cookies: made once, kept with the data.
Expected<Digest> signing_key(Store& reader, GroupWriter& writer) {
    const auto known = reader.fact("signing_key");
    if (!known) return std::unexpected(known.error());
    if (*known)
        if (const auto key = digest_from_hex(**known)) return *key;
    const Digest key = random_secret();
    Write write;
    write.facts = {{"signing_key", to_hex(key)}};
    writer.write(std::move(write), [](const Expected<WriteOutcome>&) {});
    return key;
}

}  // namespace

Hall::Hall(Loop& loop, std::unique_ptr<Store> reader, std::unique_ptr<Store> writer, HallSettings settings)
    : loop_(loop),
      settings_(std::move(settings)),
      reader_(std::move(reader)),
      bots_(settings_.bot_milliseconds),
      writer_(std::move(writer)) {}

Hall::~Hall() { *alive_ = false; }

Expected<void> Hall::open() {
    const auto key = signing_key(*reader_, writer_);
    if (!key) return std::unexpected(key.error());
    signer_.emplace(*key);
    const auto running = reader_->rooms("running", false, most_rooms);
    if (!running) return std::unexpected(running.error());
    const auto alive = reader_->fact("alive");
    if (!alive) return std::unexpected(alive.error());
    const std::int64_t down_from = *alive ? std::stoll(**alive) : 0;
    for (const RoomRow& row : *running) {
        const auto found = entry(row.table);
        if (!found) {
            log_line("table does not load", {{"table", row.table}, {"why", found.error().message}});
            continue;
        }
        if ((*found)->room->has_clock()) {
            RoomEvent resumed;
            resumed.kind = "resumed";
            resumed.number = down_from;
            perform(row.table, std::move(resumed), [](const Expected<void>&) {});
        } else {
            go_on(row.table);
        }
    }
    beat();
    return {};
}

/// Notes that the server is alive, so that clocks know how long nobody could move.
void Hall::beat() {
    Write write;
    write.facts = {{"alive", std::to_string(now_ms())}};
    writer_.write(std::move(write), [this, alive = alive_](const Expected<WriteOutcome>& outcome) {
        const bool well = outcome.has_value();
        loop_.post([this, alive, well] {
            if (!*alive) return;
            if (!well && healthy_) log_line("the store refuses");
            healthy_ = well;
            if (closing_) return;
            loop_.after(heartbeat_ms, [this, alive] {
                if (*alive && !closing_) beat();
            });
        });
    });
}

void Hall::close(std::function<void()> done) {
    closing_ = true;
    when_closed_ = std::move(done);
    if (under_way_ == 0) when_closed_();
}

std::optional<Person> Hall::person_of(std::string_view token) {
    const auto guest = signer_->guest_of(token);
    if (!guest) return std::nullopt;
    const auto row = reader_->guest(*guest);
    if (row && *row) return Person{.guest = *guest, .name = (*row)->name};
    return Person{.guest = *guest, .name = "Guest " + guest->substr(0, 4)};
}

Person Hall::new_person() const {
    const auto id = random_id();
    return {.guest = id, .name = "Guest " + id.substr(0, 4)};
}

void Hall::store_guest(GuestRow guest, std::function<void(Expected<WriteOutcome>)> done) {
    Write write;
    write.guest = std::move(guest);
    writer_.write(std::move(write), [this, alive = alive_, done = std::move(done)](Expected<WriteOutcome> outcome) {
        loop_.post([alive, done, outcome = std::move(outcome)] {
            if (*alive) done(outcome);
        });
    });
}

Expected<const Room*> Hall::look(const std::string& table) {
    const auto found = entry(table);
    if (!found) return std::unexpected(found.error());
    loop_.post([this, alive = alive_, table] {
        if (*alive) forget_if_idle(table);
    });
    return (*found)->room.get();
}

Expected<Hall::Entry*> Hall::entry(const std::string& table) {
    if (const auto found = entries_.find(table); found != entries_.end() && found->second.room) return &found->second;
    const auto log = reader_->events(table);
    if (!log) return std::unexpected(log.error());
    auto room = Room::load(table, *log);
    if (!room) return std::unexpected(room.error());
    Entry& entry = entries_[table];
    entry.room = std::move(*room);
    return &entry;
}

void Hall::forget_if_idle(const std::string& table) {
    const auto found = entries_.find(table);
    if (found == entries_.end()) return;
    const Entry& entry = found->second;
    if (entry.busy || entry.thinking || !entry.waiting.empty() || !entry.watchers.empty()) return;
    if (entry.room && (entry.room->deadline() || entry.room->bot_to_act())) return;
    entries_.erase(found);
}

void Hall::when_free(const std::string& table, std::function<void()> work) {
    const auto found = entry(table);
    if (found && (*found)->busy)
        (*found)->waiting.push_back(std::move(work));
    else
        work();
}

void Hall::perform(const std::string& table, RoomEvent event, Done done) {
    Entry& entry = entries_[table];
    Room& room = *entry.room;
    const std::string phase = room.phase();
    event.seq = room.seq() + 1;
    event.at = now_ms();
    if (auto folded = room.fold(event, true); !folded) {
        done(folded);
        return;
    }
    Write write;
    write.table = table;
    write.event = to_stored(event);
    if (room.told_room()) write.room = room.row();
    if (event.kind == "joined") write.seats.push_back({.table = table, .guest = event.guest, .seat = event.seat});
    if (event.kind == "left" && room.phase() == "open")
        write.seats.push_back({.table = table, .guest = event.guest, .seat = -1});
    if (event.kind == "created")
        for (std::size_t seat = 0; seat < room.chairs().size(); ++seat)
            for (const auto& guest : room.chairs()[seat].guests)
                write.seats.push_back({.table = table, .guest = guest, .seat = static_cast<int>(seat)});
    if (room.phase() == "over" && phase != "over") write.ratings = new_ratings(room);
    entry.busy = true;
    ++under_way_;
    writer_.write(std::move(write),
                  [this, alive = alive_, table, done = std::move(done)](Expected<WriteOutcome> outcome) {
                      loop_.post([this, alive, table, done, outcome = std::move(outcome)] {
                          if (*alive) stored(table, outcome, done);
                      });
                  });
}

void Hall::stored(const std::string& table, const Expected<WriteOutcome>& outcome, const Done& done) {
    --under_way_;
    const auto found = entries_.find(table);
    Entry& entry = found->second;
    entry.busy = false;
    if (outcome && *outcome == WriteOutcome::stored) {
        ++counts_.events;
        done({});
        tell_watchers(entry);
    } else {
        // Memory ran ahead of the disk: throw it away. The log is the truth.
        log_line("event not stored", {{"table", table}, {"why", outcome ? "conflict" : outcome.error().message}});
        entry.room.reset();
        if (const auto again = this->entry(table); !again) {
            entry.watchers.clear();
            entry.waiting.clear();
            entries_.erase(table);
        }
        done(fail(ErrorCode::unavailable, outcome ? "somebody was first; look again and send it once more"
                                                  : "this could not be stored; nothing happened. Try again"));
    }
    go_on(table);
    if (closing_ && under_way_ == 0 && when_closed_) when_closed_();
}

void Hall::tell_watchers(Entry& entry) {
    const auto now = now_ms();
    const Room& room = *entry.room;
    std::erase_if(entry.watchers, [&](const ClientPtr& client) {
        ++counts_.pushes;
        if (room.may_watch(client->person.guest)) {
            client->send(room.push(client->person.guest, room.seq() - 1, room.told_room(), now));
            return false;
        }
        client->send(R"({"table":")" + room.id() + R"(","closed":"this table is not open to you any more"})");
        client->watching.erase(room.id());
        return true;
    });
}

/// What is due at a table: waiting requests first, then bots, then the clock.
void Hall::go_on(const std::string& table) {
    for (;;) {
        const auto found = entries_.find(table);
        if (found == entries_.end() || found->second.busy) return;
        if (found->second.waiting.empty()) break;
        const auto work = std::move(found->second.waiting.front());
        found->second.waiting.pop_front();
        work();
    }
    Entry& entry = entries_[table];
    if (closing_ || !entry.room) return;
    if (const auto bot = entry.room->bot_to_act(); bot && !entry.thinking)
        ask_bot(table, bot->first, bot->second, "play");
    set_alarm(table);
    forget_if_idle(table);
}

/// `kind` is play for a bot's own seat, timeout for a person whose time is up.
void Hall::ask_bot(const std::string& table, Seat seat, const std::string& level, const std::string& kind) {
    Entry& entry = entries_[table];
    entry.thinking = true;
    const auto asked_at = entry.room->seq();
    bots_.ask(entry.room->table()->clone(), seat, level,
              [this, alive = alive_, table, seat, kind, asked_at](Expected<BotAnswer> answer) {
                  loop_.post([this, alive, table, seat, kind, asked_at, answer = std::move(answer)] {
                      if (!*alive) return;
                      when_free(table, [this, table, seat, kind, asked_at, answer] {
                          const auto found = this->entry(table);
                          if (!found) return;
                          (*found)->thinking = false;
                          const Room& room = *(*found)->room;
                          const bool due = kind == "play" ? room.bot_to_act() && room.bot_to_act()->first == seat
                                                          : room.seq() == asked_at;
                          if (!answer || !due) {
                              if (room.seq() != asked_at) go_on(table);  // the table went on: think again
                              return;
                          }
                          RoomEvent event;
                          event.kind = kind;
                          event.seat = seat;
                          event.text = answer->action;
                          ++counts_.bot_moves;
                          perform(table, std::move(event), [table](const Expected<void>& done) {
                              if (!done)
                                  log_line("a bot was refused", {{"table", table}, {"why", done.error().message}});
                          });
                      });
                  });
              });
}

void Hall::set_alarm(const std::string& table) {
    Entry& entry = entries_[table];
    const auto deadline = entry.room->deadline();
    if (!deadline || entry.alarm_for == deadline->second) return;
    entry.alarm_for = deadline->second;
    const auto wait = std::clamp<std::int64_t>(deadline->second - now_ms(), 0, longest_alarm_ms);
    loop_.after(wait, [this, alive = alive_, table] {
        if (*alive) when_free(table, [this, table] { ring(table); });
    });
}

void Hall::ring(const std::string& table) {
    const auto found = entry(table);
    if (!found || closing_) return;
    Entry& entry = **found;
    entry.alarm_for = 0;
    const auto deadline = entry.room->deadline();
    if (!deadline) return;
    if (deadline->second > now_ms() || entry.thinking) {
        set_alarm(table);
        return;
    }
    if (entry.room->setup().on_timeout == "move") {
        ask_bot(table, deadline->first, entry.room->setup().bot, "timeout");
        return;
    }
    RoomEvent event;
    event.kind = "minded";
    event.seat = deadline->first;
    perform(table, std::move(event), [](const Expected<void>&) {});
}

/// Only games among people who all claimed their names are rated, and only if somebody won.
std::vector<RatingRow> Hall::new_ratings(const Room& room) {
    if (room.how() == "agreed") return {};
    std::vector<RatingRow> players;
    std::set<std::string> known;
    for (const Chair& chair : room.chairs()) {
        if (chair.kind != "person" || chair.guests.empty() || (chair.minded && !chair.resigned)) return {};
        const auto guest = reader_->guest(chair.guests.front());
        if (!guest || !*guest || !(*guest)->claimed || !known.insert((*guest)->id).second) return {};
        RatingRow row;
        row.guest = (*guest)->id;
        row.game = room.setup().game;
        for (auto& rating : reader_->ratings_of(row.guest).value_or(std::vector<RatingRow>()))
            if (rating.game == row.game) row = rating;
        players.push_back(std::move(row));
    }
    return rate(std::move(players), room.places());
}

void Hall::gone(const ClientPtr& client) {
    --counts_.clients;
    for (const auto& table : client->watching)
        if (const auto found = entries_.find(table); found != entries_.end()) {
            found->second.watchers.erase(client);
            forget_if_idle(table);
        }
    client->watching.clear();
}

std::string Hall::metrics() const {
    std::string text;
    const auto add = [&](const std::string& name, const std::string& type, const std::string& help,
                         std::int64_t value) {
        text += "# HELP springtide_" + name + " " + help + "\n# TYPE springtide_" + name + " " + type +
                "\nspringtide_" + name + " " + std::to_string(value) + "\n";
    };
    add("requests_total", "counter", "requests over WebSocket", counts_.requests);
    add("refusals_total", "counter", "requests that were refused", counts_.refusals);
    add("events_total", "counter", "events stored", counts_.events);
    add("pushes_total", "counter", "pushes sent", counts_.pushes);
    add("bot_moves_total", "counter", "actions of bots", counts_.bot_moves);
    add("commits_total", "counter", "commits of the store", writer_.commits());
    add("writes_total", "counter", "writes in those commits", writer_.writes());
    add("clients", "gauge", "open WebSockets", counts_.clients);
    add("tables_loaded", "gauge", "tables in memory", static_cast<std::int64_t>(entries_.size()));
    add("store_healthy", "gauge", "1 while the store accepts writes", healthy_ ? 1 : 0);
    return text;
}

}  // namespace springtide::server
