#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"

/// The two decks as bits: a set of weather cards, and the rest of the tide cards.
namespace springtide::turn_the_tide {

/// T2: a set of weather cards; bit c is the card c, 1 to 60.
using Cards = std::uint64_t;

inline constexpr int weather_cards = 60;
inline constexpr int hand_size = 12;
inline constexpr Cards all_cards = ((Cards{1} << weather_cards) - 1) << 1U;

constexpr Cards card_bit(int card) { return Cards{1} << card; }
constexpr int count(Cards cards) { return std::popcount(cards); }
constexpr bool contains(Cards cards, int card) { return ((cards >> card) & 1U) != 0; }

/// The card of this rank from below, `rank` < count(cards).
inline int nth_card(Cards cards, std::uint32_t rank) { return nth_bit(cards, rank); }

/// The cards from `low` to `high`, both included.
constexpr Cards card_range(int low, int high) { return ((Cards{1} << (high - low + 1)) - 1) << low; }

/// T2: the weather cards by the half preservers they show: none, one half, two halves.
inline constexpr int kinds_of_cards = 3;
inline constexpr std::array<Cards, kinds_of_cards> showing_halves = {
    card_range(1, 12) | card_range(49, 60), card_range(13, 24) | card_range(37, 48), card_range(25, 36)};

constexpr int half_preservers(Cards cards) {
    return count(cards & showing_halves[1]) + 2 * count(cards & showing_halves[2]);
}
/// T5: the preservers of a hand; a remaining half is lost.
constexpr int preservers_of(Cards cards) { return half_preservers(cards) / 2; }

/// T3: the tide cards not turned up yet in this round. Level v has the two bits 2v - 2 and 2v - 1: both are set while
/// two cards of it are left, the lower one while one is. So equal decks are equal numbers.
using TideDeck = std::uint32_t;

inline constexpr int highest_tide = 12;
inline constexpr TideDeck full_tide_deck = (TideDeck{1} << (2 * highest_tide)) - 1;

constexpr int tides_left(TideDeck deck) { return std::popcount(deck); }
constexpr int tides_left(TideDeck deck, int level) { return std::popcount((deck >> (2 * level - 2)) & 3U); }

/// Takes one card of a level out of a deck that has it.
constexpr TideDeck without_tide(TideDeck deck, int level) {
    const TideDeck pair = (deck >> (2 * level - 2)) & 3U;
    return deck - ((pair - (pair >> 1U)) << (2 * level - 2));
}

/// The level of the card of this rank, counted from the lowest card of the deck.
inline int nth_tide(TideDeck deck, std::uint32_t rank) { return nth_card(deck, rank) / 2 + 1; }

}  // namespace springtide::turn_the_tide
