#pragma once

#include <array>

#include "bots/high_tide_henn/weights.hpp"
#include "rules/high_tide_henn/rules.hpp"

/// The value of moves to a seat, by a Weights. Looks at a beach once in a turn and allocates nothing.
namespace springtide::high_tide_henn {

class Evaluator {
  public:
    explicit Evaluator(const Weights& weights) : weights_(&weights) {}

    /// The position has changed: nothing seen before holds.
    void forget() { looked_ = false; }
    /// Everything that the questions below need, unless it was seen already in this turn.
    void look(const State& state, Seat seat);

    /// The gain from moving the own deckchair so far; up to 12 spaces, or some back.
    [[nodiscard]] float gain(const State& state, Colour colour, int spaces);
    /// The gain from a pair without changes.
    [[nodiscard]] float gain(const State& state, Pair pair);
    /// The average gain from a die of this colour.
    [[nodiscard]] float average(const State& state, Colour colour);
    /// The gain from a coin on this beach and space, 0 if there is none to take.
    [[nodiscard]] float coin_gain(const State& state, Colour colour, int space) const;
    /// The expected gain from up to so many rolls, stopping in time.
    [[nodiscard]] float promise(int rolls) const;
    /// The gain at which a tile should be used.
    [[nodiscard]] float tile_kept() const { return weights_->tile_kept.at(future_); }
    [[nodiscard]] const Weights& weights() const { return *weights_; }

  private:
    static constexpr int longest_move = 12;

    /// A beach, and the present value of its places, spaces and waves.
    struct BeachAround;

    [[nodiscard]] BeachAround ground(const State& state, Colour colour) const;
    [[nodiscard]] float value(const BeachAround& ground, int space, int ahead) const;
    void weigh_moves(const State& state, Colour colour, int shortest, int longest);
    void weigh_rolls(const State& state);
    void weigh_open_dice(const State& state);
    void think_ahead(const State& state);
    void expect_waves(const State& state);
    [[nodiscard]] float goes_on(const State& state) const;

    const Weights* weights_;
    bool looked_ = false;
    Seat seat_ = 0;
    unsigned near_ = 0;  ///< bit c: moves of up to 6 were weighed on this beach
    unsigned far_ = 0;   ///< bit c: longer ones were
    unsigned averaged_ = 0;
    float future_ = 0;  ///< how much of the game is left: 1 all of it, 0 this round is sure to be the last
    float fear_ = 1;    ///< of waves, times
    float mean_ = 0;    ///< of what a rolled pair brings
    float spread_ = 0;  ///< its standard deviation
    std::array<float, max_players + 1> place_;  ///< first, second, third, then nothing
    float space_ = 0;                           ///< Weights at this future
    float lead_ = 0;
    float chase_ = 0;
    float bar_ = 0;
    ByColour<float> large_;  ///< how likely the large wave of this round comes to this beach
    ByColour<float> small_;
    ByColour<std::array<float, longest_move + 1>> gains_;
    ByColour<float> averages_;
    std::array<float, longest_move + 1> open_dice_;  ///< the value of a pair of this total for winning the tile (HB2)
};

}  // namespace springtide::high_tide_henn
