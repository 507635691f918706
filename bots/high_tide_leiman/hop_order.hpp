#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "bots/high_tide_leiman/hops.hpp"
#include "bots/high_tide_leiman/proof_table.hpp"
#include "core/fixed_list.hpp"

/// Which hop a search tries first. Found by measuring searched positions; see
/// docs/explanation/high-tide-leiman-solved.md.
namespace springtide::high_tide_leiman {

/// The criteria for trying a hop early; the search tries the lowest sum first.
struct HopWeights {
    int mobile_reply;
    int own_mobile_tile;
    int opponents_visible;
    int level_left;
    int neutral_moved;
    int neighbour_of_target;
    int first_killer;
    int second_killer;
    int killer_before;  ///< two plies nearer to the root
    int answer;
    int from_where_the_opponent_came;
    int history_divisor;
};

/// Above all the opponent should be left with few tiles to move: proofs of positions with few replies are short.
inline constexpr HopWeights winning_weights{.mobile_reply = 138,
                                            .own_mobile_tile = -28,
                                            .opponents_visible = 44,
                                            .level_left = -17,
                                            .neutral_moved = -26,
                                            .neighbour_of_target = 29,
                                            .first_killer = -71,
                                            .second_killer = -49,
                                            .killer_before = -20,
                                            .answer = -18,
                                            .from_where_the_opponent_came = -36,
                                            .history_divisor = -68};

/// The score of a hop before any search; `before` is the opponent's last one.
constexpr int first_score(const HopEffect& effect, Hop before, const HopWeights& weights) {
    int score = weights.level_left * effect.level + weights.neighbour_of_target * effect.target_neighbours +
                weights.mobile_reply * std::popcount(effect.replies()) +
                weights.own_mobile_tile * std::popcount(effect.movable & effect.own) +
                weights.opponents_visible * std::popcount(effect.others);
    if (!effect.is_own) score += weights.neutral_moved;
    if (effect.hop.from == before.to) score += weights.from_where_the_opponent_came;
    return score;
}

/// The number of a hop among all that two bit numbers can name.
inline constexpr std::size_t hop_numbers = 32U * 32U;
constexpr std::size_t number_of(Hop hop) { return static_cast<std::size_t>(hop.from) * 32U + hop.to; }

/// Hops to be searched, the lowest score first; of equal ones the one that was listed first.
class HopQueue {
  public:
    Score best_of_others = 0;  ///< the best result of the hops outside the queue

    void clear() { items_.clear(); }
    /// Memory for the effect of the next hop; it stays in the queue if it gets a score.
    HopEffect& room() { return effects_[items_.size()]; }
    void keep(int score) { items_.push_back(score * places + static_cast<int>(items_.size())); }
    /// Keeps the next hop for now. When all are listed, place() says which of them stay, from place 0 on, and cut() how
    /// many.
    void list() { keep(0); }
    [[nodiscard]] const HopEffect& listed(std::size_t number) const { return effects_[number]; }
    void place(std::size_t place, std::size_t number) { items_[place] = static_cast<int>(number); }
    void cut(std::size_t size) { items_.resize_down(size); }
    [[nodiscard]] std::size_t size() const { return items_.size(); }

    [[nodiscard]] const HopEffect& at(std::size_t place) const {
        return effects_[static_cast<std::size_t>(items_[place] & (places - 1))];
    }
    void raise_score(std::size_t place, int by) { items_[place] += by * places; }

    /// Brings the lowest of those not yet taken to `place`.
    const HopEffect& take(std::size_t place) {
        std::size_t best = place;
        for (std::size_t i = place + 1; i < items_.size(); ++i)
            if (items_[i] < items_[best]) best = i;
        std::swap(items_[place], items_[best]);
        return at(place);
    }

  private:
    static constexpr int places = 128;
    static_assert(State::ActionList::capacity() <= places);
    FixedList<std::int32_t, State::ActionList::capacity()> items_;
    std::array<HopEffect, State::ActionList::capacity()> effects_;
};

/// A search learns here which hops refuted last at this ply, and after this hop.
class Experience {
  public:
    static constexpr std::size_t longest_round = 171;  ///< every move lifts a tile by a level or more: 0 + 1 + … + 18

    void raise_scores(HopQueue& queue, int ply, Hop before, const HopWeights& weights) const {
        const Killers killers = killers_[static_cast<std::size_t>(ply)];
        const Hop killer_before = killers_[static_cast<std::size_t>(std::max(ply - 2, 0))].first;
        const Hop answer = answers_[number_of(before)];
        for (std::size_t place = 0; place < queue.size(); ++place) {
            const std::size_t index = number_of(queue.at(place).hop);
            int score = 0;
            if (index == number_of(killers.first)) score += weights.first_killer;
            if (index == number_of(killers.second)) score += weights.second_killer;
            if (index == number_of(killer_before)) score += weights.killer_before;
            if (index == number_of(answer)) score += weights.answer;
            queue.raise_score(place, score);
        }
    }

    /// `best` succeeded.
    void learn(Hop best, int ply, Hop before) {
        answers_[number_of(before)] = best;
        Killers& killers = killers_[static_cast<std::size_t>(ply)];
        if (killers.first != best) killers = {best, killers.first};
    }

  private:
    struct Killers {
        Hop first{};
        Hop second{};
    };
    std::array<Killers, longest_round + 3> killers_{};
    std::array<Hop, hop_numbers> answers_{};
};

/// Recent successes of each hop. It adds nothing to learned scores.
class History {
  public:
    void raise_scores(HopQueue& queue, Seat mover, const HopWeights& weights) const {
        for (std::size_t place = 0; place < queue.size(); ++place)
            queue.raise_score(place, history_[mover][number_of(queue.at(place).hop)] / weights.history_divisor);
    }

    /// The hop at `place` succeeded, those before it did not.
    void learn(const HopQueue& queue, std::size_t place, Seat mover) {
        auto& rewarded = history_[mover][number_of(queue.at(place).hop)];
        rewarded = static_cast<std::int16_t>(rewarded + (limit - rewarded) / pace);
        for (std::size_t i = 0; i < place; ++i) {
            auto& history = history_[mover][number_of(queue.at(i).hop)];
            history = static_cast<std::int16_t>(history - (limit + history) / pace);
        }
    }

  private:
    static constexpr int limit = 4096;
    static constexpr int pace = 16;
    std::array<std::array<std::int16_t, hop_numbers>, 2> history_{};
};

}  // namespace springtide::high_tide_leiman
