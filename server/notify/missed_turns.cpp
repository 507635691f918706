// Whose turn it became while they were not at the table (docs/decisions/0190).
#include "server/notify/calls.hpp"

namespace springtide::server {

/// Only if another person waits: a player with bots alone knows that it is their turn.
std::optional<MissedTurn> missed_turn(const Room& room, Seat seat) {
    const Chair& chair = room.chairs()[seat];
    if (chair.kind != SeatKind::person || chair.guests.empty() || chair.bot_substitute || chair.resigned)
        return std::nullopt;
    MissedTurn turn{.table = room.id(),
                    .game = room.setup().game,
                    .guests = chair.guests,
                    .others = {},
                    .acted = chair.own_actions};
    for (std::size_t other = 0; other < room.chairs().size(); ++other)
        if (other != seat && room.chairs()[other].kind == SeatKind::person)
            turn.others.push_back(room.chairs()[other].name);
    if (turn.others.empty()) return std::nullopt;
    return turn;
}

/// Nothing of it is of use when the game is over.
std::vector<NoteKey> notes_of_game(const Room& room) {
    std::vector<NoteKey> notes;
    for (const Chair& chair : room.chairs())
        for (const std::string& guest : chair.guests)
            for (const char* kind : {note_kinds::called, note_kinds::quiet})
                notes.push_back({.guest = guest, .kind = kind, .key = room.id()});
    return notes;
}

}  // namespace springtide::server
