#include "cli/explorer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <iostream>

#include "cli/ending_words.hpp"
#include "cli/position_link.hpp"
#include "cli/screens/high_tide_leiman_screen.hpp"
#include "cli/search_progress.hpp"
#include "table/games.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

using Text = GameText<State>;

std::optional<std::uint32_t> whole_number(std::string_view text) {
    std::uint32_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
    return number;
}

/// "+2": the mover wins by two; "-0": loses on equal tiles.
std::string figure(const State& state, const Ending& ending) {
    return (ending.winner == state.mover ? "+" : "-") + std::to_string(std::abs(ending.margin));
}

}  // namespace

std::optional<Setup> Explorer::setup() const {
    const State& first = positions_.front();
    if (first.last_mover >= 0 || first.phase != Phase::moving) return std::nullopt;
    Setup made{};
    for (int cell = 0; cell < cell_count; ++cell) {
        if (height(first, cell) != 1) return std::nullopt;
        made[static_cast<std::size_t>(cell)] = top(first, cell);
    }
    return is_setup(made) ? std::optional(made) : std::nullopt;
}

void Explorer::lay(const Setup& setup, Seat starter) {
    positions_ = {start_of(setup, starter)};
    moves_.clear();
    at_ = 0;
}

void Explorer::open_random() { lay(solved_.classes().setup(random_.below(setup_count)), seat_blue); }

Expected<void> Explorer::open(std::string_view text) {
    if (const auto hash = text.rfind("#/explore/"); hash != std::string_view::npos) text = text.substr(hash + 10);
    if (text.starts_with("class ")) {
        const auto index = whole_number(text.substr(6));
        if (!index || *index >= setup_class_count)
            return std::unexpected(Error{ErrorCode::bad_request, "classes have the numbers 0 to 124919"});
        lay(solved_.classes().representative(*index), seat_blue);
        return {};
    }
    if (const auto number = whole_number(text)) {
        if (*number < 1 || *number > setup_count)
            return std::unexpected(Error{ErrorCode::bad_request, "set-ups have the numbers 1 to 1496880"});
        lay(solved_.classes().setup(*number - 1), seat_blue);
        return {};
    }
    if (const auto walk = parse_link(solved_.classes(), text)) {
        lay(solved_.classes().setup(walk->setup), walk->starter);
        for (const Action action : walk->moves) {
            moves_.push_back(action);
            positions_.push_back(positions_.back());
            apply(positions_.back(), positions_.back().mover, action);
        }
        at_ = moves_.size();
        return {};
    }
    const auto placed = placed_position(text);
    if (!placed && text.find('/') == std::string_view::npos)
        return std::unexpected(Error{ErrorCode::bad_request,
                                     "this is not a position: give a number from 1 to 1496880, 'class' and a number, a "
                                     "link, or rows as in docs/reference/protocol.md"});
    const auto state = Text::parse_position(placed ? *placed : text, {.stones = 1, .first = First::blue});
    if (!state) return std::unexpected(state.error());
    positions_ = {*state};
    moves_.clear();
    at_ = 0;
    return {};
}

const Analysis* Explorer::analysis() {
    const std::string key = Text::position_text(here());
    if (const auto known = proven_.find(key); known != proven_.end()) return &known->second;
    const SearchProgress progress(solver_);
    const auto found = analyse(solver_, here());
    if (!found) return nullptr;
    return &proven_.emplace(key, *found).first->second;
}

const Explorer::Moves* Explorer::moves() {
    const std::string key = Text::position_text(here());
    if (const auto known = listed_.find(key); known != listed_.end()) return &known->second;
    const auto tiles = at_ == 0 ? setup() : std::nullopt;
    if (const auto told = tiles ? solved_.first_moves(*tiles, here().mover) : std::nullopt)
        return &listed_.emplace(key, *told).first->second;
    const Analysis* found = analysis();
    return found == nullptr ? nullptr : &found->moves;
}

