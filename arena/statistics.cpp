#include "arena/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace springtide::arena {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double normal_95 = 1.959963984540054;
constexpr double error_rate = 0.05;

}  // namespace

double student_t_95(std::uint64_t freedom) {
    constexpr std::array<double, 10> small = {12.706205, 4.302653, 3.182446, 2.776445, 2.570582,
                                              2.446912,  2.364624, 2.306004, 2.262157, 2.228139};
    if (freedom == 0) return infinite;
    if (freedom <= small.size()) return small[freedom - 1];
    // The expansion of Cornish and Fisher around the normal value: from here on exact to four digits.
    const double z = normal_95;
    const double n = static_cast<double>(freedom);
    const double z3 = z * z * z;
    const double z5 = z3 * z * z;
    const double z7 = z5 * z * z;
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

double Sample::margin() const {
    if (count_ < 2) return infinite;
    return student_t_95(count_ - 1) * std::sqrt(variance() / static_cast<double>(count_));
}

double share_margin(const Sample& sample) {
    const bool one_sided = sample.mean() <= 0 || sample.mean() >= 1;
    if (!one_sided || sample.count() == 0) return sample.margin();
    return 1 - std::pow(error_rate / 2, 1 / static_cast<double>(sample.count()));
}

double elo(double share) {
    if (share <= 0) return -infinite;
    if (share >= 1) return infinite;
    return 400 * std::log10(share / (1 - share));
}

double margin_at_any_time(const Sample& sample) {
    if (sample.count() < least_deals_to_stop) return infinite;
    constexpr double tightest_at = 200;  // deals; the interval is a little wider than need be before and after
    const double n = static_cast<double>(sample.count());
    const double mixture = n / tightest_at + 1;
    const double width = 2 * mixture * tightest_at / (n * n) * std::log(std::sqrt(mixture) / error_rate);
    return std::sqrt(sample.variance() * width);
}

double Sprt::log_ratio(const Sample& sample) const {
    // A sample without any spread yet proves nothing; the floor is the variance of one surprise among them.
    const double n = static_cast<double>(sample.count());
    const double variance = std::max(sample.variance(), 1 / (n + 1) / 4);
    return n * (high - low) * (sample.mean() - (low + high) / 2) / variance;
}

Sprt::Verdict Sprt::verdict(const Sample& sample) const {
    if (sample.count() < least_deals_to_stop) return Verdict::open;
    const double limit = std::log((1 - error_rate) / error_rate);
    const double ratio = log_ratio(sample);
    if (ratio >= limit) return Verdict::high;
    return ratio <= -limit ? Verdict::low : Verdict::open;
}

}  // namespace springtide::arena
