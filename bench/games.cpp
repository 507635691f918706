#include <benchmark/benchmark.h>

#include <string>

#include "bench/measured.hpp"
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
    measure_playouts(measured, beginning);
}

/// What a server does for an observer who asks for all of it: a view of the beginning as text.
template <TextRules State>
void view(benchmark::State& measured) {
    State state = begin<State>(GameText<State>::info().max_players);
    Random random(2);
    while (to_act(state).chance) apply_chance(state, draw(state, random), nullptr);
    measure_view(measured, state);
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
