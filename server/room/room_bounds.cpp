#include "server/room/room_bounds.hpp"

#include <limits>
#include <string>

namespace springtide::server {

namespace {

/// Of questions only asking is counted.
Counted counted_as(const RoomEvent& event) {
    const bool counts = std::visit(
        [](const auto& what) {
            if constexpr (requires { what.answer; })
                return what.answer == VoteAnswer::ask;
            else
                return true;
        },
        event.what);
    return counts ? kind_of(event).counted : Counted::nothing;
}

/// Logs of older programs may hold more than is allowed today.
void add_one(std::uint16_t& number) {
    if (number < std::numeric_limits<std::uint16_t>::max()) ++number;
}

struct Bound {
    int most;
    std::string_view sentence;  ///< to which the number is added
};

/// Of one seat, in the order of Counted.
constexpr std::array<Bound, RoomBounds::counted> bounds = {{{0, ""},
                                                            {RoomBounds::lines, "you have spoken"},
                                                            {RoomBounds::undos, "you have taken actions back"},
                                                            {RoomBounds::retracts, "you have changed your choice"},
                                                            {RoomBounds::questions, "you have asked the others"}}};

}  // namespace

void RoomBounds::count(const RoomEvent& event) {
    const Counted what = counted_as(event);
    if (what == Counted::nothing) return;
    const auto seat = seat_of(event);
    add_one(seat ? seats_.at(*seat).at(static_cast<std::size_t>(what)) : spectators_lines_);
}

Expected<void> RoomBounds::allow(const RoomEvent& event, std::int64_t so_far) const {
    const Counted what = counted_as(event);
    const auto seat = seat_of(event);
    if (what == Counted::lines && !seat && spectators_lines_ >= spectators_lines)
        return fail(ErrorCode::limit, "spectators have said all that fits at this table");
    const Needed needed = kind_of(event).needed;
    if (needed != Needed::always && so_far >= (needed == Needed::for_longer ? 2 * events : events))
        return fail(ErrorCode::limit, "so much has happened at this table that now only the game itself goes on");
    if (!seat || what == Counted::nothing) return {};
    const auto& [most, sentence] = bounds.at(static_cast<std::size_t>(what));
    if (seats_.at(*seat).at(static_cast<std::size_t>(what)) < most) return {};
    return fail(ErrorCode::limit,
                std::string(sentence) + " " + std::to_string(most) + " times at one table; that is the most there is");
}

}  // namespace springtide::server
