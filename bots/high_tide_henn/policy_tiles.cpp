#include <algorithm>
#include <cstdlib>

#include "bots/high_tide_henn/policy.hpp"
#include "rules/high_tide_henn/baywatch.hpp"

/// How a Policy uses its Baywatch tiles: as soon as that gains what it thinks a tile is worth. Those that only a look
/// ahead can judge (rental, queue_jump) it keeps.
namespace springtide::high_tide_henn {

namespace {

using Kind = Action::Kind;

}  // namespace

/// The gain from a changed pair; if both dice walk one beach, the coin on the way counts.
float Policy::gain_of_steps(const State& state, std::array<Step, 2> steps) {
    const auto [first, second] = steps;
    if (first.beach != second.beach)
        return evaluator_.gain(state, first.beach, first.spaces) + evaluator_.gain(state, second.beach, second.spaces);
    const Beach& beach = state.beaches[first.beach];
    if (beach.is_wet(state.acting)) return 0;
    const int from = beach.space(state.acting);
    const int between = beach.reach(from, first.spaces);
    const bool may_stop = state.options.coins && between != water_space;
    const float on_the_way = may_stop ? evaluator_.coin_gain(state, first.beach, between) : 0;
    const int spaces = std::max(from + first.spaces + second.spaces, 0) - from;  // HB10
    return on_the_way + evaluator_.gain(state, first.beach, spaces);
}

/// A die of the pair rolled again, the other one as it is.
float Policy::average_of_step(const State& state, std::size_t die) {
    float sum = 0;
    for (int number = 1; number <= 6; ++number) {
        std::array<Step, 2> steps = state.steps;
        steps[die] = steps[die].as_long_as(number);
        sum += gain_of_steps(state, steps);
    }
    return sum / 6;
}

/// HB6, HB8, HB9, HB10
Action Policy::change_pair(const State& state) {
    Action best(Kind::move);
    float least = gain_of_steps(state, state.steps) + evaluator_.tile_kept();
    State::ActionList changes;
    baywatch::add_changes(state, changes);
    for (const Action change : changes) {
        const float gain = change.kind() == Kind::use_reroll
                               ? average_of_step(state, change.die())
                               : gain_of_steps(state, baywatch::changed(state.steps, change));
        if (gain <= least) continue;
        least = gain;
        best = change;
    }
    return best;
}

/// HB12, HB13
Action Policy::use_before_turn(const State& state) {
    Action best(Kind::pass);
    float least = evaluator_.tile_kept();
    State::ActionList uses;
    baywatch::add_uses_before_turn(state, uses);
    for (const Action use : uses) {
        float gain = 0;
        if (use.kind() == Kind::use_head_start) {
            gain = evaluator_.gain(state, use.beach(), use.spaces());
        } else if (use.kind() == Kind::use_pool_die) {
            const Die die = use.pool_die();
            gain = evaluator_.gain(state, die.colour(), die.number());
        }
        if (gain <= least) continue;
        least = gain;
        best = use;
    }
    return best;
}

}  // namespace springtide::high_tide_henn
