#pragma once

#include <CLI/CLI.hpp>
#include <iosfwd>
#include <string>
#include <vector>

namespace springtide::cli {

/// Looks for the set-ups in which a loser can hold out longest: changes the best ones it knows a little, and keeps what
/// lasts longer. Nothing says that there is none longer; lengths that it writes are exact.
struct LongestSearch {
    double seconds = 0;  ///< 0: no search
    std::string list;    ///< its file, read and written: a line `class length` each
    std::string random_seed = "springtide";
};

void add_longest(CLI::App& command, LongestSearch& search, const std::vector<CLI::Option*>& excluded);

int find_longest(const LongestSearch& search, std::ostream& out);

}  // namespace springtide::cli
