#include <algorithm>
#include <iostream>
#include <memory>
#include <tuple>

#include "bots/high_tide_leiman/solver.hpp"
#include "cli/commands.hpp"
#include "cli/solve_all.hpp"
#include "notation/high_tide_leiman.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

using Text = GameText<State>;

struct SolveFlags {
    std::vector<std::string> position;  ///< its words
    bool all = false;
    SolveAllFlags every_class;
};

std::string ending_text(const State& state, const Ending& ending) {
    const std::string who = Text::seat_name(state, ending.winner);
    const int margin = ending.winner == seat_blue ? ending.margin : -ending.margin;
    if (margin == 0) return who + " wins on equal tiles";
    return who + " wins by " + std::to_string(margin) + (margin == 1 ? " tile" : " tiles");
}

int refuse(const Error& error) {
    std::cerr << error.message << "\n";
    return 2;
}

int solve_position(const std::string& text) {
    const auto state = Text::parse_position(text, {.stones = 1, .first = First::blue});
    if (!state) return refuse(state.error());
    if (state->phase == Phase::over) {
        const int margin = visible(*state, seat_blue) - visible(*state, seat_pink);
        std::cout << "The round is over: " << ending_text(*state, {static_cast<Seat>(state->round_winner), margin})
                  << "\n";
        return 0;
    }
    Solver solver;
    const auto ending = *solver.ending(*state);
    std::cout << "With best play " << ending_text(*state, ending) << ".\n\nMoves of "
              << Text::seat_name(*state, state->mover) << ":\n";
    const auto worth = [&](const MoveResult<Ending>& move) {  // for the mover, the best first
        const int sign = state->mover == seat_blue ? 1 : -1;
        return std::tuple(move.found.winner != state->mover, -sign * move.found.margin, move.action);
    };
    auto moves = *solver.move_endings(*state);
    std::ranges::sort(moves, {}, worth);
    for (const auto& [action, found] : moves)
        std::cout << "  " << Text::action_text(*state, state->mover, action) << "  " << ending_text(*state, found)
                  << "\n";
    std::cout << "\nBest play:";
    State now = *state;
    const auto line = *solver.best_line(*state);
    for (const Action action : line) {
        std::cout << " " << Text::action_text(now, now.mover, action);
        apply(now, now.mover, action);
    }
    std::cout << "\n(" << solver.nodes() << " positions searched)\n";
    return 0;
}

int solve_all(const SolveAll& job) {
    const auto found = job.run();
    if (!found) return refuse(found.error());
    const auto file = job.write(*found);
    if (!file) return refuse(file.error());
    std::cout << file->string() << "\n";
    return 0;
}

}  // namespace

void add_solve(CLI::App& app, int& status) {
    auto* command =
        app.add_subcommand("solve", "the exact result of a position of Leiman's High Tide, or of every set-up");
    auto flags = std::make_shared<SolveFlags>();
    auto* position =
        command->add_option("position", flags->position, "rows, mover and who moved last, as in docs/protocol.md");
    auto* all = command->add_flag("--all", flags->all, "every class of set-ups; goes on where an earlier run stopped");
    for (auto* option : flags->every_class.add_to(*command)) option->needs(all);
    position->excludes(all);
    command->footer(
        "Examples:\n"
        "  springtide solve \"b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b b -\"\n"
        "  springtide solve --all --column winning_moves --out solution");
    command->callback([flags, &status] {
        if (flags->all) {
            status = solve_all(flags->every_class.job());
            return;
        }
        std::string text;
        for (const auto& word : flags->position) text += (text.empty() ? "" : " ") + word;
        if (text.empty()) throw CLI::RequiredError("a position, or --all,");
        status = solve_position(text);
    });
}

}  // namespace springtide::cli
