#include "rules/high_tide_henn/sharks.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "rules/high_tide_henn/round.hpp"

namespace springtide::high_tide_henn::sharks {

namespace {

Chance alert_on(std::uint32_t beach) {
    Chance chance;
    chance.kind = Chance::Kind::alert;
    chance.value = static_cast<std::uint8_t>(beach);
    return chance;
}

Chance shark_of(std::uint8_t value) {
    Chance chance;
    chance.kind = Chance::Kind::shark;
    chance.value = value;
    return chance;
}

bool is_left(const State& state, std::size_t tile) { return ((state.sharks.revealed >> tile) & 1U) == 0; }

/// Is this the first of the tiles left with its value?
bool is_first_of_value(const State& state, std::size_t tile) {
    if (!is_left(state, tile)) return false;
    for (std::size_t other = 0; other < tile; ++other)
        if (is_left(state, other) && state.options.shark_values[other] == state.options.shark_values[tile])
            return false;
    return true;
}

/// HS2, HS3: the seat whose dry deckchair is nearest to the water, or `nobody` if none is on the sand.
std::uint8_t victim_on(const State& state, const Beach& beach) {
    std::uint8_t victim = nobody;
    Place nearest = at_bar;
    for (Seat seat = 0; seat < state.players; ++seat) {
        if (beach.is_wet(seat)) continue;
        // Counted from the right in the German text, from the left in the English one.
        const int in_space = state.options.edition == Edition::de ? beach.places[seat] % 8 : 7 - beach.places[seat] % 8;
        const auto rank = static_cast<Place>(beach.is_at_bar(seat) ? at_bar : beach.space(seat) * 8 + in_space);
        if (rank <= nearest) continue;
        nearest = rank;
        victim = seat;
    }
    return victim;
}

}  // namespace

bool round_start(State& state) {
    if (state.sharks.alert_round == state.round) return false;
    state.phase = Phase::raising_alert;
    return true;
}

bool is_possible_alert(const State& state, const Chance& chance) {
    return chance.value < colour_count && chance.value != state.sharks.alert;
}

std::uint32_t alert_count(const State& state) { return state.sharks.alert == nobody ? 6 : 5; }

Outcome<Chance> alert(const State& state, std::uint32_t index) {
    return {.chance = alert_on(index + (index >= state.sharks.alert ? 1 : 0)), .weight = 1};
}

Chance draw_alert(const State& state, Random& random) { return alert(state, random.below(alert_count(state))).chance; }

void raise_alert(State& state, const Chance& chance, EventList* events) {
    state.sharks.alert = chance.value;
    state.sharks.alert_round = state.round;
    tell(events, Happening::alert_raised, -1, {chance.value});
    open_round(state, events);
}

bool before_waves(State& state) {
    state.phase = Phase::revealing_shark;
    return true;
}

int tiles_left(const State& state, int value) {
    int count = 0;
    for (std::size_t tile = 0; tile < shark_tiles; ++tile)
        count += is_left(state, tile) && state.options.shark_values[tile] == value ? 1 : 0;
    return count;
}

bool is_possible_shark(const State& state, const Chance& chance) { return tiles_left(state, chance.value) > 0; }

std::uint32_t shark_count(const State& state) {
    std::uint32_t count = 0;
    for (std::size_t tile = 0; tile < shark_tiles; ++tile) count += is_first_of_value(state, tile) ? 1U : 0U;
    return count;
}

Outcome<Chance> shark(const State& state, std::uint32_t index) {
    for (std::size_t tile = 0; tile < shark_tiles; ++tile) {
        if (!is_first_of_value(state, tile) || index-- != 0) continue;
        const std::uint8_t value = state.options.shark_values[tile];
        return {.chance = shark_of(value), .weight = static_cast<std::uint32_t>(tiles_left(state, value))};
    }
    assert(false);
    return {};
}

Chance draw_shark(const State& state, Random& random) {
    auto skip = random.below(static_cast<std::uint32_t>(shark_tiles - std::popcount(state.sharks.revealed)));
    std::size_t tile = 0;
    while (!is_left(state, tile) || skip-- != 0) ++tile;
    return shark_of(state.options.shark_values[tile]);
}

void come(State& state, const Chance& chance, EventList* events) {
    std::size_t tile = 0;
    while (!is_left(state, tile) || state.options.shark_values[tile] != chance.value) ++tile;
    state.sharks.revealed = static_cast<std::uint8_t>(state.sharks.revealed | (1U << tile));

    const auto colour = static_cast<Colour>(state.sharks.alert);
    Beach& beach = state.beaches[colour];
    const std::uint8_t victim = victim_on(state, beach);
    tell(events, Happening::shark, victim == nobody ? -1 : victim, {colour, chance.value});
    if (victim != nobody) {
        const int from = beach.space(victim);
        const int to = beach.reach(from, -chance.value);
        beach.put(victim, to);
        tell(events, Happening::moved, victim,
             {colour, static_cast<std::int16_t>(from), static_cast<std::int16_t>(to)});
    }
    bring_waves(state, events);
}

}  // namespace springtide::high_tide_henn::sharks
