#include "notation/high_tide_henn.hpp"

#include <benchmark/benchmark.h>

#include <string_view>

#include "bench/measured.hpp"
#include "bots/high_tide_henn/bots.hpp"
#include "bots/high_tide_henn/players.hpp"
#include "bots/playout.hpp"
#include "bots/search/playout_search.hpp"

namespace springtide {

using namespace high_tide_henn;

namespace {

Options with(bool expansions) { return expansions ? Options::everything() : Options(); }

/// Whole random games, dice included; the rate is players' decisions.
void henn_playouts(benchmark::State& measured, bool expansions) {
    const State begin = start(with(expansions), static_cast<int>(measured.range(0)));
    measure_playouts(measured, begin);
}
BENCHMARK_CAPTURE(henn_playouts, base, false)->ArgName("players")->DenseRange(min_players, max_players);
BENCHMARK_CAPTURE(henn_playouts, all_expansions, true)->ArgName("players")->DenseRange(min_players, max_players);

/// Whole games by the quick players that `best` searches with; the rate is games.
void henn_policy_games(benchmark::State& measured, bool expansions) {
    const State begin = start(with(expansions), static_cast<int>(measured.range(0)));
    std::uint64_t game = 0;
    for (auto _ : measured) {
        State state = begin;
        ++game;
        Players players(0, OpponentModel(), mix(game));
        play_on(state, players, mix(game));
        benchmark::DoNotOptimize(state);
    }
    measured.counters["games"] = benchmark::Counter(static_cast<double>(game), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(henn_policy_games, base, false)->ArgName("players")->DenseRange(min_players, max_players);
BENCHMARK_CAPTURE(henn_policy_games, all_expansions, true)->ArgName("players")->DenseRange(min_players, max_players);

/// A bot answering the first roll of the third round, 1,000 playouts.
void answer_a_roll(benchmark::State& measured, std::string_view level, bool expansions) {
    State state = start(with(expansions), static_cast<int>(measured.range(0)));
    Players players(0, OpponentModel(), 4);
    Random random(4);
    while (state.round < 3 || state.phase != Phase::answering) {
        if (to_act(state).chance)
            apply_chance(state, draw(state, random));
        else
            apply(state, state.acting, players.choose(state, state.acting));
    }
    const Seen<State> seen = observe(state, Observer::seat(state.acting));
    BotRequest request;
    request.nodes = 1000;
    for (auto _ : measured) {
        Random lots(5);
        benchmark::DoNotOptimize(GameBots<State>::choose(level, seen, request, lots));
    }
}
void henn_best(benchmark::State& measured, bool expansions) { answer_a_roll(measured, "best", expansions); }
void henn_mcts(benchmark::State& measured, bool expansions) { answer_a_roll(measured, "mcts", expansions); }
BENCHMARK_CAPTURE(henn_best, base, false)->ArgName("players")->DenseRange(min_players, max_players);
BENCHMARK_CAPTURE(henn_best, all_expansions, true)->ArgName("players")->DenseRange(min_players, max_players);
BENCHMARK_CAPTURE(henn_mcts, base, false)->ArgName("players")->DenseRange(min_players, max_players);
BENCHMARK_CAPTURE(henn_mcts, all_expansions, true)->ArgName("players")->DenseRange(min_players, max_players);

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
    measure_view(measured, state);
}
BENCHMARK(henn_view);

}  // namespace
}  // namespace springtide
