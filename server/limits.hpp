#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace springtide::server {

/// So many at once, and then so many a second. The time is given, so that nothing here reads a clock.
class Bucket {
  public:
    Bucket(double size, double per_second) : size_(size), per_second_(per_second), level_(size) {}

    /// Takes one out, if there is one.
    bool take(std::chrono::steady_clock::time_point now) {
        if (last_ != std::chrono::steady_clock::time_point())
            level_ = std::min(size_, level_ + per_second_ * std::chrono::duration<double>(now - last_).count());
        last_ = now;
        if (level_ < 1) return false;
        level_ -= 1;
        return true;
    }

  private:
    double size_;
    double per_second_;
    double level_;
    std::chrono::steady_clock::time_point last_;
};

}  // namespace springtide::server
