#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>

#include "bots/high_tide_leiman/analysis.hpp"
#include "bots/high_tide_leiman/length_solver.hpp"
#include "cli/commands.hpp"
#include "cli/ending_words.hpp"
#include "cli/exit_status.hpp"
#include "cli/search_progress.hpp"
#include "cli/solve_all.hpp"
#include "cli/solve_longest.hpp"
#include "cli/solve_measure.hpp"
#include "files/files.hpp"
#include "notation/high_tide_leiman.hpp"
#include "notation/high_tide_leiman_certificate.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

using Text = GameText<State>;

struct SolveFlags {
    std::vector<std::string> position;  ///< its words
    std::optional<std::uint32_t> setup_class;
    bool length = false;
    bool all = false;
    std::string proof;    ///< the file a certificate is written to
    bool margin = false;  ///< the certificate says by how many tiles at least, too
    std::string check;    ///< the file it is read from
    Measurement measurement;
    LongestSearch longest;
    std::size_t table_bytes = Solver::default_table_bytes;
    SolveAllFlags every_class;
};

int stopped(std::uint64_t nodes) {
    std::cerr << "stopped after " << nodes << " positions\n";
    return exit_status::interrupted;
}

void print_line(State now, const Solver::Line& line) {
    for (const Action action : line) {
        std::cout << " " << Text::action_text(now, now.mover, action);
        apply(now, now.mover, action);
    }
    std::cout << "\n";
}

int solve_results(const State& state, std::size_t table_bytes) {
    Solver solver(table_bytes);
    std::optional<Analysis> analysis;
    {
        const SearchProgress progress(solver);
        analysis = analyse(solver, state);
    }
    if (!analysis) return stopped(solver.nodes());
    std::cout << "With best play " << ending_text(state, analysis->ending) << ".\n\nMoves of "
              << Text::seat_name(state, state.mover) << ":\n";
    for (const auto& [action, found] : analysis->moves)
        std::cout << "  " << Text::action_text(state, state.mover, action) << "  " << ending_text(state, found) << "\n";
    std::cout << "\nBest play:";
    print_line(state, analysis->line);
    std::cout << "(" << solver.nodes() << " positions searched)\n";
    return exit_status::done;
}

int solve_length(const State& state, std::size_t table_bytes) {
    LengthSolver solver(table_bytes);
    std::optional<LengthSolver::Round> round;
    {
        const SearchProgress progress(solver);
        round = solver.round(state);
    }
    if (!round) return stopped(solver.nodes());
    const std::size_t moves = round->line.size();
    std::cout << Text::seat_name(state, round->winner) << " wins within " << moves << (moves == 1 ? " move" : " moves")
              << "; " << Text::seat_name(state, opponent(round->winner)) << " can make it last that long:\n";
    print_line(state, round->line);
    std::cout << "(" << solver.nodes() << " positions searched)\n";
    return exit_status::done;
}

/// A certificate asks for thousands of answers: they come from one table, larger than a single question needs.
constexpr std::size_t proof_table_bytes = std::size_t{1} << 24U;

/// A win of which nothing more is claimed.
std::optional<Ending> won_at_all(std::optional<Seat> winner) {
    return winner ? std::optional(Ending{.winner = *winner, .margin = 0}) : std::nullopt;
}

std::string claim_text(const Certificate& certificate) {
    std::string text = Text::seat_name(certificate.position, certificate.winner) + " wins";
    if (certificate.tiles > 0)
        text += " by " + std::to_string(certificate.tiles) + (certificate.tiles == 1 ? " tile" : " tiles") + " or more";
    return text;
}

int write_proof(const State& state, const SolveFlags& flags) {
    Solver solver(std::max(flags.table_bytes, proof_table_bytes));
    std::optional<Certificate> certificate;
    {
        const SearchProgress progress(solver);
        if (const auto ending = flags.margin ? solver.ending(state) : won_at_all(solver.winner(state))) {
            const int tiles = std::abs(ending->margin);
            certificate = make_certificate(
                state, ending->winner,
                [&solver, tiles](const State& now) { return solver.move_for(now, least_win + tiles); }, tiles);
        }
    }
    if (!certificate) return stopped(solver.nodes());
    if (const auto written = write_file(flags.proof, certificate_text(*certificate)); !written)
        return say_refused(written.error());
    std::cout << claim_text(*certificate) << ": " << certificate->answers.size() << " answers in " << flags.proof
              << "; springtide solve --check " << flags.proof << " verifies them\n";
    return exit_status::done;
}

