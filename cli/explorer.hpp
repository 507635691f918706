#pragma once

#include <array>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/high_tide_leiman/analysis.hpp"
#include "cli/screens/style.hpp"
#include "cli/solved_setups.hpp"
#include "core/error.hpp"
#include "core/random.hpp"

namespace springtide::cli {

/// Walks through the solved game: every position with what each move leads to, forwards and back.
class Explorer {
  public:
    Explorer(std::istream& in, std::ostream& out, Style style, std::filesystem::path solution, std::string_view seed)
        : in_(in), out_(out), style_(style), solved_(std::move(solution)), random_(fold_text(0, seed)) {}

    /// Lays out what a text means: a position, a link, the number of a set-up, or "class 5".
    Expected<void> open(std::string_view text);
    void open_random();
    /// Reads commands until the input ends or the user quits.
    void run();

  private:
    using State = high_tide_leiman::State;
    using Analysis = high_tide_leiman::Analysis;
    using Moves = high_tide_leiman::MoveResults<high_tide_leiman::Ending>;

    struct Command;
    static const std::array<Command, 17> commands;

    // A command receives the text after its name; false if nothing has to be redrawn.
    bool best(std::string_view rest);
    bool back(std::string_view rest);
    bool on(std::string_view rest);
    bool to_start(std::string_view rest);
    bool line(std::string_view rest);
    bool length(std::string_view rest);
    bool rarity(std::string_view rest);
    bool turn(std::string_view rest);
    bool mirror(std::string_view rest);
    bool twins(std::string_view rest);
    bool swap(std::string_view rest);
    bool exchange(std::string_view cells);
    bool starter(std::string_view rest);
    bool go(std::string_view name);
    bool open_anew(std::string_view text);
    bool again(std::string_view /*rest*/) { return true; }
    bool help(std::string_view rest);

    bool answer(const std::string& line);
    bool play(const std::string& text);
    void lay(const high_tide_leiman::Setup& setup, Seat starter);
    void lay_one_of(const std::vector<std::uint32_t>& classes);
    bool say_unreadable();
    void show();
    void show_setup();
    void show_moves(const Moves& moves);
    void show_line(std::span<const high_tide_leiman::Action> line);
    const Analysis* analysis();
    /// The results of all moves, the best first: for a set-up from the solved game's files, else from the
    /// solver.
    const Moves* moves();
    [[nodiscard]] const State& here() const { return positions_[at_]; }
    /// The tiles of the first position, if it is a set-up (L3) before the first move.
    [[nodiscard]] std::optional<high_tide_leiman::Setup> setup() const;

    std::istream& in_;
    std::ostream& out_;
    Style style_;
    SolvedSetups solved_;
    Random random_;
    high_tide_leiman::Solver solver_{std::size_t{1} << 24U};
    std::vector<State> positions_;  ///< of the walk; one more than moves_
    std::vector<high_tide_leiman::Action> moves_;
    std::size_t at_ = 0;
    std::map<std::string, Analysis> proven_;  ///< by position
    std::map<std::string, Moves> listed_;     ///< by position
};

}  // namespace springtide::cli
