#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

/// The two decks as bits: a set of weather cards, and what is left of the tide cards.
namespace springtide::turn_the_tide {

/// T2: a set of weather cards; bit c is the card c, 1 to 60.
using Cards = std::uint64_t;

inline constexpr int weather_cards = 60;
inline constexpr int hand_size = 12;
inline constexpr Cards all_cards = ((Cards{1} << weather_cards) - 1) << 1U;

constexpr Cards card_bit(int card) { return Cards{1} << card; }
constexpr int count(Cards cards) { return std::popcount(cards); }
constexpr bool contains(Cards cards, int card) { return ((cards >> card) & 1U) != 0; }

/// The place of the n-th set bit of a byte, at [byte][n].
inline constexpr auto bit_places = [] {
    std::array<std::array<std::uint8_t, 8>, 256> places{};
    for (unsigned byte = 0; byte < 256; ++byte)
        for (unsigned bit = 0, n = 0; bit < 8; ++bit)
            if (((byte >> bit) & 1U) != 0) places[byte][n++] = static_cast<std::uint8_t>(bit);
    return places;
}();

/// nth_card for processors without an instruction for it: counts the bits of all bytes at once, finds the byte, then
/// the bit in it. No branches: in random playouts they would be guessed wrongly half of the time.
constexpr int nth_card_by_bytes(Cards cards, std::uint32_t rank) {
    constexpr Cards every_byte = 0x0101010101010101;
    constexpr Cards high_bits = 0x80 * every_byte;
    Cards sums = cards - ((cards >> 1U) & 0x5555555555555555);
    sums = (sums & 0x3333333333333333) + ((sums >> 2U) & 0x3333333333333333);
    sums = ((sums + (sums >> 4U)) & 0x0F0F0F0F0F0F0F0F) * every_byte;  // byte b: the bits of bytes 0 to b
    const Cards bytes_before = (((rank * every_byte) | high_bits) - sums) & high_bits;
    const auto shift = static_cast<unsigned>(std::popcount(bytes_before)) * 8;
    const auto byte = static_cast<std::uint8_t>(cards >> shift);
    const auto rank_in_byte = rank - static_cast<std::uint8_t>((sums << 8U) >> shift);
    return static_cast<int>(shift + bit_places[byte][rank_in_byte]);
}

/// The card of this rank from below, `rank` < count(cards).
inline int nth_card(Cards cards, std::uint32_t rank) {
#if defined(__BMI2__)
    return std::countr_zero(_pdep_u64(Cards{1} << rank, cards));
#else
    return nth_card_by_bytes(cards, rank);
#endif
}

/// The cards from `low` to `high`, both included.
constexpr Cards card_range(int low, int high) { return ((Cards{1} << (high - low + 1)) - 1) << low; }

/// T2: the weather cards by the half preservers they show: none, one half, two halves.
inline constexpr int kinds_of_cards = 3;
inline constexpr std::array<Cards, kinds_of_cards> showing_halves = {
    card_range(1, 12) | card_range(49, 60), card_range(13, 24) | card_range(37, 48), card_range(25, 36)};

constexpr int half_preservers(Cards cards) {
    return count(cards & showing_halves[1]) + 2 * count(cards & showing_halves[2]);
}
/// T5: what a hand is worth, a remaining half is lost.
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
