#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "notation/turn_the_tide.hpp"
#include "rules/turn_the_tide/rules.hpp"

/// Words for tests: hands, tables and tricks in one line each.
namespace springtide::turn_the_tide {

inline Cards cards(std::initializer_list<int> numbers) {
    Cards set = 0;
    for (const int number : numbers) set |= card_bit(number);
    return set;
}

inline Chance tides(int first, int second) {
    Chance chance;
    chance.tides = {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)};
    return chance;
}

inline Chance deal_of(std::initializer_list<Cards> hands) {
    Chance chance;
    chance.kind = Chance::Kind::deal;
    std::size_t seat = 0;
    for (const Cards hand : hands) chance.hands[seat++] = hand;
    return chance;
}

/// Seat s gets every card whose remainder by 5 is s: twelve cards each, as mixed as can be, 4 or 5 preservers.
inline Chance plain_deal(int players) {
    Chance chance;
    chance.kind = Chance::Kind::deal;
    for (int card = 1; card <= weather_cards; ++card)
        if (card % max_players < players) chance.hands[at(card % max_players)] |= card_bit(card);
    return chance;
}

inline State dealt_table(int players, Options options = {}) {
    State state = start(options, players);
    apply_chance(state, plain_deal(players));
    return state;
}

/// A table in the middle of a round: preservers and tide levels by seat (0: no tide card yet).
inline State table_with(std::vector<int> preservers, std::vector<int> levels, Options options = {}) {
    State state = dealt_table(static_cast<int>(preservers.size()), options);
    for (std::size_t seat = 0; seat < preservers.size(); ++seat) {
        state.preservers[seat] = static_cast<std::uint8_t>(preservers[seat]);
        state.tide[seat] = static_cast<std::uint8_t>(levels[seat]);
        if (levels[seat] != 0) state.tide_deck = without_tide(state.tide_deck, levels[seat]);
    }
    return state;
}

/// Those still in play, in order of seat, one of their cards each; 0 stands for a seat that is out.
inline EventList play_cards(State& state, std::vector<int> chosen) {
    EventList events;
    for (std::size_t seat = 0; seat < chosen.size(); ++seat) {
        if (chosen[seat] == 0) continue;
        const Action action{static_cast<std::uint8_t>(chosen[seat])};
        EXPECT_TRUE(is_legal(state, static_cast<Seat>(seat), action)) << "seat " << seat << " plays " << chosen[seat];
        events.clear();
        apply(state, static_cast<Seat>(seat), action, &events);
    }
    return events;
}

/// One trick in which `first` plays the highest card and `second` the second highest, all others their lowest.
inline EventList trick(State& state, Seat first, Seat second, int one_tide, int other_tide) {
    apply_chance(state, tides(one_tide, other_tide));
    const auto highest_of = [](Cards hand) { return nth_card(hand, static_cast<std::uint32_t>(count(hand) - 1)); };
    std::vector<int> chosen(state.players, 0);
    for (const Seat seat : state.still_in) chosen[seat] = nth_card(state.hand[seat], 0);
    chosen[first] = highest_of(state.hand[first]);
    chosen[second] = highest_of(state.hand[second] & (card_bit(chosen[first]) - 1));
    for (const Seat seat : state.still_in)
        EXPECT_TRUE(seat == first || seat == second || chosen[seat] < chosen[second]) << "the hands do not allow it";
    return play_cards(state, chosen);
}

template <class T>
std::vector<int> ints(const State& state, const BySeat<T>& values) {
    return {values.begin(), values.begin() + state.players};
}

inline std::vector<int> scores(const State& state) { return ints(state, state.scores); }
inline std::vector<int> preservers(const State& state) { return ints(state, state.preservers); }
inline std::vector<int> levels(const State& state) { return ints(state, state.tide); }

inline std::string view_of(const State& state, Observer observer) {
    JsonWriter json;
    json.begin_object();
    GameText<State>::write_view(observe(state, observer), json);
    json.end_object();
    return json.take();
}

inline int count_of(const EventList& events, Happening happening) {
    int number = 0;
    for (const Event& event : events) number += event.kind == static_cast<std::uint8_t>(happening) ? 1 : 0;
    return number;
}

}  // namespace springtide::turn_the_tide
