#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace springtide::server {

/// So many at once, and then so many a second. The time is given, so that nothing here reads a clock.
class Bucket {
  public:
    Bucket(double size, double per_second) : size_(size), per_second_(per_second), level_(size) {}

    /// Takes so much out, if it is there.
    bool take(std::chrono::steady_clock::time_point now, double amount = 1) {
        level_ = level_at(now);
        last_ = now;
        if (level_ < amount) return false;
        level_ -= amount;
        return true;
    }
    /// Takes so much out whether it is there or not: a debt is refilled first.
    void spend(std::chrono::steady_clock::time_point now, double amount) {
        level_ = level_at(now) - amount;
        last_ = now;
    }
    [[nodiscard]] bool is_full(std::chrono::steady_clock::time_point now) const { return level_at(now) >= size_; }
    /// Whole seconds until so much is there; at least 1.
    [[nodiscard]] std::int64_t seconds_until(std::chrono::steady_clock::time_point now, double amount = 1) const {
        constexpr double day = 86'400;
        const double missing = std::min(amount, size_) - level_at(now);
        return static_cast<std::int64_t>(std::ceil(std::clamp(missing / per_second_, 1.0, day)));
    }
    [[nodiscard]] double level_at(std::chrono::steady_clock::time_point now) const {
        if (last_ == std::chrono::steady_clock::time_point()) return level_;
        return std::min(size_, level_ + per_second_ * std::chrono::duration<double>(now - last_).count());
    }

  private:
    double size_;
    double per_second_;
    double level_;
    std::chrono::steady_clock::time_point last_;
};

}  // namespace springtide::server
