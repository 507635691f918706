#include "bots/high_tide_henn/best.hpp"

#include "bots/high_tide_henn/players.hpp"
#include "bots/high_tide_henn/why.hpp"
#include "bots/search/playout_search.hpp"

namespace springtide::high_tide_henn {

namespace {

constexpr int default_milliseconds = 2000;
/// More playouts change no choice: actions that are still undecided then are practically equal.
constexpr std::uint64_t enough_playouts = 20'000;

}  // namespace

Choice<Action> choose_best(const Seen<State>& seen, const OpponentModel& opponents, const BotRequest& request,
                           Random& random) {
    const Seat self = seen.observer().seat();
    const auto actions = legal_actions(seen.state(), self);
    if (actions.size() == 1) return {.action = actions[0]};
    const auto players = [&](std::uint64_t playout) { return Players(self, opponents, playout); };
    Budget budget(request, default_milliseconds, enough_playouts);
    PlayoutSearch<State, decltype(players)> search(seen, random.next(), players);
    const auto& candidates = search.run(budget, Policy(strong_weights).choose(seen.state(), self));
    Choice<Action> choice = first_choice(candidates);
    choice.why = why_choose(seen, candidates[0], candidates[1]);
    return choice;
}

}  // namespace springtide::high_tide_henn
