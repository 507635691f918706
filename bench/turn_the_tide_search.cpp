#include <benchmark/benchmark.h>

#include "bots/search/simultaneous.hpp"
#include "bots/turn_the_tide/imagined_rounds.hpp"

namespace springtide {

using namespace turn_the_tide;

namespace {

/// The search from the middle of the last round, all hands known and everybody in; the rate is simulations.
void tide_search(benchmark::State& measured) {
    Random random(2);
    const auto players = static_cast<int>(measured.range(0));
    State middle = start({}, players);
    while (middle.round < players || middle.trick < 6 || middle.phase != Phase::choosing) {
        if (to_act(middle).nobody() || middle.still_in.size() < players) middle = start({}, players);
        if (to_act(middle).chance)
            apply_chance(middle, draw(middle, random));
        else
            apply(middle, to_act(middle).seats.front(), random_action(middle, to_act(middle).seats.front(), random));
    }
    const Seen<State> seen = observe(middle, Observer::seat(0));
    constexpr std::uint64_t simulations = 4000;
    for (auto _ : measured) {
        ImaginedRounds rounds(seen, far_enough, evaluation_table_for(seen.state().players));
        SimultaneousSearch<ImaginedRounds> search(rounds, 0, random);
        search.run(simulations, nullptr);
        benchmark::DoNotOptimize(search.root().mean(1));
    }
    measured.counters["simulations"] = {static_cast<double>(simulations),
                                        benchmark::Counter::kIsIterationInvariantRate};
}
BENCHMARK(tide_search)->ArgName("players")->DenseRange(min_players, max_players)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace springtide
