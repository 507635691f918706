#include <algorithm>
#include <iostream>
#include <memory>
#include <vector>

#include "bots/high_tide_leiman/puzzle.hpp"
#include "bots/high_tide_leiman/shipped_puzzles.hpp"
#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/screens/high_tide_leiman_screen.hpp"
#include "cli/table_options.hpp"
#include "notation/high_tide_leiman.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

using Text = GameText<State>;

struct PuzzleFlags {
    int rating = 0;  ///< 0: any
    int number = 0;  ///< 0: any
    std::string seed;
    int make = 0;
    bool plain = false;
};

int make(int per_rating, const std::string& seed) {
    Random random(fold_text(0, seed));
    for (const auto& puzzle : make_puzzles(static_cast<std::size_t>(per_rating), random))
        std::cout << puzzle.rating << " " << Text::action_text(puzzle.state, puzzle.state.mover, puzzle.solution) << " "
                  << Text::position_text(puzzle.state) << "\n";
    return exit_status::done;
}

/// Asks until the move is found, given up or the input ends.
void ask(const ShippedPuzzle& puzzle, const Style& style) {
    const auto table = *position_table(Text::info().id, std::string(puzzle.position), Text::position_options());
    const Seat mover = table->to_act().seats.front();
    std::cout << "Puzzle " << puzzle.number << ", rating " << puzzle.rating << " of " << hardest_rating << "\n"
              << HighTideLeimanScreen().draw(*table, Observer::seat(mover), style) << "One move wins for "
              << table->seat_name(mover) << ". Which? (a move, solve, or quit)\n";
    const State state = *Text::parse_position(puzzle.position, {.stones = 1, .first = First::blue});
    const auto legal = table->legal(mover);
    std::string line;
    while (std::cout << "> " << std::flush && std::getline(std::cin, line) && line != "quit") {
        if (line == puzzle.solution) {
            std::cout << "Yes, " << line << " wins.\n";
            return;
        }
        if (line == "solve") {
            std::cout << puzzle.solution << " wins.\n";
            return;
        }
        if (std::ranges::find(legal, line) == legal.end()) {
            std::cout << "That is no legal move here.\n";
            continue;
        }
        State next = state;
        apply(next, mover, *Text::parse_action(state, mover, line));
        std::cout << "No: ";
        if (next.phase == Phase::over) {
            std::cout << "it ends the round, and " << table->seat_name(opponent(mover)) << " has won.\n";
        } else {
            Solver solver;
            std::cout << Text::action_text(next, next.mover, solver.prove(next)->action) << " refutes it.\n";
        }
    }
}

int run_puzzle(const PuzzleFlags& flags) {
    if (flags.make > 0) return make(flags.make, flags.seed);
    auto puzzles = flags.rating == 0 ? shipped_puzzles() : shipped_puzzles(flags.rating);
    if (flags.number != 0)
        std::erase_if(puzzles, [&](const ShippedPuzzle& puzzle) { return puzzle.number != flags.number; });
    if (puzzles.empty()) return say_wrong_use("there is no such puzzle");
    Random random(fold_text(0, flags.seed.empty() ? fresh_seed() : flags.seed));
    ask(puzzles[random.below(static_cast<std::uint32_t>(puzzles.size()))], Style::for_output(flags.plain));
    return exit_status::done;
}

}  // namespace

void add_puzzle(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("puzzle", "find the only winning move in a position of Leiman's High Tide");
    auto flags = std::make_shared<PuzzleFlags>();
    command->add_option("--rating", flags->rating, "1 (easy) to 5 (hard)")->check(CLI::Range(1, hardest_rating));
    command->add_option("--number", flags->number, "this one")->check(CLI::PositiveNumber);
    command->add_option("--seed", flags->seed, "draws the same puzzle, or makes the same puzzles, again");
    command->add_option("--make", flags->make, "make this many new puzzles of each rating and print them")
        ->check(CLI::PositiveNumber);
    command->add_flag("--plain", flags->plain, "no colours");
    command->footer(
        "Examples:\n"
        "  springtide puzzle --rating 2\n"
        "  springtide puzzle --make 60 --seed springtide > puzzles.txt");
    command->callback([flags, &status] { status = run_puzzle(*flags); });
}

}  // namespace springtide::cli
