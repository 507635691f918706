#include "server/messages/playing_hours.hpp"

#include <algorithm>
#include <cstdlib>

namespace springtide::server {

namespace {

constexpr std::int64_t minute = 60'000;
constexpr std::int64_t day_length = minutes_of_day * minute;

/// Rounded down, before 1970 too.
std::int64_t whole(std::int64_t number, std::int64_t unit) { return (number - (number < 0 ? unit - 1 : 0)) / unit; }

}  // namespace

bool are_possible(const PlayingHours& hours) {
    const auto is_minute = [](int one) { return one >= 0 && one < minutes_of_day; };
    return is_minute(hours.from) && is_minute(hours.to) && std::abs(hours.offset) <= furthest_offset &&
           hours.length() >= shortest_slot * minute;
}

std::int64_t PlayingHours::length() const {
    if (is_all_day()) return day_length;
    return (to - from + (to < from ? minutes_of_day : 0)) * minute;
}

/// How long the clock has run since 1970, counted in local days.
std::int64_t PlayingHours::run_until(std::int64_t at) const {
    const std::int64_t local = at + offset * minute;
    const std::int64_t day = whole(local, day_length);
    const std::int64_t within = local - day * day_length;
    const std::int64_t evening = std::max<std::int64_t>(0, within - from * minute);
    const std::int64_t today = from < to ? std::min(evening, length()) : std::min(within, to * minute) + evening;
    return day * length() + today;
}

/// The moment of this local day at which the clock has run for `run` since the day began.
std::int64_t PlayingHours::moment(std::int64_t day, std::int64_t run) const {
    const std::int64_t morning = from < to ? -1 : to * minute;  // the part of a slot past midnight in the early day
    const std::int64_t within = run <= morning ? run : from * minute + run - std::max<std::int64_t>(morning, 0);
    return day * day_length + within - offset * minute;
}

std::int64_t PlayingHours::between(std::int64_t begin, std::int64_t end) const {
    return is_all_day() ? end - begin : run_until(end) - run_until(begin);
}

std::int64_t PlayingHours::after(std::int64_t begin, std::int64_t time) const {
    if (is_all_day()) return begin + time;
    if (time <= 0) return begin;
    const std::int64_t run = run_until(begin) + time;
    const std::int64_t day = whole(run - 1, length());
    return moment(day, run - day * length());
}

std::int64_t PlayingHours::before(std::int64_t end, std::int64_t time) const {
    if (is_all_day()) return end - time;
    if (time <= 0) return end;
    const std::int64_t run = run_until(end) - time;
    const std::int64_t day = whole(run, length());
    // At a gap the latest moment is its end.
    const std::int64_t rest = run - day * length();
    return from > to && rest == to * minute ? day * day_length + from * minute - offset * minute : moment(day, rest);
}

}  // namespace springtide::server
