#pragma once

#include <array>
#include <string_view>

#include "core/result.hpp"

namespace springtide {

/// The value of a game to a seat.
enum class RewardKind {
    win,    ///< at the end, shared by the winners and paid by the others: sums to 0, 1 for winning alone
    points  ///< as the rulebook counts them, as soon as they are counted
};
inline constexpr std::array<std::string_view, 2> reward_names = {"win", "points"};

using Returns = std::array<float, max_seats>;

/// The earnings of each seat so far.
inline Returns returns_of(const Result& result, bool over, int players, RewardKind kind) {
    Returns returns{};
    for (const Seat seat : SeatSet::first(players)) {
        if (kind == RewardKind::points) {
            returns[seat] = result.points[seat];
        } else if (over) {
            const auto won = static_cast<float>(players * win_share(result, seat));
            returns[seat] = (won - 1.0F) / static_cast<float>(players - 1);
        }
    }
    return returns;
}

}  // namespace springtide
