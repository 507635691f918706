#include "bots/high_tide_leiman/pie.hpp"

#include "bots/baselines/random.hpp"
#include "bots/high_tide_leiman/perfect.hpp"
#include "bots/high_tide_leiman/solver.hpp"
#include "rules/high_tide_leiman/balanced.hpp"
#include "rules/high_tide_leiman/rules.hpp"

namespace springtide::high_tide_leiman {

namespace {

/// The limit of PieSkill::calculates; most set-ups take fewer positions (docs/explanation/high-tide-leiman-solved.md).
constexpr std::uint64_t most_nodes = 60'000;
/// How many random endings of what lies are looked at for a balanced set-up; about one in six is.
constexpr int most_endings = 4000;

/// The tiles laid so far, and the rest at random.
Setup laid_at_random(State state, Random& random) {
    const Seat layer = state.mover;
    while (state.phase == Phase::laying) apply(state, layer, random_action(state, layer, random));
    Setup setup{};
    for (int cell = 0; cell < cell_count; ++cell) setup[static_cast<std::size_t>(cell)] = top(state, cell);
    return setup;
}

/// A set-up in which the starting player has to find the only first move that wins: the hardest to choose a side of.
Action lay_balanced(const State& state, Random& random) {
    const auto cell = static_cast<std::size_t>(next_cell(state));
    for (int i = 0; i < most_endings; ++i)
        if (const Setup setup = laid_at_random(state, random); is_balanced(setup, state.mover)) return lay(setup[cell]);
    return random_action(state, state.mover, random);
}

/// The start of the round if the player that laid the tiles begins.
State kept(const State& state) {
    State round = state;
    apply(round, state.mover, keep_sides);
    return round;
}

Action side_against(const State& state, Seat winner) { return winner == state.mover ? keep_sides : swap_sides; }

}  // namespace

Choice<Action> choose_before_the_round(PieSkill skill, const Seen<State>& seen, const BotRequest& request,
                                       Random& random) {
    const State& state = seen.state();
    if (state.phase == Phase::laying)
        return skill >= PieSkill::calculates ? Choice<Action>{.action = lay_balanced(state, random)}
                                             : choose_at_random(seen, random);
    if (skill == PieSkill::random) return choose_at_random(seen, random);
    if (skill == PieSkill::proves) {
        if (const auto winner = proven_winner(kept(state), request))
            return {.action = side_against(state, *winner), .exact = true, .winner = state.mover};
    }
    if (skill == PieSkill::calculates) {
        Solver solver;
        solver.set_watch([](void*, std::uint64_t so_far) { return so_far <= 1; }, nullptr, most_nodes);
        if (const auto winner = solver.winner(kept(state))) return {.action = side_against(state, *winner)};
    }
    return {.action = swap_sides};
}

}  // namespace springtide::high_tide_leiman
