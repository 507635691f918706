#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "bots/turn_the_tide/players.hpp"

/// How much could be won from `best` in the last three tricks of a game by somebody who knew how it plays. Exact but
/// for `best` itself: every choice and every pair of tide cards is followed, and what all others may do is solved.
namespace springtide {

using namespace turn_the_tide;

namespace {

/// A share of the win for every seat; whoever plays how, they sum to 1.
using Shares = BySeat<double>;

/// What comes of a state, seat by seat, by who plays how.
struct Outcomes {
    Shares all_best{};                ///< everybody plays as `best` does
    Shares answer_to_best{};          ///< this seat answers as well as can be, the others play as `best` does
    Shares all_equilibrium{};         ///< nobody could do better alone
    Shares answer_to_equilibrium{};   ///< the same but for what the solving leaves open
    Shares best_among_equilibrium{};  ///< this seat plays as `best` does, the others an equilibrium
};

constexpr std::array every_kind = {&Outcomes::all_best, &Outcomes::answer_to_best, &Outcomes::all_equilibrium,
                                   &Outcomes::answer_to_equilibrium, &Outcomes::best_among_equilibrium};

constexpr std::size_t most_cards = 3;
using Mix = std::array<double, most_cards>;  ///< the chances of each card, the lowest first
using Profile = BySeat<Mix>;

/// One trick in which everybody still in has `held` cards: what comes of each joint choice.
class Trick {
  public:
    Trick(SeatSet seats, std::size_t held) : held_(held) {
        for (const Seat seat : seats) seats_.push_back(seat);
        std::size_t joint = 1;
        for (std::size_t i = 0; i < seats_.size(); ++i) joint *= held;
        outcomes_.resize(joint);
        cards_.resize(joint);
        for (std::size_t i = 0; i < joint; ++i)
            for (std::size_t place = 0, rest = i; place < seats_.size(); ++place, rest /= held)
                cards_[i][place] = rest % held;
    }

    [[nodiscard]] std::size_t size() const { return outcomes_.size(); }
    Outcomes& operator[](std::size_t joint) { return outcomes_[joint]; }
    /// The card that the seat at a place plays in a joint choice.
    [[nodiscard]] std::size_t card_of(std::size_t joint, std::size_t place) const { return cards_[joint][place]; }

    /// What each card of the seat at a place brings that seat if the others play so.
    [[nodiscard]] Mix worth(Shares Outcomes::* kind, std::size_t place, const Profile& others) const {
        Mix worth{};
        for (std::size_t joint = 0; joint < size(); ++joint) {
            double chance = 1;
            for (std::size_t other = 0; other < seats_.size(); ++other)
                if (other != place) chance *= others[seats_[other]][card_of(joint, other)];
            if (chance > 0) worth[card_of(joint, place)] += chance * (outcomes_[joint].*kind)[seats_[place]];
        }
        return worth;
    }

    /// What everybody gets, those who are out included.
    [[nodiscard]] Shares value(Shares Outcomes::* kind, const Profile& profile) const {
        Shares value{};
        for (std::size_t joint = 0; joint < size(); ++joint) {
            double chance = 1;
            for (std::size_t place = 0; place < seats_.size(); ++place)
                chance *= profile[seats_[place]][card_of(joint, place)];
            for (std::size_t seat = 0; seat < value.size(); ++seat)
                value[seat] += chance * (outcomes_[joint].*kind)[seat];
        }
        return value;
    }

    /// Regret matching over the whole table of joint choices, later strategies counted for more, until nobody gains
    /// by changing alone.
    [[nodiscard]] Profile equilibrium() const {
        constexpr int longest = 5000;
        constexpr double good_enough = 1e-4;
        Profile regrets{};
        Profile sums{};
        Profile now = evenly();
        for (int i = 1; i <= longest; ++i) {
            for (std::size_t place = 0; place < seats_.size(); ++place) {
                const Seat seat = seats_[place];
                const Mix gained = worth(&Outcomes::all_equilibrium, place, now);
                double value = 0;
                for (std::size_t card = 0; card < held_; ++card) value += now[seat][card] * gained[card];
                for (std::size_t card = 0; card < held_; ++card) {
                    sums[seat][card] += i * now[seat][card];
                    regrets[seat][card] = std::max(0.0, regrets[seat][card] + gained[card] - value);
                }
                now[seat] = in_proportion(regrets[seat]);
            }
            if (i % 50 == 0 && most_gained_by_changing(average(sums)) < good_enough) break;
        }
        return average(sums);
    }

