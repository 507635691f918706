#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "rules/turn_the_tide/rules.hpp"

/// The expectation for the rest of a round with all hands known: the knowledge behind all levels from easy to best. It
/// is a sum of a few looked-up numbers, learned from games against itself (bots/training/turn_the_tide.cpp), so that a
/// search can afford it millions of times a second.
namespace springtide::turn_the_tide {

/// The learned numbers for one number of players. Points are those still to be gained or lost in this round, counted
/// from the preservers face up now.
struct EvaluationTable {
    static constexpr std::size_t strengths = 8;
    static constexpr std::size_t needs = 4;
    static constexpr std::size_t few = 4;

    /// Points by tricks left, own tide level, and how many others show a higher one.
    std::array<std::array<std::array<float, max_players>, highest_tide + 1>, hand_size + 1> tide{};
    /// Points by tricks left and preservers face up, 3 meaning 3 or more; a player with none can go under.
    std::array<std::array<float, few>, hand_size + 1> preservers{};
    /// Points by tricks left for every card held, by its strength: the share of the others' cards it beats.
    std::array<std::array<float, strengths>, hand_size + 1> card{};
    /// How likely a player in this need chooses one of the lowest b of their k cards, at [need][k][b].
    std::array<std::array<std::array<float, hand_size + 1>, hand_size + 1>, needs> chooses_below{};
};

/// Every number of it that can ever be looked up, in the order in which they are shipped.
template <class SomeTable, class Visit>
void for_each_number(SomeTable& table, Visit&& visit) {
    for (std::size_t left = 1; left <= hand_size; ++left) {
        for (auto& by_above : table.tide[left])
            for (auto& number : by_above) visit(number);
        for (auto& number : table.preservers[left]) visit(number);
        for (auto& number : table.card[left]) visit(number);
        for (auto& by_held : table.chooses_below)
            for (std::size_t below = 0; below <= left; ++below) visit(by_held[left][below]);
    }
}

/// The shipped numbers.
const EvaluationTable& evaluation_table_for(int players);
/// The same for a player that gives kept cards no worth.
const EvaluationTable& shortsighted_table_for(int players);

inline constexpr std::size_t few_preservers(int preservers) {
    return static_cast<std::size_t>(std::min(preservers, static_cast<int>(EvaluationTable::few) - 1));
}

/// How strong a card is that beats `beaten` of the others' `all` cards: beaten * strengths / (all + 1). Instead of
/// dividing it multiplies by a fraction that is rounded up, too little to matter for numbers as small as these.
inline constexpr unsigned fraction_bits = 16;
inline constexpr auto strength_fractions = [] {
    std::array<std::uint32_t, (max_players - 1) * hand_size + 1> by_all{};
    for (std::size_t all = 0; all < by_all.size(); ++all)
        by_all[all] = static_cast<std::uint32_t>(((EvaluationTable::strengths << fraction_bits) + all) / (all + 1));
    return by_all;
}();
constexpr std::size_t strength(int beaten, int all) {
    return (static_cast<std::size_t>(beaten) * strength_fractions[at(all)]) >> fraction_bits;
}

/// A player's need in a trick, as far as the tides show it: to get rid of the highest one (1), to have the lower of the
/// two cards (2), both or neither.
constexpr std::size_t need(int own, int others_highest, int lower, int higher) {
    const bool is_deepest = own >= higher && own >= others_highest;
    const bool wants_lower = own > lower || (own == 0 && lower <= 3);
    return (is_deepest ? 1U : 0U) + (wants_lower ? 2U : 0U);
}

/// The other players of one seat, packed for counting.
struct Others {
    std::array<Cards, max_players - 1> hand{};
    std::array<std::uint8_t, max_players - 1> tide{};
    int count = 0;

    Others(const State& state, Seat seat) {
        for (const Seat other : state.still_in) {
            if (other == seat) continue;
            hand[at(count)] = state.hand[other];
            tide[at(count)] = state.tide[other];
            ++count;
        }
    }

    /// How many show a higher tide than this.
    [[nodiscard]] int above(std::uint8_t level) const {
        int higher = 0;
        for (int j = 0; j < count; ++j) higher += tide[at(j)] > level ? 1 : 0;
        return higher;
    }
};

/// The worth of each card of a seat in this trick, the lowest card first: a look one trick ahead, at every way the tide
/// cards may go, with the others choosing as players in their need do. Not for the last trick, in which no seat has a
/// choice.
class Appraisal {
  public:
    Appraisal(const State& state, Seat seat, const EvaluationTable& table)
        : table_(table),
          others_(state, seat),
          own_tide_(state.tide[seat]),
          preservers_(state.preservers[seat]),
          left_(hand_size - state.trick),
          lower_(std::min(state.upturned[0], state.upturned[1])),
          higher_(std::max(state.upturned[0], state.upturned[1])) {
        if (preservers_ == 0) weigh_hand(state.hand[seat]);
        look_at_ways();
        look_at_needs();
        const auto n = at(others_.count);
        const auto& card_worth = table_.card[at(left_)];
        for (Cards rest = state.hand[seat]; rest != 0; rest &= rest - 1) {
            const Cards below = (rest & (~rest + 1)) - 1;
            int beaten = 0;
            float none_above = 1;
            float one_above = 0;
            float worth = 0;  // of the ways with one above
            for (std::size_t j = 0; j < n; ++j) {
                const int lower_cards = turn_the_tide::count(others_.hand[j] & below);
                beaten += lower_cards;
                const float under = chooses_below_[j][lower_cards];
                const float over = none_above * (1 - under);
                worth = worth * under + over * as_second_[j];
                one_above = one_above * under + over;
                none_above *= under;
            }
            worth += none_above * as_first_ + (1 - none_above - one_above) * as_neither_;
            worth_[size_++] = worth - card_worth[strength(beaten, (left_ + 1) * others_.count)];
        }
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] float operator[](std::size_t rank) const { return worth_[rank]; }

