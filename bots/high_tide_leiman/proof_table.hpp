#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace springtide::high_tide_leiman {

/// An ending on a scale from 0 to 15, from one player's point of view, the higher the better: 0 is a loss by seven
/// tiles, 7 a loss on equal tiles, 8 a win on equal tiles, 15 a win by seven. The other player's score is 15 less
/// this.
using Score = int;
inline constexpr Score top_score = 15;
inline constexpr Score least_win = 8;

/// Of SearchBoard::value, for a player.
constexpr Score score_of_value(int value, unsigned seat) {
    const Score of_blue = value == 1 || value == -1 ? (value > 0 ? 8 : 7) : value / 2 + (value > 0 ? 8 : 7);
    return seat == 0 ? of_blue : top_score - of_blue;
}

/// The lowest and highest possible score of the mover of a position.
struct ScoreBounds {
    Score least = 0;
    Score most = top_score;
};

/// The proven results of the search, in bounded memory: bounds by position (as a hash). They hold for every
/// question, so a question about another margin finds them again. A row holds two; the one that was cheaper to
/// find goes. Rows of eight, a line of the processor's cache, needed as many positions and took longer to look
/// through.
class ProofTable {
  public:
    /// Rounded down to a power of two; at least 16 KiB.
    explicit ProofTable(std::size_t bytes)
        : rows_(std::bit_floor(std::max<std::size_t>(bytes, 16384) / sizeof(Row))), mask_(rows_.size() - 1) {}

    void clear() { std::ranges::fill(rows_, Row{}); }

    [[nodiscard]] ScoreBounds find(std::uint64_t hash) const {
        for (const std::uint64_t entry : rows_[static_cast<std::size_t>(hash) & mask_].entries)
            if (is_of(entry, hash)) return bounds_of(entry);
        return {};
    }

    /// Announces a find() of this hash. Inlined by force: g++ 12 considers a function with only this effect to have
    /// none, and removes its calls.
    [[gnu::always_inline]] void expect(std::uint64_t hash) const {
        __builtin_prefetch(&rows_[static_cast<std::size_t>(hash) & mask_]);
    }

    /// Adds what was found with so much work to what was known.
    void keep(std::uint64_t hash, ScoreBounds found, std::uint64_t nodes) {
        auto& entries = rows_[static_cast<std::size_t>(hash) & mask_].entries;
        std::uint64_t effort = (1 + static_cast<std::uint64_t>(std::bit_width(nodes))) << effort_shift;
        std::uint64_t* place = entries.data();
        for (auto& entry : entries) {
            if (is_of(entry, hash)) {
                const ScoreBounds known = bounds_of(entry);
                found = {.least = std::max(found.least, known.least), .most = std::min(found.most, known.most)};
                effort = std::max(effort, entry & effort_mask);
                place = &entry;
                break;
            }
            if ((entry & effort_mask) < (*place & effort_mask)) place = &entry;
        }
        *place = (hash >> key_shift << key_shift) | effort | static_cast<std::uint64_t>(top_score - found.most) << 4U |
                 static_cast<std::uint64_t>(found.least);
    }

  private:
    // An entry: 50 bits of the hash (the row gives the others), 6 bits of effort, the two bounds in 4 bits each. An
    // empty one has the widest bounds, for a hash that no position has.
    static constexpr unsigned key_shift = 14;
    static constexpr unsigned effort_shift = 8;
    static constexpr std::uint64_t effort_mask = 0x3F00;
    static bool is_of(std::uint64_t entry, std::uint64_t hash) {
        return (entry ^ hash) < std::uint64_t{1} << key_shift;  // a shift instead is slower with g++ 12
    }
    static ScoreBounds bounds_of(std::uint64_t entry) {
        return {.least = static_cast<Score>(entry & 15U), .most = top_score - static_cast<Score>((entry >> 4U) & 15U)};
    }
    struct alignas(16) Row {
        std::array<std::uint64_t, 2> entries{};
    };
    std::vector<Row> rows_;
    std::uint64_t mask_;
};

}  // namespace springtide::high_tide_leiman
