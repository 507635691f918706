#include "cli/rounds.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <mutex>
#include <thread>

#include "bots/high_tide_leiman/bots.hpp"
#include "bots/high_tide_leiman/solver.hpp"
#include "rules/high_tide_leiman/balanced.hpp"
#include "rules/high_tide_leiman/symmetry.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

double seconds(bool of_processor) {
    if (!of_processor)
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Player {
    std::string_view name;
    std::optional<int> milliseconds{};  ///< a limit of its thinking time
    bool cpu_time = false;
    std::vector<double>* times = nullptr;

    /// Whether it is known to play perfectly; with a limit that is what is to be found out.
    [[nodiscard]] bool is_perfect() const { return !milliseconds && (name == "perfect" || name == "best"); }
};
using Players = std::array<Player, 2>;  ///< by seat

Action choose(const Player& player, const State& state, Random& random) {
    if (const ThumbRule* rule = thumb_rule(player.name)) return follow(*rule, state, random);
    BotRequest request;
    request.milliseconds = player.milliseconds;
    request.cpu_time = player.cpu_time;
    const double began = seconds(player.cpu_time);
    const Action action =
        GameBots<State>::choose(player.name, observe(state, Observer::seat(state.mover)), request, random).action;
    if (player.times != nullptr) player.times->push_back(seconds(player.cpu_time) - began);
    return action;
}

/// A perfect player who can win does win, so the round is known before it is over.
Seat winner_of(State state, const Players& players, Solver& solver, Random& random) {
    while (state.phase == Phase::moving) {
        if (players[state.mover].is_perfect()) {
            solver.clear();
            if (solver.winner(state) == state.mover) return state.mover;
            if (players[opponent(state.mover)].is_perfect()) return opponent(state.mover);
        }
        apply(state, state.mover, choose(players[state.mover], state, random));
    }
    return static_cast<Seat>(state.round_winner);
}

bool fits(std::string_view wish, const Setup& setup, Solver& solver) {
    if (wish == "any") return true;
    if (wish == "balanced") return is_balanced(setup, seat_blue);
    solver.clear();
    const State state = first_position(setup);
    if (wish == "won" || wish == "lost") return (*solver.winner(state) == seat_blue) == (wish == "won");
    const Ending ending = *solver.ending(state);
    return wish == "level" ? ending.margin == 0 : ending.margin == 1;
}

Setup draw_fitting(std::string_view wish, Solver& solver, Random& random) {
    for (;;)
        if (const Setup setup = draw_setup(random); fits(wish, setup, solver)) return setup;
}

Setup turned(const Setup& setup, Random& random) {
    const CellMap& map = symmetries[random.below(symmetry_count)];
    Setup twin{};
    for (std::size_t cell = 0; cell < cell_count; ++cell) twin[map[cell]] = setup[cell];
    return twin;
}

constexpr double z95 = 1.96;
double wilson(const Share& share, double sign) {
    const double n = share.of;
    if (n == 0) return sign < 0 ? 0 : 1;
    const double p = share.mean();
    const double z2 = z95 * z95;
    return (p + z2 / (2 * n) + sign * z95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n))) / (1 + z2 / n);
}

}  // namespace

double Share::low() const { return std::max(0.0, wilson(*this, -1)); }
double Share::high() const { return wilson(*this, 1); }

std::vector<std::string> round_players() {
    std::vector<std::string> names;
    for (const auto& level : GameBots<State>::levels()) names.emplace_back(level.name);
    for (const ThumbRule& rule : thumb_rules()) names.emplace_back(rule.name);
    return names;
}

Expected<Share> play_rounds(const Rounds& rounds) {
    std::vector<double> times;
    return play_rounds(rounds, times);
}

Expected<Share> play_rounds(const Rounds& rounds, std::vector<double>& times) {
    const auto known = round_players();
    for (const std::string& player : {rounds.starter, rounds.other})
        if (std::ranges::find(known, player) == known.end())
            return fail(ErrorCode::bad_request, "there is no level and no rule of thumb '" + player + "'");
    if (std::ranges::find(setup_wishes, rounds.set_ups) == setup_wishes.end())
        return fail(ErrorCode::bad_request, "there are no set-ups '" + rounds.set_ups + "'");
    std::atomic<int> next = 0;
    std::atomic<int> won = 0;
    std::mutex gathering;
    const auto work = [&] {
        Solver solver;
        std::vector<double> own_times;
        const Player starter{rounds.starter, rounds.milliseconds, rounds.cpu_time,
                             rounds.milliseconds ? &own_times : nullptr};
        const Player other{rounds.other};
        for (int i = next++; i < rounds.count; i = next++) {
            Random random(fold(fold_text(0, rounds.seed), static_cast<std::uint64_t>(i)));
            const State state = first_position(draw_fitting(rounds.set_ups, solver, random));
            if (winner_of(state, {starter, other}, solver, random) == seat_blue) ++won;
            if (rounds.both && winner_of(state, {other, starter}, solver, random) == seat_pink) ++won;
        }
        const std::scoped_lock lock(gathering);
        times.insert(times.end(), own_times.begin(), own_times.end());
    };
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 1; i < rounds.threads; ++i) threads.emplace_back(work);
        work();
    }
    std::ranges::sort(times);
    return Share{.won = won, .of = rounds.count * (rounds.both ? 2 : 1)};
}

double first_move_share(const ThumbRule& rule, const SetupClasses& classes, std::span<const std::uint8_t> first_moves) {
    double kept = 0;
    double can_be_won = 0;
    std::size_t place = 0;
    for (std::uint32_t index = 0; index < classes.size(); ++index) {
        const State state = first_position(classes.representative(index));
        const auto actions = legal_actions(state, seat_blue);
        const auto codes = first_moves.subspan(place, actions.size());
        place += actions.size();
        if (std::ranges::max(codes) == 0) continue;
        const auto fitting = fitting_moves(rule, state);
        const auto winning = std::ranges::count_if(fitting, [&](Action action) {
            return codes[static_cast<std::size_t>(std::ranges::find(actions, action) - actions.begin())] > 0;
        });
        const double members = classes.members(index);
        can_be_won += members;
        kept += members * static_cast<double>(winning) / static_cast<double>(fitting.size());
    }
    return kept / can_be_won;
}

std::optional<Setup> draw_wished(std::string_view wish, Random& random) {
    if (std::ranges::find(setup_wishes, wish) == setup_wishes.end()) return std::nullopt;
    Solver solver;
    return draw_fitting(wish, solver, random);
}

std::optional<FairSetup> make_fair(std::string_view level, int rounds, int most_tries, Random& random) {
    Solver solver;
    for (int tried = 0; tried < most_tries; ++tried) {
        const Setup setup = draw_setup(random);
        Share share;
        bool fair = true;
        while (fair && share.of < rounds) {
            const State state = first_position(turned(setup, random));
            share.won += winner_of(state, {Player{level}, Player{level}}, solver, random) == seat_blue ? 1 : 0;
            ++share.of;
            fair = share.of < 8 || (share.low() <= 0.5 && share.high() >= 0.5);
        }
        if (!fair) continue;
        solver.clear();
        const State state = first_position(setup);
        const Ending ending = *solver.ending(state);
        const auto winning = *solver.winning_moves(state, State::ActionList::capacity());
        return FairSetup{.setup = setup,
                         .share = share,
                         .winner = ending.winner == seat_blue ? 1 : 0,
                         .margin = ending.margin,
                         .winning_moves = static_cast<int>(winning)};
    }
    return std::nullopt;
}

}  // namespace springtide::cli
