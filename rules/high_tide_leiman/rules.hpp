#pragma once

#include <cstdint>
#include <optional>

#include "core/rules.hpp"
#include "rules/high_tide_leiman/state.hpp"

namespace springtide::high_tide_leiman {

State start(const Options& options, int players);
inline int player_count(const State&) { return 2; }
ToAct to_act(const State& state);

State::ActionList legal_actions(const State& state, Seat seat);
bool is_legal(const State& state, Seat seat, Action action);
void apply(State& state, Seat seat, Action action, EventList* events = nullptr);

bool is_possible(const State& state, const Chance& chance);
void apply_chance(State& state, const Chance& chance, EventList* events = nullptr);
Chance draw(const State& state, Random& random);
std::uint32_t outcome_count(const State& state);
Outcome<Chance> outcome(const State& state, std::uint32_t index);

/// Any legal action, each as likely as another.
Action random_action(const State& state, Seat seat, Random& random);
/// Any legal actions until the match is over, as random_action and apply would play them; returns how many. The moves
/// of a position are worked out once: they say whether the round is over, and which move is drawn.
std::uint64_t play_out(State& state, Random& random);

Result result(const State& state);
inline void hide(State&, Observer) {}  // everything lies open
constexpr bool has_secrets(const Options&) { return false; }
State resample(const Seen<State>& seen, Random& random);
std::uint64_t hash(const State& state);
std::uint64_t hash_from_scratch(const State& state);
const char* broken_invariant(const State& state);

/// L3: a centre that is neutral, and both rings with the tiles they need.
bool is_setup(const Setup& setup);
Setup draw_setup(Random& random);

/// For Happening::laid_out: the round in the lowest value, above it 2 bits for each cell.
std::array<std::int16_t, 4> layout_values(int round, const Setup& setup);

/// The winner of the round as the board lies now, and the reason (L9 to L11).
struct RoundResult {
    Seat winner;
    Reason reason;
};
RoundResult round_result(const State& state);

/// A match of one round set to a position in the middle of it. The caller has checked the stacks;
/// if the mover cannot move, the round (and with it the match) is over at once.
void settle_position(State& state);
/// Puts one more tile on a cell, for setting up positions.
void put(State& state, int cell, Tile tile);

/// Move sequences of exactly `depth` moves inside the round; nothing if there are more than `limit`.
std::optional<std::uint64_t> perft(const State& state, int depth, std::uint64_t limit);

static_assert(Rules<State>);

}  // namespace springtide::high_tide_leiman
