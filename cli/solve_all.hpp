#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "bots/high_tide_leiman/solution.hpp"
#include "core/error.hpp"

namespace springtide::cli {

/// One column of the solution of Leiman's High Tide for every class of set-ups, or for a share of them.
struct SolveAll {
    high_tide_leiman::Column column = high_tide_leiman::Column::winner;
    std::filesystem::path folder;
    unsigned threads = 1;
    std::uint32_t classes = high_tide_leiman::setup_class_count;  ///< the first so many; fewer to try it out
    unsigned share = 0;  ///< this process takes the classes whose number leaves `share` when divided by `shares`
    unsigned shares = 1;
    bool quiet = false;

    /// The numbers found so far, one more than they are; 0 where nothing is known yet.
    using Found = std::vector<std::uint8_t>;

    /// Works until the share is done or somebody presses Ctrl-C. What is found is saved every few seconds, and a later
    /// run with the same folder goes on from there.
    [[nodiscard]] Expected<Found> run() const;
    /// Writes the packed file once every class is known.
    [[nodiscard]] Expected<std::filesystem::path> write(const Found& found) const;

  private:
    [[nodiscard]] std::filesystem::path part_file() const;
    [[nodiscard]] Expected<void> save(const Found& found) const;
};

/// What the command line says of it.
struct SolveAllFlags {
    std::string column = "winner";
    std::string folder = "solution";
    unsigned threads;
    std::uint32_t classes = high_tide_leiman::setup_class_count;

    SolveAllFlags();
    /// The options, for the caller to say what they need.
    std::vector<CLI::Option*> add_to(CLI::App& command);
    [[nodiscard]] SolveAll job() const;
};

}  // namespace springtide::cli
