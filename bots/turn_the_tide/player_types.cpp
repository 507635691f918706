#include "bots/turn_the_tide/player_types.hpp"

#include <algorithm>
#include <bit>

#include "bots/baselines/turn_the_tide.hpp"
#include "bots/turn_the_tide/quick_choice.hpp"

namespace springtide::turn_the_tide {

namespace {

/// Before the first observation of a player.
constexpr double extremists_among_people = 0.15;
/// Of the players without extremes, by number of players. With three at the table a player who takes careless ones for
/// skilled loses most.
constexpr std::array<float, max_players + 1> careless_among_the_rest = {0, 0, 0, 0.55F, 0.1F, 0.1F};

/// Ways to choose k of n.
double ways(int n, int k) {
    double product = 1;
    for (int i = 0; i < k; ++i) product = product * (n - i) / (i + 1);
    return product;
}

/// Of all hands that a player may have been dealt, the share in which their remaining cards are
/// neighbours.
double share_of_neighbours(Cards held, Cards played, Cards pool, int unknown) {
    double fitting = 0;
    for (int from = 0; from <= weather_cards;) {  // over the gaps between played cards
        const Cards later = played & ~((Cards{2} << from) - 1);
        const int to = later == 0 ? weather_cards + 1 : std::countr_zero(later);
        const Cards gap = to - from > 1 ? card_range(from + 1, to - 1) : 0;
        if ((held & ~gap) == 0) fitting += ways(count(pool & gap), unknown);
        from = to;
    }
    return std::min(1.0, fitting / ways(count(pool), unknown));
}

float is_extremist(const State& known, Seat seat) {
    const int left = hand_size + 1 - known.trick;
    const Cards played = known.dealt[seat] & ~known.hand[seat];
    const double share =
        share_of_neighbours(known.hand[seat], played, unseen_cards(known), hand_size - count(known.dealt[seat]));
    // Others come to hold neighbours by chance: of all sets of cards they may have played, so many leave some.
    const int gone = hand_size - left;
    const double by_chance = std::min(1.0, (gone + 1) / ways(hand_size, gone));
    const double as_extremist = extremists_among_people * share / by_chance;
    return static_cast<float>(as_extremist / (as_extremist + 1 - extremists_among_people));
}

}  // namespace

std::array<float, max_players> extremists(const Seen<State>& seen) {
    std::array<float, max_players> chances{};
    for (const Seat seat : seen.state().still_in) chances[seat] = is_extremist(seen.state(), seat);
    return chances;
}

PlayerType draw_player_type(float extremist, int players, Random& random) {
    const auto number = static_cast<float>(random.unit());
    if (number < extremist) return PlayerType::extremist;
    return number < extremist + (1 - extremist) * careless_among_the_rest[at(players)] ? PlayerType::careless
                                                                                       : PlayerType::skilled;
}

Action choose_as(PlayerType type, const State& state, Seat seat, const EvaluationTable& table, Random& random) {
    switch (type) {
        case PlayerType::skilled: return quick_choice(state, seat, table, random);
        case PlayerType::extremist: return rule_of_thumb(state, seat);
        case PlayerType::careless: break;
    }
    return random_action(state, seat, random);
}

}  // namespace springtide::turn_the_tide
