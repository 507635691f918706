#pragma once

#include <array>
#include <cstdint>

#include "core/seat.hpp"

namespace springtide {

/// How a finished game ended: points as the rulebook counts them, and who won (several share a tie).
struct Result {
    std::array<std::int16_t, max_seats> points{};
    SeatSet winners;
    friend constexpr bool operator==(const Result&, const Result&) = default;
};

}  // namespace springtide
