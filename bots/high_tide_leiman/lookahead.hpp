#pragma once

#include "bots/bot.hpp"
#include "bots/search/budget.hpp"
#include "rules/high_tide_leiman/rules.hpp"

namespace springtide::high_tide_leiman {

/// How well a player who does not see everything plays: how far ahead they look, how far their feeling for a position
/// errs, and how small the rest of a round must be for them to work it out to the end.
struct Skill {
    int moves_ahead;
    int error;  ///< the most by which they misjudge a move, in tenths of a visible tile
    std::uint64_t works_out;
};

inline constexpr Skill easy_skill = {.moves_ahead = 1, .error = 25, .works_out = 0};
inline constexpr Skill medium_skill = {.moves_ahead = 2, .error = 10, .works_out = 0};
inline constexpr Skill hard_skill = {.moves_ahead = 4, .error = 3, .works_out = 1500};

/// Judges by what people look at: tiles that are visible, and tiles that can still move.
Choice<Action> look_ahead(const Seen<State>& seen, const Skill& skill, Random& random);

/// The best move by the same judgement, looking one move further as long as the budget lasts.
Action look_until_spent(const State& state, Budget& budget);

}  // namespace springtide::high_tide_leiman
