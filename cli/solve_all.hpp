#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
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
    std::uint32_t sample = 0;                                     ///< so many of them, drawn at random; 0: all
    std::string seed;                                             ///< of the sample
    std::size_t table_bytes = high_tide_leiman::Solver::default_table_bytes;  ///< of each thread
    unsigned share = 0;  ///< this process takes the classes whose number leaves `share` when divided by `shares`
    unsigned shares = 1;
    bool quiet = false;

    /// The numbers found so far, each plus one; 0 for unknown. See column_places.
    using Found = std::vector<std::uint8_t>;

    /// Works until the share is done or the user presses Ctrl-C. Saves the results every few seconds, and a later run
    /// with the same folder continues from there. Skips searches that the folder's winner.bin or first_moves.bin
    /// already answer.
    [[nodiscard]] Expected<Found> run() const;
    /// Writes the packed file once every class is known, and for `only_move` also the table of the rules; of a sample
    /// a text with a line `class number` for each.
    [[nodiscard]] Expected<std::filesystem::path> write(const Found& found) const;

  private:
    /// The classes to solve: all, or the sample.
    [[nodiscard]] std::vector<std::uint32_t> wanted() const;
    void mark_lost(Found& found) const;
    void take_from_first_moves(const high_tide_leiman::SetupClasses& set_ups, Found& found) const;
    /// A finished column in the folder.
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> packed(high_tide_leiman::Column wanted) const;
    [[nodiscard]] Expected<std::filesystem::path> write_sample(const Found& found) const;
    [[nodiscard]] std::filesystem::path part_file() const;
    [[nodiscard]] Expected<void> save(const Found& found) const;
};

/// How much memory a solver may use for what it has proven; `bytes` holds the default.
void add_memory_option(CLI::App& command, std::size_t& bytes);

/// The options of the command line.
struct SolveAllFlags {
    std::string column = "winner";
    std::string folder = "solution";
    unsigned threads;
    std::uint32_t classes = high_tide_leiman::setup_class_count;
    std::uint32_t sample = 0;
    std::string seed = "springtide";

    SolveAllFlags();
    /// The options, for the caller to say what they need.
    std::vector<CLI::Option*> add_to(CLI::App& command);
    [[nodiscard]] SolveAll job(std::size_t table_bytes) const;
};

}  // namespace springtide::cli
