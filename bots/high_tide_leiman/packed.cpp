#include "bots/high_tide_leiman/packed.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "core/random.hpp"

namespace springtide::high_tide_leiman {

namespace {

// "LEIMAN", the format's version, the kind (a column's number), the bits per number, four bytes of count; eight bytes
// of checksum at the end. Numbers of several bytes have the lowest first.
constexpr std::string_view name = "LEIMAN";
constexpr std::uint8_t version = 1;
constexpr std::size_t header_size = name.size() + 3 + 4;
constexpr std::size_t checksum_size = 8;

std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
    std::uint64_t sum = 0;
    for (const auto byte : bytes) sum = fold(sum, byte);
    return sum;
}

template <class Number>
void append(std::vector<std::uint8_t>& bytes, Number number) {
    for (std::size_t i = 0; i < sizeof number; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

template <class Number>
Number read(std::span<const std::uint8_t> bytes) {
    Number number = 0;
    for (std::size_t i = 0; i < sizeof number; ++i) number |= static_cast<Number>(bytes[i]) << (8 * i);
    return number;
}

}  // namespace

std::vector<std::uint8_t> pack_numbers(std::uint8_t kind, std::span<const std::uint8_t> numbers) {
    const unsigned largest = numbers.empty() ? 0 : std::ranges::max(numbers);
    const auto bits = static_cast<unsigned>(std::bit_width(largest | 1U));
    std::vector<std::uint8_t> bytes(name.begin(), name.end());
    bytes.push_back(version);
    bytes.push_back(kind);
    bytes.push_back(static_cast<std::uint8_t>(bits));
    append(bytes, static_cast<std::uint32_t>(numbers.size()));
    unsigned waiting = 0;
    unsigned waiting_bits = 0;
    for (const auto number : numbers) {
        waiting |= static_cast<unsigned>(number) << waiting_bits;
        waiting_bits += bits;
        for (; waiting_bits >= 8; waiting_bits -= 8, waiting >>= 8U)
            bytes.push_back(static_cast<std::uint8_t>(waiting));
    }
    if (waiting_bits > 0) bytes.push_back(static_cast<std::uint8_t>(waiting));
    append(bytes, checksum(bytes));
    return bytes;
}

std::optional<std::vector<std::uint8_t>> unpack_numbers(std::uint8_t kind, std::span<const std::uint8_t> bytes) {
    if (bytes.size() < header_size + checksum_size) return std::nullopt;
    const auto content = bytes.first(bytes.size() - checksum_size);
    if (read<std::uint64_t>(bytes.last(checksum_size)) != checksum(content)) return std::nullopt;
    if (!std::ranges::equal(content.first(name.size()), name)) return std::nullopt;
    const auto header = content.subspan(name.size());
    const unsigned bits = header[2];
    if (header[0] != version || header[1] != kind || bits < 1 || bits > 8) return std::nullopt;
    const auto count = read<std::uint32_t>(header.subspan(3));
    const auto packed = content.subspan(header_size);
    if (packed.size() != (std::uint64_t{count} * bits + 7) / 8) return std::nullopt;

    std::vector<std::uint8_t> numbers;
    numbers.reserve(count);
    std::size_t next = 0;
    unsigned waiting = 0;
    unsigned waiting_bits = 0;
    while (numbers.size() < count) {
        for (; waiting_bits < bits; waiting_bits += 8) waiting |= static_cast<unsigned>(packed[next++]) << waiting_bits;
        numbers.push_back(static_cast<std::uint8_t>(waiting & ((1U << bits) - 1U)));
        waiting >>= bits;
        waiting_bits -= bits;
    }
    return numbers;
}

}  // namespace springtide::high_tide_leiman
