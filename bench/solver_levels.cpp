#include <benchmark/benchmark.h>

#include <cmath>

#include "bots/high_tide_leiman/bots.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"

namespace springtide {

using namespace high_tide_leiman;

namespace {

Seat play_round(State state, const std::array<const char*, 2>& levels, Random& random) {
    while (state.phase == Phase::moving) {
        const auto seen = observe(state, Observer::seat(state.mover));
        apply(state, state.mover, GameBots<State>::choose(levels[state.mover], seen, {}, random).action);
    }
    return static_cast<Seat>(state.round_winner);
}

/// What starting is worth between equals: the share of rounds the starter wins, with the borders of its 95 % interval.
void leiman_starter(benchmark::State& measured, SetupRule rule, const char* level) {
    constexpr int rounds = 1000;
    const State laying_out = start({.stones = 1, .first = First::blue, .setup = rule}, 2);
    int won = 0;
    for (auto _ : measured) {
        Random random(1);
        for (int i = 0; i < rounds; ++i) {
            State state = laying_out;
            apply_chance(state, draw(state, random));
            won += play_round(state, {level, level}, random) == seat_blue ? 1 : 0;
        }
    }
    const double mean = 1.0 * won / rounds;
    const double half_width = 1.96 * std::sqrt(mean * (1 - mean) / rounds);
    measured.counters["won"] = mean;
    measured.counters["from"] = mean - half_width;
    measured.counters["to"] = mean + half_width;
}
BENCHMARK_CAPTURE(leiman_starter, random_medium, SetupRule::random, "medium")->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(leiman_starter, random_hard, SetupRule::random, "hard")->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(leiman_starter, balanced_medium, SetupRule::balanced, "medium")
    ->Iterations(1)
    ->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(leiman_starter, balanced_hard, SetupRule::balanced, "hard")->Iterations(1)->Unit(benchmark::kSecond);

/// Two levels against each other: 250 set-ups, each played from both sides. The share of rounds the first one wins,
/// with the borders of its 95 % interval; the pair of rounds on one set-up counts as one observation.
void leiman_levels(benchmark::State& measured, const char* first, const char* second) {
    constexpr int setups = 250;
    double sum = 0;
    double squares = 0;
    for (auto _ : measured) {
        Random random(1);
        for (int i = 0; i < setups; ++i) {
            const State state = first_position(draw_setup(random));
            const int won = (play_round(state, {first, second}, random) == seat_blue ? 1 : 0) +
                            (play_round(state, {second, first}, random) == seat_pink ? 1 : 0);
            sum += won / 2.0;
            squares += won * won / 4.0;
        }
    }
    const double mean = sum / setups;
    const double half_width = 1.96 * std::sqrt((squares / setups - mean * mean) / (setups - 1));
    measured.counters["won"] = mean;
    measured.counters["from"] = mean - half_width;
    measured.counters["to"] = mean + half_width;
}
BENCHMARK_CAPTURE(leiman_levels, easy_against_random, "easy", "random")->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(leiman_levels, medium_against_easy, "medium", "easy")->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(leiman_levels, medium_against_greedy, "medium", "greedy")->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(leiman_levels, hard_against_medium, "hard", "medium")->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(leiman_levels, best_against_hard, "best", "hard")->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace springtide
