#pragma once

#include "bots/high_tide_henn/players.hpp"
#include "bots/high_tide_henn/round_value.hpp"
#include "bots/search/playout_search.hpp"

/// How `best` plays a game on: not to its end, but to the start of the round after the next, where a network says who
/// will win. Such playouts are shorter, and most of what luck adds after that is averaged out (docs/decisions/0062).
namespace springtide::high_tide_henn {

class ValuedPlayers {
  public:
    /// Without a network, and where the game ends before, everything is played to the end.
    ValuedPlayers(Seat self, const OpponentModel& opponents, std::uint64_t playout, const RoundNetwork* network,
                  int round)
        : players_(self, opponents, playout), network_(network), last_round_(round + rounds_ahead) {
        if (last_round_ > round_count) network_ = nullptr;
    }

    Worth play_on(State& state, Seat seat, std::uint64_t playout) {
        if (network_ == nullptr) {
            springtide::play_on(state, players_, playout);
            return worth_of(result(state), state.players, seat);
        }
        while (true) {
            const ToAct acting = to_act(state);
            if (acting.nobody()) return {.win = win_share(result(state), seat)};
            if (state.round == last_round_) return {.win = network_->shares(RoundView(state, players_.kinds()))[seat]};
            if (acting.chance) {
                Random luck(fold(playout, moment_of_chance(state)));
                apply_chance(state, draw(state, luck), nullptr);
                continue;
            }
            apply(state, state.acting, players_.choose(state, state.acting), nullptr);
        }
    }

  private:
    static constexpr int rounds_ahead = 2;

    Players players_;
    const RoundNetwork* network_;
    int last_round_;
};

}  // namespace springtide::high_tide_henn
