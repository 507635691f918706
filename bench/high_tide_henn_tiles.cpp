#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "bots/high_tide_henn/best.hpp"
#include "bots/high_tide_henn/players.hpp"
#include "bots/search/playout_search.hpp"

/// What each Baywatch tile is worth to `best`: the same games from the start of the third round, with the tile and
/// without it, on the same dice against `careful`. The counter `gain` is the share of wins that the tile adds, `error`
/// its standard error.
namespace springtide {

using namespace high_tide_henn;

namespace {

constexpr std::uint64_t nodes = 150;

/// `best` with few playouts in one seat, quick players in the others.
class Table {
  public:
    Table(Seat hero, std::uint64_t game) : hero_(hero), players_(hero, Impressions(), game), game_(game) {}

    Action choose(const State& state, Seat seat) {
        if (seat != hero_) return players_.choose(state, seat);
        BotRequest request;
        request.nodes = nodes;
        Random random(fold(game_, ++decisions_));
        return choose_best(observe(state, Observer::seat(seat)), Impressions(), request, random).action;
    }

  private:
    Seat hero_;
    Players players_;
    std::uint64_t game_;
    std::uint64_t decisions_ = 0;
};

State third_round(int players, std::uint64_t game) {
    Options options;
    options.baywatch = true;
    State state = start(options, players);
    Players quick(0, Impressions(), game);
    while (state.round < 3 || state.phase != Phase::choosing) {
        if (is_over(state)) return state;
        if (to_act(state).chance) {
            Random luck = luck_of(state, game, 0);
            apply_chance(state, draw(state, luck));
        } else {
            apply(state, state.acting, quick.choose(state, state.acting));
        }
    }
    return state;
}

double wins(State state, Seat hero, std::uint64_t game) {
    Table table(hero, game);
    play_on(state, table, mix(game));
    const SeatSet winners = result(state).winners;
    return winners.contains(hero) ? 1.0 / winners.size() : 0;
}

/// Nobody has a tile but the hero, who has this one or none.
void henn_tile_value(benchmark::State& measured, Tile tile) {
    const auto players = static_cast<int>(measured.range(0));
    double sum = 0;
    double squares = 0;
    double games = 0;
    std::uint64_t game = 0;
    for (auto _ : measured) {
        const auto hero = static_cast<Seat>(++game % static_cast<unsigned>(players));
        State state = third_round(players, mix(game));
        if (is_over(state)) continue;
        const auto bit = static_cast<std::uint16_t>(1U << static_cast<unsigned>(tile));
        if (state.baywatch.on_offer == static_cast<std::uint8_t>(tile)) continue;
        state.baywatch.tiles = {};
        const double without = wins(state, hero, game);
        state.baywatch.tiles[hero] = bit;
        state.baywatch.turned_up = static_cast<std::uint16_t>(state.baywatch.turned_up | bit);
        const double gain = wins(state, hero, game) - without;
        sum += gain;
        squares += gain * gain;
        ++games;
    }
    const double mean = games > 0 ? sum / games : 0;
    measured.counters["gain"] = mean;
    measured.counters["error"] = games > 0 ? std::sqrt((squares / games - mean * mean) / games) : 0;
}

const bool registered = [] {
    constexpr std::array<std::string_view, tile_count> names = {
        "rental", "adjust", "swap", "reroll", "recolour", "backward", "queue_jump", "head_start", "pool_die"};
    for (std::size_t tile = 0; tile < names.size(); ++tile)
        benchmark::RegisterBenchmark(("henn_tile_value/" + std::string(names[tile])).c_str(), henn_tile_value,
                                     static_cast<Tile>(tile))
            ->ArgName("players")
            ->Arg(4)
            ->Iterations(200)
            ->Unit(benchmark::kMillisecond);
    return true;
}();

}  // namespace
}  // namespace springtide
