#include "bots/high_tide_henn/policy.hpp"

#include <algorithm>
#include <bit>

#include "rules/high_tide_henn/baywatch.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide::high_tide_henn {

namespace {

using Kind = Action::Kind;

/// The line for so many rolls, at least one.
float by_rolls(const std::array<float, 3>& lines, int rolls) {
    return lines[static_cast<std::size_t>(std::min(rolls, 3) - 1)];
}

}  // namespace

Reroll<float> Policy::reroll(const State& state, Pair pair, int space) {
    if (reroll_choices(space) == 1) return {.dice = 0, .gain = evaluator_.gain(state, pair)};
    const Colour left = pair.left.colour();
    const Colour right = pair.right.colour();
    if (left != right && !state.options.baywatch) {  // the gains of two dice add up, and so do their averages
        return best_reroll(space, evaluator_.gain(state, left, pair.left.number()), evaluator_.average(state, left),
                           evaluator_.gain(state, right, pair.right.number()), evaluator_.average(state, right));
    }
    return best_reroll(pair, space, [&](Pair rolled) { return evaluator_.gain(state, rolled); });
}

Action Policy::choose_pair(const State& state) {
    Action best(Kind::roll);
    float promised = 0;
    for (unsigned spaces = state.track.spaces_with_dice(); spaces != 0; spaces &= spaces - 1) {
        const int space = std::countr_zero(spaces) + 1;
        const float there = reroll(state, state.track.dice(space), space).gain;
        if (best.kind() == Kind::take && there <= promised) continue;
        best = Action::take(space);
        promised = there;
    }
    const int free = free_spaces(state);
    if (free == 0) return best;
    const Weights& weights = evaluator_.weights();
    const float least = by_rolls(weights.take, free) + weights.patience * evaluator_.promise(free);
    return promised >= least ? best : Action(Kind::roll);
}

Action Policy::answer(const State& state) {
    const int spare = free_spaces(state) - 1;
    const Weights& weights = evaluator_.weights();
    float here = evaluator_.gain(state, state.hand);
    if (baywatch::has(state, state.active, Tile::swap)) {  // HB7
        Action best(Kind::accept);
        float least = here + evaluator_.tile_kept();
        for (unsigned spaces = state.track.spaces_with_dice(); spaces != 0; spaces &= spaces - 1) {
            const int space = std::countr_zero(spaces) + 1;
            const float there = reroll(state, state.track.dice(space), space).gain;
            if (there <= least) continue;
            least = there;
            best = Action::use_swap(space);
        }
        if (best.kind() == Kind::use_swap) return best;
    }
    if (spare < 1) return Action(Kind::accept);
    const float least = by_rolls(weights.accept, spare) + weights.patience * evaluator_.promise(spare);
    return Action(here < least ? Kind::decline : Kind::accept);
}

/// HC3, HB10: the order that ends better, counting the coin on the way.
Action Policy::order(const State& state) {
    if (baywatch::goes_back(state)) {
        const Step step = state.steps[0];
        const int together = step.spaces + state.steps[1].spaces;
        Action best(Kind::move);
        float most = evaluator_.gain(state, step.beach, together);
        for (const Action order : legal_actions(state, state.acting)) {
            if (order.kind() != Kind::first) continue;
            const bool left = order.die() == left_die;
            const float gain = gain_of_steps(state, {state.steps[left ? 0 : 1], state.steps[left ? 1 : 0]});
            if (gain <= most) continue;
            most = gain;
            best = order;
        }
        return best;
    }
    const float left_first = gain_of_steps(state, state.steps);
    const float right_first = gain_of_steps(state, {state.steps[1], state.steps[0]});
    return Action::first(right_first > left_first ? right_die : left_die);
}

Action Policy::land(const State& state) {
    const auto colour = static_cast<Colour>(state.landed);
    const float gain = evaluator_.coin_gain(state, colour, state.beaches[colour].space(state.acting));
    return Action(evaluator_.weights().coin.now == 0 || gain > 0 ? Kind::take_coin : Kind::leave_coin);
}

Action Policy::choose(const State& state, Seat seat) {
    switch (state.phase) {
        case Phase::choosing:
            evaluator_.forget();
            if (!state.track.has_any_dice()) return Action(Kind::roll);
            evaluator_.look(state, seat);
            return choose_pair(state);
        case Phase::answering:
            if (free_spaces(state) < 2 && state.baywatch.tiles[seat] == 0) return Action(Kind::accept);
            evaluator_.look(state, seat);
            return answer(state);
        case Phase::choosing_reroll:
            evaluator_.look(state, seat);
            return Action::reroll(reroll(state, state.hand, state.taken_from).dice);
        case Phase::using_tiles: evaluator_.look(state, seat); return change_pair(state);
        case Phase::ordering: evaluator_.look(state, seat); return order(state);
        case Phase::landing: evaluator_.look(state, seat); return land(state);
        default:
            evaluator_.forget();
            evaluator_.look(state, seat);
            return use_before_turn(state);
    }
}

}  // namespace springtide::high_tide_henn
