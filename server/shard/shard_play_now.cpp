// Play now: a seat at a table that waits, or at a new one that everybody sees (docs/decisions/0180).
#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include "bots/choose.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/refusal.hpp"
#include "protocol/server_reasons.hpp"
#include "server/accounts/company.hpp"
#include "server/messages/requests.hpp"
#include "server/shard/shard.hpp"
#include "table/games.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t just_now_ms = 15'000;    // between sitting down and the page that watches the table
constexpr std::int64_t seen_alive_ms = 60'000;  // how long a table of another node is believed to wait
constexpr std::int64_t patience_ms = 20'000;    // before somebody who went loses a seat at a game that has not begun
constexpr std::int64_t beats_before_saying_who_waits = 10;
constexpr int most_listed = 200;        // tables of other nodes
constexpr std::size_t most_tried = 16;  // tables, for one request
constexpr std::int64_t minute = 60'000;
constexpr std::int64_t day = 24 * 60 * minute;

RoomSetup quick_setup(const Game& game, ClockKind speed) {
    const GameInfo& info = game.info();
    RoomSetup setup;
    setup.game = info.id;
    setup.players = info.min_players;
    setup.options = usual_options(setup.game);
    setup.seats.resize(static_cast<std::size_t>(setup.players));
    setup.listed = true;
    setup.quick = true;
    setup.clock = speed == ClockKind::days ? ClockSetup{.kind = ClockKind::days, .move = 3 * day, .bank = 0}
                                           : ClockSetup{.kind = ClockKind::live, .move = minute, .bank = 5 * minute};
    setup.on_timeout = OnTimeout::seat;
    setup.bot = bot_levels(setup.game).back();
    return setup;
}

int free_seats(const Room& room) {
    if (room.phase() != Phase::open || room.damage()) return 0;
    return static_cast<int>(std::ranges::count(room.chairs(), SeatKind::open, &Chair::kind));
}

bool is_kept_apart(const Room& room, const std::set<std::string>& apart) {
    return std::ranges::any_of(room.chairs(), [&](const Chair& chair) {
        return std::ranges::any_of(chair.guests, [&](const auto& guest) { return apart.contains(guest); });
    });
}

}  // namespace

/// What somebody would like to play, and the tables that did not take them.
struct Shard::Wish {
    const Game* game;
    ClockKind speed;
    std::set<std::string> tried{};
    std::set<std::string> apart{};  ///< guests with whom they are not brought together
    std::size_t asked = 0;          ///< how many shards
};

/// Somebody who has a wish, in a shard.
struct Shard::PlayNowSearch {
    ClientPtr client;
    std::string id;
    Wish wish;
};

/// Called whenever a table may have begun or ceased to wait.
void Shard::note_waiting(const Room& room) {
    const RoomSetup& setup = room.setup();
    if (!setup.listed || !is_usual(setup)) return;
    matchmaker_.note({.table = room.id(),
                      .game = setup.game,
                      .speed = setup.clock.kind,
                      .free_seats = free_seats(room),
                      .since = room.made_at(),
                      .at = room.at()});
}

/// In the keeper's thread: tables that other nodes, or the process before, know of.
std::vector<Shard::Listed> Shard::read_listed(Store& store) {
    std::vector<Listed> listed;
    for (const RoomRow& row : store.rooms(enum_name(Phase::open), true, most_listed).value_or(std::vector<RoomRow>())) {
        boost::system::error_code error;
        const auto summary = boost::json::parse(row.summary, error);
        if (error || !summary.is_object()) continue;
        const Fields fields(summary.get_object());
        const auto* seats = summary.get_object().if_contains("seats");
        const auto* usual = summary.get_object().if_contains("usual");
        if (seats == nullptr || !seats->is_array() || usual == nullptr || !usual->is_bool() || !usual->get_bool())
            continue;
        const auto free = std::ranges::count_if(seats->get_array(), [](const auto& seat) { return seat.is_null(); });
        const auto speed = enum_from_name<ClockKind>(fields.text("clock").value_or("")).value_or(ClockKind::none);
        listed.push_back({.table = {.table = row.table,
                                    .game = row.game,
                                    .speed = speed,
                                    .free_seats = static_cast<int>(free),
                                    .since = row.at,
                                    .at = row.at},
                          .is_quick = fields.has("quick") && speed == ClockKind::live});
    }
    return listed;
}

