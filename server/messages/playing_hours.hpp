#pragma once

#include <cstdint>

namespace springtide::server {

/// The slot of the day in which a clock runs; all day by default. It may go past midnight. Times are in milliseconds
/// since 1970.
struct PlayingHours {
    int from = 0;    ///< minutes after local midnight
    int to = 0;      ///< the same; equal to `from`: all day
    int offset = 0;  ///< of local time, in minutes ahead of UTC

    [[nodiscard]] bool is_all_day() const { return from == to; }
    /// How much of a day it is.
    [[nodiscard]] std::int64_t length() const;
    /// How long the clock runs between two times.
    [[nodiscard]] std::int64_t between(std::int64_t begin, std::int64_t end) const;
    /// When it has run so long after this time: the earliest such moment.
    [[nodiscard]] std::int64_t after(std::int64_t begin, std::int64_t time) const;
    /// Since when it has run so long before this time: the latest such moment.
    [[nodiscard]] std::int64_t before(std::int64_t end, std::int64_t time) const;

    friend bool operator==(const PlayingHours&, const PlayingHours&) = default;

  private:
    [[nodiscard]] std::int64_t run_until(std::int64_t at) const;
    [[nodiscard]] std::int64_t moment(std::int64_t day, std::int64_t run) const;
};

inline constexpr int minutes_of_day = 24 * 60;
inline constexpr int shortest_slot = 60;         ///< minutes
inline constexpr int furthest_offset = 14 * 60;  ///< of any time zone
bool are_possible(const PlayingHours& hours);

}  // namespace springtide::server
