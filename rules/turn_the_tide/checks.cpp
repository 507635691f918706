#include <array>
#include <bit>

#include "rules/turn_the_tide/rules.hpp"

namespace springtide::turn_the_tide {

namespace {

const char* broken_before_deal(const State& state) {
    State fresh = start(state.options, state.players);
    return state == fresh ? nullptr : "nothing lies on the table before the deal (T4)";
}

/// T4, T5, T16: the weather cards and what they are worth.
const char* broken_cards(const State& state) {
    Cards taken = state.left_out;
    for (std::size_t seat = 0; seat < max_players; ++seat) {
        const bool is_seat = seat < state.players;
        if (count(state.dealt[seat]) != (is_seat ? hand_size : 0))
            return "every seat begins a round with 12 cards (T4)";
        if ((state.dealt[seat] & taken) != 0) return "a weather card is in two places (T2)";
        taken |= state.dealt[seat];
        if ((state.hand[seat] & ~state.dealt[seat]) != 0) return "a hand has a card it did not begin with (T16)";
        if ((state.uncovered[seat] & ~state.dealt[seat]) != 0) return "what was uncovered travels with its hand (T16)";
        if (state.round == 1 && state.uncovered[seat] != 0) return "nothing was uncovered before the first round";
        if (state.worth[seat] != preservers_of(state.dealt[seat])) return "a hand keeps its preservers (T5)";
        if (state.preservers[seat] > state.worth[seat]) return "preservers never grow (T5)";
    }
    return taken == all_cards ? nullptr : "a weather card is missing (T2)";
}

/// T3, T9: the tide cards; each level exists twice.
const char* broken_tides(const State& state) {
    const bool turned = state.phase != Phase::turning_up;
    if ((state.tide_deck & ~full_tide_deck) != 0) return "there are 24 tide cards (T3)";
    if (tides_left(state.tide_deck) != 2 * (hand_size - state.trick + (turned ? 0 : 1)))
        return "every trick takes two tide cards (T6)";
    std::array<int, highest_tide + 1> showing{};
    for (std::size_t seat = 0; seat < max_players; ++seat) {
        if (state.tide[seat] > highest_tide) return "tide levels go up to 12 (T3)";
        ++showing[state.tide[seat]];
    }
    for (const auto tide : state.upturned) {
        if (tide > highest_tide) return "tide levels go up to 12 (T3)";
        if ((tide != 0) != (state.phase == Phase::choosing))
            return "tide cards lie open only while players choose (T6)";
        ++showing[tide];
    }
    for (int level = 1; level <= highest_tide; ++level)
        if (showing[at(level)] + tides_left(state.tide_deck, level) > 2) return "each tide level exists twice (T3)";
    return nullptr;
}

/// T6, T10, T11: the seats still in, and their choices.
const char* broken_seats(const State& state) {
    const auto seats = SeatSet::first(state.players);
    if ((state.still_in.bits() & ~seats.bits()) != 0) return "only seats can be in (T1)";
    if (state.phase != Phase::over && state.still_in.size() <= 2)
        return "with two players left the round is over (T13)";
    if ((state.to_choose.bits() & ~state.still_in.bits()) != 0) return "only those still in choose (T11)";
    if (state.to_choose.empty() == (state.phase == Phase::choosing)) return "the last choice is revealed at once (T6)";
    const int tricks_played = state.trick - (state.phase == Phase::over ? 0 : 1);
    for (const Seat seat : seats) {
        const bool in = state.still_in.contains(seat);
        const int held = count(state.hand[seat]);
        if (in && held != hand_size - tricks_played)
            return "everybody still in has played the same number of cards (T6)";
        if (!in && (held < hand_size - tricks_played || held == hand_size)) return "who is out keeps their cards (T11)";
        if (!in && (state.tide[seat] != 0 || state.preservers[seat] != 0)) return "who is out shows nothing (T11)";
        const bool has_chosen = state.phase == Phase::choosing && in && !state.to_choose.contains(seat);
        if (has_chosen != (state.chosen[seat] != 0)) return "who has chosen has a chosen card (T6)";
        if (has_chosen && !contains(state.hand[seat], state.chosen[seat])) return "a chosen card is in the hand (T6)";
    }
    return nullptr;
}

}  // namespace

std::uint64_t hash(const State& state) {
    std::uint64_t sum = 0;
    std::uint64_t place = 0;
    for (const auto word : std::bit_cast<std::array<std::uint64_t, sizeof(State) / 8>>(state))
        sum += mix(word ^ (++place * 0x9E3779B97F4A7C15ULL));
    return mix(sum);
}

std::uint64_t hash_from_scratch(const State& state) { return hash(state); }

const char* broken_invariant(const State& state) {
    if (state.players < min_players || state.players > max_players) return "3 to 5 players (T1)";
    if (state.phase == Phase::dealing) return broken_before_deal(state);
    if (state.round < 1 || state.round > state.players) return "as many rounds as players (T17)";
    if (state.trick < 1 || state.trick > hand_size) return "a round has up to 12 tricks (T13)";
    if (state.phase == Phase::over && state.round != state.players) return "the game ends with the last round (T17)";
    for (const auto broken : {broken_cards, broken_tides, broken_seats})
        if (const char* words = broken(state)) return words;
    return nullptr;
}

}  // namespace springtide::turn_the_tide
