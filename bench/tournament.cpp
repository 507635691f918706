// The tables of a round of a club night: the fifth one, people by seats.
#include <benchmark/benchmark.h>

#include "server/tournament/pairing.hpp"

namespace {

using namespace springtide::tournament;

void pair_fifth_round(benchmark::State& state) {
    const Rules rules{.format = Format::swiss, .odd = OddPlayers::bot, .seats = static_cast<int>(state.range(1))};
    std::vector<Entrant> entrants(static_cast<std::size_t>(state.range(0)));
    for (std::size_t i = 0; i < entrants.size(); ++i) entrants[i].half_points = static_cast<int>(i * 7 % 13);
    std::vector<Round> before;
    for (std::uint64_t i = 0; i < 4; ++i) before.push_back(pair_round(rules, entrants, before, i));
    std::uint64_t seed = 0;
    for (auto _ : state) benchmark::DoNotOptimize(pair_round(rules, entrants, before, ++seed));
}
BENCHMARK(pair_fifth_round)->Args({64, 2})->Args({64, 4})->Args({24, 4})->Args({16, 4})->Unit(benchmark::kMillisecond);

}  // namespace
