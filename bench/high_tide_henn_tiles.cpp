#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "bots/high_tide_henn/best.hpp"
#include "bots/high_tide_henn/players.hpp"
#include "bots/search/playout_search.hpp"

/// What a Baywatch tile is worth to a player, and what it is worth to know coins, surfers and sharks: the same games on
/// the same dice with it and without it, against a table of quick players. The counter `gain` is the share of wins that
/// it adds, `error` its standard error.
namespace springtide {

using namespace high_tide_henn;

namespace {

constexpr std::uint64_t nodes = 200;

/// One seat by a weights, or by `best` with few playouts where there is none; quick players in the others.
class Table {
  public:
    Table(Seat hero, const Weights* weights, std::uint64_t game)
        : hero_(hero),
          is_best_(weights == nullptr),
          policy_(is_best_ ? strong_weights : *weights),
          players_(hero, OpponentModel(), game),
          game_(game) {}

    Action choose(const State& state, Seat seat) {
        if (seat != hero_) return players_.choose(state, seat);
        if (!is_best_) return policy_.choose(state, seat);
        BotRequest request;
        request.nodes = nodes;
        Random random(fold(game_, ++decisions_));
        return choose_best(observe(state, Observer::seat(seat)), OpponentModel(), request, random).action;
    }

  private:
    Seat hero_;
    bool is_best_;
    Policy policy_;
    Players players_;
    std::uint64_t game_;
    std::uint64_t decisions_ = 0;
};

/// Differences of the share of wins, game by game.
class Gain {
  public:
    void add(double gain) {
        sum_ += gain;
        squares_ += gain * gain;
        ++games_;
    }
    void tell(benchmark::State& measured) const {
        const double mean = games_ > 0 ? sum_ / games_ : 0;
        measured.counters["gain"] = mean;
        measured.counters["error"] = games_ > 0 ? std::sqrt((squares_ / games_ - mean * mean) / games_) : 0;
    }

  private:
    double sum_ = 0;
    double squares_ = 0;
    double games_ = 0;
};

State third_round(int players, std::uint64_t game) {
    Options options;
    options.baywatch = true;
    State state = start(options, players);
    Players quick(0, OpponentModel(), game);
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

double wins(State state, Seat hero, const Weights* weights, std::uint64_t game) {
    Table table(hero, weights, game);
    play_on(state, table, mix(game));
    return win_share(result(state), hero);
}

/// From the third round on nobody has a tile but the hero, who has this one or none.
void henn_tile_value(benchmark::State& measured, Tile tile, const Weights* weights) {
    const auto players = static_cast<int>(measured.range(0));
    Gain gain;
    std::uint64_t game = 0;
    for (auto _ : measured) {
        const auto hero = static_cast<Seat>(++game % static_cast<unsigned>(players));
        State state = third_round(players, mix(game));
        if (is_over(state)) continue;
        const auto bit = static_cast<std::uint16_t>(1U << static_cast<unsigned>(tile));
        if (state.baywatch.on_offer == static_cast<std::uint8_t>(tile)) continue;
        state.baywatch.tiles = {};
        const double without = wins(state, hero, weights, game);
        state.baywatch.tiles[hero] = bit;
        state.baywatch.turned_up = static_cast<std::uint16_t>(state.baywatch.turned_up | bit);
        gain.add(wins(state, hero, weights, game) - without);
    }
    gain.tell(measured);
}

/// Whole games of `hard` with an expansion that it knows, less those of one who does not.
void henn_expansion_value(benchmark::State& measured, const Options& options, const Weights& ignorant) {
    const auto players = static_cast<int>(measured.range(0));
    Gain gain;
    std::uint64_t game = 0;
    for (auto _ : measured) {
        const auto hero = static_cast<Seat>(++game % static_cast<unsigned>(players));
        const State state = start(options, players);
        gain.add(wins(state, hero, &strong_weights, game) - wins(state, hero, &ignorant, game));
    }
    gain.tell(measured);
}

constexpr Weights without_coins = [] {
    Weights weights = strong_weights;
    weights.coin = weights.coin_to_leave = {};
    return weights;
}();
constexpr Weights without_surfers = [] {
    Weights weights = strong_weights;
    weights.knows_surfers = false;
    return weights;
}();
constexpr Weights without_sharks = [] {
    Weights weights = strong_weights;
    weights.shark = 0;
    return weights;
}();

const bool registered = [] {
    constexpr std::array<std::string_view, tile_count> names = {
        "rental", "adjust", "swap", "reroll", "recolour", "backward", "queue_jump", "head_start", "pool_die"};
    for (std::size_t tile = 0; tile < names.size(); ++tile) {
        const auto measure = [&](const char* level, const Weights* weights, int games) {
            const auto name = "henn_tile_value/" + std::string(names[tile]) + '/' + level;
            benchmark::RegisterBenchmark(name.c_str(), henn_tile_value, static_cast<Tile>(tile), weights)
                ->ArgName("players")
                ->Arg(4)
                ->Iterations(games)
                ->Unit(benchmark::kMillisecond);
        };
        // Two tiles only a look ahead can judge.
        const bool needs_a_look_ahead =
            static_cast<Tile>(tile) == Tile::rental || static_cast<Tile>(tile) == Tile::queue_jump;
        measure("best", nullptr, needs_a_look_ahead ? 8'000 : 2'000);
        if (!needs_a_look_ahead) measure("hard", &strong_weights, 40'000);
    }
    Options coins;
    coins.coins = true;
    Options surfers;
    surfers.surfers = true;
    Options sharks;
    sharks.sharks = true;
    const auto measure = [](const char* name, const Options& options, const Weights& ignorant) {
        benchmark::RegisterBenchmark(name, henn_expansion_value, options, ignorant)
            ->ArgName("players")
            ->DenseRange(min_players, max_players)
            ->Iterations(40'000)
            ->Unit(benchmark::kMillisecond);
    };
    measure("henn_expansion_value/coins", coins, without_coins);
    measure("henn_expansion_value/surfers", surfers, without_surfers);
    measure("henn_expansion_value/sharks", sharks, without_sharks);
    return true;
}();

}  // namespace
}  // namespace springtide
