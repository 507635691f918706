#include <benchmark/benchmark.h>

#include <cmath>

#include "bots/baselines/turn_the_tide.hpp"
#include "bots/turn_the_tide/players.hpp"

/// What search, memory, time and a look into the others' hands gain: matches between players of whom some can sit down
/// nowhere else.
namespace springtide {

using namespace turn_the_tide;

namespace {

enum class Studied {
    rule_of_thumb,
    heuristic,             ///< a look one trick ahead with a perfect memory; no search
    forgetting_heuristic,  ///< the same, knowing only this round
    best,
    forgetting,         ///< `best`, knowing only this round
    seeing_everything,  ///< `best`, with all hands open
    untaught,           ///< `best` without the learned numbers: every simulation goes on to the end of the round
};

constexpr LookAheadOptions forgetting = {.remembers_rounds = false, .saves_cards = true};

/// No card or tide is known to be worth more than another, and everybody is as likely to play any of their cards.
const EvaluationTable nothing_learned = [] {
    EvaluationTable table;
    for (auto& by_held : table.chooses_below)
        for (std::size_t held = 1; held <= hand_size; ++held)
            for (std::size_t below = 0; below <= held; ++below)
                by_held[held][below] = static_cast<float>(below) / static_cast<float>(held);
    return table;
}();

/// As if everybody had seen every card, and nobody had chosen yet.
State with_open_hands(State state) {
    state.uncovered = state.dealt;
    for (const Seat seat : retractable(state)) retract(state, seat);
    return state;
}

Action choose(Studied player, const State& state, Seat seat, std::uint64_t simulations, Random& random) {
    auto seen = observe(state, Observer::seat(seat));
    auto thinking = best_thinking;
    thinking.explains = false;
    switch (player) {
        case Studied::rule_of_thumb: return rule_of_thumb(state, seat);
        case Studied::heuristic: return look_ahead(seen, remembering, random).action;
        case Studied::forgetting_heuristic: return look_ahead(seen, forgetting, random).action;
        case Studied::best: break;
        case Studied::forgetting: thinking.remembers_rounds = false; break;
        case Studied::seeing_everything: seen = observe(with_open_hands(state), Observer::seat(seat)); break;
        case Studied::untaught:
            thinking.table = &nothing_learned;
            thinking.tricks_ahead = hand_size;
            break;
    }
    BotRequest request;
    request.nodes = simulations;
    return search(seen, thinking, request, random).action;
}

/// One deal of the match from every seat, with the same cards and tides: the share of wins of the one.
double play_deal(std::uint64_t deal, const benchmark::State& measured, Studied one, Studied others) {
    const auto players = static_cast<int>(measured.range(0));
    double won = 0;
    for (const Seat hero : SeatSet::first(players)) {
        Random random(fold(deal, hero));
        State state = start({}, players);
        while (!is_over(state)) {
            if (to_act(state).chance) {
                Random chance(
                    fold(fold(fold(deal, state.round), state.trick), static_cast<std::uint64_t>(state.phase)));
                apply_chance(state, draw(state, chance));
                continue;
            }
            const Seat seat = to_act(state).seats.front();
            const auto simulations = static_cast<std::uint64_t>(measured.range(seat == hero ? 2 : 3));
            apply(state, seat, choose(seat == hero ? one : others, state, seat, simulations, random));
        }
        won += win_share(result(state), hero) / players;
    }
    return won;
}

/// The share of wins of one player against a table of others.
/// Arguments: players, deals, simulations a move of the one and of the others.
void tide_study(benchmark::State& measured, Studied one, Studied others) {
    const auto deals = static_cast<std::uint64_t>(measured.range(1));
    double sum = 0;
    double squares = 0;
    for (auto _ : measured)
        for (std::uint64_t deal = 0; deal < deals; ++deal) {
            const double won = play_deal(deal, measured, one, others);
            sum += won;
            squares += won * won;
        }
    const auto count = static_cast<double>(deals);
    const double mean = sum / count;
    measured.counters["won"] = mean;
    measured.counters["plus_minus"] = 1.96 * std::sqrt((squares / count - mean * mean) / (count - 1));
}

/// With 3, 4 and 5 players: so many deals, with 5 half as many, and so many simulations.
template <int Deals, int One, int Others>
void tables(benchmark::internal::Benchmark* study) {
    study->ArgNames({"players", "deals", "one", "others"})->Iterations(1)->Unit(benchmark::kSecond);
    for (int players = min_players; players <= max_players; ++players)
        study->Args({players, players < max_players ? Deals : Deals / 2, One, Others});
}

BENCHMARK_CAPTURE(tide_study, heuristic_against_rule_of_thumb, Studied::heuristic, Studied::rule_of_thumb)
    ->Apply(tables<400, 0, 0>);
BENCHMARK_CAPTURE(tide_study, forgetting_heuristic_against_rule_of_thumb, Studied::forgetting_heuristic,
                  Studied::rule_of_thumb)
    ->Apply(tables<400, 0, 0>);
BENCHMARK_CAPTURE(tide_study, search_against_heuristic, Studied::best, Studied::heuristic)->Apply(tables<100, 2000, 0>);
BENCHMARK_CAPTURE(tide_study, forgetting_against_best, Studied::forgetting, Studied::best)
    ->Apply(tables<200, 300, 300>);
BENCHMARK_CAPTURE(tide_study, seeing_everything_against_best, Studied::seeing_everything, Studied::best)
    ->Apply(tables<200, 300, 300>);
BENCHMARK_CAPTURE(tide_study, untaught_against_best, Studied::untaught, Studied::best)->Apply(tables<100, 2000, 2000>);
BENCHMARK_CAPTURE(tide_study, ten_times_the_time, Studied::best, Studied::best)->Apply(tables<100, 3000, 300>);

}  // namespace
}  // namespace springtide
