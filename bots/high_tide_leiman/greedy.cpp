#include "bots/high_tide_leiman/greedy.hpp"

#include "rules/high_tide_leiman/moves.hpp"

namespace springtide::high_tide_leiman {

namespace {

int worth_after(const State& before, Seat seat, Action action) {
    State after = before;
    apply(after, seat, action);
    if (after.round != before.round || after.phase == Phase::over) return after.round_winner == seat ? 10'000 : -10'000;
    const Seat other = opponent(seat);
    return 10 * (visible(after, seat) - visible(after, other)) - moves_of(after, other).count();
}

}  // namespace

Choice<Action> choose_greedily(const Seen<State>& seen, Random& random) {
    const Seat seat = seen.observer().seat();
    State::ActionList best;
    int best_worth = -1'000'000;
    for (const Action action : legal_actions(seen.state(), seat)) {
        const int worth = worth_after(seen.state(), seat, action);
        if (worth > best_worth) {
            best_worth = worth;
            best.clear();
        }
        if (worth == best_worth) best.push_back(action);
    }
    Choice<Action> choice;
    choice.action = best[random.below(static_cast<std::uint32_t>(best.size()))];
    return choice;
}

}  // namespace springtide::high_tide_leiman
