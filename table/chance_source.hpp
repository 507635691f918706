#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "core/lifetime.hpp"
#include "core/random.hpp"

namespace springtide {

/// Draws the dice and cards of a table if no other source supplies them. Every chance event has a stream
/// of its own, so undoing a move and playing it again meets the same chance.
class ChanceSource {
  public:
    explicit ChanceSource(std::string seed) : seed_(std::move(seed)) {}
    [[nodiscard]] const std::string& seed() const SPRINGTIDE_LIFETIME_BOUND { return seed_; }
    [[nodiscard]] Random for_event(std::uint32_t number) const { return Random(fold(fold_text(0x5EA, seed_), number)); }

  private:
    std::string seed_;
};

}  // namespace springtide
