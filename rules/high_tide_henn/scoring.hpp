#pragma once

#include "core/fixed_list.hpp"
#include "rules/high_tide_henn/state.hpp"

/// The points at the end of the game (H21 to H23), beach by beach.
namespace springtide::high_tide_henn {

/// The points of a deckchair on a beach and their reason; no points, no reason.
struct Earned {
    std::uint8_t points = 0;
    Reason reason = Reason::first;
    friend bool operator==(const Earned&, const Earned&) = default;
};

struct Scores {
    ByColour<BySeat<Earned>> beaches{};
    BySeat<std::int16_t> coin_totals{};
    BySeat<std::uint8_t> coins{};     ///< points for these totals (HC4)
    BySeat<std::uint8_t> baywatch{};  ///< the point of the last round (HB3)
    BySeat<std::int16_t> totals{};
};

inline constexpr std::uint8_t bar_points = 1;              ///< H22
inline constexpr std::uint8_t surfer_in_water_points = 6;  ///< HU2
inline constexpr std::uint8_t surfer_at_bar_points = 2;    ///< HU3
inline constexpr std::uint8_t open_dice_points = 1;        ///< HB3, in the last round

/// H21: points for a place, counted from 0; the third only with 5 or 6 players.
constexpr std::uint8_t place_points(int players, int place) {
    constexpr std::array<std::uint8_t, 3> points = {4, 2, 1};
    return place < (players >= 5 ? 3 : 2) ? points[static_cast<std::size_t>(place)] : std::uint8_t{0};
}

/// A beach on its way to being scored.
struct Ranking {
    FixedList<Seat, max_players> on_sand;  ///< nearest to the water first
    SeatSet at_bar;
    int next_place = 0;  ///< the place that the first on the sand gets
};

/// The points if the game ended now.
Scores score(const State& state);
void tell_scores(const State& state, EventList* events);

}  // namespace springtide::high_tide_henn
