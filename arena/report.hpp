#pragma once

#include <string>

#include "arena/match.hpp"
#include "arena/plan.hpp"

/// The results of a match, for people, for programs and as a picture.
namespace springtide::arena {

std::string text_report(const Plan& plan, const Outcome& outcome);
std::string json_report(const Plan& plan, const Outcome& outcome);
/// A cross-table: row against column, coloured by the stronger side.
std::string svg_report(const Plan& plan, const Outcome& outcome);

/// One line during the match.
std::string progress_line(const Plan& plan, const Outcome& so_far, std::uint64_t done, std::uint64_t all);

/// The setting: the game, the number of players and the given options.
std::string setting_text(const Plan& plan);
/// A share as people write it: .953, or 1.000.
std::string share_text(double share);
/// The verdict of the stopping rule on a pairing, or nothing if there is none.
std::string verdict_text(const Plan& plan, const Standing& standing);

}  // namespace springtide::arena
