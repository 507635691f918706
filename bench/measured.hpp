#pragma once

#include <benchmark/benchmark.h>

#include "bots/playout.hpp"
#include "core/json_writer.hpp"
#include "notation/game_text.hpp"

/// What is measured of several games in one way.
namespace springtide {

/// Random games from this beginning to their end; the rate is players' decisions.
template <Rules State>
void measure_playouts(benchmark::State& measured, const State& beginning) {
    Random random(1);
    std::uint64_t decisions = 0;
    for (auto _ : measured) {
        State state = beginning;
        decisions += play_out(state, random);
        benchmark::DoNotOptimize(state);
    }
    measured.counters["decisions"] = benchmark::Counter(static_cast<double>(decisions), benchmark::Counter::kIsRate);
}

/// What a server does for an observer who asks for all of it: the view as text.
template <TextRules State>
void measure_view(benchmark::State& measured, const State& state) {
    for (auto _ : measured) {
        JsonWriter json;
        json.begin_object();
        GameText<State>::write_view(observe(state, Observer::seat(0)), json);
        json.end_object();
        benchmark::DoNotOptimize(json.text().data());
    }
}

}  // namespace springtide
