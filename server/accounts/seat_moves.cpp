#include "server/accounts/seat_moves.hpp"

#include <boost/json/parse.hpp>

#include "core/json_writer.hpp"

namespace springtide::server {

namespace {

constexpr const char* seats = "seats";  // the key of each note, by which they are found
constexpr int most = 1000;

}  // namespace

Write begin_move(const SeatMove& move, std::int64_t at) {
    JsonWriter json;
    json.begin_object().key("to").value(move.to).key("name").value(move.name).end_object();
    Write write;
    write.notes = {{.guest = move.from, .kind = note_kinds::moving, .key = seats, .at = at, .body = json.take()}};
    return write;
}

Write end_move(const SeatMove& move) {
    Write write;
    write.forgotten_notes = {{.guest = move.from, .kind = note_kinds::moving, .key = seats}};
    return write;
}

Expected<std::vector<SeatMove>> unfinished_moves(Store& store) {
    const auto notes = store.notes_by_key(note_kinds::moving, seats, most);
    if (!notes) return std::unexpected(notes.error());
    std::vector<SeatMove> moves;
    for (const NoteRow& note : *notes) {
        boost::system::error_code error;
        const auto body = boost::json::parse(note.body, error);
        const auto* object = error ? nullptr : body.if_object();
        const auto text = [&](const char* member) {
            const auto* found = object != nullptr ? object->if_contains(member) : nullptr;
            return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
        };
        if (!text("to").empty()) moves.push_back({.from = note.guest, .to = text("to"), .name = text("name")});
    }
    return moves;
}

Expected<std::vector<std::string>> tables_to_move(Store& store, const std::string& from) {
    const auto rooms = store.rooms_of(from, most);
    if (!rooms) return std::unexpected(rooms.error());
    std::vector<std::string> tables;
    for (const RoomRow& room : *rooms)
        if (room.seat >= 0) tables.push_back(room.table);
    return tables;
}

}  // namespace springtide::server
