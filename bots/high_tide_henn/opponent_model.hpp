#pragma once

#include <array>

#include "rules/high_tide_henn/rules.hpp"

/// Estimates the type of each other player from every decision that the table saw.
namespace springtide::high_tide_henn {

struct Weights;

/// The quick players that others are compared with.
inline constexpr std::size_t kind_count = 5;
inline constexpr std::uint8_t strong_kind = 2;
const Weights& kind(std::size_t index);

class OpponentModel {
  public:
    /// `seat` decided so; `before` is the observer's knowledge at that time.
    void saw(const Seen<State>& before, Seat seat, Action action);
    /// How likely the seat is to play as each kind; the sum is 1.
    [[nodiscard]] const std::array<float, kind_count>& of(Seat seat) const { return by_seat_[seat]; }

    friend bool operator==(const OpponentModel&, const OpponentModel&) = default;

  private:
    /// Of a player without decisions: mostly careful, or bold.
    static constexpr std::array<float, kind_count> at_first = {0.60F, 0.22F, 0.10F, 0.04F, 0.04F};

    BySeat<std::array<float, kind_count>> by_seat_ = {at_first, at_first, at_first, at_first, at_first, at_first};
};

}  // namespace springtide::high_tide_henn
