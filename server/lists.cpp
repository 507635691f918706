#include "server/lists.hpp"

#include <iterator>

#include "server/room_enums.hpp"

namespace springtide::server {

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
    store_.ask([guest](Store& store) { return store.rooms_of(guest, longest); }, std::move(done));
}

void Lists::best_players(const std::string& game, Done<std::vector<RatingRow>> done) {
    store_.ask([game](Store& store) { return store.best_ratings(game, longest); }, std::move(done));
}

}  // namespace springtide::server
