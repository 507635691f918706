#include "server/tables/lists.hpp"

#include <algorithm>
#include <utility>

#include "server/accounts/company.hpp"
#include "server/accounts/reading.hpp"
#include "server/identity/bot_names.hpp"
#include "server/messages/room_enums.hpp"
#include "server/room/room_event.hpp"

namespace springtide::server {

namespace {

/// Whose turn it is at a table, by its last event.
struct Turn {
    SeatSet seats{};
    bool is_own = false;
    std::int64_t since = 0;  ///< of the own turn; else of the player who has kept the others waiting for longest
};

Turn turn_of(const RoomRow& room) {
    Turn turn{.since = room.at};
    const auto last = from_stored({.seq = 0, .at = room.at, .body = room.last});
    if (room.phase != enum_name(Phase::running) || !last) return turn;
    turn.seats = SeatSet::from_bits(static_cast<std::uint8_t>(last->turn));
    turn.is_own = turn.seats.contains(static_cast<Seat>(room.seat));
    std::size_t i = 0;
    for (const Seat seat : turn.seats) {
        const auto since = room.at - (i < last->waited.size() ? last->waited[i] : 0);
        ++i;
        if (!turn.is_own || seat == room.seat) turn.since = std::min(turn.since, since);
    }
    return turn;
}

std::string players_json(const std::vector<RatingRow>& best) {
    JsonWriter json;
    json.begin_object().key("players").begin_array();
    for (const RatingRow& row : best) {
        json.begin_object().key("name").value(row.name).key("rating").value(static_cast<int>(row.rating));
        json.key("deviation").value(static_cast<int>(row.deviation)).key("games").value(row.games).end_object();
    }
    return json.end_array().end_object().take();
}

}  // namespace

void write_own_table(JsonWriter& json, const RoomRow& room) {
    const Turn turn = turn_of(room);
    json.begin_object().key("table").value(room.table).key("game").value(room.game);
    json.key("phase").value(room.phase).key("seat").value(room.seat).key("your_turn").value(turn.is_own);
    json.key("to_act").begin_array();
    for (const Seat seat : turn.seats) json.value(static_cast<int>(seat));
    json.end_array().key("at").value(room.at);
    if (!turn.seats.empty()) json.key("since").value(turn.since);
    if (room.unread > 0) json.key("unread").value(room.unread);
    json.key("summary").raw(room.summary).end_object();
}

void Lists::ask_shared(const std::string& name, const std::function<Expected<std::string>(Store&)>& read,
                       const Done<std::string>& done) {
    auto& latest = shared_[name];
    if (!latest || latest->has_begun) latest = std::make_shared<SharedRead>();
    latest->waiting.push_back(done);
    using Found = std::optional<Expected<std::string>>;
    const auto read_once = [shared = latest, read](Store& store) -> Found {
        if (shared->has_begun.exchange(true)) return std::nullopt;
        return read(store);
    };
    store_.ask(read_once, [this, name, shared = latest](const Found& found) {
        if (!found) return;  // an earlier turn read for this one, too
        ++reads_;
        if (const auto known = shared_.find(name); known != shared_.end() && known->second == shared)
            shared_.erase(known);
        for (const auto& one : std::exchange(shared->waiting, {})) one(*found);
    });
}

void Lists::lobby(const Done<std::string>& done) {
    const auto read = [](Store& store) -> Expected<std::string> {
        JsonWriter json;
        json.begin_object().key("tables").begin_array();
        for (const Phase phase : {Phase::open, Phase::running}) {
            const auto rows = store.rooms(enum_name(phase), true, longest);
            if (!rows) return std::unexpected(rows.error());
            for (const RoomRow& row : *rows) {
                json.begin_object().key("table").value(row.table).key("game").value(row.game);
                json.key("phase").value(row.phase).key("at").value(row.at).key("summary").raw(row.summary).end_object();
            }
        }
        return json.end_array().end_object().take();
    };
    ask_shared("lobby", read, done);
}

void Lists::tables_of(const std::string& guest, Done<std::vector<RoomRow>> done) {
    const auto read = [guest](Store& store) -> Expected<std::vector<RoomRow>> {
        auto rows = store.rooms_of(guest, longest);
        if (!rows) return rows;
        const auto blocked = read_blocked(store, guest);
        if (!blocked) return std::unexpected(blocked.error());
        for (RoomRow& row : *rows) {
            const auto unread = unread_lines(store, row, guest, *blocked);
            if (!unread) return std::unexpected(unread.error());
            row.unread = *unread;
        }
        return rows;
    };
    store_.ask(read, std::move(done));
}

void Lists::best_players(const std::string& game, const Done<std::string>& done) {
    const auto read = [game](Store& store) -> Expected<std::string> {
        const auto best = store.listed_ratings(game, now_ms(), longest);
        if (!best) return std::unexpected(best.error());
        return players_json(*best);
    };
    ask_shared("players " + game, read, done);
}

void Lists::best_bots(const std::string& game, const Done<std::string>& done) {
    const auto read = [rated = rated_with_bots(game)](Store& store) -> Expected<std::string> {
        constexpr int among = 5000;  // people who played them have a place in that list, too
        auto best = store.best_ratings(rated, among);
        if (!best) return std::unexpected(best.error());
        std::erase_if(*best, [](const RatingRow& row) { return !is_bot_account(row.guest); });
        if (best->size() > longest) best->resize(longest);
        return players_json(*best);
    };
    ask_shared("bots " + game, read, done);
}

}  // namespace springtide::server
