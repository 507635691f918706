#include <benchmark/benchmark.h>

#include <algorithm>

#include "bots/turn_the_tide/players.hpp"

namespace springtide {

using namespace turn_the_tide;

namespace {

/// What a seat wins on average: by playing as `best` does, and by the best it could do knowing how all others play.
struct Wins {
    double as_best = 0;
    double in_answer = 0;
};

/// The end of the last round of a game, all hands known: one seat answers, the others play by the chances that `best`
/// finds. Exact but for these: every choice and every pair of tide cards is followed.
class Ending {
  public:
    Ending(Seat hero, std::uint64_t simulations) : hero_(hero) { request_.nodes = simulations; }

    /// For a state in which everybody chooses; of three players all are in as long as a round goes on (T13).
    [[nodiscard]] Wins value(const State& state) const {
        BySeat<std::vector<JudgedCard>> cards;
        for (const Seat seat : state.still_in) cards[seat] = chances(state, seat);
        Wins wins;
        SeatSet others = state.still_in;
        others.erase(hero_);
        for (const JudgedCard& own : cards[hero_]) {
            State chosen = state;
            apply(chosen, hero_, own.action);
            const Wins with = after_others(chosen, cards, others);
            wins.as_best += own.chance * with.as_best;
            wins.in_answer = std::max(wins.in_answer, with.in_answer);
        }
        return wins;
    }

  private:
    [[nodiscard]] std::vector<JudgedCard> chances(const State& state, Seat seat) const {
        if (state.trick == hand_size) return {{.action = legal_actions(state, seat)[0], .share = 0, .chance = 1}};
        Random random(fold(hash(state), seat));
        return judge_cards(observe(state, Observer::seat(seat)), best_thinking, request_, random);
    }

    [[nodiscard]] Wins after_others(const State& state, const BySeat<std::vector<JudgedCard>>& cards,
                                    SeatSet others) const {
        if (others.empty()) return after_trick(state);
        const Seat seat = others.front();
        others.erase(seat);
        Wins wins;
        for (const JudgedCard& card : cards[seat]) {
            if (card.chance == 0) continue;
            State chosen = state;
            apply(chosen, seat, card.action);
            const Wins with = after_others(chosen, cards, others);
            wins.as_best += card.chance * with.as_best;
            wins.in_answer += card.chance * with.in_answer;
        }
        return wins;
    }

    [[nodiscard]] Wins after_trick(const State& state) const {
        if (springtide::is_over(state)) {
            const SeatSet winners = result(state).winners;
            const double share = winners.contains(hero_) ? 1.0 / winners.size() : 0;
            return {.as_best = share, .in_answer = share};
        }
        Wins wins;
        double all = 0;
        for (std::uint32_t i = 0; i < outcome_count(state); ++i) {
            const auto possible = outcome(state, i);
            State next = state;
            apply_chance(next, possible.chance);
            const Wins with = value(next);
            wins.as_best += possible.weight * with.as_best;
            wins.in_answer += possible.weight * with.in_answer;
            all += possible.weight;
        }
        return {.as_best = wins.as_best / all, .in_answer = wins.in_answer / all};
    }

    Seat hero_;
    BotRequest request_;
};

/// The last round of three with three tricks to go, reached by players who look one trick ahead.
State draw_ending(Random& random) {
    State state = start({}, min_players);
    while (state.round < min_players || state.trick < hand_size - 2 || state.phase != Phase::choosing) {
        if (springtide::is_over(state)) state = start({}, min_players);
        if (to_act(state).chance) {
            apply_chance(state, draw(state, random));
            continue;
        }
        const Seat seat = to_act(state).seats.front();
        apply(state, seat, look_ahead(observe(state, Observer::seat(seat)), remembering, random).action);
    }
    return state;
}

/// What knowing `best`'s chances would gain in the last three tricks, in shares of a win: 100 endings, one seat each.
void tide_exploited(benchmark::State& measured) {
    constexpr int endings = 100;
    double as_best = 0;
    double in_answer = 0;
    for (auto _ : measured) {
        Random random(1);
        for (int i = 0; i < endings; ++i) {
            const Ending ending(static_cast<Seat>(i % min_players), static_cast<std::uint64_t>(measured.range(0)));
            const Wins wins = ending.value(draw_ending(random));
            as_best += wins.as_best / endings;
            in_answer += wins.in_answer / endings;
        }
    }
    measured.counters["as_best"] = as_best;
    measured.counters["in_answer"] = in_answer;
    measured.counters["gain"] = in_answer - as_best;
}
BENCHMARK(tide_exploited)->ArgName("simulations")->Arg(300)->Arg(3000)->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace springtide
