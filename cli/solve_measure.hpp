#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace springtide::cli {

/// How long questions about set-ups take, always the same set-ups: to compare a solver with an earlier one
/// (tools/compare_solvers runs two programs in turn).
struct Measurement {
    std::string question;  ///< winner, ending, moves or length; empty: nothing is measured
    std::uint32_t from = 0;
    std::uint32_t set_ups = 1000;
    bool each = false;  ///< a line per set-up: its place, processor time in microseconds, positions searched
};

void add_measurement(CLI::App& command, Measurement& measurement, const std::vector<CLI::Option*>& excluded);

int measure(const Measurement& measurement, std::ostream& out);

}  // namespace springtide::cli
