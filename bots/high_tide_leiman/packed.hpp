#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace springtide::high_tide_leiman {

/// Small numbers as a file of a kind: a header, the numbers packed to as many bits as the largest needs, a checksum.
std::vector<std::uint8_t> pack_numbers(std::uint8_t kind, std::span<const std::uint8_t> numbers);
/// Nothing if the bytes are not such a file of this kind, whole and unchanged.
std::optional<std::vector<std::uint8_t>> unpack_numbers(std::uint8_t kind, std::span<const std::uint8_t> bytes);

}  // namespace springtide::high_tide_leiman
