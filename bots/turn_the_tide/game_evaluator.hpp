#pragma once

#include <array>

#include "bots/turn_the_tide/evaluation_table.hpp"

namespace springtide::turn_the_tide {

/// The expectation of each seat for the whole game.
struct Expectation {
    std::array<float, max_seats> share{};   ///< of a win
    std::array<float, max_seats> points{};  ///< at the end
};

/// Converts the points of a round into wins of the game: known scores, the expectation for the hands still to come
/// (T16), and the remaining luck.
class GameEvaluator {
  public:
    /// For a state in which all hands are known.
    GameEvaluator(const State& state, const EvaluationTable& table);

    /// At the end of this round or before any of its tricks.
    [[nodiscard]] Expectation expectation(const State& state) const;
    /// The share of a win, and a little for points; at the same moments.
    [[nodiscard]] std::array<float, max_seats> rewards(const State& state) const;

    [[nodiscard]] bool round_is_over(const State& state) const {
        return state.phase == Phase::over || state.round != round_;
    }

  private:
    const EvaluationTable* table_;
    std::uint8_t round_;
    float luck_of_later_rounds_;  ///< the square of how far a sum of points may still stray
    std::array<float, max_players> later_points_{};
};

}  // namespace springtide::turn_the_tide
