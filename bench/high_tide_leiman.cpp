#include "notation/high_tide_leiman.hpp"

#include <benchmark/benchmark.h>

#include "bench/measured.hpp"
#include "bots/high_tide_leiman/bots.hpp"
#include "bots/playout.hpp"
#include "tests/high_tide_leiman/perft_file.hpp"

namespace springtide {

using namespace high_tide_leiman;

namespace {

/// Random rounds from random set-ups to their end; the rate is players' moves.
void leiman_playouts(benchmark::State& measured) {
    Random random(1);
    std::uint64_t moves = 0;
    for (auto _ : measured) {
        State state = start({.stones = 1, .first = First::blue}, 2);
        moves += play_out(state, random);
        benchmark::DoNotOptimize(state);
    }
    measured.counters["moves"] = benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}
BENCHMARK(leiman_playouts);

/// The deepest count of every line of a perft file.
void leiman_perft(benchmark::State& measured, const char* file) {
    const auto cases = test::read_perft(file);
    std::uint64_t nodes = 0;
    for (auto _ : measured)
        for (const auto& [position, expected] : cases) {
            const auto state = *GameText<State>::parse_position(position, {.stones = 1, .first = First::blue});
            nodes += *perft(state, static_cast<int>(expected.size()), ~0ULL);
        }
    measured.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(leiman_perft, start, "start.perft")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leiman_perft, middle, "middle.perft")->Unit(benchmark::kMillisecond);

/// `mcts` choosing the first move of a round, 1,000 playouts.
void leiman_mcts(benchmark::State& measured) {
    Random random(3);
    State state = start({.stones = 1, .first = First::blue}, 2);
    apply_chance(state, draw(state, random));
    const Seen<State> seen = observe(state, Observer::seat(state.mover));
    BotRequest request;
    request.nodes = 1000;
    for (auto _ : measured) {
        Random lots(4);
        benchmark::DoNotOptimize(GameBots<State>::choose("mcts", seen, request, lots));
    }
}
BENCHMARK(leiman_mcts)->Unit(benchmark::kMillisecond);

/// What a server does for every move and observer: the legal moves and the view as text.
void leiman_view(benchmark::State& measured) {
    Random random(2);
    State state = start({.stones = 1, .first = First::blue}, 2);
    apply_chance(state, draw(state, random));
    for (int i = 0; i < 6; ++i) apply(state, state.mover, pick_random_action(state, state.mover, random));
    measure_view(measured, state);
}
BENCHMARK(leiman_view);

}  // namespace
}  // namespace springtide
