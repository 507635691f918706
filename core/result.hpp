#pragma once

#include <array>
#include <cstdint>

#include "core/seat.hpp"

namespace springtide {

/// The result of a finished game: points as the rulebook counts them, and the winners (several share a tie).
struct Result {
    std::array<std::int16_t, max_seats> points{};
    SeatSet winners;
    friend constexpr bool operator==(const Result&, const Result&) = default;
};

/// A seat's share of the win: all of it, an equal part if several share it, or nothing.
constexpr double win_share(const Result& end, Seat seat) {
    return end.winners.contains(seat) ? 1.0 / end.winners.size() : 0.0;
}

}  // namespace springtide
