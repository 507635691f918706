#pragma once

#include <optional>
#include <vector>

namespace springtide::tournament {

/// Round `number` of a schedule without repeated meetings: for tables of two the circle, in which each player meets all
/// others; for larger ones rows and columns over a finite field, if the number of tables is the order of one. Numbers
/// from `people` on are empty seats. Nothing if no such schedule is known or it has fewer rounds.
std::optional<std::vector<std::vector<int>>> planned_round(int people, int seats, int number);

/// Partners for as many of `count` as possible, among pairs for which `may_meet` is true; -1 for those without.
/// `may_meet` holds count times count truths.
std::vector<int> most_pairs(int count, const std::vector<char>& may_meet);

}  // namespace springtide::tournament
