#include "notation/turn_the_tide.hpp"

#include <benchmark/benchmark.h>

#include "bench/measured.hpp"
#include "bots/playout.hpp"
#include "rules/turn_the_tide/hidden_deals.hpp"

namespace springtide {

using namespace turn_the_tide;

namespace {

benchmark::Counter rate(std::uint64_t number) { return {static_cast<double>(number), benchmark::Counter::kIsRate}; }

/// Whole random games, deals and tides included; the rate is players' choices.
void tide_playouts(benchmark::State& measured) {
    Random random(1);
    std::uint64_t decisions = 0;
    for (auto _ : measured) {
        State state = start({}, static_cast<int>(measured.range(0)));
        decisions += play_out(state, random);
        benchmark::DoNotOptimize(state);
    }
    measured.counters["decisions"] = rate(decisions);
}
BENCHMARK(tide_playouts)->ArgName("players")->DenseRange(min_players, max_players);

/// Random play from the middle of the second round to the end of that round, hands known: what a search does.
void tide_round_playouts(benchmark::State& measured) {
    Random random(2);
    State middle = start({}, static_cast<int>(measured.range(0)));
    while (middle.round < 2 || middle.trick < 6 || middle.phase != Phase::choosing) {
        if (to_act(middle).nobody()) middle = start({}, middle.players);
        if (to_act(middle).chance)
            apply_chance(middle, draw(middle, random));
        else
            apply(middle, to_act(middle).seats.front(), random_action(middle, to_act(middle).seats.front(), random));
    }
    std::uint64_t playouts = 0;
    for (auto _ : measured) {
        State state = middle;
        while (state.round == middle.round) {
            if (to_act(state).chance)
                apply_chance(state, draw(state, random));
            else
                apply(state, to_act(state).seats.front(), random_action(state, to_act(state).seats.front(), random));
        }
        ++playouts;
        benchmark::DoNotOptimize(state);
    }
    measured.counters["playouts"] = rate(playouts);
}
BENCHMARK(tide_round_playouts)->ArgName("players")->DenseRange(min_players, max_players);

/// The first trick, where most is hidden.
State first_trick(int players) {
    Random random(3);
    State state = start({}, players);
    while (to_act(state).chance) apply_chance(state, draw(state, random));
    return state;
}

void tide_resample(benchmark::State& measured) {
    const auto seen = observe(first_trick(static_cast<int>(measured.range(0))), Observer::seat(0));
    Random random(4);
    for (auto _ : measured) benchmark::DoNotOptimize(resample(seen, random));
}
BENCHMARK(tide_resample)->ArgName("players")->DenseRange(min_players, max_players);

/// The same with the ways counted once: what a search does.
void tide_resample_again(benchmark::State& measured) {
    const HiddenDeals hidden(observe(first_trick(static_cast<int>(measured.range(0))), Observer::seat(0)));
    Random random(4);
    for (auto _ : measured) benchmark::DoNotOptimize(hidden.sample(random));
}
BENCHMARK(tide_resample_again)->ArgName("players")->DenseRange(min_players, max_players);

/// What a server does for every move and observer.
void tide_view(benchmark::State& measured) {
    const State state = first_trick(max_players);
    measure_view(measured, state);
}
BENCHMARK(tide_view);

}  // namespace
}  // namespace springtide
