#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace springtide::high_tide_leiman {

/// What the search has proven, in bounded memory: for a position (as a hash) whether its mover succeeds.
/// A row of eight fills one line of the processor's cache; when it is full, the answer that was cheapest to find goes.
class ProofTable {
  public:
    /// Rounded down to a power of two; at least 16 KiB.
    explicit ProofTable(std::size_t bytes)
        : rows_(std::bit_floor(std::max<std::size_t>(bytes, 16384) / sizeof(Row))), mask_(rows_.size() - 1) {}

    void clear() { std::ranges::fill(rows_, Row{}); }

    enum class Known : std::uint8_t { failure, success, nothing };
    [[nodiscard]] Known find(std::uint64_t hash) const {
        for (const std::uint64_t entry : rows_[static_cast<std::size_t>(hash) & mask_].entries)
            if ((entry ^ hash) >> key_shift == 0) return static_cast<Known>(entry & 1U);
        return Known::nothing;
    }

    void keep(std::uint64_t hash, bool success, std::uint64_t nodes) {
        auto& entries = rows_[static_cast<std::size_t>(hash) & mask_].entries;
        const std::uint64_t effort = 1 + static_cast<std::uint64_t>(std::bit_width(nodes));
        std::uint64_t* cheapest = entries.data();
        for (auto& entry : entries)
            if ((entry & effort_mask) < (*cheapest & effort_mask)) cheapest = &entry;
        *cheapest = (hash >> key_shift << key_shift) | effort << 1U | static_cast<std::uint64_t>(success);
    }

  private:
    // An entry: 56 bits of the hash (the others are told by its row), 7 bits of effort, 1 bit of answer.
    static constexpr unsigned key_shift = 8;
    static constexpr std::uint64_t effort_mask = 0xFE;
    struct alignas(64) Row {
        std::array<std::uint64_t, 8> entries{};
    };
    std::vector<Row> rows_;
    std::uint64_t mask_;
};

}  // namespace springtide::high_tide_leiman
