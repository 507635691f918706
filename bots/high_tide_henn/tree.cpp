#include "bots/high_tide_henn/tree.hpp"

#include "bots/high_tide_henn/players.hpp"
#include "bots/search/tree_search.hpp"

namespace springtide::high_tide_henn {

namespace {

constexpr int default_milliseconds = 2000;
constexpr std::uint64_t enough_playouts = 100'000;
/// The others play as they have played so far, in the tree as in playouts.
constexpr TreeSettings settings = {
    .most_actions = 1U << 17U, .curiosity = 1, .favour = 0.3, .everybody_searches = false};

}  // namespace

Choice<Action> choose_by_tree(const Seen<State>& seen, const OpponentModel& opponents, const BotRequest& request,
                              Random& random) {
    const Seat self = seen.observer().seat();
    const auto actions = legal_actions(seen.state(), self);
    if (actions.size() == 1) return {.action = actions[0]};
    const auto players = [&](std::uint64_t playout) { return Players(self, opponents, playout); };
    Budget budget(request, default_milliseconds, enough_playouts);
    TreeSearch<State, decltype(players)> search(seen, random.next(), players, settings);
    return first_choice(search.run(budget));
}

}  // namespace springtide::high_tide_henn
