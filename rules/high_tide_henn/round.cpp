#include "rules/high_tide_henn/round.hpp"

#include "rules/high_tide_henn/moments.hpp"
#include "rules/high_tide_henn/scoring.hpp"
#include "rules/high_tide_henn/turn.hpp"

namespace springtide::high_tide_henn {

namespace {

/// H2, H4, H20: dice into the bag, rental on its space, track and pool empty.
void lay_out_round(State& state) {
    const int start = state.options.rental_start;
    state.bag = Bag::full(state.players);
    state.pool = {};
    state.track = {};
    // A start below the last usable space blocks nothing.
    state.track.rental = static_cast<std::uint8_t>(start <= space_count(state.players) ? start : 0);
}

void begin_round(State& state, EventList* events) {
    lay_out_round(state);
    if (events != nullptr)
        tell(events, Happening::round_started, -1,
             as_values(state.pile.packed() | std::uint64_t{state.round} << 32U |
                       std::uint64_t{state.track.rental} << 40U |
                       static_cast<std::uint64_t>(state.bag.count(black)) << 48U));
    open_round(state, events);
}

/// H20: piled from the top of the track downwards, so the lowest towel ends on top.
void pile_towels_again(State& state) {
    for (int space = 1; space <= space_count(state.players); ++space)
        if (state.track.has_towel(space)) state.pile.put_on_top(state.track.towel(space));
}

void bring_wave(State& state, Colour beach, int spaces, EventList* events) {
    const SeatSet caught = state.beaches[beach].flood(spaces);
    if (events == nullptr) return;
    tell(events, Happening::wave, -1, {beach, static_cast<std::int16_t>(spaces), state.beaches[beach].water});
    for (const Seat seat : caught) tell(events, Happening::flooded, seat, {beach});
}

}  // namespace

State start(const Options& options, int players) {
    State state;
    state.options = options;
    state.players = static_cast<std::uint8_t>(players);
    for (Beach& beach : state.beaches) beach.water = static_cast<std::uint8_t>(options.beach_length + 1);
    lay_out_round(state);
    return state;
}

void pile_towels(State& state, const Chance& chance, EventList* events) {
    for (int i = state.players - 1; i >= 0; --i) state.pile.put_on_top(chance.seats[static_cast<std::size_t>(i)]);
    tell(events, Happening::towels_piled, -1, as_values(state.pile.packed()));
    set_up(state, events);
}

void set_up(State& state, EventList* events) {
    if (moments::set_up(state)) return;
    begin_round(state, events);
}

void open_round(State& state, EventList* events) {
    if (moments::round_start(state)) return;
    begin_turn(state, events);
}

void end_round(State& state, EventList* events) {
    if (!state.track.has_any_dice()) {
        state.phase = Phase::rolling_waves;
        return;
    }
    if (moments::before_waves(state)) return;
    bring_waves(state, events);
}

void roll_waves(State& state, Pair dice, EventList* events) {
    state.bag.take(dice.left.colour());
    state.bag.take(dice.right.colour());
    tell(events, Happening::waves_rolled, state.active,
         {dice.left.code(), dice.right.code(), static_cast<std::int16_t>(state.track.first_free())});
    state.track.lay_dice(dice);
    end_round(state, events);
}

void bring_waves(State& state, EventList* events) {
    const Pair pair = state.track.dice(state.track.dice_space());
    bring_wave(state, pair.left.colour(), large_wave, events);
    bring_wave(state, pair.right.colour(), small_wave, events);
    if (state.round == round_count || anyone_wet(state)) return end_game(state, events);  // H19
    moments::round_end(state, events);
    pile_towels_again(state);
    ++state.round;
    begin_round(state, events);
}

void end_game(State& state, EventList* events) {
    state.phase = Phase::over;
    if (events != nullptr) tell_scores(state, events);
}

}  // namespace springtide::high_tide_henn
