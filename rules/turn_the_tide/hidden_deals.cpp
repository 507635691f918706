#include "rules/turn_the_tide/hidden_deals.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace springtide::turn_the_tide {

namespace {

using Ways = HiddenDeals::Ways;

/// Ways to choose a share of the up to 24 cards of one kind.
constexpr auto binomials = [] {
    std::array<std::array<std::uint64_t, hand_size + 1>, 25> table{};
    for (std::size_t n = 0; n < table.size(); ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= std::min<std::size_t>(n, hand_size); ++k)
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}();

constexpr std::uint64_t choose(int n, int k) { return binomials[at(n)][at(k)]; }

/// Uniform in [0, bound), exactly.
Ways below(Ways bound, Random& random) {
    assert(bound > 0);
    const auto all_ones_from = [](std::uint64_t number) {
        return number == 0 ? 0 : ~std::uint64_t{0} >> static_cast<unsigned>(std::countl_zero(number));
    };
    const Ways last = bound - 1;
    const auto upper = static_cast<std::uint64_t>(last >> 64U);
    const std::uint64_t upper_mask = all_ones_from(upper);
    const std::uint64_t lower_mask = upper != 0 ? ~std::uint64_t{0} : all_ones_from(static_cast<std::uint64_t>(last));
    for (;;) {
        const Ways upper_part = upper_mask == 0 ? 0 : random.next() & upper_mask;
        const Ways number = (upper_part << 64U) | (random.next() & lower_mask);
        if (number < bound) return number;
    }
}

/// Moves `wanted` random cards out of `from`.
Cards take_random(Cards& from, int wanted, Random& random) {
    Cards taken = 0;
    for (; wanted > 0; --wanted) {
        const Cards card = card_bit(nth_card(from, random.below(static_cast<std::uint32_t>(count(from)))));
        taken |= card;
        from &= ~card;
    }
    return taken;
}

}  // namespace

HiddenDeals::HiddenDeals(const Seen<State>& seen) : known_(seen.state()) {
    if (known_.phase == Phase::dealing) return;
    for (const Seat seat : SeatSet::first(known_.players)) {
        const Cards seen_of_hand = known_.dealt[seat];
        const int missing = hand_size - count(seen_of_hand);
        if (missing > 0) hands_.push_back({seat, missing, 2 * known_.worth[seat] - half_preservers(seen_of_hand)});
    }
    for (std::size_t kind = 0; kind < kinds_of_cards; ++kind) pool_[kind] = unseen_cards(known_) & showing_halves[kind];
    count_ways();
}

void HiddenDeals::count_ways() {
    Rest rest{count(pool_[0] | pool_[1] | pool_[2]), half_preservers(pool_[1] | pool_[2])};
    for (std::size_t index = 0; index < hands_.size(); ++index) {
        rests_[index] = rest;
        rest.cards -= hands_[index].missing;
        rest.halves -= hands_[index].halves;
    }
    for (std::size_t index = hands_.size(); index-- > 0;)
        for (int lost = 0; lost <= static_cast<int>(index); ++lost)
            for (int single = index == 0 ? count(pool_[1]) : 0; single <= count(pool_[1]); ++single)
                for_each_share(index, lost, single, [&](const Share&, Ways ways) {
                    ways_[index][at(lost)][at(single)] += ways;
                    return false;
                });
}

std::optional<HiddenDeals::ByKind> HiddenDeals::left_for(std::size_t index, int lost_halves, int single) const {
    const int halves_of_wholes = rests_[index].halves - lost_halves - single;
    const int wholes = halves_of_wholes / 2;
    const int none = rests_[index].cards - single - wholes;
    if (halves_of_wholes < 0 || halves_of_wholes % 2 != 0 || wholes > count(pool_[2])) return std::nullopt;
    if (none < 0 || none > count(pool_[0])) return std::nullopt;
    return ByKind{none, single, wholes};
}

template <class Visit>
void HiddenDeals::for_each_share(std::size_t index, int lost_halves, int single, Visit&& visit) const {
    const auto left = left_for(index, lost_halves, single);
    if (!left) return;
    const auto [none_left, single_left, wholes_left] = *left;
    const Hand& hand = hands_[index];
    for (int lost_half = 0; lost_half <= 1; ++lost_half) {
        const int halves = hand.halves + lost_half;
        const int most = std::min({halves, hand.missing, single_left});
        for (int singles = halves & 1; singles <= most; singles += 2) {
            const int wholes = (halves - singles) / 2;
            const int none = hand.missing - singles - wholes;
            if (wholes > wholes_left || none < 0 || none > none_left) continue;
            const std::uint64_t cards =
                choose(none_left, none) * choose(single_left, singles) * choose(wholes_left, wholes);
            const Ways after = ways_from(index + 1, lost_halves + lost_half, single - singles);
            if (visit(Share{{none, singles, wholes}, lost_half}, cards * after)) return;
        }
    }
}

HiddenDeals::Share HiddenDeals::draw_share(std::size_t index, int lost_halves, int single, Random& random) const {
    Share drawn;
    Ways skip = below(ways_from(index, lost_halves, single), random);
    for_each_share(index, lost_halves, single, [&](const Share& share, Ways ways) {
        drawn = share;
        if (skip < ways) return true;
        skip -= ways;
        return false;
    });
    return drawn;
}

State HiddenDeals::sample(Random& random) const {
    State state = known_;
    if (state.phase == Phase::dealing) return state;
    auto pool = pool_;
    int lost_halves = 0;
    for (std::size_t index = 0; index < hands_.size(); ++index) {
        const Share share = draw_share(index, lost_halves, count(pool[1]), random);
        lost_halves += share.lost_half;
        Cards cards = 0;
        for (std::size_t kind = 0; kind < kinds_of_cards; ++kind)
            cards |= take_random(pool[kind], share.cards[kind], random);
        state.dealt[hands_[index].seat] |= cards;
        state.hand[hands_[index].seat] |= cards;  // all played cards are seen, so these are still held
    }
    state.left_out |= pool[0] | pool[1] | pool[2];
    for (const Seat seat : SeatSet::first(state.players))
        if (state.chosen[seat] == hidden_card) {
            Cards hand = state.hand[seat];
            state.chosen[seat] = static_cast<std::uint8_t>(std::countr_zero(take_random(hand, 1, random)));
        }
    return state;
}

}  // namespace springtide::turn_the_tide
