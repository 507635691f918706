#pragma once

#include <vector>

#include "bots/bot.hpp"
#include "bots/search/playout_search.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide::high_tide_henn {

/// Why this action: what it does on the beaches, and how much more it wins than the next best.
std::vector<Why> why_choose(const Seen<State>& seen, const Candidate<Action>& chosen,
                            const Candidate<Action>& next_best);

}  // namespace springtide::high_tide_henn
