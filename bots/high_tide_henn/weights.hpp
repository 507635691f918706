#pragma once

#include <array>

/// A player's value for a deckchair, a coin or a tile: the numbers behind a Policy, in points.
namespace springtide::high_tide_henn {

struct Weights {
    bool thinks_ahead = false;  ///< of the rounds and the waves to come; else everything is worth what it is worth now
    bool only_spaces = false;   ///< values only the spaces that dry deckchairs move, not their places

    /// The worth of something in the last round, and the extra worth with the whole game to come.
    struct Worth {
        float now = 0;
        float more = 0;
        [[nodiscard]] constexpr float at(float future) const { return now + more * future; }
    };

    std::array<Worth, 3> place = {{{4, 0}, {2, 0}, {1, 0}}};  ///< for being first, second, third, if it is paid
    Worth space = {0.3F, 0};                                  ///< for every space from the bar
    Worth lead = {0, 0};                                      ///< first: for every space to the next one behind
    Worth chase = {0, 0};                                     ///< not first: for every space to the next one ahead
    Worth bar = {1, 0};
    Worth wet = {-4, 0};
    /// With only 0, 1, 2 … dry spaces ahead: the expected loss from the coming waves.
    std::array<float, 6> danger = {3, 3, 3, 0, 0, 0};
    float danger_later = 0;  ///< more of that fear with the whole game to come
    /// How sure it is that the pair that brings the waves lies on the track already, with 0, 1 or more turns to come.
    std::array<float, 3> pair_stays = {0.8F, 0.5F, 0.2F};

    /// A roll is declined below this, by the number of rolls that may follow (1, 2, 3 or more).
    std::array<float, 3> accept = {2.75F, 5, 5};
    /// A pair on the track is left there below this, by the number of rolls that are possible (1, 2, 3 or more).
    std::array<float, 3> take = {4, 4, 4};
    /// The expected gain of further rolls is added to these lines, times this.
    float patience = 0;

    Worth coin = {0, 0};           ///< for every point of a coin's value, the coins counting 4.5 on average (HC4) …
    Worth coin_to_leave = {0, 0};  ///< … above this value, below which it is left for a better one
    float shark = 0;               ///< how sure it is that the first on the beach in danger goes back (HS2)
    bool knows_surfers = false;    ///< that its own surfer belongs in the water and others' hold no place (HU2, HU3)
    Worth surfer_far = {1.2F, -0.85F};  ///< how much less (HU2) for every space that the own surfer is from the water
    Worth tile = {0, 0};                ///< for a Baywatch tile to be won (HB3)
    Worth tile_kept = {100, 0};         ///< what using a tile must gain
};

/// The weights of the baseline `careful`.
inline constexpr Weights careful_weights{};

}  // namespace springtide::high_tide_henn
