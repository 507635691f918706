#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "bots/search/budget.hpp"
#include "bots/search/worth.hpp"
#include "core/fixed_list.hpp"
#include "core/rules.hpp"

/// Finds the action that wins most often in playouts: for games of luck with several players, in which people are
/// easier to predict than dice.
///
/// All candidates meet the same luck, playout by playout, so that differences between two of them are their own doing.
/// A candidate that is clearly behind the best is dropped, and at the latest half of those left when its share of the
/// budget is used up (sequential halving), so that close choices get the most playouts.
namespace springtide {

/// The players of a playout: made for every playout, from its number.
template <class Players, class State>
concept PlayoutPlayers = Rules<State> && requires(Players& players, const State& state, Seat seat) {
    { players.choose(state, seat) } -> std::same_as<typename State::Action>;
};

/// Luck that belongs to a moment of the game and not to the order of asking: two games that part ways meet the same
/// dice where they meet again. A game may say what its moments are, by moment_of_chance(state) beside its State.
template <Rules State>
Random luck_of(const State& state, std::uint64_t playout, std::uint32_t events_before) {
    if constexpr (requires { moment_of_chance(state); })
        return Random(fold(playout, moment_of_chance(state)));
    else
        return Random(fold(playout, events_before));
}

template <Rules State, PlayoutPlayers<State> Players>
void play_on(State& state, Players& players, std::uint64_t playout) {
    for (std::uint32_t events = 0;;) {
        const ToAct acting = to_act(state);
        if (acting.chance) {
            Random luck = luck_of(state, playout, events++);
            apply_chance(state, draw(state, luck), nullptr);
            continue;
        }
        if (acting.nobody()) return;
        const Seat seat = acting.seats.front();
        apply(state, seat, players.choose(state, seat), nullptr);
    }
}

/// A playout's result for each candidate.
template <class Action>
struct Candidate {
    Action action;
    std::uint32_t playouts = 0;
    double wins = 0;    ///< shared ones split
    double margin = 0;  ///< points more than the best of the others
    double worth = 0;   ///< what the candidates are compared by
};

/// The first of the candidates, and how often it won.
template <class Candidates>
auto first_choice(const Candidates& candidates) {
    Choice<decltype(candidates[0].action)> choice;
    choice.action = candidates[0].action;
    choice.value = candidates[0].wins / candidates[0].playouts;
    return choice;
}

/// `make_players(playout)` gives the players of a playout. The result is ordered, best first; all candidates that were
/// not dropped have the same number of playouts.
template <Rules State, class MakePlayers>
class PlayoutSearch {
  public:
    using Action = typename State::Action;
    using Candidates = FixedList<Candidate<Action>, State::ActionList::capacity()>;

    PlayoutSearch(const Seen<State>& seen, std::uint64_t seed, MakePlayers make_players)
        : seen_(seen), seat_(seen.observer().seat()), seed_(seed), make_players_(std::move(make_players)) {
        for (const Action action : legal_actions(seen.state(), seat_)) candidates_.push_back({.action = action});
        alive_ = candidates_.size();
    }

    /// `favourite` is what a quick player would do here. Few playouts say little about actions that are nearly as good:
    /// it is taken unless another is better by more than they leave open.
    const Candidates& run(Budget& budget, Action favourite) {
        int halvings = 0;
        for (std::size_t left = alive_; left > 1; left = (left + 1) / 2) ++halvings;
        for (int half = 1; alive_ > 1 && half <= halvings; ++half) {
            const std::size_t aim = (alive_ + 1) / 2;
            do {
                play_batch(budget);
                order();
                drop_beaten();
            } while (alive_ > aim && !budget.spent(static_cast<double>(half) / halvings));
            if (half == halvings || alive_ <= aim) continue;
            move_up(favourite, aim - 1);
            alive_ = aim;
        }
        order();
        prefer(favourite);
        return candidates_;
    }

  private:
    static constexpr std::uint32_t batch = 16;
    static constexpr std::uint32_t least_playouts = 48;  ///< before a candidate is dropped as clearly behind
    static constexpr double clearly = 3.0;               ///< standard errors
    /// What a favourite may be behind, for every unit of the variance of that difference.
    static constexpr double trust = 10;

