#pragma once

#include <array>
#include <bit>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

/// Sets as bits: functions for every game that draws from a set.
namespace springtide {

/// The place of the n-th set bit of a byte, at [byte][n].
inline constexpr auto bit_places = [] {
    std::array<std::array<std::uint8_t, 8>, 256> places{};
    for (unsigned byte = 0; byte < 256; ++byte)
        for (unsigned bit = 0, n = 0; bit < 8; ++bit)
            if (((byte >> bit) & 1U) != 0) places[byte][n++] = static_cast<std::uint8_t>(bit);
    return places;
}();

/// nth_bit for processors without an instruction for it: counts the bits of all bytes at once, finds the byte, then
/// the bit in it. No branches: in random playouts they would be guessed wrongly half of the time.
constexpr int nth_bit_by_bytes(std::uint64_t bits, std::uint32_t rank) {
    constexpr std::uint64_t every_byte = 0x0101010101010101;
    constexpr std::uint64_t high_bits = 0x80 * every_byte;
    std::uint64_t sums = bits - ((bits >> 1U) & 0x5555555555555555);
    sums = (sums & 0x3333333333333333) + ((sums >> 2U) & 0x3333333333333333);
    sums = ((sums + (sums >> 4U)) & 0x0F0F0F0F0F0F0F0F) * every_byte;  // byte b: the bits of bytes 0 to b
    const std::uint64_t bytes_before = (((rank * every_byte) | high_bits) - sums) & high_bits;
    const auto shift = static_cast<unsigned>(std::popcount(bytes_before)) * 8;
    const auto byte = static_cast<std::uint8_t>(bits >> shift);
    const auto rank_in_byte = rank - static_cast<std::uint8_t>((sums << 8U) >> shift);
    return static_cast<int>(shift + bit_places[byte][rank_in_byte]);
}

/// The place of the set bit of this rank from below, `rank` < popcount(bits).
inline int nth_bit(std::uint64_t bits, std::uint32_t rank) {
#if defined(__BMI2__)
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << rank, bits));
#else
    return nth_bit_by_bytes(bits, rank);
#endif
}

}  // namespace springtide
