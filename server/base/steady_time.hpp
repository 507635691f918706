#pragma once

#include <chrono>
#include <cstdint>

namespace springtide::server {

/// Milliseconds since 1970 that never jump: the wall clock is read once, and from then on a steady clock counts.
/// So a change of the machine's clock changes no player's time.
class SteadyTime {
  public:
    using Steady = std::chrono::steady_clock::time_point;
    SteadyTime(std::int64_t wall_ms, Steady steady) : wall_ms_(wall_ms), steady_(steady) {}

    [[nodiscard]] std::int64_t at(Steady now) const {
        return wall_ms_ + std::chrono::duration_cast<std::chrono::milliseconds>(now - steady_).count();
    }

  private:
    std::int64_t wall_ms_;
    Steady steady_;
};

}  // namespace springtide::server
