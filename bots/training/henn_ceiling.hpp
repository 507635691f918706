#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/statistics.hpp"
#include "bots/high_tide_henn/best.hpp"
#include "bots/high_tide_henn/players.hpp"
#include "bots/high_tide_henn/searching_players.hpp"

/// Measures the possible improvement of `best` in High Tide: a much deeper search than it can afford judges one of its
/// decisions, and both choices are valued on dice that neither search has seen. A value is the share of wins of a
/// player that continues to search, among others of known types; so the gain of the deeper search is the gain of one
/// step of policy improvement, or of a perfect value at the leaves.
namespace springtide::high_tide_henn::ceiling {

struct Company {
    const Weights* others = &careful_weights;
    Options options = {};
    int players = min_players;
};

/// Counted in playouts, never in time.
struct Effort {
    std::uint64_t best = 500;    ///< for the player that is looked at
    std::uint64_t inner = 96;    ///< for each own decision within a deep playout
    std::uint64_t flat = 8192;   ///< for `best` with patience and known types of the others
    std::uint64_t deep = 2048;   ///< for the choice by deep playouts
    std::uint64_t pairs = 1024;  ///< on other dice, for the value of what was chosen
};

/// A decision as its seat met it.
struct Moment {
    Seen<State> seen;
    Action chosen;
    std::size_t of = 0;  ///< so many decisions with a choice this seat had in that game
};

/// How another player would have decided, and how much more (of a win) that is worth.
struct Verdict {
    Action action;
    double gain = 0;
};

enum Rival : std::size_t { hard, flat, deep };
inline constexpr std::array<std::string_view, 3> rival_names = {"hard", "flat", "deep"};
using Verdicts = std::array<Verdict, rival_names.size()>;

/// Itself as a strong quick player, the others as they are known to play.
class ToldPlayers {
  public:
    ToldPlayers(Seat self, const Weights& others)
        : policies_{Policy(others), Policy(others), Policy(others), Policy(others), Policy(others), Policy(others)} {
        policies_[self] = Policy(strong_weights);
    }
    Action choose(const State& state, Seat seat) { return policies_[seat].choose(state, seat); }

  private:
    BySeat<Policy> policies_;
};

/// Judges decisions of one seat at one kind of table.
class Judge {
  public:
    Judge(const Company& company, const Effort& effort) : others_(company.others), effort_(effort) {}

    /// The same for the same seed.
    [[nodiscard]] Verdicts judge(const Moment& moment, std::uint64_t seed) const {
        const Seen<State>& seen = moment.seen;
        const Seat self = seen.observer().seat();
        const auto quick = [this, self](std::uint64_t) { return ToldPlayers(self, *others_); };
        const auto searching = [this, self, quick](std::uint64_t playout) {
            return SearchingPlayers(self, quick, playout, {.decisions = every_one, .playouts = effort_.inner});
        };
        Verdicts verdicts{};
        verdicts[hard].action = Policy(strong_weights).choose(seen.state(), self);
        verdicts[flat].action = search(seen, fold(seed, 1), quick, effort_.flat, verdicts[hard].action);
        // The played action keeps its place unless another is better by more than the playouts leave open.
        verdicts[deep].action = search(seen, fold(seed, 2), searching, effort_.deep, moment.chosen);
        value(moment, fold(seed, 3), searching, verdicts);
        return verdicts;
    }

  private:
    static constexpr int every_one = 1'000'000;

    template <class MakePlayers>
    static Action search(const Seen<State>& seen, std::uint64_t seed, MakePlayers players, std::uint64_t playouts,
                         Action favourite) {
        Budget budget({.level = {}, .milliseconds = {}, .seed = {}, .nodes = playouts}, 0, playouts);
        PlayoutSearch<State, MakePlayers> search(seen, seed, players);
        return search.run(budget, favourite)[0].action;
    }

    /// Every action that one of the searches prefers, on the same dice as the played one.
    template <class MakePlayers>
    void value(const Moment& moment, std::uint64_t seed, const MakePlayers& make_players, Verdicts& verdicts) const {
        std::vector<Action> actions = {moment.chosen};
        for (const Verdict& verdict : verdicts)
            if (std::ranges::find(actions, verdict.action) == actions.end()) actions.push_back(verdict.action);
        if (actions.size() == 1) return;
        const Seat self = moment.seen.observer().seat();
        std::vector<double> won(actions.size(), 0);
        for (std::uint64_t i = 0; i < effort_.pairs; ++i) {
            const std::uint64_t playout = fold(seed, i);
            Random guess(playout);
            const State before = resample(moment.seen, guess);
            for (std::size_t a = 0; a < actions.size(); ++a) {
                State state = before;
                apply(state, self, actions[a], nullptr);
                auto players = make_players(playout);
                play_on(state, players, playout);
                won[a] += win_share(result(state), self);
            }
        }
        for (Verdict& verdict : verdicts) {
            const auto a = static_cast<std::size_t>(std::ranges::find(actions, verdict.action) - actions.begin());
            verdict.gain = (won[a] - won[0]) / static_cast<double>(effort_.pairs);
        }
    }

    const Weights* others_;
    Effort effort_;
};

/// Plays one game of `best` in this company and draws one of its decisions that left a choice.
inline Moment draw_moment(const Company& company, const Effort& effort, std::uint64_t game) {
    const auto hero = static_cast<Seat>(game % static_cast<std::uint64_t>(company.players));
    Random luck(fold(game, 1));
    Random lots(fold(game, 2));
    const BotRequest request = {.level = {}, .milliseconds = {}, .seed = {}, .nodes = effort.best};
    std::vector<Moment> moments;
    OpponentModel notes;
    State state = start(company.options, company.players);
    for (ToAct acting = to_act(state); !acting.nobody(); acting = to_act(state)) {
        if (acting.chance) {
            apply_chance(state, draw(state, luck), nullptr);
            continue;
        }
        const Seat seat = acting.seats.front();
        const Seen<State> seen = observe(state, Observer::seat(hero));
        Action action;
        if (seat == hero) {
            action = choose_best(seen, notes, request, lots).action;
            if (legal_actions(state, seat).size() > 1) moments.push_back({.seen = seen, .chosen = action});
        } else {
            action = Policy(*company.others).choose(state, seat);
            notes.saw(seen, seat, action);
        }
        apply(state, seat, action, nullptr);
    }
    Moment drawn = moments[lots.below(static_cast<std::uint32_t>(moments.size()))];
    drawn.of = moments.size();
    return drawn;
}

/// One decision and what came of it.
struct Finding {
    std::string table = {};  ///< players, expansions, company, effort
    std::uint64_t game = 0;
    std::size_t of = 0;  ///< Moment::of
    int round = 0;
    std::string asked = {};
    std::array<int, rival_names.size()> differs{};
    std::array<double, rival_names.size()> gain{};
};

/// The share of wins that a rival's choices gain over a whole game. Each finding stands for all decisions of its game.
struct Gains {
    std::uint64_t decisions = 0;
    std::array<std::uint64_t, rival_names.size()> differ{};
    std::array<arena::Sample, rival_names.size()> per_game{};

    /// For a decision of another kind only its game counts.
    void add(const Finding& found, bool is_of_this_kind = true) {
        decisions += is_of_this_kind ? 1U : 0U;
        for (std::size_t r = 0; r < rival_names.size(); ++r) {
            differ[r] += is_of_this_kind && found.differs[r] != 0 ? 1U : 0U;
            per_game[r].add(is_of_this_kind ? static_cast<double>(found.of) * found.gain[r] : 0);
        }
    }
};

}  // namespace springtide::high_tide_henn::ceiling