    /// `best`'s and the equilibrium's chances give the outcomes of the state before the trick.
    [[nodiscard]] Outcomes before(const Profile& best, const Profile& solved) const {
        Outcomes result;
        result.all_best = value(&Outcomes::all_best, best);
        result.all_equilibrium = value(&Outcomes::all_equilibrium, solved);
        // Who is out has no answer; the others' stand below.
        result.answer_to_best = value(&Outcomes::answer_to_best, best);
        result.answer_to_equilibrium = value(&Outcomes::answer_to_equilibrium, solved);
        result.best_among_equilibrium = value(&Outcomes::best_among_equilibrium, solved);
        for (std::size_t place = 0; place < seats_.size(); ++place) {
            const Seat seat = seats_[place];
            result.answer_to_best[seat] = most(worth(&Outcomes::answer_to_best, place, best));
            result.answer_to_equilibrium[seat] = most(worth(&Outcomes::answer_to_equilibrium, place, solved));
            const Mix among = worth(&Outcomes::best_among_equilibrium, place, solved);
            result.best_among_equilibrium[seat] = 0;
            for (std::size_t card = 0; card < held_; ++card)
                result.best_among_equilibrium[seat] += best[seat][card] * among[card];
        }
        return result;
    }

  private:
    [[nodiscard]] double most(const Mix& worth) const {
        return *std::max_element(worth.begin(), worth.begin() + static_cast<std::ptrdiff_t>(held_));
    }
    [[nodiscard]] Mix in_proportion(const Mix& weights) const {
        double all = 0;
        for (std::size_t card = 0; card < held_; ++card) all += weights[card];
        Mix mix{};
        for (std::size_t card = 0; card < held_; ++card)
            mix[card] = all > 0 ? weights[card] / all : 1.0 / static_cast<double>(held_);
        return mix;
    }
    [[nodiscard]] Profile average(const Profile& sums) const {
        Profile profile{};
        for (const Seat seat : seats_) profile[seat] = in_proportion(sums[seat]);
        return profile;
    }
    [[nodiscard]] Profile evenly() const { return average({}); }
    [[nodiscard]] double most_gained_by_changing(const Profile& profile) const {
        double gained = 0;
        for (std::size_t place = 0; place < seats_.size(); ++place) {
            const Mix by_card = worth(&Outcomes::all_equilibrium, place, profile);
            double value = 0;
            for (std::size_t card = 0; card < held_; ++card) value += profile[seats_[place]][card] * by_card[card];
            gained = std::max(gained, most(by_card) - value);
        }
        return gained;
    }

    FixedList<Seat, max_players> seats_;
    std::size_t held_;
    std::vector<Outcomes> outcomes_;
    std::vector<BySeat<std::size_t>> cards_;  ///< by joint choice and place
};

/// The end of the last round, all hands known, with `best` thinking so many simulations a card.
class Ending {
  public:
    explicit Ending(std::uint64_t simulations) { request_.nodes = simulations; }

    /// For a state in which everybody chooses.
    [[nodiscard]] Outcomes judge(const State& state) const {
        const std::size_t held = at(hand_size + 1 - state.trick);
        Trick trick(state.still_in, held);
        for (std::size_t joint = 0; joint < trick.size(); ++joint) {
            State chosen = state;
            std::size_t place = 0;
            for (const Seat seat : state.still_in)
                apply(chosen, seat, legal_actions(state, seat)[trick.card_of(joint, place++)]);
            trick[joint] = after_trick(chosen);
        }
        if (held == 1) return trick[0];
        Profile best{};
        for (const Seat seat : state.still_in) best[seat] = chances(state, seat);
        return trick.before(best, trick.equilibrium());
    }

