#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

#include "rules/turn_the_tide/rules.hpp"

/// Legal chance events, how likely each is, and drawing them.
namespace springtide::turn_the_tide {

namespace {

/// Of the two bits of every level, the one that is set while any card of it is left.
constexpr TideDeck lower_bits = full_tide_deck & 0x55555555U;

bool is_deal(const BySeat<Cards>& hands, int players) {
    Cards taken = 0;
    for (std::size_t seat = 0; seat < max_players; ++seat) {
        const bool right_size = count(hands[seat]) == (static_cast<int>(seat) < players ? hand_size : 0);
        if (!right_size || (hands[seat] & ~all_cards) != 0 || (hands[seat] & taken) != 0) return false;
        taken |= hands[seat];
    }
    return true;
}

bool is_tide_pair(const std::array<std::uint8_t, 2>& tides, TideDeck deck) {
    const auto is_level = [](int tide) { return tide >= 1 && tide <= highest_tide; };
    if (!is_level(tides[0]) || !is_level(tides[1]) || tides_left(deck, tides[0]) == 0) return false;
    return tides_left(without_tide(deck, tides[0]), tides[1]) != 0;
}

BySeat<Cards> draw_hands(int players, Random& random) {
    BySeat<Cards> hands{};
    std::array<std::uint8_t, weather_cards> pile;
    std::iota(pile.begin(), pile.end(), std::uint8_t{1});
    std::uint32_t left = weather_cards;
    for (std::size_t seat = 0; seat < at(players); ++seat)
        for (int i = 0; i < hand_size; ++i) {
            const auto pick = random.below(left);
            hands[seat] |= card_bit(pile[pick]);
            pile[pick] = pile[--left];
        }
    return hands;
}

}  // namespace

bool is_possible(const State& state, const Chance& chance) {
    if (state.phase == Phase::dealing) return chance.kind == Chance::Kind::deal && is_deal(chance.hands, state.players);
    return state.phase == Phase::turning_up && chance.kind == Chance::Kind::tides &&
           is_tide_pair(chance.tides, state.tide_deck);
}

Chance draw(const State& state, Random& random) {
    Chance chance;
    if (state.phase == Phase::dealing) {
        chance.kind = Chance::Kind::deal;
        chance.hands = draw_hands(state.players, random);
        return chance;
    }
    const auto left = static_cast<std::uint32_t>(tides_left(state.tide_deck));
    const int first = nth_tide(state.tide_deck, random.below(left));
    const int second = nth_tide(without_tide(state.tide_deck, first), random.below(left - 1));
    chance.tides = {static_cast<std::uint8_t>(std::min(first, second)),
                    static_cast<std::uint8_t>(std::max(first, second))};
    return chance;
}

std::uint32_t outcome_count(const State& state) {
    if (state.phase != Phase::turning_up) return 0;
    const auto levels = static_cast<std::uint32_t>(std::popcount(state.tide_deck & lower_bits));
    const auto doubles = static_cast<std::uint32_t>(std::popcount(state.tide_deck & ~lower_bits));
    return levels * (levels - 1) / 2 + doubles;
}

/// Pairs of two levels weigh as much as there are ways to take one card of each; two equal cards are one way.
Outcome<Chance> outcome(const State& state, std::uint32_t index) {
    assert(index < outcome_count(state));
    for (int lower = 1; lower <= highest_tide; ++lower) {
        const int of_lower = tides_left(state.tide_deck, lower);
        if (of_lower == 0) continue;
        for (int higher = lower; higher <= highest_tide; ++higher) {
            const int ways = higher == lower ? of_lower - 1 : of_lower * tides_left(state.tide_deck, higher);
            if (ways == 0 || index-- > 0) continue;
            Chance chance;
            chance.tides = {static_cast<std::uint8_t>(lower), static_cast<std::uint8_t>(higher)};
            return {.chance = chance, .weight = static_cast<std::uint32_t>(ways)};
        }
    }
    return {};
}

}  // namespace springtide::turn_the_tide
