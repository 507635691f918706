#include "rules/high_tide_henn/turn.hpp"

#include <utility>

#include "rules/high_tide_henn/moments.hpp"
#include "rules/high_tide_henn/round.hpp"

namespace springtide::high_tide_henn {

void begin_turn(State& state, EventList* events) {
    state.active = state.pile.take_top();
    state.acting = state.active;
    tell(events, Happening::turn_comes, state.active);
    if (moments::before_turn(state)) return;
    start_turn(state, events);
}

void start_turn(State& state, EventList* events) {
    state.acting = state.active;
    state.phase = Phase::choosing;
    if (is_first_turn(state) || state.track.rental == 0) return;  // H7
    if (moments::rental_stays(state)) return;
    move_rental(state, events);
}

void put_into_pool(State& state, Pair dice, EventList* events) {
    state.pool.add(dice);
    tell(events, Happening::pooled, -1, {dice.left.code(), dice.right.code()});
}

void move_rental(State& state, EventList* events) {
    std::uint8_t& rental = state.track.rental;
    rental = static_cast<std::uint8_t>(rental == space_count(state.players) ? 0 : rental + 1);
    tell(events, Happening::rental_moved, -1, {rental});
}

namespace {

constexpr std::int16_t code(Die die) { return die.code(); }

/// The steps of the pair in hand, as long as no tile changes it.
void set_steps(State& state) {
    const Pair pair = state.hand;
    state.steps = {Step{pair.left.colour(), static_cast<std::int8_t>(pair.left.number())},
                   Step{pair.right.colour(), static_cast<std::int8_t>(pair.right.number())}};
    state.step_count = 2;
}

void after_choosing(State& state, EventList* events) {
    if (moments::after_choosing(state)) return;
    make_moves(state, events);
}

/// H15: the towel on the first free space, the dice into the pool.
void end_turn(State& state, EventList* events) {
    tell(events, Happening::towel_laid, state.active, {static_cast<std::int16_t>(state.track.first_free())});
    state.track.lay_towel(state.active);
    if (!moments::keeps_dice(state, events)) put_into_pool(state, state.hand, events);
    state.hand = {};
    state.taken_from = 0;
    if (state.options.ending == Ending::at_once && anyone_wet(state)) return end_game(state, events);  // H19
    if (state.pile.empty()) return end_round(state, events);
    begin_turn(state, events);
}

Step next_step(State& state) {
    const Step step = state.steps[0];
    state.steps = {state.steps[1], Step{}};
    --state.step_count;
    return step;
}

/// H13, H14, H18: does the deckchair stand on a space afterwards?
bool move_deckchair(State& state, Step step, EventList* events) {
    Beach& beach = state.beaches[step.beach];
    const Seat seat = state.acting;
    if (beach.is_wet(seat)) {
        tell(events, Happening::move_lost, seat, {step.beach, step.spaces});
        return false;
    }
    const int from = beach.space(seat);
    const int to = beach.reach(from, step.spaces);
    beach.put(seat, to);
    const auto left = static_cast<std::int16_t>(from);
    if (to == water_space) {
        tell(events, Happening::moved_in_water, seat, {step.beach, left});
        return false;
    }
    tell(events, Happening::moved, seat, {step.beach, left, static_cast<std::int16_t>(to)});
    return true;
}

}  // namespace

void roll(State& state, Pair dice, EventList* events) {
    state.bag.take(dice.left.colour());
    state.bag.take(dice.right.colour());
    state.hand = dice;
    state.phase = Phase::answering;
    tell(events, Happening::rolled, state.active, {code(dice.left), code(dice.right)});
}

void accept(State& state, EventList* events) {
    tell(events, Happening::accepted, state.active, {code(state.hand.left), code(state.hand.right)});
    set_steps(state);
    after_choosing(state, events);
}

void decline(State& state, EventList* events) {
    tell(events, Happening::declined, state.active,
         {code(state.hand.left), code(state.hand.right), static_cast<std::int16_t>(state.track.first_free())});
    state.track.lay_dice(state.hand);
    state.hand = {};
    state.phase = Phase::rolling;
}

void take(State& state, int space, EventList* events) {
    state.hand = state.track.take_dice(space);
    state.taken_from = static_cast<std::uint8_t>(space);
    tell(events, Happening::took, state.active,
         {code(state.hand.left), code(state.hand.right), static_cast<std::int16_t>(space)});
    set_steps(state);
    if (dice_to_reroll(space) > 0)
        state.phase = Phase::choosing_reroll;
    else
        after_choosing(state, events);
}

void choose_reroll(State& state, unsigned dice, EventList* events) {
    if (dice == 0) return after_choosing(state, events);
    state.rerolling = static_cast<std::uint8_t>(dice);
    state.phase = Phase::rerolling;
}

void reroll(State& state, std::array<std::uint8_t, 2> numbers, EventList* events) {
    std::size_t next = 0;
    for (const std::size_t which : {0U, 1U}) {
        if (((state.rerolling >> which) & 1U) == 0) continue;
        Die& die = which == 0 ? state.hand.left : state.hand.right;
        die = Die(die.colour(), numbers[next++]);
        state.steps[which] = state.steps[which].as_long_as(die.number());
    }
    tell(events, Happening::rerolled, state.active, {code(state.hand.left), code(state.hand.right), state.rerolling});
    state.rerolling = 0;
    after_choosing(state, events);
}

void make_moves(State& state, EventList* events) {
    if (state.step_count == 2 && state.steps[0].beach == state.steps[1].beach) {
        if (moments::order_matters(state)) {
            state.phase = Phase::ordering;
            return;
        }
        if (!moments::stops_between(state)) return move_together(state, events);
    }
    walk_on(state, events);
}

void move_together(State& state, EventList* events) {
    const int total = state.steps[0].spaces + state.steps[1].spaces;
    state.steps = {Step{state.steps[0].beach, static_cast<std::int8_t>(total)}, Step{}};
    state.step_count = 1;
    if (total == 0) next_step(state);  // HB10: it stays, and does not arrive again
    walk_on(state, events);
}

void add_orders(const State& state, State::ActionList& actions) {
    const bool back = baywatch::goes_back(state);  // HB10: one die is used first only to take a coin
    for (const DieIndex die : {left_die, right_die})
        actions.push_back_if(!back || coins::stops_at_coin(state, state.steps[die]), Action::first(die));
    actions.push_back_if(back, Action(Action::Kind::move));
}

void move_first(State& state, DieIndex die, EventList* events) {
    const bool for_coin = baywatch::goes_back(state);
    if (die == right_die) std::swap(state.steps[0], state.steps[1]);
    walk_on(state, events);
    if (for_coin) coins::decide(state, true, events);
}

void walk_on(State& state, EventList* events) {
    while (state.step_count > 0) {
        const Step step = next_step(state);
        if (move_deckchair(state, step, events) && moments::landing(state, step.beach)) return;
    }
    if (state.moves_before_turn)
        moments::moved_before_turn(state, events);
    else
        end_turn(state, events);
}

void Pending::tell_change(const State& now, EventList* events) const {
    if (now.step_count != step_count_ || now.steps != steps_) {
        std::array<std::int16_t, 4> left = {-1, 0, -1, 0};
        for (std::size_t i = 0; i < now.step_count; ++i) {
            left[2 * i] = now.steps[i].beach;
            left[2 * i + 1] = now.steps[i].spaces;
        }
        tell(events, Happening::steps, -1, left);
    }
    if (now.phase != phase_) tell(events, Happening::asked, -1, {static_cast<std::int16_t>(now.phase)});
}

}  // namespace springtide::high_tide_henn
