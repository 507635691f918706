#include "server/room_bounds.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace springtide::server {

namespace {

bool has_seat(const RoomEvent& event) { return event.seat >= 0 && event.seat < max_seats; }
bool is_retract(const RoomEvent& event) { return event.kind == "retract" || event.kind == "withdraw"; }
bool is_question(const RoomEvent& event) {
    return (event.kind == "takeback" || event.kind == "end") && event.text == "ask";
}

/// Logs of older programs may hold more than is allowed today.
void add_one(std::uint16_t& number) {
    if (number < std::numeric_limits<std::uint16_t>::max()) ++number;
}

/// These end by themselves: a game has so many actions, and a seat so many questions.
bool is_of_the_game(const RoomEvent& event) {
    return event.kind == "play" || event.kind == "resign" || event.kind == "end";
}
/// People must be able to begin, to leave and to come back, and the host to keep order.
bool is_needed(const RoomEvent& event) {
    constexpr std::array<std::string_view, 5> kinds = {"ready", "left", "joined", "removed", "muted"};
    return is_of_the_game(event) || std::ranges::find(kinds, event.kind) != kinds.end();
}

std::unexpected<Error> enough(const char* what, int most) {
    return fail(ErrorCode::limit,
                std::string(what) + " " + std::to_string(most) + " times at one table; that is the most there is");
}

}  // namespace

void RoomBounds::count(const RoomEvent& event) {
    if (event.kind == "chat" && !has_seat(event)) add_one(spectators_lines_);
    if (!has_seat(event)) return;
    Used& used = seats_[static_cast<std::size_t>(event.seat)];
    if (event.kind == "chat") add_one(used.lines);
    if (event.kind == "undo") add_one(used.undos);
    if (is_retract(event)) add_one(used.retracts);
    if (is_question(event)) add_one(used.questions);
}

Expected<void> RoomBounds::allow(const RoomEvent& event, std::int64_t so_far) const {
    if (event.kind == "chat" && !has_seat(event) && spectators_lines_ >= spectators_lines)
        return fail(ErrorCode::limit, "spectators have said all that fits at this table");
    if (so_far >= (is_needed(event) ? 2 * events : events) && !is_of_the_game(event))
        return fail(ErrorCode::limit, "so much has happened at this table that now only the game itself goes on");
    if (!has_seat(event)) return {};
    const Used& used = seats_[static_cast<std::size_t>(event.seat)];
    if (event.kind == "chat" && used.lines >= lines) return enough("you have spoken", lines);
    if (event.kind == "undo" && used.undos >= undos) return enough("you have taken actions back", undos);
    if (is_retract(event) && used.retracts >= retracts) return enough("you have changed your choice", retracts);
    if (is_question(event) && used.questions >= questions) return enough("you have asked the others", questions);
    return {};
}

}  // namespace springtide::server
