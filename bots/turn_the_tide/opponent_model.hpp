#pragma once

#include <array>
#include <cstdint>

#include "rules/turn_the_tide/rules.hpp"

/// How each of the others seems to choose, from every trick that the table saw.
namespace springtide::turn_the_tide {

class Network;

/// The ways in which a player may choose a card.
enum class ChoosesBy : std::uint8_t {
    policy,     ///< as the trained player does
    own_ideas,  ///< roughly so
    foresight,  ///< weighs what this trick and the cards that are kept may bring
    one_trick,  ///< looks at what this trick brings
    extremes,   ///< the highest card or the lowest, by the rule of thumb
    lot,        ///< any card
};
inline constexpr std::size_t ways_to_choose = 6;
constexpr std::size_t index(ChoosesBy way) { return static_cast<std::size_t>(way); }

using CardChances = std::array<float, hand_size>;  ///< by rank in a hand, the lowest card first

/// How likely each way to choose plays each card of a seat that has to choose; every hand is known. `careless`: the
/// seats known to play at random.
using ChancesByWay = std::array<CardChances, ways_to_choose>;
ChancesByWay chances_by_way(const Network& policy, const State& state, Seat seat, SeatSet careless);

class OpponentModel {
  public:
    /// `seat` played this card in a trick that has been uncovered; `before` is the observer's knowledge during the
    /// choice. Without networks nothing is learned.
    void saw(const Seen<State>& before, Seat seat, Action action);

    /// How likely the seat is to choose in each way; the sum is 1.
    [[nodiscard]] std::array<float, ways_to_choose> of(Seat seat) const;
    [[nodiscard]] float of(Seat seat, ChoosesBy way) const { return of(seat)[index(way)]; }
    /// The seats that almost certainly play any card.
    [[nodiscard]] SeatSet careless() const;

    friend bool operator==(const OpponentModel&, const OpponentModel&) = default;

  private:
    /// Natural logarithms of the probability of each way, up to a factor, for a player without history.
    static constexpr std::array<float, ways_to_choose> at_first = {-0.5F, -1.8F, -1.8F, -2.5F, -3.0F, -3.0F};

    /// Only differences count; the greatest is 0 once something was seen.
    BySeat<std::array<float, ways_to_choose>> by_seat_ = {at_first, at_first, at_first, at_first, at_first};
};

}  // namespace springtide::turn_the_tide
