#pragma once

#include <vector>

#include "bots/bot.hpp"
#include "bots/search/playout_search.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide::high_tide_henn {

/// The reasons for this action: its effects on the beaches, and its lead in wins over the next best.
std::vector<Why> why_choose(const Seen<State>& seen, const Candidate<Action>& chosen,
                            const Candidate<Action>& next_best);

}  // namespace springtide::high_tide_henn
