#include <benchmark/benchmark.h>

#include <string>

#include "bots/playout.hpp"
#include "core/json_writer.hpp"
#include "games/notation.hpp"

/// What every game is measured by, made from the list of games: a new game is here without a line of its own.
namespace springtide {
namespace {

template <TextRules State>
State begin(int players) {
    const auto reader = OptionReader::read(GameText<State>::info(), {});
    return start(*GameText<State>::options(*reader, players), players);
}

/// Random games with the usual options to their end; the rate is players' decisions.
template <TextRules State>
void playouts(benchmark::State& measured) {
    const State beginning = begin<State>(static_cast<int>(measured.range(0)));
    Random random(1);
    std::uint64_t decisions = 0;
    for (auto _ : measured) {
        State state = beginning;
        decisions += play_out(state, random);
        benchmark::DoNotOptimize(state);
    }
    measured.counters["decisions"] = benchmark::Counter(static_cast<double>(decisions), benchmark::Counter::kIsRate);
}

/// What a server does for an observer who asks for all of it: a view of the beginning as text.
template <TextRules State>
void view(benchmark::State& measured) {
    State state = begin<State>(GameText<State>::info().max_players);
    Random random(2);
    while (to_act(state).chance) apply_chance(state, draw(state, random), nullptr);
    for (auto _ : measured) {
        JsonWriter json;
        json.begin_object();
        GameText<State>::write_view(observe(state, Observer::seat(0)), json);
        json.end_object();
        benchmark::DoNotOptimize(json.text().data());
    }
}

const auto registered = AllGames::each([]<class State>() {
    const GameInfo& info = GameText<State>::info();
    const std::string id(info.id);
    benchmark::RegisterBenchmark((id + "/playouts").c_str(), &playouts<State>)
        ->ArgName("players")
        ->DenseRange(info.min_players, info.max_players);
    benchmark::RegisterBenchmark((id + "/view").c_str(), &view<State>);
    return info.id;
});

}  // namespace
}  // namespace springtide
