#include "rules/high_tide_leiman/balanced.hpp"

#include <algorithm>
#include <array>

#include "rules/high_tide_leiman/balanced_table.hpp"

namespace springtide::high_tide_leiman {

namespace {

/// The inner ring of a set-up rearranged by `map`, as one number; in reading order the first tile weighs most.
constexpr std::uint16_t inner_code(const Setup& setup, const CellMap& map) {
    unsigned code = 0;
    for (const auto cell : inner_ring) code = code * 3 + static_cast<unsigned>(setup[map[cell]]);
    return static_cast<std::uint16_t>(code);
}

/// The symmetry that makes the inner ring the lowest of its twins.
constexpr std::size_t lowest_symmetry(const Setup& setup) {
    std::size_t lowest = 0;
    for (std::size_t symmetry = 1; symmetry < symmetry_count; ++symmetry)
        if (inner_code(setup, symmetries[symmetry]) < inner_code(setup, symmetries[lowest])) lowest = symmetry;
    return lowest;
}

/// The lowest inner rings of all kinds, sorted. L3: two tiles of each kind.
constexpr std::array<std::uint16_t, inner_ring_kinds> inner_kinds = [] {
    std::array<std::uint16_t, inner_ring_kinds> codes{};
    std::size_t found = 0;
    for (unsigned code = 0; code < 729; ++code) {
        Setup setup{};
        std::array<int, 3> count{};
        unsigned rest = code;
        for (std::size_t i = inner_ring.size(); i-- > 0; rest /= 3) {
            setup[inner_ring[i]] = static_cast<Tile>(rest % 3);
            ++count[rest % 3];
        }
        if (count == std::array{2, 2, 2} && inner_code(setup, symmetries[lowest_symmetry(setup)]) == code)
            codes.at(found++) = static_cast<std::uint16_t>(code);
    }
    return codes;
}();
static_assert(inner_kinds.back() != 0);

/// How many ways there are to lay out so many tiles of each kind.
constexpr std::uint32_t arrangements(const std::array<int, 3>& count) {
    std::uint32_t ways = 1;
    std::uint32_t laid = 0;
    for (const int tiles : count)
        for (std::uint32_t i = 1; i <= static_cast<std::uint32_t>(tiles); ++i) ways = ways * ++laid / i;
    return ways;
}
static_assert(arrangements({5, 5, 2}) == outer_ring_arrangements);

/// The rank of the outer ring, rearranged by `map`, among all its arrangements in sorted order.
std::uint32_t outer_rank(const Setup& setup, const CellMap& map) {
    std::array<int, 3> left = {5, 5, 2};
    std::uint32_t rank = 0;
    for (const auto cell : outer_ring) {
        const auto here = static_cast<std::size_t>(setup[map[cell]]);
        for (std::size_t lower = 0; lower < here; ++lower) {
            if (left[lower] == 0) continue;
            --left[lower];
            rank += arrangements(left);
            ++left[lower];
        }
        --left[here];
    }
    return rank;
}

}  // namespace

const CellMap& balanced_table_map(const Setup& setup) { return symmetries[lowest_symmetry(setup)]; }

Setup as_in_balanced_table(const Setup& setup) {
    const CellMap& map = balanced_table_map(setup);
    Setup laid{};
    for (std::size_t cell = 0; cell < cell_count; ++cell) laid[cell] = setup[map[cell]];
    return laid;
}

std::uint32_t balanced_table_index(const Setup& setup) {
    const CellMap& map = balanced_table_map(setup);
    const auto kind = std::ranges::lower_bound(inner_kinds, inner_code(setup, map)) - inner_kinds.begin();
    return static_cast<std::uint32_t>(kind) * outer_ring_arrangements + outer_rank(setup, map);
}

bool is_balanced(const Setup& setup, Seat starter) {
    Setup as_blue = setup;
    if (starter == seat_pink)  // the colours change places, and blue starts
        for (auto& tile : as_blue)
            if (tile != Tile::neutral) tile = tile == Tile::blue ? Tile::pink : Tile::blue;
    const std::uint32_t index = balanced_table_index(as_blue);
    return ((balanced_table[index / 8] >> (index % 8)) & 1U) != 0;
}

}  // namespace springtide::high_tide_leiman
