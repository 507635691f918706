#include <algorithm>
#include <bit>

#include "rules/high_tide_henn/baywatch.hpp"
#include "rules/high_tide_henn/rules.hpp"

/// The invariants of every state.
namespace springtide::high_tide_henn {

namespace {

bool any_of_phases(const State& state, std::initializer_list<Phase> phases) {
    return std::ranges::find(phases, state.phase) != phases.end();
}

const char* broken_beach(const State& state, const Beach& beach) {
    if (beach.water < 1 || beach.water > state.options.beach_length + 1)
        return "water covers the beach, never the bar (H17)";
    for (Seat seat = 0; seat < max_players; ++seat) {
        const Place place = beach.places[seat];
        if (seat >= state.players && place != at_bar) return "nobody has a deckchair there (H1)";
        if (place == in_water || place == at_bar) continue;
        if (place / 8 == 0) return "nobody is first at the bar (H22)";
        if (place / 8 >= beach.water) return "a deckchair on a flooded space is in the water (H18)";
        if (std::ranges::count(beach.places, place) != 1) return "two deckchairs stand in one place (H14)";
        if (place % 8 != 0 && std::ranges::find(beach.places, place - 1) == beach.places.end())
            return "a space is filled from the left (H14)";
    }
    return nullptr;
}

const char* broken_track(const State& state) {
    const Track& track = state.track;
    const bool in_hand = state.taken_from != 0 && state.phase != Phase::over;
    SeatSet laid_down;
    int pairs = 0;
    for (int space = 1; space <= most_spaces; ++space) {
        if (track.has_dice(space)) {
            ++pairs;
            const Pair pair = track.dice(space);
            if (track.has_towel(space)) return "a towel lies on dice";
            if (!pair.left.is_real() || !pair.right.is_real()) return "a pair on the track is not two dice";
            if (!is_laid_order(pair.left, pair.right)) return "the higher number lies left (H11)";
        } else if (!(track.dice(space) == Pair{})) {
            return "dice lie where none are";
        }
        if (track.has_towel(space)) {
            if (laid_down.contains(track.towel(space))) return "a towel lies twice on the track (H1)";
            laid_down.insert(track.towel(space));
        } else if (track.towel(space) != 0) {
            return "a towel lies where none is";
        }
    }
    const int occupied = track.occupied();
    if (in_hand ? track.first_free() != state.taken_from : track.first_free() != occupied + 1)
        return "the track is filled from the top (H11, H15)";
    if (track.rental == 1 || track.rental > space_count(state.players))
        return "the rental is on the track or off it (H7)";
    if (occupied > space_count(state.players)) return "the track has one space more than players (H3)";

    SeatSet waiting;
    for (int i = 0; i < state.pile.size(); ++i) {
        if (waiting.contains(state.pile[i])) return "a towel lies twice in the pile (H1)";
        waiting.insert(state.pile[i]);
    }
    if ((waiting.bits() & laid_down.bits()) != 0) return "a towel lies in the pile and on the track (H1)";
    const SeatSet both = SeatSet::from_bits(static_cast<std::uint8_t>(waiting.bits() | laid_down.bits()));
    const SeatSet everybody = SeatSet::first(state.players);
    if (state.phase == Phase::piling_towels) return both.empty() ? nullptr : "no towel lies before they are piled (H6)";
    if (any_of_phases(state,
                      {Phase::laying_coins, Phase::dealing_surfers, Phase::revealing_tile, Phase::raising_alert}))
        return waiting == everybody ? nullptr : "all towels lie in the pile before a round (H20)";
    if (any_of_phases(state, {Phase::rolling_waves, Phase::revealing_shark}) && !(laid_down == everybody))
        return "all towels lie on the track after the last turn (H16)";
    // The pair rolled for the waves goes on the last space even if the rental stands there.
    if (!(laid_down == everybody) && free_spaces(state) < 0) return "nothing lies under the rental or below it (H8)";
    if (laid_down == everybody) return pairs <= 1 ? nullptr : "one space holds no towel after the last turn (H16)";
    if (state.phase == Phase::over && both == everybody) return nullptr;  // it ended at once (H19)
    if (both.contains(state.active)) return "the towel of the active seat is neither in the pile nor on the track";
    return both.size() + 1 == state.players ? nullptr : "a towel is missing (H1)";
}

const char* broken_dice(const State& state) {
    const bool holds =
        any_of_phases(state, {Phase::answering, Phase::choosing_reroll, Phase::rerolling, Phase::using_tiles}) ||
        (any_of_phases(state, {Phase::ordering, Phase::landing}) && !state.moves_before_turn);
    if (holds != !(state.hand == Pair{}))
        return "a pair is in hand exactly from the roll or taking to the end of the turn";
    for (const Colour colour : all_colours) {
        int count = state.bag.count(colour) + state.pool.count(colour);
        const auto add = [&](Pair pair) {
            count += pair.left.number() > 0 && pair.left.colour() == colour ? 1 : 0;
            count += pair.right.number() > 0 && pair.right.colour() == colour ? 1 : 0;
        };
        add(state.hand);
        add(state.baywatch.open_dice);
        for (int space = 1; space <= most_spaces; ++space) add(state.track.dice(space));
        if (count != (state.players <= 4 ? 2 : 3)) return "a die is lost or found (H2)";
    }
    return nullptr;
}

const char* broken_steps(const State& state) {
    const bool may_move = any_of_phases(
        state, {Phase::choosing_reroll, Phase::rerolling, Phase::using_tiles, Phase::ordering, Phase::landing});
    if (state.step_count > 2 || (!may_move && state.step_count > 0)) return "only a chosen pair moves deckchairs (H13)";
    for (std::size_t i = state.step_count; i < state.steps.size(); ++i)
        if (!(state.steps[i] == Step{})) return "a step is left over";
    if (state.phase == Phase::ordering && state.steps[0].beach != state.steps[1].beach)
        return "dice of two colours have no order";
    if ((state.phase == Phase::rerolling) != (state.rerolling != 0))
        return "dice are rolled again only when chosen (H12)";
    if (state.moves_before_turn && !any_of_phases(state, {Phase::landing}))
        return "a move before a turn is not finished";
    return nullptr;
}

const char* broken_coins(const State& state) {
    for (const Colour colour : all_colours) {
        unsigned taken = 0;
        for (const auto& of_seat : state.coins.taken) {
            const std::uint8_t space = of_seat[colour];
            if (space == 0) continue;
            if (space > coins_per_colour || ((taken >> (space - 1)) & 1U) != 0) return "a coin is taken twice (HC2)";
            taken |= 1U << (space - 1U);
        }
        const bool lie = state.coins.values[colour][0] != 0;
        if (lie && !std::ranges::is_permutation(state.coins.values[colour], state.options.coin_values))
            return "a beach has other coins than there are (HC1)";
        if ((state.beaches[colour].coins | taken) != (lie ? 255U : 0U) || (state.beaches[colour].coins & taken) != 0)
            return "a coin lies on the beach or somebody has it (HC2)";
    }
    return nullptr;
}

const char* broken_surfers(const State& state) {
    unsigned beaches = 0;
    const bool dealt = state.surfers[0] != no_surfer;
    for (Seat seat = 0; seat < max_players; ++seat) {
        const std::uint8_t beach = state.surfers[seat];
        if (!dealt || seat >= state.players) {
            if (beach != no_surfer) return "a surfer belongs to a player (HU1)";
            continue;
        }
        if (beach >= colour_count || ((beaches >> beach) & 1U) != 0) return "every surfer has another beach (HU1)";
        beaches |= 1U << beach;
    }
    return nullptr;
}

const char* broken_tiles(const State& state) {
    const Baywatch& own = state.baywatch;
    unsigned won = 0;
    for (const std::uint16_t tiles : own.tiles) {
        if ((tiles & won) != 0 || (tiles & ~own.turned_up) != 0) return "a tile is there once (HB1)";
        won |= tiles;
    }
    if (own.on_offer != no_tile && (((own.turned_up >> own.on_offer) & 1U) == 0 || ((won >> own.on_offer) & 1U) != 0))
        return "the tile on offer belongs to nobody (HB3)";
    if ((own.open_dice_of == nobody) != (own.open_dice == Pair{})) return "somebody has the open dice (HB2)";
    if (own.rental_stays && state.track.rental == 0) return "a rental that is off cannot stay (HB5)";
    return nullptr;
}

}  // namespace

const char* broken_invariant(const State& state) {
    if (state.players < min_players || state.players > max_players) return "3 to 6 play (H1)";
    if (state.round < 1 || state.round > round_count) return "there are six rounds (H19)";
    if (state.active >= state.players || state.acting >= state.players) return "a seat acts that nobody has";
    for (const Beach& beach : state.beaches)
        if (const char* broken = broken_beach(state, beach)) return broken;
    for (const auto broken_in : {broken_track, broken_dice, broken_steps, broken_coins, broken_surfers, broken_tiles})
        if (const char* broken = broken_in(state)) return broken;
    if (any_of_phases(state, {Phase::piling_towels, Phase::laying_coins, Phase::dealing_surfers, Phase::revealing_tile,
                              Phase::raising_alert}) &&
        anyone_wet(state))
        return "the game ends with the round in which a deckchair got wet (H19)";
    if (std::ranges::any_of(state.unused, [](std::uint8_t byte) { return byte != 0; })) return "unused bytes are 0";
    return nullptr;
}

}  // namespace springtide::high_tide_henn
