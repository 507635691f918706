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

/// What a pair brings after it was changed; where both dice walk one beach, the coin on the way counts.
float Policy::gain_of_steps(const State& state, std::array<Step, 2> steps) {
    const auto [first, second] = steps;
    if (first.beach != second.beach)
        return weighing_.gain(state, first.beach, first.spaces) + weighing_.gain(state, second.beach, second.spaces);
    const Beach& beach = state.beaches[first.beach];
    if (beach.is_wet(state.acting)) return 0;
    const int from = beach.space(state.acting);
    const int between = beach.reach(from, first.spaces);
    if (between == water_space) return weighing_.gain(state, first.beach, first.spaces);
    const float on_the_way = state.options.coins ? weighing_.coin_gain(state, first.beach, between) : 0;
    const int spaces = std::max(between + second.spaces, 0) - from;
    return on_the_way + weighing_.gain(state, first.beach, spaces);
}

/// A die of the pair rolled again, the other one as it is.
float Policy::average_of_step(const State& state, std::size_t die) {
    float sum = 0;
    for (int number = 1; number <= 6; ++number) {
        std::array<Step, 2> steps = state.steps;
        steps[die].spaces = static_cast<std::int8_t>(steps[die].spaces < 0 ? -number : number);
        sum += gain_of_steps(state, steps);
    }
    return sum / 6;
}

/// HB6, HB8, HB9, HB10
Action Policy::change_pair(const State& state) {
    Action best{Kind::move, 0};
    float least = gain_of_steps(state, state.steps) + weighing_.tile_kept();
    State::ActionList changes;
    baywatch::add_changes(state, changes);
    for (const Action change : changes) {
        const std::size_t detail = change.detail;
        std::array<Step, 2> steps = state.steps;
        float gain = 0;
        switch (change.kind) {
            case Kind::use_reroll: gain = average_of_step(state, detail); break;
            case Kind::use_adjust: {
                const std::array<int, 2> by = {static_cast<int>(detail / 3) - 1, static_cast<int>(detail % 3) - 1};
                for (const std::size_t die : {0U, 1U})
                    steps[die].spaces =
                        static_cast<std::int8_t>(steps[die].spaces + (steps[die].spaces < 0 ? -by[die] : by[die]));
                gain = gain_of_steps(state, steps);
                break;
            }
            case Kind::use_recolour:
                steps[detail / 8].beach = static_cast<Colour>(detail % 8);
                gain = gain_of_steps(state, steps);
                break;
            default:
                steps[detail].spaces = static_cast<std::int8_t>(-steps[detail].spaces);
                gain = gain_of_steps(state, steps);
        }
        if (gain <= least) continue;
        least = gain;
        best = change;
    }
    return best;
}

/// HB12, HB13
Action Policy::use_before_turn(const State& state) {
    Action best{Kind::pass, 0};
    float least = weighing_.tile_kept();
    State::ActionList uses;
    baywatch::add_uses_before_turn(state, uses);
    for (const Action use : uses) {
        float gain = 0;
        if (use.kind == Kind::use_head_start) {
            gain = weighing_.gain(state, static_cast<Colour>(use.detail / 8), use.detail % 8);
        } else if (use.kind == Kind::use_pool_die) {
            const Die die = Die::from_code(use.detail);
            gain = weighing_.gain(state, die.colour(), die.number());
        }
        if (gain <= least) continue;
        least = gain;
        best = use;
    }
    return best;
}

}  // namespace springtide::high_tide_henn
