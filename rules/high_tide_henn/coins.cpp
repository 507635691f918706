#include "rules/high_tide_henn/coins.hpp"

#include <algorithm>

#include "rules/high_tide_henn/round.hpp"
#include "rules/high_tide_henn/turn.hpp"

namespace springtide::high_tide_henn::coins {

namespace {

/// HC2: a coin lies there, and the seat has none of this colour.
bool may_take(const State& state, Seat seat, Colour beach, int space) {
    return space >= 1 && space <= coins_per_colour && state.coins.taken[seat][beach] == 0 &&
           ((state.beaches[beach].coins >> (space - 1)) & 1U) != 0;
}

/// HC4: compares two seats' coins; equal only if every colour is.
auto compare(const State& state, const Scores& scores, Seat a, Seat b) {
    if (const auto by_total = scores.coin_totals[b] <=> scores.coin_totals[a]; by_total != 0) return by_total;
    for (const Colour colour : all_colours)
        if (const auto by_colour = value_of(state, b, colour) <=> value_of(state, a, colour); by_colour != 0)
            return by_colour;
    return std::strong_ordering::equal;
}

/// The values of coins in 7 bits each.
template <class Values>
std::uint64_t packed_coins(const Values& values) {
    std::uint64_t packed = 0;
    for (std::size_t i = 0; i < values.size(); ++i) packed |= std::uint64_t{values[i]} << (7 * i);
    return packed;
}

}  // namespace

bool set_up(State& state) {
    if (state.coins.values[black][0] != 0) return false;  // no coin is worth 0: they lie already
    state.phase = Phase::laying_coins;
    return true;
}

bool is_possible(const State& state, const Chance& chance) {
    return std::ranges::all_of(chance.coins, [&](const auto& of_beach) {
        return std::ranges::is_permutation(of_beach, state.options.coin_values);
    });
}

Chance draw(const State& state, Random& random) {
    Chance chance;
    chance.kind = Chance::Kind::coins;
    for (auto& of_beach : chance.coins) {
        of_beach = state.options.coin_values;
        random.shuffle(of_beach);
    }
    return chance;
}

void lay(State& state, const Chance& chance, EventList* events) {
    state.coins.values = chance.coins;
    for (const Colour colour : all_colours) {
        state.beaches[colour].coins = 255;
        if (events != nullptr)
            tell(events, Happening::coins_laid, -1,
                 as_values(packed_coins(chance.coins[colour]) | std::uint64_t{colour} << 56U));
    }
    high_tide_henn::set_up(state, events);
}

bool stops_at_coin(const State& state, Step step) {
    const Beach& beach = state.beaches[step.beach];
    if (beach.is_wet(state.acting)) return false;
    return may_take(state, state.acting, step.beach, beach.reach(beach.space(state.acting), step.spaces));
}

bool order_matters(const State& state) {
    return stops_at_coin(state, state.steps[0]) || stops_at_coin(state, state.steps[1]);
}

bool stops_between(const State& state) { return stops_at_coin(state, state.steps[0]); }

bool landing(State& state, Colour beach) {
    if (!may_take(state, state.acting, beach, state.beaches[beach].space(state.acting))) return false;
    state.landed = beach;
    state.phase = Phase::landing;
    return true;
}

void decide(State& state, bool take, EventList* events) {
    const auto colour = static_cast<Colour>(state.landed);
    Beach& beach = state.beaches[colour];
    const int space = beach.space(state.acting);
    const std::uint8_t value = state.coins.values[colour][static_cast<std::size_t>(space - 1)];
    if (take) {
        beach.coins = static_cast<std::uint8_t>(beach.coins & ~(1U << (space - 1)));
        state.coins.taken[state.acting][colour] = static_cast<std::uint8_t>(space);
    }
    const bool hidden = take && state.options.coins_hidden;
    tell(events, take ? Happening::coin_taken : Happening::coin_left, state.acting,
         {colour, static_cast<std::int16_t>(space), value, hidden});
    if (hidden) tell(events, Happening::own_coin, state.acting, {colour, value}, state.acting);
    state.landed = 0;
    walk_on(state, events);
}

void show(const State& state, EventList* events) {
    for (Seat seat = 0; seat < state.players; ++seat) {
        ByColour<std::uint8_t> values{};
        for (const Colour colour : all_colours)
            values[colour] = static_cast<std::uint8_t>(value_of(state, seat, colour));
        tell(events, Happening::coins_shown, seat, as_values(packed_coins(values)));
    }
}

int value_of(const State& state, Seat seat, Colour colour) {
    const std::uint8_t space = state.coins.taken[seat][colour];
    return space == 0 ? 0 : state.coins.values[colour][space - 1U];
}

void score(const State& state, Scores& scores) {
    FixedList<Seat, max_players> owners;  // HC4: without coins nothing is scored
    for (Seat seat = 0; seat < state.players; ++seat) {
        int total = 0;
        for (const Colour colour : all_colours) total += value_of(state, seat, colour);
        scores.coin_totals[seat] = static_cast<std::int16_t>(total);
        owners.push_back_if(total > 0, seat);
    }
    std::ranges::sort(owners, [&](Seat a, Seat b) { return compare(state, scores, a, b) < 0; });
    int place = 0;
    for (std::size_t i = 0; i < owners.size(); ++i) {
        // Coins that are alike to the last share the better place; only coin_values with equal numbers allow that.
        if (i > 0 && compare(state, scores, owners[i - 1], owners[i]) != 0) place = static_cast<int>(i);
        scores.coins[owners[i]] = place_points(state.players, place);
    }
}

}  // namespace springtide::high_tide_henn::coins
