#include "bots/high_tide_henn/policy.hpp"

#include <algorithm>
#include <bit>

namespace springtide::high_tide_henn {

namespace {

using Kind = Action::Kind;

/// The line for so many rolls, at least one.
float by_rolls(const std::array<float, 3>& lines, int rolls) {
    return lines[static_cast<std::size_t>(std::min(rolls, 3) - 1)];
}

}  // namespace

Reroll<float> Policy::reroll(const State& state, Pair pair, int space) {
    if (reroll_choices(space) == 1) return {.dice = 0, .gain = weighing_.gain(state, pair)};
    const Colour left = pair.left.colour();
    const Colour right = pair.right.colour();
    if (left != right && !state.options.baywatch) {  // what two dice bring adds up, and so do their averages
        return best_reroll(space, weighing_.gain(state, left, pair.left.number()), weighing_.average(state, left),
                           weighing_.gain(state, right, pair.right.number()), weighing_.average(state, right));
    }
    return best_reroll(pair, space, [&](Pair rolled) { return weighing_.gain(state, rolled); });
}

Action Policy::choose_pair(const State& state) {
    Action best{Kind::roll, 0};
    float promised = 0;
    for (unsigned spaces = state.track.spaces_with_dice(); spaces != 0; spaces &= spaces - 1) {
        const int space = std::countr_zero(spaces) + 1;
        const float there = reroll(state, state.track.dice(space), space).gain;
        if (best.kind == Kind::take && there <= promised) continue;
        best = {Kind::take, static_cast<std::uint8_t>(space)};
        promised = there;
    }
    const int free = free_spaces(state);
    if (free == 0) return best;
    const Taste& taste = weighing_.taste();
    const float least = by_rolls(taste.take, free) + taste.patience * weighing_.promise(free);
    return promised >= least ? best : Action{Kind::roll, 0};
}

Action Policy::answer(const State& state) {
    const int spare = free_spaces(state) - 1;
    const Taste& taste = weighing_.taste();
    float here = weighing_.gain(state, state.hand);
    if (((state.baywatch.tiles[state.active] >> static_cast<unsigned>(Tile::swap)) & 1U) != 0) {  // HB7
        Action best{Kind::accept, 0};
        float least = here + weighing_.tile_kept();
        for (unsigned spaces = state.track.spaces_with_dice(); spaces != 0; spaces &= spaces - 1) {
            const int space = std::countr_zero(spaces) + 1;
            const float there = reroll(state, state.track.dice(space), space).gain;
            if (there <= least) continue;
            least = there;
            best = {Kind::use_swap, static_cast<std::uint8_t>(space)};
        }
        if (best.kind == Kind::use_swap) return best;
    }
    if (spare < 1) return {Kind::accept, 0};
    const float least = by_rolls(taste.accept, spare) + taste.patience * weighing_.promise(spare);
    return {here < least ? Kind::decline : Kind::accept, 0};
}

/// HC3, HB10: the order that ends better, counting the coin on the way.
Action Policy::order(const State& state) {
    const float left_first = gain_of_steps(state, state.steps);
    const float right_first = gain_of_steps(state, {state.steps[1], state.steps[0]});
    return {Kind::first, static_cast<std::uint8_t>(right_first > left_first ? 1 : 0)};
}

Action Policy::land(const State& state) {
    const auto colour = static_cast<Colour>(state.landed);
    const float gain = weighing_.coin_gain(state, colour, state.beaches[colour].space(state.acting));
    return {weighing_.taste().coin.now == 0 || gain > 0 ? Kind::take_coin : Kind::leave_coin, 0};
}

Action Policy::choose(const State& state, Seat seat) {
    switch (state.phase) {
        case Phase::choosing:
            weighing_.forget();
            if (!state.track.has_any_dice()) return {Kind::roll, 0};
            weighing_.look(state, seat);
            return choose_pair(state);
        case Phase::answering:
            if (free_spaces(state) < 2 && state.baywatch.tiles[seat] == 0) return {Kind::accept, 0};
            weighing_.look(state, seat);
            return answer(state);
        case Phase::choosing_reroll:
            weighing_.look(state, seat);
            return {Kind::reroll, reroll(state, state.hand, state.taken_from).dice};
        case Phase::using_tiles: weighing_.look(state, seat); return change_pair(state);
        case Phase::ordering: weighing_.look(state, seat); return order(state);
        case Phase::landing: weighing_.look(state, seat); return land(state);
        default:
            weighing_.forget();
            weighing_.look(state, seat);
            return use_before_turn(state);
    }
}

}  // namespace springtide::high_tide_henn
