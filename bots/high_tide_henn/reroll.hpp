#pragma once

#include <cstdint>

#include "rules/high_tide_henn/dice.hpp"

/// What rolling dice again promises (H12), for any gain of a pair: rule of thumb and search differ only in that.
namespace springtide::high_tide_henn {

/// The average gain when the dice of the set `dice` (1 left, 2 right) are rolled again.
template <class Gain>
[[nodiscard]] auto average_gain(Pair pair, unsigned dice, const Gain& gain) {
    using Number = decltype(gain(pair));
    Number sum = 0;
    int ways = 0;
    for (int left = 1; left <= ((dice & 1U) != 0 ? 6 : 1); ++left)
        for (int right = 1; right <= ((dice & 2U) != 0 ? 6 : 1); ++right, ++ways) {
            Pair rolled = pair;
            if ((dice & 1U) != 0) rolled.left = Die(pair.left.colour(), left);
            if ((dice & 2U) != 0) rolled.right = Die(pair.right.colour(), right);
            sum += gain(rolled);
        }
    return sum / static_cast<Number>(ways);
}

template <class Number>
struct Reroll {
    std::uint8_t dice = 0;
    Number gain = 0;
};

/// The first with the best average of none, left, right and both, as far as the space allows them.
template <class Gain>
[[nodiscard]] auto best_reroll(Pair pair, int space, const Gain& gain) {
    const unsigned choices = space == 1 ? 4 : space == 2 ? 3 : 1;
    Reroll<decltype(gain(pair))> best{.dice = 0, .gain = gain(pair)};
    for (unsigned dice = 1; dice < choices; ++dice)
        if (const auto promised = average_gain(pair, dice, gain); promised > best.gain)
            best = {.dice = static_cast<std::uint8_t>(dice), .gain = promised};
    return best;
}

}  // namespace springtide::high_tide_henn
