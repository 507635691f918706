#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

#include "rules/high_tide_henn/dice.hpp"
#include "rules/high_tide_henn/track.hpp"

/// The players' decisions, and the Baywatch tiles that decisions name.
namespace springtide::high_tide_henn {

/// The Baywatch tiles, in the order of HB5 to HB13.
enum class Tile : std::uint8_t {
    rental,
    adjust,
    swap,
    reroll,
    recolour,
    backward,
    queue_jump,
    head_start,
    pool_die,
};
inline constexpr int tile_count = 9;  ///< HB1
inline constexpr std::uint8_t no_tile = 255;

/// One of the two dice of a pair, by where it lies.
using DieIndex = std::size_t;
inline constexpr DieIndex left_die = 0;
inline constexpr DieIndex right_die = 1;

/// A decision: its kind, and in one byte what it is about. How that byte is packed is known to this class alone.
class Action {
  public:
    enum class Kind : std::uint8_t {
        roll,
        take,
        accept,
        decline,
        reroll,
        take_coin,
        leave_coin,
        first,
        move,        ///< use no more tiles: go by the dice
        pass,        ///< use no tile before this turn
        use_rental,  ///< from here on in the order of Tile
        use_adjust,
        use_swap,
        use_reroll,
        use_recolour,
        use_backward,
        use_queue_jump,
        use_head_start,
        use_pool_die,
    };
    static constexpr std::size_t kind_count = static_cast<std::size_t>(Kind::use_pool_die) + 1;

    constexpr Action() = default;
    /// A decision that its kind says whole: roll, accept, decline, the coin, move, pass, rental, queue_jump.
    constexpr explicit Action(Kind kind) : kind_(kind) {}
    static constexpr Action take(int space) { return {Kind::take, static_cast<unsigned>(space)}; }
    /// Rolls a set of dice again: bit 0 for the left one, bit 1 for the right one.
    static constexpr Action reroll(unsigned dice) { return {Kind::reroll, dice}; }
    /// Which of two dice of one colour moves first.
    static constexpr Action first(DieIndex die) { return {Kind::first, die}; }
    static constexpr Action use_swap(int space) { return {Kind::use_swap, static_cast<unsigned>(space)}; }
    /// Each from -1 to 1.
    static constexpr Action use_adjust(int left, int right) {
        return {Kind::use_adjust, static_cast<unsigned>(3 * (left + 1) + right + 1)};
    }
    static constexpr Action use_reroll(DieIndex die) { return {Kind::use_reroll, die}; }
    static constexpr Action use_recolour(DieIndex die, Colour colour) { return {Kind::use_recolour, 8 * die + colour}; }
    static constexpr Action use_backward(DieIndex die) { return {Kind::use_backward, die}; }
    static constexpr Action use_head_start(Colour beach, int spaces) {
        return {Kind::use_head_start, 8U * beach + static_cast<unsigned>(spaces)};
    }
    static constexpr Action use_pool_die(Die die) { return {Kind::use_pool_die, die.code()}; }

    [[nodiscard]] constexpr Kind kind() const { return kind_; }
    [[nodiscard]] constexpr bool uses_tile() const { return kind_ >= Kind::use_rental; }
    /// Only for a decision that uses one.
    [[nodiscard]] constexpr Tile tile() const {
        return static_cast<Tile>(static_cast<int>(kind_) - static_cast<int>(Kind::use_rental));
    }
    /// Of take and use_swap.
    [[nodiscard]] constexpr int space() const { return detail_; }
    /// Of reroll, as bits.
    [[nodiscard]] constexpr unsigned dice() const { return detail_; }
    /// Of first, use_reroll, use_backward and use_recolour.
    [[nodiscard]] constexpr DieIndex die() const { return kind_ == Kind::use_recolour ? detail_ / 8U : detail_; }
    /// Of use_recolour and use_head_start.
    [[nodiscard]] constexpr Colour beach() const {
        return static_cast<Colour>(kind_ == Kind::use_recolour ? detail_ % 8 : detail_ / 8);
    }
    /// Of use_head_start.
    [[nodiscard]] constexpr int spaces() const { return detail_ % 8; }
    /// Of use_adjust: by how much this die counts more.
    [[nodiscard]] constexpr int by(DieIndex die) const { return (die == left_die ? detail_ / 3 : detail_ % 3) - 1; }
    /// Of use_pool_die.
    [[nodiscard]] constexpr Die pool_die() const { return Die::from_code(detail_); }

    /// Is there such a decision, with all expansions in play?
    [[nodiscard]] constexpr bool exists() const {
        switch (kind_) {
            case Kind::take:
            case Kind::use_swap: return space() >= 1 && space() <= most_spaces;
            case Kind::reroll: return dice() <= 3;
            case Kind::first:
            case Kind::use_reroll:
            case Kind::use_backward: return die() <= right_die;
            case Kind::use_adjust: return detail_ < 9 && *this != use_adjust(0, 0);  // HB6: at least one changes
            case Kind::use_recolour: return die() <= right_die && beach() < colour_count;
            case Kind::use_head_start: return beach() < colour_count && spaces() >= 1 && spaces() <= 2;
            case Kind::use_pool_die: return pool_die().is_real();
            default: return detail_ == 0;
        }
    }

    /// Packs the action's subject into a number below `packed_end`, for events and tables, and unpacks it.
    static constexpr std::size_t packed_end = 64;
    [[nodiscard]] constexpr std::uint8_t packed() const { return detail_; }
    static constexpr Action unpacked(Kind kind, std::size_t packed) { return {kind, packed}; }
    static constexpr Action unpacked(Tile tile, std::size_t packed) {
        return {static_cast<Kind>(static_cast<int>(Kind::use_rental) + static_cast<int>(tile)), packed};
    }

    friend constexpr auto operator<=>(const Action&, const Action&) = default;

  private:
    constexpr Action(Kind kind, std::size_t detail) : kind_(kind), detail_(static_cast<std::uint8_t>(detail)) {}

    Kind kind_ = Kind::roll;
    std::uint8_t detail_ = 0;
};

}  // namespace springtide::high_tide_henn
