#include "arena/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"

/// What the arena's intervals and stopping rules promise.
namespace springtide::arena {
namespace {

Sample sample_of(std::initializer_list<double> values) {
    Sample sample;
    for (const double value : values) sample.add(value);
    return sample;
}

TEST(ArenaStatistics, MeanVarianceAndIntervalOfAKnownCase) {
    const Sample sample = sample_of({1, 2, 3, 4, 5});
    EXPECT_EQ(sample.count(), 5U);
    EXPECT_DOUBLE_EQ(sample.mean(), 3);
    EXPECT_DOUBLE_EQ(sample.variance(), 2.5);
    EXPECT_NEAR(sample.margin(), 1.963243, 1e-5) << "2.776445 times the root of 2.5 / 5";
    EXPECT_TRUE(std::isinf(sample_of({1}).margin())) << "one deal says nothing about the spread";
}

TEST(ArenaStatistics, AShareOfAllOrNothingIsNotCertain) {
    Sample won;
    for (int deal = 0; deal < 100; ++deal) won.add(1);
    EXPECT_DOUBLE_EQ(won.margin(), 0);
    EXPECT_NEAR(share_margin(won), .0362, 1e-4) << "with a share of .9638 a hundred wins come once in forty times";
    won.add(0);
    EXPECT_DOUBLE_EQ(share_margin(won), won.margin());
}

TEST(ArenaStatistics, StudentsTableIsMet) {
    EXPECT_NEAR(student_t_95(1), 12.7062, 1e-4);
    EXPECT_NEAR(student_t_95(10), 2.2281, 1e-4);
    EXPECT_NEAR(student_t_95(11), 2.2010, 5e-4);
    EXPECT_NEAR(student_t_95(30), 2.0423, 1e-4);
    EXPECT_NEAR(student_t_95(120), 1.9799, 1e-4);
    EXPECT_NEAR(student_t_95(1'000'000), 1.95996, 1e-4);
}

TEST(ArenaStatistics, EloOfAShare) {
    EXPECT_DOUBLE_EQ(elo(.5), 0);
    EXPECT_NEAR(elo(.75), 190.85, .01);
    EXPECT_NEAR(elo(.25), -190.85, .01);
    EXPECT_EQ(elo(1), INFINITY);
    EXPECT_EQ(elo(0), -INFINITY);
}

/// Deals of two games each, every game won with this probability.
double draw_deal(double chance, Random& random) {
    return (random.unit() < chance ? .5 : 0) + (random.unit() < chance ? .5 : 0);
}

/// How often out of `runs` the test says `high` when this is the truth.
double says_high(double truth, int runs) {
    const Sprt test{.low = .50, .high = .56};
    Random random(1);
    int high = 0;
    for (int run = 0; run < runs; ++run) {
        Sample sample;
        while (test.verdict(sample) == Sprt::Verdict::open) sample.add(draw_deal(truth, random));
        if (test.verdict(sample) == Sprt::Verdict::high) ++high;
    }
    return static_cast<double>(high) / runs;
}

TEST(ArenaStatistics, TheSequentialTestErrsOnceInTwenty) {
    EXPECT_LT(says_high(.50, 1000), .075);
    EXPECT_GT(says_high(.56, 1000), .925);
    EXPECT_NEAR(says_high(.53, 1000), .5, .06) << "half way it may go either way";
}

TEST(ArenaStatistics, TheSequentialTestIsSoonSureOfWhatIsPlain) {
    const Sprt test{.low = .50, .high = .55};
    Sample all_won;
    while (test.verdict(all_won) == Sprt::Verdict::open) all_won.add(1);
    EXPECT_EQ(test.verdict(all_won), Sprt::Verdict::high);
    EXPECT_LE(all_won.count(), 30U);
}

/// Looking after every deal, the usual interval misses the truth far more often than once in twenty at some time; the
/// one made for looking does not.
TEST(ArenaStatistics, OneMayLookAfterEveryDeal) {
    constexpr int runs = 400;
    Random random(2);
    int usual_misses = 0;
    int misses = 0;
    for (int run = 0; run < runs; ++run) {
        Sample sample;
        bool usual_missed = false;
        bool missed = false;
        for (int deal = 0; deal < 600; ++deal) {
            sample.add(draw_deal(.5, random));
            const double off = std::abs(sample.mean() - .5);
            usual_missed = usual_missed || (sample.count() >= least_deals_to_stop && off > sample.margin());
            missed = missed || off > margin_at_any_time(sample);
        }
        usual_misses += usual_missed ? 1 : 0;
        misses += missed ? 1 : 0;
    }
    EXPECT_GT(usual_misses, runs / 5);
    EXPECT_LE(misses, runs / 20);
}

}  // namespace
}  // namespace springtide::arena
