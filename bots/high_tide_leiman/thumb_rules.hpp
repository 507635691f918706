#pragma once

#include <span>
#include <string_view>

#include "core/random.hpp"
#include "rules/high_tide_leiman/rules.hpp"

/// Rules of thumb for people, each as a player with no other knowledge. `springtide rounds` measures their strength;
/// docs/explanation/high-tide-leiman-lessons.md has the figures.
namespace springtide::high_tide_leiman {

struct ThumbRule {
    std::string_view name;
    std::string_view sentence;  ///< the rule in a friend's words
    /// The more the better; `next` is the board after the move, with the other to move.
    int (*worth)(const State& before, const State& next, Action action);
};

std::span<const ThumbRule> thumb_rules();
/// nullptr if there is none of this name.
const ThumbRule* thumb_rule(std::string_view name);

/// The moves that fit the rule best. Independent of the rule, a move that ends the round is taken if it wins and
/// avoided if it loses: every player sees that.
State::ActionList fitting_moves(const ThumbRule& rule, const State& state);
/// One of them, each as likely as another.
Action follow(const ThumbRule& rule, const State& state, Random& random);

}  // namespace springtide::high_tide_leiman