int check_proof(const std::string& name) {
    const auto text = read_file(name);
    if (!text) return say_refused(text.error());
    const auto certificate = parse_certificate(*text);
    const auto checked = certificate ? check(*certificate) : std::unexpected(certificate.error());
    if (!checked) {
        std::cerr << name << ": not proven: " << checked.error().message << "\n";
        return exit_status::negative;
    }
    const State& state = certificate->position;
    std::cout << "Proven: " << claim_text(*certificate) << " " << Text::position_text(state) << "\n("
              << checked->positions << " positions answered, " << checked->endings << " rounds played to their end)\n";
    return exit_status::done;
}

/// The position in the request, as text or by the number of its class.
std::string asked_position(const SolveFlags& flags) {
    if (flags.setup_class)
        return Text::position_text(first_position(SetupClasses().representative(*flags.setup_class)));
    std::string text;
    for (const auto& word : flags.position) text += (text.empty() ? "" : " ") + word;
    return text;
}

int solve_position(const std::string& text, const SolveFlags& flags) {
    const auto state = Text::parse_position(text, {.stones = 1, .first = First::blue});
    if (!state) return say_refused(state.error());
    if (state->phase == Phase::over) {
        const int margin = visible(*state, seat_blue) - visible(*state, seat_pink);
        std::cout << "The round is over: " << ending_text(*state, {static_cast<Seat>(state->round_winner), margin})
                  << "\n";
        return exit_status::done;
    }
    if (!flags.proof.empty()) return write_proof(*state, flags);
    return flags.length ? solve_length(*state, flags.table_bytes) : solve_results(*state, flags.table_bytes);
}

int solve_all(const SolveAll& job) {
    const auto found = job.run();
    if (!found) return say_refused(found.error());
    const auto file = job.write(*found);
    if (!file) return say_refused(file.error());
    std::cout << file->string() << "\n";
    return exit_status::done;
}

}  // namespace

void add_solve(CLI::App& app, int& status) {
    auto* command =
        app.add_subcommand("solve", "the exact result of a position of Leiman's High Tide, or of every set-up");
    auto flags = std::make_shared<SolveFlags>();
    auto* position = command->add_option("position", flags->position,
                                         "rows, mover and who moved last, as in docs/reference/protocol.md");
    auto* all = command->add_flag("--all", flags->all, "every class of set-ups; goes on where an earlier run stopped");
    for (auto* option : flags->every_class.add_to(*command)) option->needs(all);
    position->excludes(all);
    auto* setup_class =
        command
            ->add_option("--class", flags->setup_class, "the set-up of this class, as the files of --all number them")
            ->check(CLI::Range(0U, setup_class_count - 1))
            ->excludes(position)
            ->excludes(all);
    command
        ->add_flag("--length", flags->length,
                   "how many moves the round lasts if the winner hurries and the loser delays")
        ->excludes(all);
    auto* proof = command
                      ->add_option("--proof", flags->proof,
                                   "write a certificate of who wins: an answer to every move of the loser")
                      ->excludes(all);
    command->add_flag("--margin", flags->margin, "the certificate also proves a least number of tiles")->needs(proof);
    auto* check = command->add_option("--check", flags->check, "verify a certificate with the rules alone")
                      ->excludes(all)
                      ->excludes(position)
                      ->excludes(setup_class)
                      ->excludes(proof);
    add_memory_option(*command, flags->table_bytes);
    add_measurement(*command, flags->measurement, {position, setup_class, all, proof, check});
    add_longest(*command, flags->longest, {position, setup_class, all, proof, check});
    command->footer(
        "Examples:\n"
        "  springtide solve \"b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b b -\"\n"
        "  springtide solve --length \"b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b b -\"\n"
        "  springtide solve --proof proof.txt --class 39051\n"
        "  springtide solve --proof proof.txt --margin --class 39051\n"
        "  springtide solve --check proof.txt\n"
        "  springtide solve --longest 600 --list longest.txt\n"
        "  springtide solve --measure winner --set-ups 1000\n"
        "  springtide solve --all --column winning_moves --out solution\n"
        "  springtide solve --all --column ending --sample 2000 --out solution");
    command->callback([flags, &status] {
        if (!flags->measurement.question.empty()) {
            status = measure(flags->measurement, std::cout);
            return;
        }
        if (flags->longest.seconds > 0) {
            status = find_longest(flags->longest, std::cout);
            return;
        }
        if (flags->all) {
            status = solve_all(flags->every_class.job(flags->table_bytes));
            return;
        }
        if (!flags->check.empty()) {
            status = check_proof(flags->check);
            return;
        }
        const std::string text = asked_position(*flags);
        if (text.empty()) throw CLI::RequiredError("a position, --class, --check or --all,");
        if (flags->setup_class) std::cout << "Position: " << text << "\n\n";
        status = solve_position(text, *flags);
    });
}

}  // namespace springtide::cli
