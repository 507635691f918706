#include "bots/high_tide_leiman/setup_classes.hpp"

#include <algorithm>
#include <set>

#include "rules/high_tide_leiman/rules.hpp"

namespace springtide::high_tide_leiman {

namespace {

template <class Ring>
std::vector<Ring> arrangements(Ring ring) {
    std::vector<Ring> all;
    do all.push_back(ring);
    while (std::ranges::next_permutation(ring).found);
    return all;
}

template <class Ring>
std::uint32_t index_in(const std::vector<Ring>& sorted, const Ring& ring) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, ring) - sorted.begin());
}

/// The image of every arrangement of a ring under a symmetry.
template <class Ring, class Cells>
std::vector<std::uint16_t> moved_arrangements(const std::vector<Ring>& all, const Cells& cells, const CellMap& map) {
    std::vector<std::uint16_t> moved;
    for (const Ring& ring : all) {
        Ring made{};
        for (std::size_t i = 0; i < cells.size(); ++i)
            made[static_cast<std::size_t>(std::ranges::find(cells, map[cells[i]]) - cells.begin())] = ring[i];
        moved.push_back(static_cast<std::uint16_t>(index_in(all, made)));
    }
    return moved;
}

}  // namespace

SetupClasses::SetupClasses() {
    using enum Tile;
    inner_ = arrangements(Inner{blue, blue, pink, pink, neutral, neutral});
    outer_ = arrangements(Outer{blue, blue, blue, blue, blue, pink, pink, pink, pink, pink, neutral, neutral});
    for (std::size_t symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        inner_moved_[symmetry] = moved_arrangements(inner_, inner_ring, symmetries[symmetry]);
        outer_moved_[symmetry] = moved_arrangements(outer_, outer_ring, symmetries[symmetry]);
    }
    for (std::uint32_t number = 0; number < setup_count; ++number)
        if (lowest_twin(number) == number) representatives_.push_back(number);
}

std::uint32_t SetupClasses::moved(std::uint32_t number, std::size_t symmetry) const {
    const auto outer_count = static_cast<std::uint32_t>(outer_.size());
    return inner_moved_[symmetry][number / outer_count] * outer_count + outer_moved_[symmetry][number % outer_count];
}

std::uint32_t SetupClasses::lowest_twin(std::uint32_t number) const {
    std::uint32_t lowest = number;
    for (std::size_t symmetry = 0; symmetry < symmetry_count; ++symmetry)
        lowest = std::min(lowest, moved(number, symmetry));
    return lowest;
}

std::uint32_t SetupClasses::members(std::uint32_t index) const {
    std::set<std::uint32_t> twins;
    for (std::size_t symmetry = 0; symmetry < symmetry_count; ++symmetry)
        twins.insert(moved(representatives_[index], symmetry));
    return static_cast<std::uint32_t>(twins.size());
}

std::uint32_t SetupClasses::class_of(const Setup& setup) const {
    return index_in(representatives_, lowest_twin(number(setup)));
}

Setup SetupClasses::setup(std::uint32_t number) const {
    const Inner& inner = inner_[number / outer_.size()];
    const Outer& outer = outer_[number % outer_.size()];
    Setup made{};
    made[centre] = Tile::neutral;
    for (std::size_t i = 0; i < inner.size(); ++i) made[inner_ring[i]] = inner[i];
    for (std::size_t i = 0; i < outer.size(); ++i) made[outer_ring[i]] = outer[i];
    return made;
}

std::uint32_t SetupClasses::number(const Setup& setup) const {
    Inner inner{};
    Outer outer{};
    for (std::size_t i = 0; i < inner.size(); ++i) inner[i] = setup[inner_ring[i]];
    for (std::size_t i = 0; i < outer.size(); ++i) outer[i] = setup[outer_ring[i]];
    return index_in(inner_, inner) * static_cast<std::uint32_t>(outer_.size()) + index_in(outer_, outer);
}

State first_position(const Setup& setup) {
    State state = start({.stones = 1, .first = First::blue}, 2);
    apply_chance(state, {.kind = Chance::Kind::setup, .first = seat_blue, .setup = setup});
    return state;
}

}  // namespace springtide::high_tide_leiman
