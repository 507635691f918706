#pragma once

#include <cstdint>

#include "rules/high_tide_henn/dice.hpp"
#include "rules/high_tide_henn/track.hpp"

/// The expected gain from rolling dice again (H12). Rule of thumb and search differ only in their gain of a pair.
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

/// How many ways there are to roll none, left, right or both again, as far as the space allows them.
constexpr unsigned reroll_choices(int space) {
    const int dice = dice_to_reroll(space);
    return dice == 2 ? 4 : dice == 1 ? 3 : 1;
}

/// The first with the best average of none, left, right and both, as far as the space allows them.
template <class Gain>
[[nodiscard]] auto best_reroll(Pair pair, int space, const Gain& gain) {
    Reroll<decltype(gain(pair))> best{.dice = 0, .gain = gain(pair)};
    for (unsigned dice = 1; dice < reroll_choices(space); ++dice)
        if (const auto promised = average_gain(pair, dice, gain); promised > best.gain)
            best = {.dice = static_cast<std::uint8_t>(dice), .gain = promised};
    return best;
}

/// The same for two dice whose gains add up, by what each brings as it lies and on average.
template <class Number>
[[nodiscard]] Reroll<Number> best_reroll(int space, Number left, Number left_average, Number right,
                                         Number right_average) {
    Reroll<Number> best{.dice = 0, .gain = left + right};
    for (unsigned dice = 1; dice < reroll_choices(space); ++dice) {
        const Number promised = ((dice & 1U) != 0 ? left_average : left) + ((dice & 2U) != 0 ? right_average : right);
        if (promised > best.gain) best = {.dice = static_cast<std::uint8_t>(dice), .gain = promised};
    }
    return best;
}

}  // namespace springtide::high_tide_henn
