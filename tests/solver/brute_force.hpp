#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "bots/high_tide_leiman/solver.hpp"
#include "bots/playout.hpp"
#include "rules/high_tide_leiman/rules.hpp"

/// Leiman's rounds to the end of every line, with nothing but the rules: no table, no ordering, no cut.
namespace springtide::test {

inline high_tide_leiman::Ending final_ending(const high_tide_leiman::State& state) {
    using namespace high_tide_leiman;
    return {.winner = round_result(state).winner, .margin = visible(state, seat_blue) - visible(state, seat_pink)};
}

/// Does blue like `a` better than `b`?
inline bool better_for_blue(const high_tide_leiman::Ending& a, const high_tide_leiman::Ending& b) {
    if (a.winner != b.winner) return a.winner == high_tide_leiman::seat_blue;
    return a.margin > b.margin;
}

/// The ending of a match of one round; nothing once `budget` positions were visited.
inline std::optional<high_tide_leiman::Ending> brute_force(const high_tide_leiman::State& state, int& budget) {
    using namespace high_tide_leiman;
    if (--budget < 0) return std::nullopt;
    if (state.phase == Phase::over) return final_ending(state);
    std::optional<Ending> best;
    for (const Action action : legal_actions(state, state.mover)) {
        State next = state;
        apply(next, state.mover, action);
        const auto ending = brute_force(next, budget);
        if (!ending) return std::nullopt;
        const bool better =
            !best || (state.mover == seat_blue ? better_for_blue(*ending, *best) : better_for_blue(*best, *ending));
        if (better) best = ending;
    }
    return best;
}

/// The positions of one random round, the first is the set-up; a match of one round that blue starts.
inline std::vector<high_tide_leiman::State> random_round(Random& random) {
    using namespace high_tide_leiman;
    State state = start({.stones = 1, .first = First::blue}, 2);
    apply_chance(state, draw(state, random));
    std::vector<State> states;
    while (state.phase == Phase::moving) {
        states.push_back(state);
        apply(state, state.mover, pick_random_action(state, state.mover, random));
    }
    return states;
}

struct Late {
    high_tide_leiman::State state;
    high_tide_leiman::Ending ending;
};

/// The last positions of a random round, as far back as brute force goes within `budget` positions each.
inline std::vector<Late> late_positions(Random& random, int budget) {
    const auto states = random_round(random);
    std::vector<Late> late;
    for (auto state = states.rbegin(); state != states.rend(); ++state) {
        int left = budget;
        const auto ending = brute_force(*state, left);
        if (!ending) break;
        late.push_back({*state, *ending});
    }
    return late;
}

}  // namespace springtide::test
