// Guesses at passwords: how many an address and an account get, and whose password is checked first.
#include "server/limits/guess_limits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "server/limits/password_thread.hpp"
#include "tests/server/loop_fixture.hpp"

namespace springtide::server {
namespace {

using std::chrono::seconds;
const GuessLimits::Time start = GuessLimits::Time() + std::chrono::hours(9);

TEST(GuessLimits, AnAddressTriesTenAtOnceAndThenOneEveryTwoSeconds) {
    GuessLimits limits;
    for (int i = 0; i < 10; ++i) EXPECT_EQ(limits.try_address("one", start), 0);
    EXPECT_EQ(limits.try_address("one", start), 2) << "the seconds to wait";
    EXPECT_EQ(limits.try_address("two", start), 0);
    EXPECT_DOUBLE_EQ(limits.recent("one", start), 10);
    EXPECT_DOUBLE_EQ(limits.recent("two", start), 1);
    EXPECT_EQ(limits.recent("three", start), 0);
    EXPECT_EQ(limits.try_address("one", start + seconds(2)), 0);
    limits.forgive_address("two", start);
    EXPECT_EQ(limits.recent("two", start), 0) << "what was right costs nothing";
}

TEST(GuessLimits, AnIPv6NetworkOf48BitsHasSixteenTimesAsMany) {
    GuessLimits limits;
    int allowed = 0;
    for (int i = 0; i < 1000; ++i) allowed += limits.try_address("2001:db8:7:" + std::to_string(i) + "::1", start) == 0;
    EXPECT_EQ(allowed, 160);
    EXPECT_EQ(limits.try_address("2001:db8:8::1", start), 0);
    limits.forgive_address("2001:db8:7:1::9", start);
    EXPECT_EQ(limits.try_address("2001:db8:7:5000::1", start), 0);
}

TEST(GuessLimits, AtMostTwentyGuessesAtOneAccountCountIn20Seconds) {
    GuessLimits limits;
    int allowed = 0;
    for (int i = 0; i < 20'000; ++i) allowed += limits.try_account("Anna", start + std::chrono::milliseconds(i)) == 0;
    EXPECT_LE(allowed, 20);
    EXPECT_GE(allowed, 10) << "a person mistypes";
    EXPECT_EQ(limits.try_account("Ben", start + seconds(20)), 0) << "others have their own";
}

TEST(GuessLimits, PausesDoubleUpToFiveMinutesAndAreForgottenAfterAnHour) {
    GuessLimits limits;
    auto now = start;
    for (int i = 0; i < 10; ++i) EXPECT_EQ(limits.try_account("Anna", now), 0);
    for (const int pause : {4, 8, 16, 32, 64, 128, 256, 300, 300}) {
        EXPECT_EQ(limits.try_account("Anna", now), pause);
        EXPECT_EQ(limits.try_account("Anna", now + seconds(pause) - std::chrono::milliseconds(1)), 1);
        now += seconds(pause);
        EXPECT_EQ(limits.try_account("Anna", now), 0);
    }
    now += std::chrono::hours(2);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(limits.try_account("Anna", now), 0);
}

TEST(GuessLimits, ARightPasswordIsNoWrongGuess) {
    GuessLimits limits;
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(limits.try_account("Anna", start), 0);
        limits.forgive_account("Anna");
    }
    for (int i = 0; i < 10; ++i) EXPECT_EQ(limits.try_account("Anna", start), 0);
    EXPECT_NE(limits.try_account("Anna", start), 0);
}

TEST(GuessLimits, NewNamesFreeNoAccountFromItsPause) {
    GuessLimits limits;
    for (int i = 0; i < 10; ++i) EXPECT_EQ(limits.try_account("Anna", start), 0);
    for (std::size_t i = 0; i < GuessLimits::most; ++i)
        EXPECT_EQ(limits.try_account("name " + std::to_string(i), start), 0);
    EXPECT_NE(limits.try_account("Anna", start), 0);
}

TEST(PasswordThread, ChecksFirstForTheAddressThatAskedLeast) {
    HandLoop loop;
    PasswordThread thread(loop);
    std::promise<void> gate;
    std::vector<int> order;
    int refused = 0;
    const auto ask = [&](double asked_lately, int what) {
        thread.ask(
            asked_lately, [what] { return what; }, [&order](int done) { order.push_back(done); },
            [&refused] { ++refused; });
    };
    thread.ask(0, [&] { return gate.get_future().get(), 0; }, [](int) {}, [] {});
    ask(1, 1);
    ask(2, 2);
    ask(3, 3);
    ask(1, 11);
    gate.set_value();
    ASSERT_TRUE(loop.until([&] { return order.size() == 4; }));
    EXPECT_THAT(order, testing::ElementsAre(1, 11, 2, 3));
    EXPECT_EQ(refused, 0);
}

TEST(PasswordThread, IfTooManyWaitTheAddressThatAskedMostGivesWay) {
    HandLoop loop;
    PasswordThread thread(loop);
    std::promise<void> begun;
    std::promise<void> gate;
    const auto hold = [&] {
        begun.set_value();
        gate.get_future().wait();
        return 0;
    };
    thread.ask(0, hold, [](int) {}, [] {});
    begun.get_future().wait();
    std::vector<std::size_t> refused;
    bool honest = false;
    for (std::size_t i = 1; i <= PasswordThread::most_waiting; ++i)
        thread.ask(static_cast<double>(i), [] { return 0; }, [](int) {}, [&refused, i] { refused.push_back(i); });
    EXPECT_TRUE(refused.empty());
    thread.ask(1, [] { return 0; }, [&](int) { honest = true; }, [] { FAIL(); });
    EXPECT_THAT(refused, testing::ElementsAre(PasswordThread::most_waiting));
    gate.set_value();
    EXPECT_TRUE(loop.until([&] { return honest; }));
}

}  // namespace
}  // namespace springtide::server
