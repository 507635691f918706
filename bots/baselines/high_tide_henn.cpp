#include "bots/baselines/high_tide_henn.hpp"

#include <algorithm>
#include <array>

#include "bots/high_tide_henn/reroll.hpp"
#include "rules/high_tide_henn/baywatch.hpp"
#include "rules/high_tide_henn/round.hpp"
#include "rules/high_tide_henn/rules.hpp"
#include "rules/high_tide_henn/scoring.hpp"

namespace springtide::high_tide_henn {

namespace {

using Kind = Action::Kind;

/// A baseline's value of a pair of dice, and its limits.
class Baseline {
  public:
    explicit Baseline(const Seen<State>& seen) : state_(seen.state()), seat_(seen.observer().seat()) {}
    virtual ~Baseline() = default;
    Baseline(const Baseline&) = delete;
    Baseline& operator=(const Baseline&) = delete;

    [[nodiscard]] Action choose() const {
        switch (state_.phase) {
            case Phase::choosing: return choose_pair();
            case Phase::answering: {
                const int spare = free_spaces(state_) - 1;
                const bool declines = spare >= 1 && gain(state_.hand) < least_to_accept(spare);
                return Action(declines ? Kind::decline : Kind::accept);
            }
            case Phase::choosing_reroll: return Action::reroll(reroll(state_.hand, state_.taken_from).dice);
            case Phase::ordering:
                // With a die that goes back (HB10) the first choice is one that takes a coin.
                return baywatch::goes_back(state_) ? legal_actions(state_, seat_)[0] : Action::first(first_to_coin());
            case Phase::landing: return Action(Kind::take_coin);
            case Phase::using_tiles: return Action(Kind::move);
            default: return Action(Kind::pass);
        }
    }

  protected:
    [[nodiscard]] virtual double gain(Pair pair) const = 0;
    /// A roll below this is declined while `spare` more may follow.
    [[nodiscard]] virtual double least_to_accept(int spare) const = 0;
    /// A pair on the track below this is left there while a space is free.
    [[nodiscard]] virtual double least_to_take(int spare) const = 0;
    [[nodiscard]] const Beach& beach(Colour colour) const { return state_.beaches[colour]; }

    const State& state_;
    const Seat seat_;

  private:
    [[nodiscard]] Reroll<double> reroll(Pair pair, int space) const {
        return best_reroll(pair, space, [this](Pair rolled) { return gain(rolled); });
    }

    [[nodiscard]] Action choose_pair() const {
        Action best(Kind::roll);
        double promised = 0;
        for (int space = 1; space <= space_count(state_.players); ++space) {
            if (!state_.track.has_dice(space)) continue;
            const double there = reroll(state_.track.dice(space), space).gain;
            if (best.kind() == Kind::take && there <= promised) continue;
            best = Action::take(space);
            promised = there;
        }
        const int free = free_spaces(state_);
        if (free == 0 || (best.kind() == Kind::take && promised >= least_to_take(free - 1))) return best;
        return Action(Kind::roll);
    }

    /// The die that stops at a coin; the left one if both do.
    [[nodiscard]] DieIndex first_to_coin() const {
        const Step step = state_.steps[0];
        const int space = beach(step.beach).reach(beach(step.beach).space(seat_), step.spaces);
        const bool left_stops =
            space >= 1 && space <= coins_per_colour && ((beach(step.beach).coins >> (space - 1)) & 1U) != 0;
        return left_stops ? left_die : right_die;
    }
};

class Furthest final : public Baseline {
  public:
    using Baseline::Baseline;

  private:
    /// The average of the best of so many rolls, stopping in time.
    static constexpr std::array<double, 6> limits = {7, 7.972, 8.539, 8.949, 9.27, 9.51};

    [[nodiscard]] double gain(Pair pair) const override {
        int spaces = 0;
        for (const Die die : {pair.left, pair.right})
            if (!beach(die.colour()).is_wet(seat_)) spaces += die.number();
        return spaces;
    }
    static double limit(int rolls) { return limits[static_cast<std::size_t>(std::min(rolls, 5))]; }
    [[nodiscard]] double least_to_accept(int spare) const override { return limit(spare - 1); }
    [[nodiscard]] double least_to_take(int spare) const override { return limit(spare); }
};

class Careful final : public Baseline {
  public:
    using Baseline::Baseline;

  private:
    static constexpr double wet_by_this_move = -4;
    static constexpr double per_space = 0.3;
    static constexpr double in_reach_of_wave = 3;

    /// Dry deckchairs of others that stand ahead of this place; wet ones and those at the bar hold none.
    [[nodiscard]] int ahead_of(Colour colour, int place) const {
        int ahead = 0;
        for (Seat other = 0; other < state_.players; ++other)
            if (other != seat_ && !beach(colour).is_wet(other) && beach(colour).places[other] > place) ++ahead;
        return ahead;
    }

    [[nodiscard]] double value(Colour colour, int space, int place) const {
        if (space == 0) return bar_points;
        const double points = place_points(state_.players, ahead_of(colour, place));
        return points + per_space * space - (space >= beach(colour).water - large_wave ? in_reach_of_wave : 0);
    }

    [[nodiscard]] double gain_on(Colour colour, int spaces) const {
        if (beach(colour).is_wet(seat_)) return 0;
        const int from = beach(colour).space(seat_);
        const double before = value(colour, from, beach(colour).places[seat_]);
        const int to = beach(colour).reach(from, spaces);
        if (to == water_space) return wet_by_this_move - before;
        return value(colour, to, to * 8 + 7) - before;  // moved last, it is ahead of all on its space
    }

    [[nodiscard]] double gain(Pair pair) const override {
        const Die left = pair.left;
        const Die right = pair.right;
        if (left.colour() == right.colour()) return gain_on(left.colour(), left.number() + right.number());
        return gain_on(left.colour(), left.number()) + gain_on(right.colour(), right.number());
    }
    [[nodiscard]] double least_to_accept(int spare) const override { return spare >= 2 ? 5 : 2.75; }
    [[nodiscard]] double least_to_take(int) const override { return 4; }
};

Choice<Action> answer(const Baseline& baseline) {
    Choice<Action> choice;
    choice.action = baseline.choose();
    return choice;
}

}  // namespace

Choice<Action> choose_furthest(const Seen<State>& seen) { return answer(Furthest(seen)); }

Choice<Action> choose_carefully(const Seen<State>& seen) { return answer(Careful(seen)); }

}  // namespace springtide::high_tide_henn