void Shard::note_listed(const std::vector<Listed>& tables) {
    for (const auto& [table, is_quick] : tables) {
        if (!owns(table.table)) continue;
        if (const auto* own = tables_.find(table.table); own != nullptr && own->room) continue;
        // A player of the process before may still sit there and not come back.
        if (is_quick && !matchmaker_.knows(table.table)) free_seats_later(table.table);
        matchmaker_.note(table);
    }
}

/// Other nodes believe in a table that waits as long as it seems fresh.
void Shard::refresh_waiting_tables(std::int64_t beats) {
    if (!keeper_.is_shared() || beats % beats_before_saying_who_waits != 0) return;
    const auto now = now_ms();
    InUse use{.tables = {}, .since = now - seen_alive_ms / 3, .at = now};
    for (const auto& [table, entry] : tables_.all())
        if (entry.room && entry.room->phase() == Phase::open && entry.room->setup().listed && !entry.audience.empty() &&
            is_waited_at(entry))
            use.tables.push_back(table);
    if (use.tables.empty()) return;
    Write note;
    note.in_use = std::move(use);
    commits_.add(std::move(note), [](const Expected<WriteOutcome>&) {});
}

/// Nobody who sits there has gone.
bool Shard::is_waited_at(const Tables::Entry& entry) {
    const bool just_now = now_ms() - entry.room->at() < just_now_ms;
    const auto& chairs = entry.room->chairs();
    for (const Seat seat : SeatSet::first(static_cast<int>(chairs.size())))
        if (chairs[seat].kind == SeatKind::person && !entry.audience.is_here(seat) &&
            (!just_now || entry.audience.has_left(seat)))
            return false;
    return true;
}

Expected<void> Shard::answer(const Asker& asker, const PlayNowRequest& request) {
    const ClientPtr& client = asker.client;
    if (is_bot_account(client->person.guest)) return refuse(server_reason("play_now_for_people"));
    const auto game = find_game(request.game);
    if (!game) return std::unexpected(game.error());
    const auto speed = request.speed == Speed::days ? ClockKind::days : ClockKind::live;
    if (!group_.limits.take(client->person.origin.address, Cost::event, std::chrono::steady_clock::now()))
        return refuse(server_reason("address_acts_fast"));
    // Others read the name that the player has now, not the one they came with.
    client->is_asking = true;
    const auto wish = std::make_shared<Wish>(Wish{.game = *game, .speed = speed});
    const auto read = [guest = client->person.guest](Store& store) { return read_kept_apart(store, guest); };
    reads_.ask(read, [wish](const Expected<std::set<std::string>>& apart) {
        if (apart) wish->apart = *apart;
    });
    people_.find_guest(client->person.guest, [this, asker, wish](const Expected<std::optional<GuestRow>>& row) {
        if (row && *row) asker.client->person.name = (*row)->name;
        seek_in_turn(asker.client, asker.id, *wish);
        take_next(asker.client);
    });
    return {};
}

/// In the shard of this game and speed first, then in the others; at last in the first again, which opens a table if
/// there is none by then: so two who ask at the same moment meet.
void Shard::seek_in_turn(const ClientPtr& client, const std::string& id, const Wish& wish) {
    const auto first = group_.owner_of(std::string(wish.game->info().id) + std::string(enum_name(wish.speed)));
    forward(client, (first + wish.asked) % group_.shards(),
            [id, wish, name = client->person.name](Shard& there, const ClientPtr& remote) {
                remote->person.name = name;  // they may have sat there under another name
                there.seek(std::make_shared<PlayNowSearch>(PlayNowSearch{.client = remote, .id = id, .wish = wish}));
            });
}

