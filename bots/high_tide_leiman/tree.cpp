#include "bots/high_tide_leiman/tree.hpp"

#include "bots/high_tide_leiman/greedy.hpp"
#include "bots/playout.hpp"
#include "bots/search/tree_search.hpp"

namespace springtide::high_tide_leiman {

namespace {

constexpr int default_milliseconds = 2000;
constexpr std::uint64_t enough_playouts = 1'000'000;
constexpr TreeSettings settings = {
    .most_actions = 1U << 20U, .curiosity = 2, .favour = 0.5, .everybody_searches = true};

/// Anything in playouts, which is quick; in the tree what a greedy player likes is tried first.
class Players {
  public:
    explicit Players(std::uint64_t playout) : random_(mix(playout)) {}
    Action choose(const State& state, Seat seat) { return pick_random_action(state, seat, random_); }
    Action favourite(const State& state, Seat seat) {
        return choose_greedily(observe(state, Observer::seat(seat)), random_).action;
    }

  private:
    Random random_;
};

}  // namespace

Choice<Action> choose_by_tree(const Seen<State>& seen, const BotRequest& request, Random& random) {
    State round = seen.state();  // rounds do not hang together: this one is all there is to win
    round.options.stones = 1;
    round.stones = {};
    const Seen<State> alone = observe(round, seen.observer());
    const auto actions = legal_actions(round, round.mover);
    if (actions.size() == 1) return {.action = actions[0]};
    const auto players = [](std::uint64_t playout) { return Players(playout); };
    Budget budget(request, default_milliseconds, enough_playouts);
    TreeSearch<State, decltype(players)> search(alone, random.next(), players, settings);
    return first_choice(search.run(budget));
}

}  // namespace springtide::high_tide_leiman
