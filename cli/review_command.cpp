#include <iostream>
#include <memory>

#include "bots/high_tide_leiman/review.hpp"
#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/luck_review.hpp"
#include "files/files.hpp"
#include "notation/high_tide_leiman.hpp"
#include "table/record.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

using Text = GameText<State>;

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

std::string margin_text(const Ending& ending) {
    const std::string who = Text::seat_name({}, ending.winner);
    return ending.margin == 0 ? who + " on equal tiles" : who + " by " + std::to_string(std::abs(ending.margin));
}

void print_review(const std::vector<ReviewedMove>& moves) {
    int round = 0;
    int number = 0;
    int turning_points = 0;
    for (const auto& move : moves) {
        if (move.round != round) {
            round = move.round;
            number = 0;
            std::cout << "Round " << round << ": with best play " << margin_text(move.before) << "\n";
        }
        const auto text = [&move](Action action) { return Text::action_text({}, move.mover, action); };
        std::cout << padded("  " + std::to_string(++number) + ".", 6) << padded(Text::seat_name({}, move.mover), 6)
                  << text(move.action) << "  "
                  << padded(std::to_string(move.winning) + " of " + std::to_string(move.legal) + " won", 14) << "then "
                  << margin_text(move.after);
        if (move.turning_point()) {
            ++turning_points;
            std::cout << "  << turning point; " << text(*move.better) << " wins";
        }
        std::cout << "\n";
    }
    std::cout << moves.size() << " moves, " << turning_points << " turning points\n";
}

int refuse(const std::string& file, const Error& error) { return say_could_not(file + ": " + error.message); }

int review_solved(const std::string& file, const std::string& record, bool json) {
    const auto moves = review(record);
    if (!moves) return refuse(file, moves.error());
    if (json)
        std::cout << review_json(*moves) << "\n";
    else
        print_review(*moves);
    return exit_status::done;
}

}  // namespace

void add_review(CLI::App& app, int& status) {
    struct Flags {
        std::string file;
        bool json = false;
        ReviewRequest wish;
        std::string seed;
    };
    auto* command =
        app.add_subcommand("review", "review a game move by move, exactly where it is solved, else by the best bot");
    auto flags = std::make_shared<Flags>();
    command->add_option("record", flags->file, "the record of the game")->required();
    command->add_flag("--json", flags->json, "as data, for a program to draw");
    command->add_option("--nodes", flags->wish.nodes, "simulations for one decision, where the game is not solved")
        ->check(CLI::Range(16, 1'000'000))
        ->capture_default_str();
    command->add_option("--seed", flags->seed, "of the simulations; the same seed gives the same result");
    command->footer("Example:\n  springtide review game.txt");
    command->callback([flags, &status] {
        const auto read = read_file(flags->file);
        if (!read) {
            status = say_refused(read.error());
            return;
        }
        const std::string& record = *read;
        if (!flags->seed.empty()) flags->wish.seed = fold_text(0, flags->seed);
        const auto game = parse_record(record);
        if (!game) {
            status = refuse(flags->file, game.error());
        } else if (has_luck_review(game->game)) {
            const auto done = review_luck_at_terminal(record, flags->wish, flags->json);
            status = done ? exit_status::done : refuse(flags->file, done.error());
        } else {
            status = review_solved(flags->file, record, flags->json);
        }
    });
}

}  // namespace springtide::cli
