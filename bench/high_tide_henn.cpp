#include "notation/high_tide_henn.hpp"

#include <benchmark/benchmark.h>

#include "bots/playout.hpp"

namespace springtide {

using namespace high_tide_henn;

namespace {

Options with(bool expansions) {
    Options options;
    options.coins = options.sharks = options.surfers = options.baywatch = expansions;
    return options;
}

/// Whole random games, dice included; the rate is players' decisions.
void henn_playouts(benchmark::State& measured, bool expansions) {
    const State begin = start(with(expansions), static_cast<int>(measured.range(0)));
    Random random(1);
    std::uint64_t decisions = 0;
    for (auto _ : measured) {
        State state = begin;
        decisions += play_out(state, random);
        benchmark::DoNotOptimize(state);
    }
    measured.counters["decisions"] = benchmark::Counter(static_cast<double>(decisions), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(henn_playouts, base, false)->ArgName("players")->DenseRange(min_players, max_players);
BENCHMARK_CAPTURE(henn_playouts, all_expansions, true)->ArgName("players")->DenseRange(min_players, max_players);

/// The end of a game, all expansions: what a search does at every leaf.
void henn_result(benchmark::State& measured) {
    Random random(2);
    State state = start(with(true), max_players);
    play_out(state, random);
    for (auto _ : measured) benchmark::DoNotOptimize(result(state));
}
BENCHMARK(henn_result);

/// What a server does for every move and observer.
void henn_view(benchmark::State& measured) {
    Random random(3);
    State state = start(with(true), max_players);
    while (to_act(state).chance) apply_chance(state, draw(state, random));
    for (auto _ : measured) {
        JsonWriter json;
        json.begin_object();
        GameText<State>::write_view(observe(state, Observer::seat(0)), json);
        json.end_object();
        benchmark::DoNotOptimize(json.text().data());
    }
}
BENCHMARK(henn_view);

}  // namespace
}  // namespace springtide
