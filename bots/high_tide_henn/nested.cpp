#include "bots/high_tide_henn/nested.hpp"

#include "bots/high_tide_henn/players.hpp"
#include "bots/search/playout_search.hpp"

namespace springtide::high_tide_henn {

namespace {

constexpr int default_milliseconds = 2000;
constexpr std::uint64_t enough_playouts = 20'000;
/// So many of the own decisions that follow are searched for, with so many playouts each.
constexpr int decisions_ahead = 3;
constexpr std::uint64_t inner_playouts = 240;

class SearchingPlayers {
  public:
    SearchingPlayers(Seat self, const OpponentModel& opponents, std::uint64_t playout)
        : self_(self), opponents_(opponents), playout_(playout), quick_(self, opponents, playout) {}

    Action choose(const State& state, Seat seat) {
        const Action quick = quick_.choose(state, seat);
        if (seat != self_ || left_ == 0 || legal_actions(state, seat).size() < 2) return quick;
        --left_;
        // Another lot than this playout's, or it would know the dice to come.
        const std::uint64_t lot = fold(playout_, static_cast<std::uint64_t>(left_) + 1);
        const Seen<State> seen = observe(state, Observer::seat(seat));
        const auto players = [&](std::uint64_t playout) { return Players(seat, opponents_, playout); };
        Budget budget({.level = {}, .milliseconds = {}, .seed = {}, .nodes = inner_playouts}, 0, inner_playouts);
        PlayoutSearch<State, decltype(players)> search(seen, lot, players);
        return search.run(budget, quick)[0].action;
    }

  private:
    Seat self_;
    const OpponentModel& opponents_;
    std::uint64_t playout_;
    Players quick_;
    int left_ = decisions_ahead;
};

}  // namespace

Choice<Action> choose_nested(const Seen<State>& seen, const OpponentModel& opponents, const BotRequest& request,
                             Random& random) {
    const Seat self = seen.observer().seat();
    const auto actions = legal_actions(seen.state(), self);
    if (actions.size() == 1) return {.action = actions[0]};
    const auto players = [&](std::uint64_t playout) { return SearchingPlayers(self, opponents, playout); };
    Budget budget(request, default_milliseconds, enough_playouts);
    PlayoutSearch<State, decltype(players)> search(seen, random.next(), players);
    return first_choice(search.run(budget, Policy(strong_weights).choose(seen.state(), self)));
}

}  // namespace springtide::high_tide_henn
