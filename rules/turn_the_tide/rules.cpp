#include "rules/turn_the_tide/rules.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

#include "rules/turn_the_tide/trick.hpp"

namespace springtide::turn_the_tide {

namespace {

/// T14, T15.
void score_round(State& state, EventList* events) {
    std::uint8_t lowest = highest_tide;
    for (const Seat seat : state.still_in) lowest = std::min(lowest, state.tide[seat]);
    for (const Seat seat : SeatSet::first(state.players)) {
        const bool in = state.still_in.contains(seat);
        const int bonus = in && state.tide[seat] == lowest ? lowest_tide_points : 0;
        const int points = in ? state.preservers[seat] + bonus : out_points;
        state.scores[seat] = static_cast<std::int8_t>(state.scores[seat] + points);
        tell(events, Happening::scored, seat,
             {static_cast<std::int16_t>(points), static_cast<std::int16_t>(bonus), state.scores[seat]});
    }
}

/// The table as every round begins: all cards in hand, all preservers face up, no tide showing.
void begin_round(State& state, EventList* events) {
    state.hand = state.dealt;
    state.preservers = state.worth;
    state.tide = {};
    state.tide_deck = full_tide_deck;
    state.still_in = SeatSet::first(state.players);
    state.trick = 1;
    state.phase = Phase::turning_up;
    tell(events, Happening::next_round, -1, {state.round});
}

/// T16: each seat's starting hand goes to the left, and with it the record of its cards that were seen.
void pass_left(State& state, EventList* events) {
    const auto pass = [&state](auto& by_seat) {
        const auto last = by_seat[state.players - 1U];
        for (std::size_t seat = state.players - 1U; seat > 0; --seat) by_seat[seat] = by_seat[seat - 1];
        by_seat[0] = last;
    };
    for (std::size_t seat = 0; seat < state.players; ++seat)
        state.uncovered[seat] |= state.dealt[seat] & ~state.hand[seat];
    pass(state.dealt);
    pass(state.uncovered);
    pass(state.worth);
    if (events == nullptr) return;
    for (const Seat seat : SeatSet::first(state.players)) {
        const Seat receiver = left_of(state, seat);
        tell(events, Happening::passed, receiver, {seat, state.worth[receiver]});
        tell(events, Happening::hand, receiver, as_values(state.dealt[receiver]), receiver);
    }
}

void end_round(State& state, RoundEnd reason, EventList* events) {
    tell(events, Happening::round_ended, -1, {state.round, static_cast<std::int16_t>(reason)});
    score_round(state, events);
    if (state.round == state.players) {  // T17
        state.phase = Phase::over;
        if (events == nullptr) return;
        for (const Seat seat : result(state).winners) tell(events, Happening::won, seat, {state.scores[seat]});
        return;
    }
    pass_left(state, events);
    ++state.round;
    begin_round(state, events);
}

/// All seats have chosen.
void play_trick(State& state, EventList* events) {
    reveal(state, events);
    take_tides(state, events);
    charge_highest(state, events);
    if (too_few_left(state)) {
        end_round(state, RoundEnd::two_left, events);
    } else if (state.trick == hand_size) {
        end_round(state, RoundEnd::played_out, events);
    } else {
        ++state.trick;
        state.phase = Phase::turning_up;
        tell(events, Happening::next_trick, -1, {state.trick});
    }
}

/// T4.
void deal(State& state, const BySeat<Cards>& hands, EventList* events) {
    state.dealt = hands;
    state.left_out = all_cards & ~std::reduce(hands.begin(), hands.end(), Cards{0}, std::bit_or<>());
    for (const Seat seat : SeatSet::first(state.players)) {
        state.worth[seat] = static_cast<std::uint8_t>(preservers_of(hands[seat]));
        if (events == nullptr) continue;
        tell(events, Happening::hand, seat, as_values(hands[seat]), seat);
        tell(events, Happening::preservers, seat, {state.worth[seat]});
    }
    if (events != nullptr)
        tell(events, Happening::left_out, -1, as_values(state.left_out),
             state.options.leftovers_open ? for_everybody : for_nobody);
    begin_round(state, events);
}

}  // namespace

State start(const Options& options, int players) {
    assert(players >= min_players && players <= max_players);
    State state;
    state.options = options;
    state.players = static_cast<std::uint8_t>(players);
    state.still_in = SeatSet::first(players);
    return state;
}

State::ActionList legal_actions(const State& state, Seat seat) {
    State::ActionList actions;
    if (!state.to_choose.contains(seat)) return actions;
    for (Cards rest = state.hand[seat]; rest != 0; rest &= rest - 1)
        actions.push_back({static_cast<std::uint8_t>(std::countr_zero(rest))});
    return actions;
}

bool is_legal(const State& state, Seat seat, Action action) {
    return seat < state.players && state.to_choose.contains(seat) && action.card <= weather_cards &&
           contains(state.hand[seat], action.card);
}

void apply(State& state, Seat seat, Action action, EventList* events) {
    assert(is_legal(state, seat, action));
    state.chosen[seat] = action.card;
    state.to_choose.erase(seat);
    if (events != nullptr) {
        tell(events, Happening::chose, seat);
        tell(events, Happening::chosen_card, seat, {action.card}, seat);
    }
    if (state.to_choose.empty()) play_trick(state, events);
}

void retract(State& state, Seat seat, EventList* events) {
    assert(retractable(state).contains(seat));
    state.chosen[seat] = 0;
    state.to_choose.insert(seat);
    tell(events, Happening::took_back, seat);
}

void apply_chance(State& state, const Chance& chance, EventList* events) {
    assert(is_possible(state, chance));
    if (chance.kind == Chance::Kind::deal) return deal(state, chance.hands, events);
    state.upturned = chance.tides;
    state.tide_deck = without_tide(without_tide(state.tide_deck, chance.tides[0]), chance.tides[1]);
    state.to_choose = state.still_in;
    state.phase = Phase::choosing;
    tell(events, Happening::tides, -1, {chance.tides[0], chance.tides[1], state.trick});
}

Result result(const State& state) {
    Result result;
    const auto seats = SeatSet::first(state.players);
    int most = state.scores[0];
    for (const Seat seat : seats) {
        result.points[seat] = state.scores[seat];
        most = std::max<int>(most, state.scores[seat]);
    }
    if (state.phase == Phase::over)
        for (const Seat seat : seats)
            if (state.scores[seat] == most) result.winners.insert(seat);
    return result;
}

}  // namespace springtide::turn_the_tide
