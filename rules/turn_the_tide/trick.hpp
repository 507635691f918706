#pragma once

#include <algorithm>
#include <array>

#include "rules/turn_the_tide/state.hpp"

/// The steps after the last card of a trick is chosen (T7 to T12), each clause a function.
namespace springtide::turn_the_tide {

/// T6, T10: the chosen cards are turned over all at once, and leave the hands.
inline void reveal(State& state, EventList* events) {
    state.last_trick = state.chosen;
    state.chosen = {};
    for (const Seat seat : state.still_in) state.hand[seat] &= ~card_bit(state.last_trick[seat]);
    if (events == nullptr) return;
    auto cards = std::uint64_t{state.players} << 56U;
    for (std::size_t seat = 0; seat < max_players; ++seat) cards |= std::uint64_t{state.last_trick[seat]} << (8 * seat);
    tell(events, Happening::revealed, -1, as_values(cards));
}

/// T7, T8: the highest card takes the lower tide card, the second highest the other; a new one covers the old one.
inline void take_tides(State& state, EventList* events) {
    // A card in the upper bits, its seat in the lower three: the order of these numbers is the order of the cards.
    unsigned highest = 0;
    unsigned second = 0;
    for (const Seat seat : state.still_in) {
        const unsigned bid = state.last_trick[seat] * 8U + seat;
        second = std::max(second, std::min(highest, bid));
        highest = std::max(highest, bid);
    }
    const auto [lower, higher] = std::minmax(state.upturned[0], state.upturned[1]);
    state.tide[highest % 8] = lower;
    state.tide[second % 8] = higher;
    if (events != nullptr) {
        tell(events, Happening::took, static_cast<int>(highest % 8), {lower});
        tell(events, Happening::took, static_cast<int>(second % 8), {higher});
    }
    state.upturned = {};
}

/// The highest tide level showing among those still in, 0 if there is none.
inline std::uint8_t highest_showing(const State& state) {
    std::uint8_t level = 0;
    for (const Seat seat : state.still_in) level = std::max(level, state.tide[seat]);
    return level;
}

/// T11: out for the rest of the round; hand and tide cards lie face down and count for nothing.
inline void eliminate(State& state, Seat seat, EventList* events) {
    state.still_in.erase(seat);
    state.tide[seat] = 0;
    tell(events, Happening::eliminated, seat);
}

/// T9, T11: each seat that shows this level loses a preserver, or is out. Did any seat pay?
inline bool charge_level(State& state, std::uint8_t level, EventList* events) {
    bool paid = false;
    for (const Seat seat : state.still_in) {
        if (state.tide[seat] != level) continue;
        if (state.preservers[seat] == 0) {
            eliminate(state, seat, events);
        } else {
            --state.preservers[seat];
            paid = true;
            tell(events, Happening::lost, seat, {state.preservers[seat]});
        }
    }
    return paid;
}

inline bool too_few_left(const State& state) { return state.still_in.size() <= 2; }  // T13

/// T9, T12, T13: charges the highest tide, and with `cascade` the next highest until a seat pays, as long as the
/// round lasts. Seats without a tide card show none, so they pay nothing.
inline void charge_highest(State& state, EventList* events) {
    for (;;) {
        const std::uint8_t level = highest_showing(state);
        if (level == 0 || charge_level(state, level, events)) return;
        if (too_few_left(state) || !state.options.cascade) return;
    }
}

}  // namespace springtide::turn_the_tide
