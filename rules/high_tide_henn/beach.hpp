#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/seat.hpp"

/// One beach: the places of the deckchairs, their order of arrival, and the height of the water.
namespace springtide::high_tide_henn {

/// The place of a deckchair as one number: eight times the space, plus the number of chairs to its left. So the
/// larger number is the one ahead (H21). At the bar (space 0) order means nothing and the number is 0.
using Place = std::uint8_t;

inline constexpr Place at_bar = 0;
inline constexpr Place in_water = 255;
/// The space that stands for the water; no beach is that long.
inline constexpr int water_space = in_water / 8;

struct Beach {
    std::array<Place, max_seats> places{};  ///< by seat; unused seats stay at the bar
    std::uint8_t water = 0;                 ///< the first flooded space (H17)
    std::uint8_t coins = 0;                 ///< bit s - 1: a coin lies on space s (HC1)

    [[nodiscard]] constexpr int space(Seat seat) const { return places[seat] / 8; }
    [[nodiscard]] constexpr bool is_wet(Seat seat) const { return places[seat] == in_water; }
    [[nodiscard]] constexpr bool is_at_bar(Seat seat) const { return places[seat] == at_bar; }
    [[nodiscard]] constexpr bool anyone_wet() const {
        return std::ranges::any_of(places, [](Place place) { return place == in_water; });
    }

    /// The space that a deckchair reaches with these steps from a dry space (H13, H18; away from the water at most to
    /// the bar).
    [[nodiscard]] constexpr int reach(int from, int steps) const {
        const int to = std::max(from + steps, 0);
        return to >= water ? water_space : to;
    }

    /// H14: those right of it close up; it joins its new space on the right. The six places are looked at together, as
    /// the bytes of one number.
    constexpr void put(Seat seat, int space) {
        const Place old = places[seat];
        std::uint64_t all = std::bit_cast<std::uint64_t>(*this);
        const std::uint64_t further_right = ((all & (each * 7)) + each * (7U - old % 8U)) >> 3U;
        all -= on_space(all, old / 8) & further_right & each;
        all |= std::uint64_t{in_water} << (8 * seat);  // lifted
        const int others = space == 0 ? 0 : std::popcount(on_space(all, space));
        *this = std::bit_cast<Beach>(all);
        if (space != water_space) places[seat] = static_cast<Place>(space * 8 + others);
    }

    /// H17, H18: the water rises by some spaces, never over the bar. Returns the seats whose chairs are in the water.
    constexpr SeatSet flood(int spaces) {
        water = static_cast<std::uint8_t>(std::max(water - spaces, 1));
        SeatSet caught;
        for (Seat seat = 0; seat < max_seats; ++seat) {
            if (places[seat] == in_water || space(seat) < water) continue;
            places[seat] = in_water;
            caught.insert(seat);
        }
        return caught;
    }
    friend constexpr bool operator==(const Beach&, const Beach&) = default;

  private:
    static constexpr std::uint64_t each = 0x010101010101;  // one in each of the six places

    /// One in each place that is on this space.
    static constexpr std::uint64_t on_space(std::uint64_t all, int space) {
        const std::uint64_t differs = (all & (each * 0xF8)) ^ (each * static_cast<unsigned>(8 * space));
        return (~(((differs & (each * 0x7F)) + each * 0x7F) | differs) >> 7U) & each;
    }
};
static_assert(sizeof(Beach) == 8 && std::endian::native == std::endian::little);

}  // namespace springtide::high_tide_henn
