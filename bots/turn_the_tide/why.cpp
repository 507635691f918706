#include "bots/turn_the_tide/why.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "bots/turn_the_tide/quick_choice.hpp"
#include "rules/turn_the_tide/hidden_deals.hpp"

namespace springtide::turn_the_tide {

namespace {

constexpr int imagined_tricks = 100;

/// How often of a hundred the card comes in first, second, or behind.
std::array<int, 3> places(const Seen<State>& seen, Action chosen, Random& random) {
    const Seat seat = seen.observer().seat();
    const HiddenDeals hidden(seen.forgetting(Forgettable::choices_made));
    std::array<int, 3> counts{};
    for (int i = 0; i < imagined_tricks; ++i) {
        const State state = hidden.sample(random);
        std::size_t above = 0;
        for (const Seat other : state.still_in)
            if (other != seat &&
                quick_choice(state, other, evaluation_table_for(state.players), random).card > chosen.card)
                ++above;
        ++counts[std::min<std::size_t>(above, 2)];
    }
    return counts;
}

Why fate(const State& state, const std::array<int, 3>& counts) {
    const auto [lower, higher] = std::minmax(state.upturned[0], state.upturned[1]);
    const auto likeliest = std::ranges::max_element(counts);
    if (likeliest == counts.begin()) return {.code = "takes_lower", .numbers = {lower, *likeliest}};
    if (likeliest == counts.begin() + 1) return {.code = "takes_higher", .numbers = {higher, *likeliest}};
    return {.code = "stays_out", .numbers = {*likeliest}};
}

/// Does the seat pay in this trick if its tide stays as it is?
bool stands_deepest(const State& state, Seat seat) {
    const auto own = state.tide[seat];
    if (own == 0 || own < std::max(state.upturned[0], state.upturned[1])) return false;
    for (const Seat other : state.still_in)
        if (state.tide[other] > own) return false;
    return true;
}

/// The highest tide card that is not turned up yet, 0 if none is left.
int highest_to_come(const State& state) {
    int level = highest_tide;
    while (level > 0 && tides_left(state.tide_deck, level) == 0) --level;
    return level;
}

int per_thousand(float share) { return static_cast<int>(std::lround(std::clamp(share, 0.0F, 1.0F) * 1000)); }

}  // namespace

std::vector<Why> why_play(const Seen<State>& seen, Action chosen, std::span<const JudgedCard> cards, Random& random) {
    const State& state = seen.state();
    const Seat seat = seen.observer().seat();
    std::vector<Why> why;
    if (stands_deepest(state, seat)) why.push_back({.code = "deepest", .numbers = {state.tide[seat]}});
    why.push_back(fate(state, places(seen, chosen, random)));
    const int highest = 63 - std::countl_zero(state.hand[seat]);
    if (chosen.card != highest) {
        why.push_back({.code = "keeps", .numbers = {highest}});
        if (const int tide = highest_to_come(state); tide > 0)
            why.push_back({.code = "still_to_come", .numbers = {tide}});
    }
    float this_one = 0;
    float next_best = 0;
    for (const JudgedCard& card : cards) {
        if (card.action == chosen)
            this_one = card.share;
        else
            next_best = std::max(next_best, card.share);
    }
    if (this_one > next_best)
        why.push_back({.code = "wins", .numbers = {per_thousand(this_one), per_thousand(next_best)}});
    else
        why.push_back({.code = "mixes", .numbers = {per_thousand(this_one)}});
    return why;
}

}  // namespace springtide::turn_the_tide
