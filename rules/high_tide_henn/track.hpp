#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "core/seat.hpp"
#include "rules/high_tide_henn/dice.hpp"

/// The dice track with its rental, and the pile of towels beside it.
namespace springtide::high_tide_henn {

/// H3: one space more than players.
inline constexpr int most_spaces = max_seats + 1;
constexpr int space_count(int players) { return players + 1; }
/// H12: how many dice of a pair from this space may be rolled again.
constexpr int dice_to_reroll(int space) { return space == 1 ? 2 : space == 2 ? 1 : 0; }

/// Spaces are numbered from 1 at the top. Dice and towels always fill them from the top without a gap, except for
/// the moment between taking a pair and laying down the towel in its place.
class Track {
  public:
    [[nodiscard]] constexpr bool has_dice(int space) const { return ((with_dice_ >> (space - 1)) & 1U) != 0; }
    [[nodiscard]] constexpr bool has_towel(int space) const { return ((with_towel_ >> (space - 1)) & 1U) != 0; }
    [[nodiscard]] constexpr Pair dice(int space) const { return dice_[at(space)]; }
    [[nodiscard]] constexpr Seat towel(int space) const { return towels_[at(space)]; }
    /// Bit s - 1 is set for a space s on which a pair lies.
    [[nodiscard]] constexpr unsigned spaces_with_dice() const { return with_dice_; }
    [[nodiscard]] constexpr bool has_any_dice() const { return with_dice_ != 0; }
    /// The one space that holds dice; only when exactly one does.
    [[nodiscard]] constexpr int dice_space() const { return std::countr_zero(with_dice_) + 1; }
    [[nodiscard]] constexpr int occupied() const { return std::popcount(taken()); }
    [[nodiscard]] constexpr int first_free() const { return std::countr_one(taken()) + 1; }

    constexpr void lay_dice(Pair pair) {
        const int space = first_free();
        dice_[at(space)] = pair;
        with_dice_ = static_cast<std::uint8_t>(with_dice_ | bit(space));
    }
    constexpr Pair take_dice(int space) {
        const Pair pair = dice_[at(space)];
        dice_[at(space)] = {};
        with_dice_ = static_cast<std::uint8_t>(with_dice_ & ~bit(space));
        return pair;
    }
    constexpr void lay_towel(Seat seat) {
        const int space = first_free();
        towels_[at(space)] = seat;
        with_towel_ = static_cast<std::uint8_t>(with_towel_ | bit(space));
    }
    friend constexpr bool operator==(const Track&, const Track&) = default;

    std::uint8_t rental = 0;  ///< the space the rental stands on, 0 once it is off

  private:
    static constexpr std::size_t at(int space) { return static_cast<std::size_t>(space - 1); }
    static constexpr unsigned bit(int space) { return 1U << (space - 1); }
    [[nodiscard]] constexpr std::uint8_t taken() const { return static_cast<std::uint8_t>(with_dice_ | with_towel_); }

    std::uint8_t with_dice_ = 0;
    std::uint8_t with_towel_ = 0;
    std::array<Pair, most_spaces> dice_{};
    std::array<Seat, most_spaces> towels_{};
};

/// H6: the towels that still wait, four bits for each seat with the top one lowest, and their number above them.
class TowelPile {
  public:
    [[nodiscard]] constexpr int size() const { return static_cast<int>(packed_ >> 28U); }
    [[nodiscard]] constexpr bool empty() const { return size() == 0; }
    /// The whole pile as one number, and back.
    [[nodiscard]] constexpr std::uint32_t packed() const { return packed_; }
    static constexpr TowelPile from_packed(std::uint32_t packed) {
        TowelPile pile;
        pile.packed_ = packed;
        return pile;
    }
    /// Counted from the top, `index` < size().
    [[nodiscard]] constexpr Seat operator[](int index) const {
        return static_cast<Seat>((packed_ >> (4 * index)) & 15U);
    }
    [[nodiscard]] constexpr bool contains(Seat seat) const {
        for (int i = 0; i < size(); ++i)
            if ((*this)[i] == seat) return true;
        return false;
    }

    constexpr void put_on_top(Seat seat) { set((seats() << 4U) | seat, size() + 1); }
    constexpr Seat take_top() {
        assert(!empty());
        const Seat top = (*this)[0];
        set(seats() >> 4U, size() - 1);
        return top;
    }
    /// Pulls a towel out of the pile it lies in.
    constexpr void pull_out(Seat seat) {
        int index = 0;
        while ((*this)[index] != seat) ++index;
        const std::uint32_t above = seats() & ((1U << (4 * index)) - 1U);
        set(((seats() >> (4 * index + 4)) << (4 * index)) | above, size() - 1);
    }
    friend constexpr bool operator==(const TowelPile&, const TowelPile&) = default;

  private:
    [[nodiscard]] constexpr std::uint32_t seats() const { return packed_ & 0xFFFFFFFU; }
    constexpr void set(std::uint32_t seats, int size) { packed_ = seats | (static_cast<std::uint32_t>(size) << 28U); }

    std::uint32_t packed_ = 0;
};

}  // namespace springtide::high_tide_henn
