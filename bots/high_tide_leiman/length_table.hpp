#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "bots/high_tide_leiman/search_board.hpp"

namespace springtide::high_tide_leiman {

/// The known bounds on the number of moves that a player needs to win.
struct LengthBounds {
    static constexpr std::uint8_t never = 255;  ///< at least: no win; at most: nothing is known
    std::uint8_t at_least = 0;
    std::uint8_t at_most = never;
};

/// Bounds by position (as a hash) in bounded memory, each with the hop that was best last.
/// A row of four fills one line of the processor's cache; when it is full, the answer that was cheapest to find goes.
class LengthTable {
  public:
    /// Rounded down to a power of two; at least 16 KiB.
    explicit LengthTable(std::size_t bytes)
        : rows_(std::bit_floor(std::max<std::size_t>(bytes, 16384) / sizeof(Row))), mask_(rows_.size() - 1) {}

    void clear() { std::ranges::fill(rows_, Row{}); }

    struct Entry {
        std::uint64_t hash = 0;
        LengthBounds bounds;
        std::uint8_t effort = 0;
        Hop best{};
    };
    /// The entry of a position; an unknown one has the widest bounds.
    [[nodiscard]] Entry find(std::uint64_t hash) const {
        for (const Entry& entry : rows_[static_cast<std::size_t>(hash) & mask_].entries)
            if (entry.hash == hash) return entry;
        return {};
    }

    void keep(std::uint64_t hash, LengthBounds bounds, Hop best, std::uint64_t nodes) {
        auto& entries = rows_[static_cast<std::size_t>(hash) & mask_].entries;
        const auto effort = static_cast<std::uint8_t>(1 + std::bit_width(nodes));
        Entry* place = entries.data();
        for (Entry& entry : entries) {
            if (entry.hash == hash) {
                entry.bounds = {.at_least = std::max(entry.bounds.at_least, bounds.at_least),
                                .at_most = std::min(entry.bounds.at_most, bounds.at_most)};
                entry.effort = std::max(entry.effort, effort);
                entry.best = best;
                return;
            }
            if (entry.effort < place->effort) place = &entry;
        }
        *place = {.hash = hash, .bounds = bounds, .effort = effort, .best = best};
    }

  private:
    struct alignas(64) Row {
        std::array<Entry, 4> entries{};
    };
    std::vector<Row> rows_;
    std::uint64_t mask_;
};

}  // namespace springtide::high_tide_leiman
