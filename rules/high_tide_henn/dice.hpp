#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

/// The dice: their colours, the order of a pair, and the dice without an identity of their own (bag and pool).
namespace springtide::high_tide_henn {

/// Beaches and dice share six colours, always in board order.
enum Colour : std::uint8_t { black, purple, blue, orange, yellow, white };
inline constexpr int colour_count = 6;
inline constexpr std::array<Colour, colour_count> all_colours = {black, purple, blue, orange, yellow, white};
template <class T>
using ByColour = std::array<T, colour_count>;

/// A die with the number it shows. No die at all is a number 0 of the first colour.
class Die {
  public:
    constexpr Die() = default;
    constexpr Die(Colour colour, int number) : code_(static_cast<std::uint8_t>(colour * 8 + number)) {}
    static constexpr Die from_code(std::uint8_t code) {
        Die die;
        die.code_ = code;
        return die;
    }
    [[nodiscard]] constexpr Colour colour() const { return static_cast<Colour>(code_ >> 3U); }
    [[nodiscard]] constexpr int number() const { return code_ & 7; }
    [[nodiscard]] constexpr std::uint8_t code() const { return code_; }
    [[nodiscard]] constexpr bool is_real() const { return colour() < colour_count && number() >= 1 && number() <= 6; }
    friend constexpr bool operator==(Die, Die) = default;

  private:
    std::uint8_t code_ = 0;
};

/// Two dice, side by side.
struct Pair {
    Die left;
    Die right;
    [[nodiscard]] constexpr int total() const { return left.number() + right.number(); }
    friend constexpr bool operator==(const Pair&, const Pair&) = default;
};

/// H11: the higher number lies left; equal numbers lie in the board order of their colours.
constexpr bool is_laid_order(Die left, Die right) {
    return left.number() != right.number() ? left.number() > right.number() : left.colour() <= right.colour();
}
constexpr Pair laid(Die one, Die other) { return is_laid_order(one, other) ? Pair{one, other} : Pair{other, one}; }

/// H2: how many dice of each colour are left to draw, one byte for each colour, so that all are summed up at once.
class Bag {
  public:
    constexpr Bag() = default;
    static constexpr Bag full(int players) {
        Bag bag;
        bag.counts_ = one_of_each * (players <= 4 ? 2 : 3);
        return bag;
    }
    [[nodiscard]] constexpr int count(Colour colour) const {
        return static_cast<int>((counts_ >> (8 * colour)) & 255U);
    }
    [[nodiscard]] constexpr int size() const { return static_cast<int>((sums() >> 40U) & 255U); }
    [[nodiscard]] constexpr bool has(Pair pair) const {
        const Colour one = pair.left.colour();
        const Colour other = pair.right.colour();
        return one == other ? count(one) >= 2 : count(one) >= 1 && count(other) >= 1;
    }
    constexpr void take(Colour colour) {
        assert(count(colour) > 0);
        counts_ -= std::uint64_t{1} << (8 * colour);
    }
    /// The colour of the die of this rank, the dice counted in board order; `rank` < size().
    [[nodiscard]] constexpr Colour at(std::uint32_t rank) const {
        // A byte of `behind` has its high bit set if the dice up to this colour are not enough to reach the rank.
        constexpr std::uint64_t high_bits = one_of_each * 128;
        const std::uint64_t behind = ((one_of_each * rank) | high_bits) - (sums() & (one_of_each * 255));
        return static_cast<Colour>(std::popcount(behind & high_bits));
    }
    friend constexpr bool operator==(const Bag&, const Bag&) = default;

  private:
    static constexpr std::uint64_t one_of_each = 0x010101010101;
    /// In byte c the number of dice with colours up to c.
    [[nodiscard]] constexpr std::uint64_t sums() const { return counts_ * one_of_each; }

    std::uint64_t counts_ = 0;
};

/// H15: the dice that are out for this round; two bits count each kind of die, so equal pools are equal values.
class Pool {
  public:
    constexpr void add(Die die) { kinds_[die.colour()] = static_cast<std::uint16_t>(kinds_[die.colour()] + one(die)); }
    constexpr void add(Pair pair) {
        add(pair.left);
        add(pair.right);
    }
    [[nodiscard]] constexpr int count(Die die) const { return (kinds_[die.colour()] >> (2 * die.number() - 2)) & 3; }
    [[nodiscard]] constexpr int count(Colour colour) const {
        int sum = 0;
        for (int number = 1; number <= 6; ++number) sum += count(Die(colour, number));
        return sum;
    }
    [[nodiscard]] constexpr bool has_colour(Colour colour) const { return kinds_[colour] != 0; }
    friend constexpr bool operator==(const Pool&, const Pool&) = default;

  private:
    static constexpr int one(Die die) { return 1 << (2 * die.number() - 2); }
    ByColour<std::uint16_t> kinds_{};
};

}  // namespace springtide::high_tide_henn
