#include "bots/high_tide_leiman/solver.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "bots/high_tide_leiman/length_solver.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"

namespace springtide {

using namespace high_tide_leiman;

namespace {

/// Processor time of this thread: other work on the machine does not count.
double milliseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// Solves the same random set-ups every time, each with an empty table, and says how the times are spread. Nodes do
/// not depend on the machine.
template <class AnySolver, class Question>
void solve_set_ups(benchmark::State& measured, int count, const Question& question) {
    std::vector<double> times;
    std::vector<std::uint64_t> nodes;
    for (auto _ : measured) {
        Random random(1000);
        AnySolver solver;
        for (int i = 0; i < count; ++i) {
            const State state = first_position(draw_setup(random));
            solver.clear();
            const double before = milliseconds();
            question(solver, state);
            times.push_back(milliseconds() - before);
            nodes.push_back(solver.nodes());
        }
    }
    const auto spread = [&measured](auto& values, const std::string& what) {
        std::ranges::sort(values);
        double sum = 0;
        for (const auto value : values) sum += static_cast<double>(value);
        measured.counters[what + "_mean"] = sum / static_cast<double>(values.size());
        measured.counters[what + "_median"] = static_cast<double>(values[values.size() / 2]);
        measured.counters[what + "_p99"] = static_cast<double>(values[values.size() * 99 / 100]);
        measured.counters[what + "_max"] = static_cast<double>(values.back());
    };
    spread(times, "ms");
    spread(nodes, "nodes");
}

void leiman_solve_winner(benchmark::State& measured) {
    solve_set_ups<Solver>(measured, 1000, [](Solver& solver, const State& state) { solver.winner(state); });
}
BENCHMARK(leiman_solve_winner)->Iterations(1)->Unit(benchmark::kMillisecond);

void leiman_solve_ending(benchmark::State& measured) {
    solve_set_ups<Solver>(measured, 200, [](Solver& solver, const State& state) { solver.ending(state); });
}
BENCHMARK(leiman_solve_ending)->Iterations(1)->Unit(benchmark::kMillisecond);

void leiman_solve_every_first_move(benchmark::State& measured) {
    solve_set_ups<Solver>(measured, 200, [](Solver& solver, const State& state) { solver.move_winners(state); });
}
BENCHMARK(leiman_solve_every_first_move)->Iterations(1)->Unit(benchmark::kMillisecond);

void leiman_solve_length(benchmark::State& measured) {
    solve_set_ups<LengthSolver>(measured, 50,
                                [](LengthSolver& solver, const State& state) { solver.forced_win(state); });
}
BENCHMARK(leiman_solve_length)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace springtide
