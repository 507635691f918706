#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/high_tide_leiman/state.hpp"
#include "rules/high_tide_leiman/symmetry.hpp"

namespace springtide::high_tide_leiman {

inline constexpr std::uint32_t setup_count = 1'496'880;      ///< L3: 90 inner rings times 16,632 outer rings
inline constexpr std::uint32_t setup_class_count = 124'920;  ///< set-ups that cannot be laid onto each other

/// All set-ups (L3), numbered, and sorted into classes under the twelve symmetries. Blue starts; a set-up in which pink
/// starts has the result of the one with swapped colours.
class SetupClasses {
  public:
    SetupClasses();

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(representatives_.size()); }
    /// The set-up with the lowest number in its class.
    [[nodiscard]] Setup representative(std::uint32_t index) const { return setup(representatives_[index]); }
    /// How many set-ups the class has: 12, or fewer if it is symmetric itself.
    [[nodiscard]] std::uint32_t members(std::uint32_t index) const;
    [[nodiscard]] std::uint32_t class_of(const Setup& setup) const;

    [[nodiscard]] Setup setup(std::uint32_t number) const;
    [[nodiscard]] std::uint32_t number(const Setup& setup) const;

  private:
    using Inner = std::array<Tile, inner_ring.size()>;
    using Outer = std::array<Tile, outer_ring.size()>;
    /// The number of a set-up after a symmetry.
    [[nodiscard]] std::uint32_t moved(std::uint32_t number, std::size_t symmetry) const;
    [[nodiscard]] std::uint32_t lowest_twin(std::uint32_t number) const;

    std::vector<Inner> inner_;  ///< sorted
    std::vector<Outer> outer_;
    std::array<std::vector<std::uint16_t>, symmetry_count> inner_moved_;
    std::array<std::vector<std::uint16_t>, symmetry_count> outer_moved_;
    std::vector<std::uint32_t> representatives_;  ///< sorted
};

/// A round at its start: blue to move, a match of one stone.
State first_position(const Setup& setup);

}  // namespace springtide::high_tide_leiman