bool Explorer::play(const std::string& text) {
    const auto action = Text::parse_action(here(), here().mover, text);
    if (!action || here().phase != Phase::moving) {
        out_ << "'" << text << "' is neither a move nor a command; help lists them\n";
        return false;
    }
    if (!is_legal(here(), here().mover, *action)) {
        out_ << Text::why_not(here(), here().mover, *action).message << "\n";
        return false;
    }
    if (at_ == moves_.size() || moves_[at_] != *action) {
        State next = here();
        apply(next, next.mover, *action);
        moves_.resize(at_);
        positions_.resize(at_ + 1);
        moves_.push_back(*action);
        positions_.push_back(next);
    }
    ++at_;
    return true;
}

void Explorer::show_moves(const Moves& moves) {
    const State& state = here();
    const auto winning =
        std::ranges::count_if(moves, [&](const MoveResult<Ending>& move) { return move.found.winner == state.mover; });
    out_ << style_.bold("With best play " + ending_text(state, moves[0].found)) << ". "
         << Text::seat_name(state, state.mover) << ": " << winning << " of " << moves.size()
         << (winning == 1 ? " moves wins.\n" : " moves win.\n");
    constexpr std::size_t per_line = 8;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto& [action, found] = moves[i];
        const bool wins = found.winner == state.mover;
        const std::string cell = Text::action_text(state, state.mover, action) + " " + figure(state, found);
        // From pale to strong: the more tiles, the stronger.
        static constexpr std::array<std::string_view, 4> good = {"30;48;5;194", "30;48;5;157", "30;48;5;120",
                                                                 "30;48;5;40"};
        static constexpr std::array<std::string_view, 4> bad = {"30;48;5;255", "30;48;5;224", "30;48;5;217",
                                                                "30;48;5;210"};
        const auto strength = static_cast<std::size_t>(std::min(std::abs(found.margin), 3));
        out_ << style_.paint(cell, (wins ? good : bad)[strength])
             << (i % per_line == per_line - 1 || i + 1 == moves.size() ? "\n" : "  ");
    }
}

void Explorer::show_setup() {
    const auto tiles = setup();
    if (!tiles) {
        out_ << style_.dim("link " + placed_text(here())) << "\n";
        return;
    }
    const std::uint32_t number = solved_.classes().number(*tiles);
    const Seat starter = positions_.front().mover;
    const std::uint32_t index = solved_.class_of(*tiles, starter);
    out_ << style_.dim(
                "set-up " + std::to_string(number + 1) + " of " + std::to_string(setup_count) + ", class " +
                std::to_string(index) + " with " + std::to_string(solved_.classes().members(index)) +
                " members, link " +
                link_text(solved_.classes(), {.setup = number,
                                              .starter = starter,
                                              .moves = {moves_.begin(), moves_.begin() + static_cast<long>(at_)}}))
         << "\n";
}

void Explorer::show() {
    const auto table = position_table(Text::info().id, Text::position_text(here()), Text::position_options());
    if (style_.clear_screen) out_ << "\x1b[H\x1b[2J";
    if (table) out_ << HighTideLeimanScreen().draw(**table, Observer::all(), style_);
    show_setup();
    if (!moves_.empty()) {
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const std::string text = Text::action_text(positions_[i], positions_[i].mover, moves_[i]);
            out_ << (i < at_ ? text : style_.dim("(" + text + ")")) << (i + 1 == moves_.size() ? "\n" : " ");
        }
    }
    if (here().phase != Phase::moving) {
        const int margin = visible(here(), seat_blue) - visible(here(), seat_pink);
        out_ << style_.bold("The round is over: " +
                            ending_text(here(), {static_cast<Seat>(here().round_winner), margin}))
             << "\n";
        return;
    }
    if (const Moves* found = moves())
        show_moves(*found);
    else
        out_ << "stopped; 'again' asks again\n";
}

void Explorer::show_line(std::span<const Action> line) {
    for (const Action action : line) out_ << " " << Text::action_text(here(), here().mover, action);
    out_ << "\n";
}

void Explorer::run() {
    show();
    std::string line;
    while (out_ << "explore> " << std::flush && std::getline(in_, line) && line != "quit" && line != "q")
        if (answer(line)) show();
    if (!in_) out_ << "\n";
}

}  // namespace springtide::cli
