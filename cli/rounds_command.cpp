#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <thread>

#include "bots/high_tide_leiman/solution.hpp"
#include "bots/high_tide_leiman/thumb_rules.hpp"
#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/position_link.hpp"
#include "cli/rounds.hpp"
#include "files/files.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

struct RoundsFlags {
    std::vector<std::string> starters = {"medium"};
    std::vector<std::string> others = {"medium"};
    Rounds rounds;
    int make = 0;
    int games = 100;
    bool rules = false;
    bool first_moves = false;
    std::string data = SPRINGTIDE_SOLUTION_DIR;
};

constexpr int most_tries = 2000;

std::string percent(double share) {
    char text[16];
    std::snprintf(text, sizeof text, "%.1f", 100 * share);
    return text;
}

/// The time that this share of the moves kept within.
std::string in_ms(const std::vector<double>& sorted, double share) {
    if (sorted.empty()) return "-";
    const auto place = static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1));
    char text[16];
    std::snprintf(text, sizeof text, "%.1f", 1000 * sorted[place]);
    return text;
}

int tell_rules() {
    for (const ThumbRule& rule : thumb_rules())
        std::cout << std::left << std::setw(18) << rule.name << rule.sentence << "\n";
    return exit_status::done;
}

int tell_first_moves(const std::string& folder) {
    const auto file = read_file(std::filesystem::path(folder) / "first_moves.bin");
    if (!file) return say_refused(file.error());
    const auto numbers = unpack(Column::first_moves, std::vector<std::uint8_t>(file->begin(), file->end()));
    const SetupClasses classes;
    if (!numbers || numbers->size() != column_places(classes, Column::first_moves, classes.size()).back())
        return say_could_not(folder + " has no whole column first_moves.bin");
    std::cout << "| rule | first moves that keep the win |\n|---|---|\n";
    for (const ThumbRule& rule : thumb_rules())
        std::cout << "| " << rule.name << " | " << percent(first_move_share(rule, classes, *numbers)) << " % |\n"
                  << std::flush;
    return exit_status::done;
}

int make(const RoundsFlags& flags) {
    const SetupClasses classes;
    Random random(fold_text(0, flags.rounds.seed));
    const std::string& level = flags.starters.front();
    std::cout
        << "# set-ups in which two players of the level " << level << " win equally often in " << flags.games
        << " rounds: link, starter's share in percent with its 95 % interval, margin of the starter with best play, "
           "first moves that win\n";
    for (int i = 0; i < flags.make; ++i) {
        const auto fair = make_fair(level, flags.games, most_tries, random);
        if (!fair) {
            std::cerr << "no such set-up among " << most_tries << ": between players of the level " << level
                      << " a set-up is won by one side or by the other\n";
            return exit_status::negative;
        }
        std::cout << link_text(classes, {.setup = classes.number(fair->setup), .starter = seat_blue, .moves = {}})
                  << " " << percent(fair->share.mean()) << " " << percent(fair->share.low()) << " "
                  << percent(fair->share.high()) << " " << (fair->winner == 1 ? "+" : "-") << std::abs(fair->margin)
                  << " " << fair->winning_moves << "\n"
                  << std::flush;
    }
    return exit_status::done;
}

int run(const RoundsFlags& flags) {
    if (flags.rules) return tell_rules();
    if (flags.first_moves) return tell_first_moves(flags.data);
    if (flags.make > 0) return make(flags);
    const bool timed = flags.rounds.milliseconds.has_value();
    std::cout << "| starts | against | set-ups | rounds | wins | 95 % interval |"
              << (timed ? " lost | ms a move: median | 99 % | longest |" : "") << "\n|---|---|---|---|---|---|"
              << (timed ? "---|---|---|---|" : "") << "\n";
    for (const auto& starter : flags.starters)
        for (const auto& other : flags.others) {
            Rounds rounds = flags.rounds;
            rounds.starter = starter;
            rounds.other = other;
            std::vector<double> times;
            const auto share = play_rounds(rounds, times);
            if (!share) return say_refused(share.error());
            std::cout << "| " << starter << " | " << other << " | " << rounds.set_ups
                      << (rounds.both ? ", both sides" : "") << " | " << share->of << " | " << percent(share->mean())
                      << " % | " << percent(share->low()) << " to " << percent(share->high()) << " % |";
            if (timed)
                std::cout << " " << share->of - share->won << " | " << in_ms(times, 0.5) << " | " << in_ms(times, 0.99)
                          << " | " << in_ms(times, 1) << " |";
            std::cout << "\n" << std::flush;
        }
    return exit_status::done;
}

}  // namespace

void add_rounds(CLI::App& app, int& status) {
    auto* command = app.add_subcommand(
        "rounds", "rounds of Leiman's High Tide between bots and rules of thumb, from set-ups of a kind");
    auto flags = std::make_shared<RoundsFlags>();
    flags->rounds.threads = std::max(1U, std::thread::hardware_concurrency());
    const auto players = round_players();
    command->add_option("--starts", flags->starters, "who starts: levels or rules of thumb, separated by commas")
        ->delimiter(',')
        ->check(CLI::IsMember(players).description(""))
        ->capture_default_str();
    command->add_option("--against", flags->others, "the opponents, each against each starter")
        ->delimiter(',')
        ->check(CLI::IsMember(players).description(""))
        ->capture_default_str();
    command
        ->add_option(
            "--set-ups", flags->rounds.set_ups,
            "any, those that the starter wins with best play (won) or loses (lost), balanced ones (exactly one "
            "first move wins), level ones (equal tiles with best play), or those won by_one tile")
        ->check(CLI::IsMember(std::vector<std::string>(setup_wishes.begin(), setup_wishes.end())).description(""))
        ->capture_default_str();
    command->add_option("--count", flags->rounds.count, "number of set-ups for each pair")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command->add_flag("--both", flags->rounds.both, "play every set-up from both sides, and count both");
    command
        ->add_option("--ms", flags->rounds.milliseconds,
                     "what a level that starts may think about a move; the table then says how long it took")
        ->check(CLI::Range(1, 600'000).description(""));
    command->add_flag("--cpu-time", flags->rounds.cpu_time,
                      "with --ms: count processor time, so that a busy machine changes nothing");
    command->add_option("--seed", flags->rounds.seed, "the same rounds again")->capture_default_str();
    command->add_option("--threads", flags->rounds.threads, "how many rounds at a time")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->add_option("--make", flags->make, "make this many set-ups that are fair between two players of --starts")
        ->check(CLI::Range(1, 10'000));
    command->add_option("--rounds", flags->games, "with --make: rounds played to test that a set-up is fair")
        ->check(CLI::Range(10, 100'000))
        ->capture_default_str();
    command->add_flag("--rules", flags->rules, "list the rules of thumb");
    command->add_flag(
        "--first-moves", flags->first_moves,
        "how often each rule of thumb keeps the win with its first move, over all set-ups that can be won");
    command->add_option("--data", flags->data, "with --first-moves: the folder of first_moves.bin")
        ->capture_default_str();
    command->footer(
        "Examples:\n"
        "  springtide rounds --starts easy,medium,hard --against perfect --set-ups won\n"
        "  springtide rounds --starts best --ms 5 --against perfect --set-ups won\n"
        "  springtide rounds --starts medium --make 5 --rounds 200");
    command->callback([flags, &status] { status = run(*flags); });
}

}  // namespace springtide::cli
