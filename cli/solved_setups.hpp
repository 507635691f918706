#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "bots/high_tide_leiman/analysis.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"
#include "bots/high_tide_leiman/solution.hpp"

namespace springtide::cli {

/// The set-up laid differently on the board.
high_tide_leiman::Setup moved(const high_tide_leiman::Setup& setup, std::size_t symmetry);
/// The same with the colours exchanged.
high_tide_leiman::Setup swapped(high_tide_leiman::Setup setup);

/// The data about set-ups in the files of the solved game: the result of each, of its first moves, and rare ones.
/// Without a readable file there is no data.
class SolvedSetups {
  public:
    using Setup = high_tide_leiman::Setup;
    using Moves = high_tide_leiman::MoveResults<high_tide_leiman::Ending>;
    /// A condition on a class, by the number in the column `ending` and how many first moves win.
    using Condition = bool (*)(int ending, int winning_moves);

    explicit SolvedSetups(std::filesystem::path folder) : folder_(std::move(folder)) {}

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] const high_tide_leiman::SetupClasses& classes() const { return classes_; }
    [[nodiscard]] std::uint32_t class_of(const Setup& setup, Seat starter) const;
    /// The results of all first moves, the best first.
    std::optional<Moves> first_moves(const Setup& setup, Seat starter);
    [[nodiscard]] std::optional<std::vector<std::uint32_t>> classes_where(Condition fits) const;
    /// Some classes in which the loser can hold out longest.
    [[nodiscard]] std::vector<std::uint32_t> longest_classes() const;
    /// How many of all set-ups end like this one.
    [[nodiscard]] std::optional<std::uint64_t> count_ending_like(const Setup& setup, Seat starter) const;

  private:
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> column(high_tide_leiman::Column column) const;
    /// A column with one number for each class.
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> class_column(high_tide_leiman::Column column) const;

    std::filesystem::path folder_;
    high_tide_leiman::SetupClasses classes_;
    std::vector<std::uint8_t> margins_;  ///< the column first_move_margins; read when it is first needed
    std::vector<std::uint32_t> places_;  ///< of the classes in it
};

}  // namespace springtide::cli
