#pragma once

#include "bots/high_tide_henn/evaluator.hpp"
#include "bots/high_tide_henn/reroll.hpp"

/// A quick player of High Tide that takes what its Weights find best, without looking ahead. Search plays games out
/// with it.
namespace springtide::high_tide_henn {

class Policy {
  public:
    explicit Policy(const Weights& weights) : evaluator_(weights) {}

    /// The player's action; `seat` is to act. One object plays one seat through one game.
    Action choose(const State& state, Seat seat);

  private:
    [[nodiscard]] Reroll<float> reroll(const State& state, Pair pair, int space);
    [[nodiscard]] Action choose_pair(const State& state);
    [[nodiscard]] Action answer(const State& state);
    [[nodiscard]] Action order(const State& state);
    [[nodiscard]] Action land(const State& state);

    // Baywatch
    [[nodiscard]] float gain_of_steps(const State& state, std::array<Step, 2> steps);
    [[nodiscard]] float average_of_step(const State& state, std::size_t die);
    [[nodiscard]] Action change_pair(const State& state);
    [[nodiscard]] Action use_before_turn(const State& state);

    Evaluator evaluator_;
};

}  // namespace springtide::high_tide_henn