/// The next table that may take this person.
void Shard::seek(const std::shared_ptr<PlayNowSearch>& seeker) {
    Wish& wish = seeker->wish;
    const auto suits = [&](const WaitingTable& table) {
        if (wish.tried.contains(table.table)) return false;
        const auto* found = tables_.find(table.table);
        const bool known = found != nullptr && found->room;
        if (known && is_kept_apart(*found->room, wish.apart)) return false;
        if (wish.speed == ClockKind::days) return true;
        return known ? is_waited_at(*found) : keeper_.is_shared() && now_ms() - table.at < seen_alive_ms;
    };
    const auto table = wish.tried.size() < most_tried
                           ? matchmaker_.find(std::string(wish.game->info().id), wish.speed, suits)
                           : std::nullopt;
    if (!table && wish.asked == group_.shards()) return open_quick_table(seeker);
    if (!table) {
        ++wish.asked;
        return forward_back(seeker->client, [id = seeker->id, wish](Shard& home, const ClientPtr& client) {
            home.seek_in_turn(client, id, wish);
        });
    }
    wish.tried.insert(table->table);
    tables_.when_free(table->table, [this, seeker, id = table->table] { sit_down(seeker, id, false); });
}

void Shard::open_quick_table(const std::shared_ptr<PlayNowSearch>& seeker) {
    auto setup = quick_setup(*seeker->wish.game, seeker->wish.speed);
    const auto allowed = may_create(seeker->client->person);
    if (!allowed) return seeker->client->send(refusal(seeker->id, allowed.error()));
    const auto table = make_table(seeker->client->person, std::move(setup), [](const Expected<std::int64_t>&) {});
    sit_down(seeker, table, true);
}

void Shard::sit_down(const std::shared_ptr<PlayNowSearch>& seeker, const std::string& table, bool opened) {
    const auto again = [this, seeker, opened](const Error& error) {
        opened ? seeker->client->send(refusal(seeker->id, error)) : seek(seeker);
    };
    const auto found = tables_.entry(table);
    if (!found) {
        matchmaker_.forget(table);  // noted again when it can be opened
        return again(found.error());
    }
    const Room& room = *(*found)->room;
    const auto answer = [this, seeker, table, opened] {
        if (!seeker->client->has_gone) {
            tables_[table].audience.add(seeker->client, table);
            presence_tracker_.watched(table);
        }
        const auto seat = tables_[table].room->seat_of(seeker->client->person.guest);
        JsonWriter json = yes(seeker->id);
        json.key("table").value(table);
        json.key("url").value(settings_.public_url + "/t/" + table).key("opened").value(opened);
        json.key("seat").value(static_cast<int>(seat.value_or(0)));
        seeker->client->send(json.end_object().take());
    };
    if (seeker->client->watching.size() >= settings_.tables_watched && !seeker->client->watching.contains(table))
        return seeker->client->send(
            refusal(seeker->id, error_of(server_reason("watches_too_many"),
                                         {{"limit", static_cast<std::int64_t>(settings_.tables_watched)}})));
    if (room.seat_of(seeker->client->person.guest)) {  // whoever asks twice waits at one table
        tables_.when_stored(table, answer);
        return;
    }
    if (is_kept_apart(room, seeker->wish.apart)) return again(error_of(server_reason("no_open_seat")));
    auto event = room.decide(JoinRequest{}, seeker->client->person);
    if (!event) return again(event.error());
    tables_.perform(table, std::move(*event),
                    [answer, again](const Expected<std::int64_t>& done) { done ? answer() : again(done.error()); });
}

/// A player who closes the page before a quick game begins loses the seat after a while: nobody waits for somebody who
/// is gone.
void Shard::free_seats_later(const std::string& table) {
    if (keeper_.is_shared()) return;  // they may be connected to another node
    loop_.after(patience_ms, [this, alive = alive_, table] {
        if (!*alive || tables_.is_closing()) return;
        tables_.when_stored(table, [this, table] { free_seats_of_absent(table); });
    });
}

void Shard::free_seats_of_absent(const std::string& table) {
    const auto found = tables_.entry(table);
    if (!found) return;
    const Room& room = *(*found)->room;
    for (Seat seat = 0; seat < room.setup().players && room.phase() == Phase::open && room.setup().quick; ++seat) {
        if (room.chairs()[seat].kind != SeatKind::person || (*found)->audience.is_here(seat)) continue;
        Person person;
        person.guest = room.chairs()[seat].guests.front();
        if (auto event = room.decide(LeaveRequest{}, person))
            tables_.perform(table, std::move(*event), [](const Expected<std::int64_t>&) {});
    }
    tables_.forget_soon_if_idle(table);
}

}  // namespace springtide::server
