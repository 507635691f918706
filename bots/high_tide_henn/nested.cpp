#include "bots/high_tide_henn/nested.hpp"

#include "bots/high_tide_henn/players.hpp"
#include "bots/high_tide_henn/searching_players.hpp"

namespace springtide::high_tide_henn {

namespace {

constexpr int default_milliseconds = 2000;
constexpr std::uint64_t enough_playouts = 20'000;

}  // namespace

Choice<Action> choose_nested(const Seen<State>& seen, const OpponentModel& opponents, const BotRequest& request,
                             Random& random) {
    const Seat self = seen.observer().seat();
    const auto actions = legal_actions(seen.state(), self);
    if (actions.size() == 1) return {.action = actions[0]};
    const auto quick = [&](std::uint64_t playout) { return Players(self, opponents, playout); };
    const auto players = [&](std::uint64_t playout) {
        return SearchingPlayers(self, quick, playout, {.decisions = 3, .playouts = 240});
    };
    Budget budget(request, default_milliseconds, enough_playouts);
    PlayoutSearch<State, decltype(players)> search(seen, random.next(), players);
    return first_choice(search.run(budget, Policy(strong_weights).choose(seen.state(), self)));
}

}  // namespace springtide::high_tide_henn
