#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <vector>

#include "bots/high_tide_henn/bots.hpp"
#include "bots/high_tide_henn/players.hpp"
#include "bots/search/playout_search.hpp"

/// Does a bot keep to its time? Whole games of one seat that is given so many milliseconds of processor time a
/// decision, against quick players. The counters are milliseconds of processor time of those decisions that have a
/// choice: half of them take no longer than `p50`, all but one in a hundred no longer than `p99`, the longest takes
/// `max`.
namespace springtide {

using namespace high_tide_henn;

namespace {

constexpr int games = 12;

double processor_milliseconds() {
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// One seat thinks, the others are quick.
class Watch {
  public:
    Watch(Seat hero, std::string_view level, int milliseconds, std::uint64_t game, std::vector<double>& taken)
        : hero_(hero), level_(level), players_(hero, OpponentModel(), game), lots_(game), taken_(taken) {
        request_.milliseconds = milliseconds;
        request_.cpu_time = true;
    }

    Action choose(const State& state, Seat seat) {
        if (seat != hero_) return players_.choose(state, seat);
        const Seen<State> seen = observe(state, Observer::seat(seat));
        const double begin = processor_milliseconds();
        const Action action = GameBots<State>::choose(level_, seen, request_, lots_).action;
        if (legal_actions(state, seat).size() > 1) taken_.push_back(processor_milliseconds() - begin);
        return action;
    }

  private:
    Seat hero_;
    std::string_view level_;
    Players players_;
    Random lots_;
    BotRequest request_;
    std::vector<double>& taken_;
};

void henn_thinking_time(benchmark::State& measured, std::string_view level, bool expansions) {
    const auto players = static_cast<int>(measured.range(0));
    const Options options = expansions ? Options::everything() : Options();
    std::vector<double> taken;
    std::uint64_t game = 0;
    for (auto _ : measured) {
        State state = start(options, players);
        ++game;
        Watch table(static_cast<Seat>(game % static_cast<unsigned>(players)), level, 10, mix(game), taken);
        play_on(state, table, mix(game));
    }
    std::ranges::sort(taken);
    const auto percentile = [&](double share) {
        return taken[static_cast<std::size_t>(share * static_cast<double>(taken.size() - 1))];
    };
    measured.counters["decisions"] = static_cast<double>(taken.size());
    measured.counters["p50"] = percentile(.5);
    measured.counters["p99"] = percentile(.99);
    measured.counters["max"] = taken.back();
}
BENCHMARK_CAPTURE(henn_thinking_time, best_10ms_base, "best", false)
    ->ArgName("players")
    ->Arg(min_players)
    ->Arg(max_players)
    ->Iterations(games)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(henn_thinking_time, best_10ms_all_expansions, "best", true)
    ->ArgName("players")
    ->Arg(min_players)
    ->Arg(max_players)
    ->Iterations(games)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(henn_thinking_time, mcts_10ms_all_expansions, "mcts", true)
    ->ArgName("players")
    ->Arg(min_players)
    ->Arg(max_players)
    ->Iterations(games)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace springtide
