#pragma once

#include <algorithm>

#include "core/result.hpp"

namespace springtide {

/// How a search counts the end of a game for a seat.
struct Worth {
    double win = 0;     ///< its share of the win
    double margin = 0;  ///< points more than the best of the others

    /// A hundredth of a win for every point of lead, so that of two ways to win or to lose the clearer one is known.
    [[nodiscard]] double together() const { return win + 0.01 * margin; }
};

inline Worth worth_of(const Result& end, int players, Seat seat) {
    int others = 0;
    for (const Seat other : SeatSet::first(players))
        if (other != seat) others = std::max<int>(others, end.points[other]);
    return {.win = win_share(end, seat), .margin = static_cast<double>(end.points[seat] - others)};
}

}  // namespace springtide