  private:
    [[nodiscard]] Mix chances(const State& state, Seat seat) const {
        Random random(fold(hash(state), seat));
        Mix mix{};
        const auto cards = judge_cards(observe(state, Observer::seat(seat)), best_thinking, request_, random);
        for (std::size_t card = 0; card < cards.size(); ++card) mix[card] = cards[card].chance;
        return mix;
    }

    [[nodiscard]] Outcomes after_trick(const State& state) const {
        Outcomes sum;
        if (springtide::is_over(state)) {
            const SeatSet winners = result(state).winners;
            for (const auto kind : every_kind)
                for (const Seat seat : winners) (sum.*kind)[seat] = 1.0 / winners.size();
            return sum;
        }
        double all = 0;
        for (std::uint32_t i = 0; i < outcome_count(state); ++i) all += outcome(state, i).weight;
        for (std::uint32_t i = 0; i < outcome_count(state); ++i) {
            const auto possible = outcome(state, i);
            State next = state;
            apply_chance(next, possible.chance);
            const Outcomes after = judge(next);
            for (const auto kind : every_kind)
                for (std::size_t seat = 0; seat < max_players; ++seat)
                    (sum.*kind)[seat] += possible.weight / all * (after.*kind)[seat];
        }
        return sum;
    }

    BotRequest request_;
};

/// The last round with three tricks to go, reached by players who look one trick ahead.
State draw_ending(int players, Random& random) {
    State state = start({}, players);
    while (state.round < players || state.trick < hand_size + 1 - static_cast<int>(most_cards) ||
           state.phase != Phase::choosing) {
        if (springtide::is_over(state)) state = start({}, players);
        if (to_act(state).chance) {
            apply_chance(state, draw(state, random));
            continue;
        }
        const Seat seat = to_act(state).seats.front();
        apply(state, seat, look_ahead(observe(state, Observer::seat(seat)), remembering, random).action);
    }
    return state;
}

/// A mean over endings with its 95 % interval.
class Measured {
  public:
    void add(double number) {
        ++count_;
        sum_ += number;
        squares_ += number * number;
    }
    void report(benchmark::State& measured, const std::string& name) const {
        const double mean = sum_ / count_;
        measured.counters[name] = mean;
        measured.counters[name + "_plus_minus"] = 1.96 * std::sqrt((squares_ / count_ - mean * mean) / (count_ - 1));
    }

  private:
    double count_ = 0;
    double sum_ = 0;
    double squares_ = 0;
};

/// Shares of a win, means over all seats. In any equilibrium that mean is one part of the players, as it is when all
/// play as `best` does: so a best answer gains over the equilibrium what it has more than that.
void tide_exploited(benchmark::State& measured) {
    const auto players = static_cast<int>(measured.range(0));
    const Ending ending(static_cast<std::uint64_t>(measured.range(2)));
    const auto mean = [&](const Shares& shares) {
        double sum = 0;
        for (const double share : shares) sum += share;
        return sum / players;
    };
    Measured gain;
    Measured left_open;
    Measured lost;
    for (auto _ : measured) {
        Random random(1);
        for (int i = 0; i < measured.range(1); ++i) {
            const Outcomes outcomes = ending.judge(draw_ending(players, random));
            gain.add(mean(outcomes.answer_to_best) - mean(outcomes.all_best));
            left_open.add(mean(outcomes.answer_to_equilibrium) - mean(outcomes.all_equilibrium));
            lost.add(mean(outcomes.all_equilibrium) - mean(outcomes.best_among_equilibrium));
        }
    }
    gain.report(measured, "answer_gains");
    left_open.report(measured, "equilibrium_gives");
    lost.report(measured, "best_loses_there");
}
BENCHMARK(tide_exploited)
    ->ArgNames({"players", "endings", "simulations"})
    ->Args({3, 100, 300})
    ->Args({3, 100, 3000})
    ->Args({4, 50, 300})
    ->Args({5, 10, 300})
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

}  // namespace
}  // namespace springtide
