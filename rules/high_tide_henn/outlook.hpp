#pragma once

#include "core/fixed_list.hpp"
#include "rules/high_tide_henn/state.hpp"

/// The consequences of a decision before chance or another player acts.
namespace springtide::high_tide_henn {

struct Outlook {
    struct Landing {
        Colour beach = black;
        std::uint8_t from = 0;
        std::uint8_t to = 0;  ///< `water_space` for the water (H18)
        friend bool operator==(const Landing&, const Landing&) = default;
    };
    struct Coin {
        Colour beach = black;
        std::uint8_t space = 0;
        friend bool operator==(const Coin&, const Coin&) = default;
    };
    FixedList<Landing, 3> landings;  ///< of the own deckchairs (H13), if nothing else is changed on the way
    FixedList<Coin, 5> coins;        ///< within reach: where this turn may stop or end (HC2, HC3)
    std::uint8_t closes = 0;         ///< bit s - 1: the pair on that space of the track cannot be taken any more (H9)
};

/// Of a legal action. It is played on a copy: questions that follow in the same turn are answered with no more tiles,
/// no re-roll and no coin.
Outlook outlook(const State& state, Seat seat, Action action);

}  // namespace springtide::high_tide_henn