    void play_batch(Budget& budget) {
        for (std::uint32_t i = 0; i < batch; ++i) {
            const std::uint64_t playout = fold(seed_, playouts_++);
            Random guess(playout);
            const State state = resample(seen_, guess);
            FixedList<double, State::ActionList::capacity()> found;
            for (std::size_t c = 0; c < alive_; ++c) found.push_back(play(candidates_[c], state, playout));
            budget.count(alive_);
            for (std::size_t c = 0; c < alive_; ++c)
                for (std::size_t d = 0; d <= c; ++d) product(c, d) += found[c] * found[d];
        }
    }

    double play(Candidate<Action>& candidate, State state, std::uint64_t playout) {
        apply(state, seat_, candidate.action, nullptr);
        auto players = make_players_(playout);
        const Worth end = outcome(state, players, playout);
        const double worth = end.together();
        ++candidate.playouts;
        candidate.wins += end.win;
        candidate.margin += end.margin;
        candidate.worth += worth;
        return worth;
    }

    /// Plays to the end, unless the players know themselves how to go on and what a game is worth.
    template <class Players>
    Worth outcome(State& state, Players& players, std::uint64_t playout) {
        if constexpr (requires { players.play_on(state, seat_, playout); }) {
            return players.play_on(state, seat_, playout);
        } else {
            play_on(state, players, playout);
            return worth_of(result(state), player_count(state), seat_);
        }
    }

    /// Best first among those alive, which all have the same number of playouts.
    void order() {
        for (std::size_t i = 1; i < alive_; ++i)
            for (std::size_t j = i; j > 0 && candidates_[j].worth > candidates_[j - 1].worth; --j) swap_with_left(j);
    }

    void swap_with_left(std::size_t j) {
        std::swap(candidates_[j], candidates_[j - 1]);
        for (std::size_t c = 0; c < alive_; ++c) {
            if (c == j || c == j - 1) continue;
            std::swap(product(c, j), product(c, j - 1));
        }
        std::swap(product(j, j), product(j - 1, j - 1));
    }

    /// Those behind the best by more than luck explains.
    void drop_beaten() {
        if (playouts_ < least_playouts) return;
        std::size_t kept = 1;
        for (std::size_t c = 1; c < alive_; ++c) {
            if (is_beaten(c)) continue;
            for (std::size_t j = c; j > kept; --j) swap_with_left(j);
            ++kept;
        }
        alive_ = kept;
    }

    bool is_beaten(std::size_t c) {
        const Difference difference = behind_best(c);
        return difference.mean > clearly * std::sqrt(difference.variance);
    }

    /// The place of an action among those alive; their number if it was dropped.
    [[nodiscard]] std::size_t find(Action action) const {
        std::size_t c = 0;
        while (c < alive_ && candidates_[c].action != action) ++c;
        return c;
    }

    /// Moves an action that is alive up to this place, unless it stands higher.
    void move_up(Action action, std::size_t place) {
        const std::size_t found = find(action);
        if (found == alive_) return;
        for (std::size_t c = found; c > place; --c) swap_with_left(c);
    }

    void prefer(Action favourite) {
        const std::size_t c = find(favourite);
        if (c == alive_) return;
        const Difference difference = behind_best(c);
        if (difference.mean <= trust * difference.variance) move_up(favourite, 0);
    }

    /// How far a candidate is behind the best by playout, and how uncertain that is.
    struct Difference {
        double mean;
        double variance;
    };
    Difference behind_best(std::size_t c) {
        const double count = candidates_[0].playouts;
        const double behind = (candidates_[0].worth - candidates_[c].worth) / count;
        const double square = (product(0, 0) + product(c, c) - 2 * product(0, c)) / count;
        return {behind, std::max(square - behind * behind, 0.0) / count};
    }

    double& product(std::size_t a, std::size_t b) { return products_[std::max(a, b)][std::min(a, b)]; }

    const Seen<State>& seen_;
    Seat seat_;
    std::uint64_t seed_;
    MakePlayers make_players_;
    Candidates candidates_;
    std::size_t alive_ = 0;
    std::uint32_t playouts_ = 0;
    std::array<std::array<double, State::ActionList::capacity()>, State::ActionList::capacity()> products_{};
};

}  // namespace springtide
