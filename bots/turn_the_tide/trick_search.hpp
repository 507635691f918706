#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "bots/search/budget.hpp"
#include "bots/search/logarithm.hpp"
#include "bots/turn_the_tide/guided.hpp"
#include "core/fixed_list.hpp"

/// Shared by the searches of a trick: the seats, the result of a trick, and the own cards still under
/// consideration.
namespace springtide::turn_the_tide {

inline constexpr int default_milliseconds = 2000;
/// Tables judged; more change nothing that matters.
inline constexpr std::uint64_t enough = 60'000;

/// The way in which each seat chooses.
struct Company {
    SeatSet careless;
    BySeat<std::array<float, ways_to_choose>> ways{};

    Company(const OpponentModel& others, float any_card) : careless(others.careless()) {
        for (const Seat seat : SeatSet::first(max_players)) {
            ways[seat] = others.of(seat);
            for (float& way : ways[seat]) way *= 1 - any_card;
            ways[seat][index(ChoosesBy::lot)] += any_card;
        }
    }

    /// How much the others who are still in are like the policy, from 0 to 1.
    [[nodiscard]] float skill(const State& state, Seat searcher) const {
        float sum = 0;
        int others = 0;
        for (const Seat seat : state.still_in) {
            if (seat == searcher) continue;
            sum += ways[seat][index(ChoosesBy::policy)] + ways[seat][index(ChoosesBy::own_ideas)];
            ++others;
        }
        return sum / static_cast<float>(others);
    }
};

/// A seat's possible plays: those of a skilled player, or else those that its history suggests.
struct Expected {
    CardChances skilled{};
    CardChances otherwise{};
    float is_otherwise = 0;
};

inline Expected expected(const ChancesByWay& chances, const std::array<float, ways_to_choose>& ways) {
    Expected card{.skilled = chances[index(ChoosesBy::policy)],
                  .otherwise = {},
                  .is_otherwise = 1 - ways[index(ChoosesBy::policy)]};
    for (std::size_t way = index(ChoosesBy::own_ideas); way < ways_to_choose; ++way)
        for (std::size_t rank = 0; rank < hand_size; ++rank)
            card.otherwise[rank] += ways[way] / card.is_otherwise * chances[way][rank];
    return card;
}

/// The rewards of all seats at a table before tide cards are turned up, or at the end.
inline BySeat<float> rewards_at(const State& state, const TableValue& value, float worth_of_a_point) {
    TableWorth worth;
    if (state.phase == Phase::over) {
        const Result end = result(state);
        for (const Seat seat : end.winners) worth.share[seat] = static_cast<float>(win_share(end, seat));
    } else {
        worth = value.after(state);
    }
    float all = 0;
    for (std::size_t seat = 0; seat < state.players; ++seat)
        all += worth.later[seat] += static_cast<float>(state.scores[seat]);
    BySeat<float> rewards{};
    for (std::size_t seat = 0; seat < state.players; ++seat)
        rewards[seat] =
            worth.share[seat] + worth_of_a_point * (worth.later[seat] - all / static_cast<float>(state.players));
    return rewards;
}

/// One trick from a state in which every hand is known.
class Trick {
  public:
    Trick(const Networks& networks, const State& state, const Company& company, const Guidance& guidance)
        : state_(state),
          value_(networks.value, state, company.careless),
          worth_of_a_point_(guidance.worth_of_a_point),
          held_(static_cast<std::size_t>(hand_size + 1 - state.trick)) {}

    [[nodiscard]] const State& state() const { return state_; }
    [[nodiscard]] std::size_t held() const { return held_; }

    /// The table after it, if they play the cards of these ranks.
    [[nodiscard]] State after(const BySeat<std::uint8_t>& ranks) const {
        State after = state_;
        for (const Seat seat : state_.still_in)
            apply(after, seat, {static_cast<std::uint8_t>(nth_card(state_.hand[seat], ranks[seat]))}, nullptr);
        return after;
    }
    /// The rewards of all seats.
    [[nodiscard]] BySeat<float> rewards(const BySeat<std::uint8_t>& ranks) const {
        return rewards_at(after(ranks), value_, worth_of_a_point_);
    }

  private:
    State state_;
    TableValue value_;
    float worth_of_a_point_;
    std::size_t held_;
};

inline std::uint8_t draw_rank(const CardChances& chances, std::size_t held, Random& random) {
    auto rest = static_cast<float>(random.unit());
    std::size_t rank = 0;
    for (; rank + 1 < held && rest >= chances[rank]; ++rank) rest -= chances[rank];
    return static_cast<std::uint8_t>(rank);
}
inline std::uint8_t draw_other(const Expected& other, const CardChances& skilled, std::size_t held, Random& random) {
    return draw_rank(random.unit() < other.is_otherwise ? other.otherwise : skilled, held, random);
}

/// The results for the own cards.
struct Found {
    CardChances chance{};
    CardChances share{};
};

/// The policy, moved towards the cards that did better.
inline void anchor(const CardChances& policy, const CardChances& share, std::size_t held, float temperature,
                   CardChances& chance) {
    const float most = *std::max_element(share.begin(), share.begin() + static_cast<std::ptrdiff_t>(held));
    float all = 0;
    for (std::size_t rank = 0; rank < held; ++rank)
        all += chance[rank] =
            std::max(policy[rank], 0.0001F) * exponential(std::max(-60.0F, (share[rank] - most) / temperature));
    for (std::size_t rank = 0; rank < held; ++rank) chance[rank] /= all;
}

/// The own cards still under consideration, with the results of each.
class Candidates {
  public:
    Candidates(std::size_t held, float hopeless) : held_(held), hopeless_(hopeless) {
        for (std::size_t rank = 0; rank < held; ++rank) open_.push_back(static_cast<std::uint8_t>(rank));
    }

