#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "bots/high_tide_leiman/hops.hpp"
#include "core/fixed_list.hpp"

/// Which hop a search tries first. Found by measuring searched positions; see docs/high-tide-leiman-solved.md.
namespace springtide::high_tide_leiman {

/// What makes a hop worth trying first; the lowest sum is tried first.
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

/// What can be said of a hop before anything was searched; `before` is the opponent's last one.
constexpr int first_score(const HopOutlook& outlook, Hop before, const HopWeights& weights) {
    int score = weights.level_left * outlook.level + weights.neighbour_of_target * outlook.target_neighbours +
                weights.mobile_reply * std::popcount(outlook.replies()) +
                weights.own_mobile_tile * std::popcount(outlook.movable & outlook.own) +
                weights.opponents_visible * std::popcount(outlook.others);
    if (!outlook.is_own) score += weights.neutral_moved;
    if (outlook.hop.from == before.to) score += weights.from_where_the_opponent_came;
    return score;
}

/// Hops to be searched, each with its score in one number.
class HopQueue {
  public:
    void add(Hop hop, int score) { items_.push_back(score * hop_count + static_cast<int>(index_of(hop))); }
    [[nodiscard]] std::size_t size() const { return items_.size(); }

    static constexpr int hop_count = 32 * 32;
    static constexpr std::size_t index_of(Hop hop) { return static_cast<std::size_t>(hop.from) * 32U + hop.to; }
    [[nodiscard]] std::size_t index_at(std::size_t place) const {
        return static_cast<std::size_t>(items_[place] & (hop_count - 1));
    }
    void raise_score(std::size_t place, int by) { items_[place] += by * hop_count; }

    /// Brings the lowest of those not yet taken to `place`.
    Hop take(std::size_t place) {
        std::size_t best = place;
        for (std::size_t i = place + 1; i < items_.size(); ++i)
            if (items_[i] < items_[best]) best = i;
        std::swap(items_[place], items_[best]);
        return {static_cast<std::uint8_t>((items_[place] >> 5) & 31), static_cast<std::uint8_t>(items_[place] & 31)};
    }

  private:
    FixedList<std::int32_t, State::ActionList::capacity()> items_;
};

/// What a search learns about hops while it goes on: what refuted at this ply last, after this hop last, and how often
/// lately.
class Experience {
  public:
    static constexpr std::size_t longest_round = 171;  ///< every move lifts a tile by a level or more: 0 + 1 + … + 18

    void raise_scores(HopQueue& queue, Seat mover, int ply, Hop before, const HopWeights& weights) const {
        const Killers killers = killers_[static_cast<std::size_t>(ply)];
        const Hop killer_before = killers_[static_cast<std::size_t>(std::max(ply - 2, 0))].first;
        const Hop answer = answers_[HopQueue::index_of(before)];
        for (std::size_t place = 0; place < queue.size(); ++place) {
            const std::size_t index = queue.index_at(place);
            int score = history_[mover][index] / weights.history_divisor;
            if (index == HopQueue::index_of(killers.first)) score += weights.first_killer;
            if (index == HopQueue::index_of(killers.second)) score += weights.second_killer;
            if (index == HopQueue::index_of(killer_before)) score += weights.killer_before;
            if (index == HopQueue::index_of(answer)) score += weights.answer;
            queue.raise_score(place, score);
        }
    }

    /// The hop at `place` succeeded, those before it did not.
    void learn(const HopQueue& queue, std::size_t place, Hop best, Seat mover, int ply, Hop before) {
        answers_[HopQueue::index_of(before)] = best;
        Killers& killers = killers_[static_cast<std::size_t>(ply)];
        if (killers.first != best) killers = {best, killers.first};
        auto& rewarded = history_[mover][HopQueue::index_of(best)];
        rewarded = static_cast<std::int16_t>(rewarded + (history_limit - rewarded) / history_pace);
        for (std::size_t i = 0; i < place; ++i) {
            auto& history = history_[mover][queue.index_at(i)];
            history = static_cast<std::int16_t>(history - (history_limit + history) / history_pace);
        }
    }

  private:
    static constexpr int history_limit = 4096;
    static constexpr int history_pace = 16;
    struct Killers {
        Hop first;
        Hop second;
    };
    std::array<Killers, longest_round + 3> killers_{};
    std::array<Hop, HopQueue::hop_count> answers_{};
    std::array<std::array<std::int16_t, HopQueue::hop_count>, 2> history_{};
};

}  // namespace springtide::high_tide_leiman
