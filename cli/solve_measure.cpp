#include "cli/solve_measure.hpp"

#include <algorithm>
#include <ctime>
#include <ostream>

#include "bots/high_tide_leiman/length_solver.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"
#include "bots/high_tide_leiman/solver.hpp"
#include "core/random.hpp"
#include "rules/high_tide_leiman/rules.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

/// Processor time of this thread, which other work on the machine hardly affects.
double processor_microseconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

struct Taken {
    double microseconds;
    std::uint64_t nodes;
};

/// Every set-up from scratch.
template <class AnySolver, class Question>
std::vector<Taken> times(const Measurement& measurement, const Question& question) {
    Random random(1000);  // as the benchmarks draw them
    for (std::uint32_t i = 0; i < measurement.from; ++i) draw_setup(random);
    AnySolver solver;
    std::vector<Taken> taken;
    for (std::uint32_t i = 0; i < measurement.set_ups; ++i) {
        const State state = first_position(draw_setup(random));
        solver.clear();
        const double before = processor_microseconds();
        question(solver, state);
        taken.push_back({processor_microseconds() - before, solver.nodes()});
    }
    return taken;
}

std::vector<Taken> times(const Measurement& measurement) {
    if (measurement.question == "winner")
        return times<Solver>(measurement, [](Solver& solver, const State& state) { solver.winner(state); });
    if (measurement.question == "ending")
        return times<Solver>(measurement, [](Solver& solver, const State& state) { solver.ending(state); });
    if (measurement.question == "moves")
        return times<Solver>(measurement, [](Solver& solver, const State& state) { solver.move_winners(state); });
    return times<LengthSolver>(measurement, [](LengthSolver& solver, const State& state) { solver.forced_win(state); });
}

}  // namespace

void add_measurement(CLI::App& command, Measurement& measurement, const std::vector<CLI::Option*>& excluded) {
    auto* question = command
                         .add_option("--measure", measurement.question,
                                     "how long a question about set-ups takes: winner, ending, moves or length")
                         ->check(CLI::IsMember({"winner", "ending", "moves", "length"}));
    for (auto* other : excluded) question->excludes(other);
    command.add_option("--set-ups", measurement.set_ups, "measure so many")
        ->check(CLI::PositiveNumber)
        ->capture_default_str()
        ->needs(question);
    command.add_option("--from", measurement.from, "leave out this many of them")->needs(question);
    command.add_flag("--each", measurement.each, "a line for each: place, microseconds, positions")->needs(question);
}

int measure(const Measurement& measurement, std::ostream& out) {
    auto taken = times(measurement);
    if (measurement.each) {
        for (std::size_t i = 0; i < taken.size(); ++i)
            out << measurement.from + i << " " << static_cast<std::uint64_t>(taken[i].microseconds) << " "
                << taken[i].nodes << "\n";
        return 0;
    }
    double time = 0;
    double nodes = 0;
    for (const auto& one : taken) {
        time += one.microseconds;
        nodes += static_cast<double>(one.nodes);
    }
    std::ranges::sort(taken, {}, &Taken::microseconds);
    const auto count = static_cast<double>(taken.size());
    out << measurement.question << " of " << taken.size() << " set-ups, milliseconds of one processor: mean "
        << time / count / 1e3 << ", median " << taken[taken.size() / 2].microseconds / 1e3 << ", 99 % "
        << taken[taken.size() * 99 / 100].microseconds / 1e3 << ", worst " << taken.back().microseconds / 1e3
        << "; positions on average " << static_cast<std::uint64_t>(nodes / count) << "\n";
    return 0;
}

}  // namespace springtide::cli
