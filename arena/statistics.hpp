#pragma once

#include <cstdint>

/// How certain a series of results is. The sample is always the deal, never the single game: the games of one deal
/// share its cards and are not independent.
namespace springtide::arena {

/// Mean and spread of a row of numbers, added one at a time (Welford).
class Sample {
  public:
    void add(double value) {
        ++count_;
        const double off = value - mean_;
        mean_ += off / static_cast<double>(count_);
        squares_ += off * (value - mean_);
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] double mean() const { return mean_; }
    /// Unbiased; 0 for fewer than two numbers.
    [[nodiscard]] double variance() const { return count_ < 2 ? 0 : squares_ / static_cast<double>(count_ - 1); }
    /// Half the width of the 95 % confidence interval of the mean (Student's t); infinite for fewer than two numbers.
    [[nodiscard]] double margin() const;

  private:
    std::uint64_t count_ = 0;
    double mean_ = 0;
    double squares_ = 0;
};

/// The value that Student's t with so many degrees of freedom exceeds, up or down, with 5 % probability.
double student_t_95(std::uint64_t freedom);

/// Half the width of the 95 % interval of a share. If all deals were won, or none, there is no spread: then it is the
/// share that so many deals could have missed.
double share_margin(const Sample& sample);

/// Difference in rating that explains this share of wins between two players; infinite for 0 and 1.
double elo(double share);

/// Half the width of an interval that holds the true mean at every moment of a growing sample, with 95 % probability
/// for all moments together. One may therefore look after every deal and stop when it is clear.
/// (Normal mixture boundary of Robbins, with the measured variance.)
double margin_at_any_time(const Sample& sample);

/// Is the share `low` or `high`? The sequential probability ratio test, both errors 5 %, with the measured variance.
struct Sprt {
    enum class Verdict { open, low, high };

    double low = 0;
    double high = 0;

    /// Logarithm of how much better `high` explains the sample than `low`.
    [[nodiscard]] double log_ratio(const Sample& sample) const;
    [[nodiscard]] Verdict verdict(const Sample& sample) const;
};

/// Before so many deals the measured variance says too little to stop on it.
inline constexpr std::uint64_t least_deals_to_stop = 20;

}  // namespace springtide::arena
