#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

#include "bots/high_tide_leiman/review.hpp"
#include "cli/commands.hpp"
#include "notation/high_tide_leiman.hpp"

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

int review_file(const std::string& file, bool json) {
    std::ifstream stream(file);
    if (!stream) {
        std::cerr << "cannot read " << file << "\n";
        return 2;
    }
    const std::string record{std::istreambuf_iterator<char>(stream), {}};
    const auto moves = review(record);
    if (!moves) {
        std::cerr << file << ": " << moves.error().message << "\n";
        return 2;
    }
    if (json)
        std::cout << review_json(*moves) << "\n";
    else
        print_review(*moves);
    return 0;
}

}  // namespace

void add_review(CLI::App& app, int& status) {
    struct Flags {
        std::string file;
        bool json = false;
    };
    auto* command =
        app.add_subcommand("review", "a played game of Leiman's High Tide, move by move, as it really stood");
    auto flags = std::make_shared<Flags>();
    command->add_option("record", flags->file, "the record of the game")->required();
    command->add_flag("--json", flags->json, "as data, for a program to draw");
    command->footer("Example: springtide review game.txt");
    command->callback([flags, &status] { status = review_file(flags->file, flags->json); });
}

}  // namespace springtide::cli
