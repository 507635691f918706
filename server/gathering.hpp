#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace springtide::server {

/// How long a group of writes waits for others before it goes to the disk. A commit costs the same for one move as for
/// ten; who is alone waits for nobody. The time is given, so that nothing here reads a clock.
class Gathering {
  public:
    using Time = std::chrono::steady_clock::time_point;
    using Span = std::chrono::steady_clock::duration;

    explicit Gathering(Span longest) : longest_(longest), gap_(longest_gap()) {}

    /// A write came. Gives how long the group may wait for more, where this is its first.
    Span came(Time now, bool is_first) {
        const Span gap = std::min(now - last_, longest_gap());
        gap_ += (gap - gap_) / slowness;
        last_ = now;
        if (!is_first) return {};
        waits_ = gap_ < longest_ && skipped_ >= to_skip_;
        if (!waits_) ++skipped_;
        return waits_ ? longest_ : Span();
    }

    /// The group goes to the disk with so many writes. Waiting that brought nobody is tried again, but less and less
    /// often: those who play one after the other would only be held up.
    void went(std::size_t writes) {
        if (!waits_) return;
        skipped_ = 0;
        to_skip_ = writes > 1 ? 0 : std::clamp<std::size_t>(2 * to_skip_, 1, most_skipped);
        waits_ = false;
    }

  private:
    static constexpr int slowness = 8;
    static constexpr std::size_t most_skipped = 64;
    [[nodiscard]] Span longest_gap() const { return 16 * longest_; }

    Span longest_;
    Span gap_;  ///< between writes, of late
    Time last_;
    std::size_t skipped_ = 0;  ///< groups that might have waited, since one did
    std::size_t to_skip_ = 0;
    bool waits_ = false;
};

}  // namespace springtide::server
