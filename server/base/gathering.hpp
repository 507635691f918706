#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace springtide::server {

/// When a group of writes goes to the disk: at once, or where others come too, a little after the group before it. A
/// commit costs the same for one move as for ten; a single player never waits. The time is given, so that nothing
/// here reads a clock.
class Gathering {
  public:
    using Time = std::chrono::steady_clock::time_point;
    using Span = std::chrono::steady_clock::duration;
    static constexpr std::size_t many = 32;  ///< moves in a group: there is much to do while the disk works

    /// `apart`: the shortest time between groups, as long as waiting makes them larger.
    explicit Gathering(Span apart) : apart_(apart), gap_(longest_gap()) {}

    /// Registers a write. Returns the time of its group if it is the first of it.
    Time came(Time now, bool is_first) {
        const Span gap = std::min(now - last_, longest_gap());
        gap_ += (gap - gap_) / slowness;
        last_ = now;
        const Time next = went_ + apart_;
        if (!is_first || next <= now) return now;  // or no group went lately
        if (!waits_) {
            waits_ = gap_ < apart_ && skipped_ >= to_skip_;
            if (!waits_) ++skipped_;
        }
        return waits_ ? next : now;
    }

    /// Registers a group with so many moves. Returns the time of the next one if that is already certain to wait. If
    /// waiting several times gathered no further writes, it happens less and less often: it would only delay people who
    /// play in turns. No moves: no write came at all.
    Time went(Time now, std::size_t moves) {
        if (moves > 0) went_ = now;
        if (!waits_) return now;
        skipped_ = 0;
        in_vain_ = moves > 1 ? 0 : std::min(in_vain_ + 1, patience + most_doublings);
        to_skip_ = in_vain_ < patience ? 0 : std::size_t{1} << static_cast<unsigned>(in_vain_ - patience);
        waits_ = moves > 0 && moves <= many && to_skip_ == 0;
        return waits_ ? now + apart_ : now;
    }

  private:
    static constexpr int slowness = 8;
    static constexpr int patience = 3;        ///< waits in vain before one is left out
    static constexpr int most_doublings = 6;  ///< at most 64 are left out
    [[nodiscard]] Span longest_gap() const { return 16 * apart_; }

    Span apart_;
    Span gap_;                 ///< between writes, of late
    Time last_;                ///< a write
    Time went_;                ///< a group
    std::size_t skipped_ = 0;  ///< groups that might have waited, since one did
    std::size_t to_skip_ = 0;
    int in_vain_ = 0;     ///< consecutive waits without a further write
    bool waits_ = false;  ///< the group that is gathered
};

}  // namespace springtide::server
