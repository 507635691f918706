#include "bots/turn_the_tide/opponent_model.hpp"

#include <algorithm>
#include <bit>

#include "bots/baselines/turn_the_tide.hpp"
#include "bots/search/logarithm.hpp"
#include "bots/turn_the_tide/evaluation_table.hpp"
#include "bots/turn_the_tide/network.hpp"
#include "rules/turn_the_tide/hidden_deals.hpp"

namespace springtide::turn_the_tide {

namespace {

/// No player follows the expectation exactly: so many cards are any.
constexpr float of_their_own = 0.1F;
/// Ways in which hidden hands may lie that are looked at.
constexpr int guesses = 3;
/// A player is watched no further once the policy is this much more likely than every other way to choose.
constexpr float hardly = -4;
/// Nothing counts as less likely than that, so that later cards can change it.
constexpr float longest_memory = -8;
constexpr float nearly_sure = 0.9F;
/// A less strict version of the policy plays its rare cards more often: its chances to this power.
constexpr float own_ideas = 0.33F;
/// A card that is worse by this many points is played e times less often.
constexpr float carelessness = 0.15F;
/// How often a player of extremes takes the other extreme than the rule of thumb.
constexpr float other_rule = 0.1F;

float natural_log(float x) { return static_cast<float>(logarithm(x)); }

bool surely_by_policy(const std::array<float, ways_to_choose>& ways) {
    return std::ranges::all_of(ways.begin() + 1, ways.end(), [](float way) { return way <= hardly; });
}

void normalise(CardChances& chances, std::size_t held) {
    float all = 0;
    for (std::size_t rank = 0; rank < held; ++rank) all += chances[rank];
    for (std::size_t rank = 0; rank < held; ++rank) chances[rank] /= all;
}

/// The better a card is, the more often it is played.
void by_worth(const Appraisal& worth, CardChances& chances) {
    float most = worth[0];
    for (std::size_t rank = 1; rank < worth.size(); ++rank) most = std::max(most, worth[rank]);
    for (std::size_t rank = 0; rank < worth.size(); ++rank)
        chances[rank] = exponential(std::max(-60.0F, (worth[rank] - most) / carelessness));
    normalise(chances, worth.size());
}

/// The same table with `card` in the hand of `seat`: its former holder, or the cards left out, gets another for it.
void give(State& state, const State& known, Seat seat, Cards card, Random& random) {
    if ((state.hand[seat] & card) != 0) return;
    const Cards may_go = state.hand[seat] & ~known.hand[seat];
    if (may_go == 0) return;
    Cards other = may_go;
    for (auto skip = random.below(static_cast<std::uint32_t>(count(may_go))); skip > 0; --skip) other &= other - 1;
    other &= ~other + 1;
    for (const Seat holder : SeatSet::first(state.players)) {
        if (holder == seat || (state.dealt[holder] & card) == 0) continue;
        for (Cards* cards : {&state.dealt[holder], &state.hand[holder]})
            if ((*cards & card) != 0) *cards = (*cards & ~card) | other;
    }
    if ((state.left_out & card) != 0) state.left_out = (state.left_out & ~card) | other;
    for (Cards* cards : {&state.dealt[seat], &state.hand[seat]}) *cards = (*cards & ~other) | card;
}

}  // namespace

ChancesByWay chances_by_way(const Network& policy, const State& state, Seat seat, SeatSet careless) {
    ChancesByWay chances{};
    auto& [by_policy, by_ideas, by_foresight, by_trick, by_extremes, by_lot] = chances;
    const std::size_t held = at(count(state.hand[seat]));
    policy_chances(policy, state, seat, by_policy, careless);
    by_worth(Appraisal(state, seat, evaluation_table_for(state.players)), by_foresight);
    by_worth(Appraisal(state, seat, shortsighted_table_for(state.players)), by_trick);
    for (std::size_t rank = 0; rank < held; ++rank) {
        by_ideas[rank] = exponential(own_ideas * natural_log(std::max(by_policy[rank], 1e-7F)));
        by_lot[rank] = 1;
    }
    for (CardChances* each : {&by_ideas, &by_lot}) normalise(*each, held);
    const bool highest = rule_of_thumb(state, seat).card != std::countr_zero(state.hand[seat]);
    by_extremes[0] += highest ? other_rule : 1 - other_rule;
    by_extremes[held - 1] += highest ? 1 - other_rule : other_rule;
    return chances;
}

void OpponentModel::saw(const Seen<State>& before, Seat seat, Action action) {
    const State& known = before.state();
    const int held = hand_size + 1 - known.trick;
    auto& now = by_seat_[seat];
    const Networks* nets = networks();
    if (held < 2 || nets == nullptr || surely_by_policy(now)) return;
    const Cards card = card_bit(action.card);
    const int looks = count(known.hand[seat]) == held ? 1 : guesses;
    const HiddenDeals hidden(before);
    Random random(card);  // the model of a player follows from the cards that were seen
    std::array<float, ways_to_choose> mean{};
    for (int look = 0; look < looks; ++look) {
        State state = hidden.sample(random);
        give(state, known, seat, card, random);
        const auto chances = chances_by_way(nets->policy, state, seat, {});
        const std::size_t rank = at(count(state.hand[seat] & (card - 1)));
        for (std::size_t way = 0; way < ways_to_choose; ++way)
            mean[way] += chances[way][rank] / static_cast<float>(looks);
    }
    const float any = 1 / static_cast<float>(held);
    for (std::size_t way = 0; way < ways_to_choose; ++way)
        now[way] += natural_log((1 - of_their_own) * mean[way] + of_their_own * any);
    const float most = std::ranges::max(now);
    for (float& way : now) way = std::max(way - most, longest_memory);
}

std::array<float, ways_to_choose> OpponentModel::of(Seat seat) const {
    std::array<float, ways_to_choose> likely{};
    float all = 0;
    for (std::size_t way = 0; way < ways_to_choose; ++way) all += likely[way] = exponential(by_seat_[seat][way]);
    for (float& way : likely) way /= all;
    return likely;
}

SeatSet OpponentModel::careless() const {
    SeatSet seats;
    for (const Seat seat : SeatSet::first(max_players))
        if (of(seat, ChoosesBy::lot) >= nearly_sure) seats.insert(seat);
    return seats;
}

}  // namespace springtide::turn_the_tide
