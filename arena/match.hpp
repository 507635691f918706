#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/plan.hpp"
#include "core/error.hpp"

namespace springtide::arena {

/// The results of one pairing. Each number of a sample is the mean of one deal over all seats of the one.
struct Standing {
    Sample share;   ///< of wins of the one, shared wins split
    Sample points;  ///< of the one, a game
    Sample lead;    ///< their points less the mean of the others at the table
    std::uint64_t games = 0;
    std::uint64_t forfeits_one = 0;
    std::uint64_t forfeits_rest = 0;
    bool decided = false;  ///< the stopping rule has spoken
};

struct Outcome {
    std::vector<Standing> standings;      ///< as Plan::pairings
    std::vector<std::string> complaints;  ///< the first few forfeits, as text
    bool interrupted = false;
    double seconds = 0;
};

/// Called now and then during the match; deals done of all pairings together, and their maximum.
using Progress = std::function<void(const Outcome& so_far, std::uint64_t done, std::uint64_t all)>;

/// Plays the plan. `stop` ends it early with what is known; nothing else about it is shared.
Expected<Outcome> run(const Plan& plan, const std::atomic<bool>& stop, const Progress& progress);

}  // namespace springtide::arena
