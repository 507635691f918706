#include "server/lists.hpp"

#include <algorithm>
#include <iterator>

#include "server/bot_accounts.hpp"
#include "server/company.hpp"
#include "server/reading.hpp"
#include "server/room_enums.hpp"
#include "server/room_event.hpp"

namespace springtide::server {

namespace {

/// Whose turn it is at a table, by its last event.
struct Turn {
    SeatSet seats{};
    bool is_own = false;
    std::int64_t since = 0;  ///< of the own turn; else of whoever has been waited for longest
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

void Lists::lobby(Done<std::vector<RoomRow>> done) {
    const auto read = [](Store& store) -> Expected<std::vector<RoomRow>> {
        auto rows = store.rooms(enum_name(Phase::open), true, longest);
        if (!rows) return rows;
        auto running = store.rooms(enum_name(Phase::running), true, longest);
        if (!running) return running;
        rows->insert(rows->end(), std::make_move_iterator(running->begin()), std::make_move_iterator(running->end()));
        return rows;
    };
    store_.ask(read, std::move(done));
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

void Lists::best_players(const std::string& game, Done<std::vector<RatingRow>> done) {
    store_.ask([game](Store& store) { return store.listed_ratings(game, now_ms(), longest); }, std::move(done));
}

void Lists::best_bots(const std::string& game, Done<std::vector<RatingRow>> done) {
    const auto read = [rated = rated_with_bots(game)](Store& store) -> Expected<std::vector<RatingRow>> {
        constexpr int among = 5000;  // people who played them have a place in that list, too
        auto best = store.best_ratings(rated, among);
        if (!best) return best;
        std::erase_if(*best, [](const RatingRow& row) { return !is_bot_account(row.guest); });
        if (best->size() > longest) best->resize(longest);
        return best;
    };
    store_.ask(read, std::move(done));
}

}  // namespace springtide::server
