#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <compare>
#include <cstdint>

#include "core/fixed_list.hpp"
#include "core/rules.hpp"

/// Pebbles, a game to show how a game is added (docs/how-to/adding-a-game.md).
///
/// The sea throws some pebbles on the beach. In turn the players take one to three of them; each is a point, and who
/// takes the last one finds a shell worth some more. Most points win.
///
/// | option  | values | default | meaning                     |
/// |---------|--------|---------|-----------------------------|
/// | `shell` | 0 to 9 | 3       | what the shell is worth (P4) |
namespace springtide::pebbles {

inline constexpr int min_players = 2;  ///< P1
inline constexpr int max_players = 4;
inline constexpr int fewest_pebbles = 12;  ///< P2
inline constexpr int most_pebbles = 24;
inline constexpr int most_taken = 3;  ///< P3

struct Options {
    std::uint8_t shell = 3;
    friend bool operator==(const Options&, const Options&) = default;
};

/// Takes so many pebbles.
struct Action {
    std::uint8_t pebbles = 0;
    friend auto operator<=>(const Action&, const Action&) = default;
};

/// The sea throws so many pebbles.
struct Chance {
    std::uint8_t pebbles = 0;
    friend bool operator==(const Chance&, const Chance&) = default;
};

enum class Phase : std::uint8_t { before_the_wave, taking, over };

/// The kinds of events, for Event::kind.
enum class Happening : std::uint8_t {
    thrown,  ///< values: pebbles
    taken,   ///< seat; values: pebbles, how many are left, the seat's points
    shell,   ///< seat; values: the shell's worth, the seat's points
    turn,    ///< seat, which is to take now
    won,     ///< seat; values: points
};
inline constexpr int happening_count = static_cast<int>(Happening::won) + 1;

struct State {
    using Options = pebbles::Options;
    using Action = pebbles::Action;
    using Chance = pebbles::Chance;
    using ActionList = FixedList<Action, most_taken>;

    Phase phase = Phase::before_the_wave;
    std::uint8_t players = min_players;
    Seat mover = 0;
    std::uint8_t heap = 0;
    std::array<std::uint8_t, max_players> points{};
    Options options;
    friend bool operator==(const State&, const State&) = default;
};

inline State start(const Options& options, int players) {
    State state;
    state.options = options;
    state.players = static_cast<std::uint8_t>(players);
    return state;
}
inline int player_count(const State& state) { return state.players; }
inline ToAct to_act(const State& state) {
    return {.seats = state.phase == Phase::taking ? SeatSet::of(state.mover) : SeatSet{},
            .chance = state.phase == Phase::before_the_wave};
}

inline bool is_legal(const State& state, Seat seat, Action action) {
    return state.phase == Phase::taking && seat == state.mover && action.pebbles >= 1 && action.pebbles <= most_taken &&
           action.pebbles <= state.heap;  // P3
}
inline State::ActionList legal_actions(const State& state, Seat seat) {
    State::ActionList actions;
    for (std::uint8_t pebbles = 1; pebbles <= most_taken; ++pebbles)
        if (is_legal(state, seat, {pebbles})) actions.push_back({pebbles});
    return actions;
}

inline Result result(const State& state) {
    Result result;
    for (const Seat seat : SeatSet::first(state.players)) result.points[seat] = state.points[seat];
    if (state.phase != Phase::over) return result;
    const int most = *std::ranges::max_element(state.points);
    for (const Seat seat : SeatSet::first(state.players))
        if (state.points[seat] == most) result.winners.insert(seat);  // P5
    return result;
}

inline void apply(State& state, Seat seat, Action action, EventList* events = nullptr) {
    assert(is_legal(state, seat, action));
    state.heap = static_cast<std::uint8_t>(state.heap - action.pebbles);
    state.points[seat] = static_cast<std::uint8_t>(state.points[seat] + action.pebbles);  // P4
    tell(events, Happening::taken, seat, {action.pebbles, state.heap, state.points[seat]});
    if (state.heap > 0) {
        state.mover = static_cast<Seat>((seat + 1) % state.players);
        return tell(events, Happening::turn, state.mover);
    }
    state.points[seat] = static_cast<std::uint8_t>(state.points[seat] + state.options.shell);  // P4
    state.phase = Phase::over;
    tell(events, Happening::shell, seat, {state.options.shell, state.points[seat]});
    for (const Seat winner : result(state).winners) tell(events, Happening::won, winner, {state.points[winner]});
}

inline bool is_possible(const State& state, const Chance& chance) {
    return state.phase == Phase::before_the_wave && chance.pebbles >= fewest_pebbles && chance.pebbles <= most_pebbles;
}
inline void apply_chance(State& state, const Chance& chance, EventList* events = nullptr) {
    assert(is_possible(state, chance));
    state.heap = chance.pebbles;
    state.phase = Phase::taking;
    tell(events, Happening::thrown, -1, {chance.pebbles});
    tell(events, Happening::turn, state.mover);
}
inline std::uint32_t outcome_count(const State&) { return most_pebbles - fewest_pebbles + 1; }
inline Outcome<Chance> outcome(const State&, std::uint32_t index) {
    return {.chance = {static_cast<std::uint8_t>(fewest_pebbles + index)}, .weight = 1};
}
inline Chance draw(const State& state, Random& random) {
    return outcome(state, random.below(outcome_count(state))).chance;
}

inline void hide(State&, Observer) {}  // everything lies open
constexpr bool has_secrets(const Options&) { return false; }
inline State resample(const Seen<State>& seen, Random&) { return seen.state(); }

inline std::uint64_t hash_from_scratch(const State& state) {
    std::uint64_t code = fold(static_cast<std::uint64_t>(state.phase), state.mover);
    code = fold(fold(code, state.heap), state.options.shell);
    for (const std::uint8_t points : state.points) code = fold(code, points);
    return fold(code, state.players);
}
inline std::uint64_t hash(const State& state) { return hash_from_scratch(state); }

inline const char* broken_invariant(const State& state) {
    if (state.players < min_players || state.players > max_players) return "2 to 4 play (P1)";
    if (state.mover >= state.players) return "a seat acts that nobody has";
    if (state.heap > most_pebbles) return "the sea throws at most 24 pebbles (P2)";
    if ((state.phase == Phase::taking) != (state.heap > 0)) return "pebbles are taken while some lie there (P3)";
    return nullptr;
}

static_assert(Rules<State>);

}  // namespace springtide::pebbles