  private:
    /// A player who goes under loses the use of their other cards: about how much these are worth.
    void weigh_hand(Cards hand) {
        const int held = left_ + 1;
        for (Cards rest = hand; rest != 0; rest &= rest - 1) {
            const Cards below = (rest & (~rest + 1)) - 1;
            int beaten = 0;
            for (int j = 0; j < others_.count; ++j) beaten += turn_the_tide::count(others_.hand[at(j)] & below);
            cards_to_lose_ += table_.card[at(left_)][strength(beaten, held * others_.count)];
        }
        cards_to_lose_ *= static_cast<float>(left_) / static_cast<float>(held);
    }

    /// Besides this seat, all others are equally likely to take the tide cards.
    void look_at_ways() {
        const int n = others_.count;
        const int above_lower = others_.above(lower_);
        const int above_higher = others_.above(higher_);
        const int above_own = others_.above(own_tide_);

        // First: one of the others takes the higher card.
        const int new_above = higher_ > lower_ ? 1 : 0;
        as_first_ = 0;
        if (above_lower < n)  // with all of them above, none is left to rise above
            as_first_ = static_cast<float>(n - above_lower) * worth_of(lower_, above_lower + new_above);
        if (above_lower > 0)
            as_first_ += static_cast<float>(above_lower) * worth_of(lower_, above_lower - 1 + new_above);
        as_first_ /= static_cast<float>(n);

        // Second: the one above covers its tide with the lower card.
        const float beside_lower = worth_of(higher_, above_higher);
        const float instead_of_higher = above_higher > 0 ? worth_of(higher_, above_higher - 1) : 0;
        for (int j = 0; j < n; ++j)
            as_second_[at(j)] = others_.tide[at(j)] > higher_ ? instead_of_higher : beside_lower;

        // Neither: two of the others cover theirs.
        const int taken_above = (lower_ > own_tide_ ? 1 : 0) + (higher_ > own_tide_ ? 1 : 0);
        const int not_above = n - above_own;
        const std::array<int, 3> pairs = {not_above * (not_above - 1), 2 * above_own * not_above,
                                          above_own * (above_own - 1)};
        as_neither_ = 0;
        for (int covered = 0; covered < 3; ++covered)
            if (pairs[at(covered)] > 0)
                as_neither_ +=
                    static_cast<float>(pairs[at(covered)]) * worth_of(own_tide_, above_own - covered + taken_above);
        as_neither_ /= static_cast<float>(n * (n - 1));
    }

    void look_at_needs() {
        int highest = own_tide_;
        int second = 0;
        for (int j = 0; j < others_.count; ++j) {
            const int tide = others_.tide[at(j)];
            second = std::max(second, std::min(highest, tide));
            highest = std::max(highest, tide);
        }
        for (int j = 0; j < others_.count; ++j) {
            const int tide = others_.tide[at(j)];
            const int rest = tide == highest ? second : highest;
            chooses_below_[at(j)] = table_.chooses_below[need(tide, rest, lower_, higher_)][at(left_ + 1)].data();
        }
    }

    /// Once the tide cards are taken: the charge of this trick and what comes after it.
    [[nodiscard]] float worth_of(std::uint8_t own, int above) const {
        const bool charged = above == 0 && own > 0;
        const float expected =
            (charged ? -1.0F : 0.0F) + table_.tide[at(left_)][own][at(above)] +
            table_.preservers[at(left_)][few_preservers(std::max(0, preservers_ - (charged ? 1 : 0)))];
        if (preservers_ > 0) return expected;
        const float out = out_points - cards_to_lose_;
        return charged ? out : std::max(out + not_out, expected);
    }

    /// However bad it looks, a seat still in is better off than one that is out.
    static constexpr float not_out = 0.1F;

    const EvaluationTable& table_;
    Others others_;
    std::uint8_t own_tide_;
    int preservers_;
    int left_;  ///< tricks after this one
    std::uint8_t lower_;
    std::uint8_t higher_;
    float cards_to_lose_ = 0;
    float as_first_ = 0;
    float as_neither_ = 0;
    std::array<float, max_players - 1> as_second_{};  ///< by the seats above
    std::array<const float*, max_players - 1> chooses_below_{};
    std::array<float, hand_size> worth_;
    std::size_t size_ = 0;
};

/// Points that a seat may expect from the rest of the round, counted from its preservers; before the tide cards of a
/// trick are turned up. Only for a seat that is still in.
inline float expected_points(const State& state, Seat seat, const EvaluationTable& table) {
    const Others others(state, seat);
    const int left = hand_size + 1 - state.trick;
    float points = table.tide[at(left)][state.tide[seat]][at(others.above(state.tide[seat]))] +
                   table.preservers[at(left)][few_preservers(state.preservers[seat])];
    const auto& card_worth = table.card[at(left)];
    for (Cards rest = state.hand[seat]; rest != 0; rest &= rest - 1) {
        const Cards below = (rest & (~rest + 1)) - 1;
        int beaten = 0;
        for (std::size_t j = 0; j < at(others.count); ++j) beaten += count(others.hand[j] & below);
        points += card_worth[strength(beaten, left * others.count)];
    }
    return points;
}

}  // namespace springtide::turn_the_tide
