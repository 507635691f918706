#pragma once

#include <optional>
#include <vector>

namespace springtide::tournament {

/// Round `number` of a schedule in which nobody meets anybody twice: for tables of two the circle, in which everybody
/// meets everybody; for larger ones rows and columns over a finite field, where the number of tables is the order of
/// one. Numbers from `people` on are empty seats. Nothing where no such schedule is known or it has fewer rounds.
std::optional<std::vector<std::vector<int>>> planned_round(int people, int seats, int number);

/// Partners for as many of `count` as possible, of those for whom `may_meet` is true; -1 for whoever has none.
/// `may_meet` holds count times count truths.
std::vector<int> most_pairs(int count, const std::vector<char>& may_meet);

}  // namespace springtide::tournament
