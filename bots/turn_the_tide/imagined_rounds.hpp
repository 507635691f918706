#pragma once

#include <array>
#include <optional>

#include "bots/turn_the_tide/game_evaluator.hpp"
#include "bots/turn_the_tide/player_types.hpp"
#include "rules/turn_the_tide/hidden_deals.hpp"

namespace springtide::turn_the_tide {

/// How far a simulation goes before the table judges it, in tricks. Further on the noise of the playing grows faster
/// than what it says.
inline constexpr int far_enough = 3;

/// With so many tricks to go and all hands known, everything to the end of the round fits into a tree.
inline constexpr int tricks_of_an_ending = 3;

/// The rest of a round as one seat imagines it: this game's part for SimultaneousSearch.
class ImaginedRounds {
  public:
    using State = turn_the_tide::State;
    static constexpr std::size_t slots = weather_cards + 1;
    static std::uint8_t slot(Action action) { return action.card; }

    ImaginedRounds(const Seen<State>& seen, int tricks_ahead, const EvaluationTable& table);

    State begin(Random& random);
    bool is_searched(Seat seat, Random& random);
    Action choose(const State& state, Seat seat, Random& random);
    [[nodiscard]] bool is_in_tree(const State& state) const {
        return is_ending_ && state.trick < hand_size && !evaluator_->round_is_over(state);
    }
    [[nodiscard]] bool is_over(const State& state) const {
        return evaluator_->round_is_over(state) || (state.phase == Phase::turning_up && state.trick >= end_trick_);
    }
    [[nodiscard]] std::array<float, max_seats> rewards(const State& state) const { return evaluator_->rewards(state); }

    [[nodiscard]] bool is_ending() const { return is_ending_; }

  private:
    Seen<State> seen_;
    HiddenDeals hidden_;
    const EvaluationTable* table_;
    Seat searcher_;
    int end_trick_;  ///< before this one a simulation ends
    bool all_known_;
    bool is_ending_;
    std::optional<State> known_;  ///< the one state there is, if all is known
    /// What the cards are worth to each seat in that state: every simulation begins with it.
    std::array<std::optional<Appraisal>, max_players> known_worth_;
    std::optional<GameEvaluator> evaluator_;
    std::array<float, max_players> extremists_;
    std::array<PlayerType, max_players> character_{};
    std::uint64_t begun_ = 0;
};

}  // namespace springtide::turn_the_tide
