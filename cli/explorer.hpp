#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/high_tide_leiman/analysis.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"
#include "bots/high_tide_leiman/solution.hpp"
#include "cli/style.hpp"
#include "core/error.hpp"
#include "core/random.hpp"

namespace springtide::cli {

/// Walks through the solved game: every position with what each move leads to, forwards and back.
class Explorer {
  public:
    Explorer(std::istream& in, std::ostream& out, Style style, std::filesystem::path solution, std::string_view seed)
        : in_(in), out_(out), style_(style), solution_(std::move(solution)), random_(fold_text(0, seed)) {}

    /// Lays out what a text means: a position, a link, the number of a set-up, or "class 5".
    Expected<void> open(std::string_view text);
    void open_random();
    /// Asks until the input ends or somebody quits.
    void run();

  private:
    using State = high_tide_leiman::State;
    using Analysis = high_tide_leiman::Analysis;
    using Moves = high_tide_leiman::MoveResults<high_tide_leiman::Ending>;

    /// False if nothing has to be drawn anew.
    bool answer(const std::string& line);
    bool wish(std::string_view name);
    bool play(const std::string& text);
    void lay(const high_tide_leiman::Setup& setup, Seat starter);
    void go_to(std::size_t at) { at_ = at; }
    void show();
    void show_setup();
    void show_twins(const high_tide_leiman::Setup& tiles);
    bool exchange(const high_tide_leiman::Setup& tiles, std::string_view cells);
    void show_moves(const Moves& moves);
    void show_length();
    void show_help();
    const Analysis* analysis();
    /// What every move leads to, the best first: of a set-up as the column tells it, else as the solver finds it.
    const Moves* moves();
    [[nodiscard]] std::optional<Moves> listed_moves();
    [[nodiscard]] const State& here() const { return positions_[at_]; }
    /// The tiles of the first position, if it is a set-up (L3) and nobody has moved in it.
    [[nodiscard]] std::optional<high_tide_leiman::Setup> setup() const;
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> column(high_tide_leiman::Column column) const;

    std::istream& in_;
    std::ostream& out_;
    Style style_;
    std::filesystem::path solution_;
    Random random_;
    high_tide_leiman::SetupClasses classes_;
    high_tide_leiman::Solver solver_{std::size_t{1} << 24U};
    std::vector<State> positions_;  ///< of the walk; one more than moves_
    std::vector<high_tide_leiman::Action> moves_;
    std::size_t at_ = 0;
    std::map<std::string, Analysis> proven_;  ///< by position
    std::map<std::string, Moves> listed_;     ///< by position
    std::vector<std::uint8_t> margins_;       ///< the column first_move_margins; read when it is first needed
    std::vector<std::uint32_t> places_;       ///< of the classes in it
};

}  // namespace springtide::cli
