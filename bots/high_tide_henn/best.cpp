#include "bots/high_tide_henn/best.hpp"

#include "bots/high_tide_henn/valued_players.hpp"
#include "bots/high_tide_henn/why.hpp"

namespace springtide::high_tide_henn {

namespace {

constexpr int default_milliseconds = 2000;
/// More playouts change no choice: actions that are still undecided then are practically equal.
constexpr std::uint64_t enough_playouts = 20'000;

Choice<Action> search(const Seen<State>& seen, const OpponentModel& opponents, const BotRequest& request,
                      Random& random, bool is_valued) {
    const Seat self = seen.observer().seat();
    if (const auto actions = legal_actions(seen.state(), self); actions.size() == 1) return {.action = actions[0]};
    const RoundNetwork* network = is_valued ? round_network() : nullptr;
    const auto players = [&](std::uint64_t playout) {
        return ValuedPlayers(self, opponents, playout, network, seen.state().round);
    };
    Budget budget(request, default_milliseconds, enough_playouts);
    PlayoutSearch<State, decltype(players)> search(seen, random.next(), players);
    const auto& candidates = search.run(budget, Policy(strong_weights).choose(seen.state(), self));
    Choice<Action> choice = first_choice(candidates);
    choice.why = why_choose(seen, candidates[0], candidates[1]);
    return choice;
}

}  // namespace

Choice<Action> choose_best(const Seen<State>& seen, const OpponentModel& opponents, const BotRequest& request,
                           Random& random) {
    return search(seen, opponents, request, random, is_usual(seen.state().options));
}

Choice<Action> choose_best_1(const Seen<State>& seen, const OpponentModel& opponents, const BotRequest& request,
                             Random& random) {
    return search(seen, opponents, request, random, false);
}

}  // namespace springtide::high_tide_henn
