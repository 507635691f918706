#include <benchmark/benchmark.h>

#include <cmath>

#include "bots/search/simultaneous.hpp"
#include "bots/turn_the_tide/imagined_rounds.hpp"
#include "bots/turn_the_tide/players.hpp"

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
        ImaginedRounds rounds(seen, far_enough);
        SimultaneousSearch<ImaginedRounds> search(rounds, 0, random);
        search.run(simulations, nullptr);
        benchmark::DoNotOptimize(search.root().mean(1));
    }
    measured.counters["simulations"] = {static_cast<double>(simulations),
                                        benchmark::Counter::kIsIterationInvariantRate};
}
BENCHMARK(tide_search)->ArgName("players")->DenseRange(min_players, max_players)->Unit(benchmark::kMillisecond);

/// Players that nobody can sit down with: for research only.
enum class Studied { best, forgetting, seeing_everything, one_trick };

Action choose(Studied player, const State& state, Seat seat, std::uint64_t simulations, Random& random) {
    BotRequest request;
    request.nodes = simulations;
    auto seen = observe(state, Observer::seat(seat));
    auto thinking = best_thinking;
    if (player == Studied::one_trick) return look_ahead(seen, remembering, random).action;
    if (player == Studied::forgetting) thinking.remembers_rounds = false;
    if (player == Studied::seeing_everything) {
        seen.state = state;
        for (const Seat other : retractable(state)) retract(seen.state, other);
    }
    return search(seen, thinking, request, random).action;
}

/// The share of wins of one player against a table of others: every deal from every seat with the same tides.
/// Arguments: players, deals, simulations a move of the one and of the others.
void tide_study(benchmark::State& measured, Studied one, Studied others) {
    const auto players = static_cast<int>(measured.range(0));
    const auto deals = static_cast<int>(measured.range(1));
    double sum = 0;
    double squares = 0;
    for (auto _ : measured)
        for (int deal = 0; deal < deals; ++deal) {
            double won = 0;
            for (const Seat hero : SeatSet::first(players)) {
                Random random(fold(static_cast<std::uint64_t>(deal), hero));
                State state = start({}, players);
                while (!is_over(state)) {
                    if (to_act(state).chance) {
                        const auto moment = fold(fold(static_cast<std::uint64_t>(deal), state.round), state.trick);
                        Random chance(fold(moment, static_cast<std::uint64_t>(state.phase)));
                        apply_chance(state, draw(state, chance));
                        continue;
                    }
                    const Seat seat = to_act(state).seats.front();
                    const auto simulations = static_cast<std::uint64_t>(measured.range(seat == hero ? 2 : 3));
                    apply(state, seat, choose(seat == hero ? one : others, state, seat, simulations, random));
                }
                const SeatSet winners = result(state).winners;
                if (winners.contains(hero)) won += 1.0 / winners.size() / players;
            }
            sum += won;
            squares += won * won;
        }
    const double mean = sum / deals;
    measured.counters["won"] = mean;
    measured.counters["plus_minus"] = 1.96 * std::sqrt((squares / deals - mean * mean) / (deals - 1));
}

void all_tables(benchmark::internal::Benchmark* study) {
    study->ArgNames({"players", "deals", "one", "others"})->Iterations(1)->Unit(benchmark::kSecond);
    for (int players = min_players; players <= max_players; ++players) study->Args({players, 40, 600, 600});
}
void more_time(benchmark::internal::Benchmark* study) {
    study->ArgNames({"players", "deals", "one", "others"})->Iterations(1)->Unit(benchmark::kSecond);
    for (int players = min_players; players <= max_players; ++players) study->Args({players, 20, 4000, 400});
}
BENCHMARK_CAPTURE(tide_study, search_against_one_trick, Studied::best, Studied::one_trick)->Apply(all_tables);
BENCHMARK_CAPTURE(tide_study, forgetting_against_best, Studied::forgetting, Studied::best)->Apply(all_tables);
BENCHMARK_CAPTURE(tide_study, seeing_everything_against_best, Studied::seeing_everything, Studied::best)
    ->Apply(all_tables);
BENCHMARK_CAPTURE(tide_study, more_time_against_less, Studied::best, Studied::best)->Apply(more_time);

}  // namespace
}  // namespace springtide
