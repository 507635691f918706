#pragma once

#include <string>

#include "arena/match.hpp"
#include "arena/plan.hpp"

/// What came out of a match, for people, for programs and as a picture.
namespace springtide::arena {

std::string text_report(const Plan& plan, const Outcome& outcome);
std::string json_report(const Plan& plan, const Outcome& outcome);
/// A cross-table: row against column, coloured by who is stronger.
std::string svg_report(const Plan& plan, const Outcome& outcome);

/// One line while it goes on.
std::string progress_line(const Plan& plan, const Outcome& so_far, std::uint64_t done, std::uint64_t all);

/// What is played: the game, the number of players and the options that were given.
std::string setting_text(const Plan& plan);
/// A share as people write it: .953, or 1.000.
std::string share_text(double share);
/// What the stopping rule says of a pairing, or nothing if there is none.
std::string verdict_text(const Plan& plan, const Standing& standing);

}  // namespace springtide::arena