    [[nodiscard]] const FixedList<std::uint8_t, hand_size>& open() const { return open_; }
    void add(std::uint8_t rank, float reward) {
        sum_[rank] += reward;
        last_[rank] = reward;
    }
    /// All that are open were looked at once more; now and then those go that have no hope.
    void looked() {
        looks_ += 1;
        float mean = 0;
        for (const std::uint8_t rank : open_) mean += last_[rank];
        mean /= static_cast<float>(open_.size());
        for (const std::uint8_t rank : open_) {
            const float off = last_[rank] - mean;
            off_[rank] += off;
            off_squares_[rank] += off * off;
        }
        if (looks_ < next_cull_) return;
        next_cull_ *= 2;
        float most = -1;
        for (const std::uint8_t rank : open_) most = std::max(most, sum_[rank] / looks_);
        const float bound = hopeless_ + spread / std::sqrt(looks_);
        FixedList<std::uint8_t, hand_size> kept;
        for (const std::uint8_t rank : open_) {
            const float behind = most - sum_[rank] / looks_;
            if (behind > bound)
                behind_[rank] = behind;
            else
                kept.push_back(rank);
        }
        open_ = kept;
    }
    /// About how far the means of two cards may be from each other by luck alone.
    [[nodiscard]] float stray() const {
        float variance = 0;
        for (const std::uint8_t rank : open_)
            variance += std::max(0.0F, off_squares_[rank] / looks_ - off_[rank] / looks_ * (off_[rank] / looks_));
        return std::sqrt(2 * variance / static_cast<float>(open_.size()) / looks_);
    }
    /// Means; a card that was given up stands as far behind the best as it did then.
    [[nodiscard]] CardChances shares() const {
        CardChances share{};
        float most = -1;
        for (const std::uint8_t rank : open_) most = std::max(most, share[rank] = sum_[rank] / looks_);
        for (std::size_t rank = 0; rank < held_; ++rank)
            if (behind_[rank] > 0) share[rank] = most - behind_[rank];
        return share;
    }

  private:
    static constexpr float first_cull = 24;
    /// About three times how far the difference of two cards strays from one look to the next.
    static constexpr float spread = 0.9F;

    std::size_t held_;
    float hopeless_;
    FixedList<std::uint8_t, hand_size> open_;
    CardChances sum_{};
    CardChances last_{};
    CardChances off_{};  ///< from the mean of all that were open
    CardChances off_squares_{};
    CardChances behind_{};
    float looks_ = 0;
    float next_cull_ = first_cull;
};

/// Samples many possible tables, with the others' choices as they would see each table; every own card still under
/// consideration meets the same cards of the others. `table` imagines a table (`sample`), gives a seat's possible plays
/// there (`expects`) and the number of looks it deserves (`looks`); `judge` rates a trick (`begin` with a table, `look`
/// before the cards of one look, `reward`).
template <class Table, class Judge>
Candidates look_at_tables(const Table& table, Judge judge, const Networks& networks, const Company& company,
                          Seat searcher, std::size_t held, const Guidance& guidance, Budget& budget, Random& random) {
    Candidates candidates(held, guidance.hopeless);
    do {
        const Trick trick(networks, table.sample(random), company, guidance);
        judge.begin(trick);
        BySeat<Expected> others{};
        for (const Seat seat : trick.state().still_in)
            if (seat != searcher) others[seat] = table.expects(trick.state(), seat, budget, random);
        for (int look = 0; look < table.looks(); ++look) {
            judge.look(random);
            BySeat<std::uint8_t> ranks{};
            for (const Seat seat : trick.state().still_in)
                if (seat != searcher) ranks[seat] = draw_other(others[seat], others[seat].skilled, held, random);
            for (const std::uint8_t rank : candidates.open()) {
                ranks[searcher] = rank;
                candidates.add(rank, judge.reward(trick, ranks));
            }
            budget.count(candidates.open().size());
            candidates.looked();
        }
    } while (candidates.open().size() > 1 && !budget.spent(0.97));
    return candidates;
}

/// The policy is no guide among players of another kind: better results alone make a card more frequent.
inline Found by_shares_alone(const Candidates& candidates, std::size_t held, const Guidance& guidance) {
    CardChances any{};
    any.fill(1);
    Found found{.chance = {}, .share = candidates.shares()};
    anchor(any, found.share, held, guidance.rollout_temperature + guidance.rollout_caution * candidates.stray(),
           found.chance);
    return found;
}

inline std::vector<JudgedCard> judged(Cards hand, const Found& found, float smallest_chance) {
    std::vector<JudgedCard> cards;
    float all = 0;
    for (std::size_t rank = 0; hand != 0; hand &= hand - 1, ++rank) {
        cards.push_back({.action = {static_cast<std::uint8_t>(std::countr_zero(hand))},
                         .share = found.share[rank],
                         .chance = found.chance[rank]});
        all += found.chance[rank];
    }
    float kept = 0;
    for (JudgedCard& card : cards) {
        if (card.chance < smallest_chance * all) card.chance = 0;
        kept += card.chance;
    }
    for (JudgedCard& card : cards) card.chance /= kept;
    return cards;
}

}  // namespace springtide::turn_the_tide
