// Reads of the store: no address keeps others waiting, and what all ask for is read once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <future>
#include <set>

#include "server/limits/cost_queue.hpp"
#include "server/storing/fold_cache.hpp"
#include "server/storing/store_thread.hpp"
#include "server/tables/lists.hpp"
#include "tests/server/loop_fixture.hpp"

namespace springtide::server {
namespace {

using testing::ElementsAre;

Payer at(const char* address, const char* person = "") { return {.person = person, .address = address}; }

/// What comes next, done at once and for so much time.
int next(CostQueue<int>& queue, double time) {
    auto taken = queue.take();
    if (!taken) return -1;
    queue.done(taken->first, time);
    return taken->second;
}

TEST(CostQueue, AddressesShareTheTimeAndNotTheTurns) {
    CostQueue<int> queue;
    for (int i = 0; i < 8; ++i) queue.push(at("costly"), 100 + i);
    for (int i = 0; i < 8; ++i) queue.push(at("cheap"), i);
    std::vector<int> order;
    for (int i = 0; i < 10; ++i) {
        const auto taken = queue.take();
        ASSERT_TRUE(taken);
        order.push_back(taken->second);
        queue.done(taken->first, taken->second >= 100 ? 4 : 1);
    }
    EXPECT_THAT(order, ElementsAre(100, 0, 1, 2, 3, 101, 4, 5, 6, 7)) << "of one costly item four cheap ones go by";
}

TEST(CostQueue, ANewcomerComesBeforeThoseWhoUsedMore) {
    CostQueue<int> queue;
    const std::vector<std::string> attackers = {"a", "b", "c", "d", "e"};
    for (const auto& one : attackers)
        for (int i = 0; i < 100; ++i) queue.push({.person = "", .address = one}, 0);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(next(queue, 0.01), 0);
    queue.push(at("new"), 7);
    int before = 0;
    while (next(queue, 0.01) != 7) ++before;
    EXPECT_LE(before, 1);
}

TEST(CostQueue, APauseEarnsNoCredit) {
    CostQueue<int> queue;
    queue.push(at("sleeper"), 1);
    EXPECT_EQ(next(queue, 1), 1);
    for (int i = 0; i < 100; ++i) queue.push(at("busy"), 2);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(next(queue, 1), 2);
    for (int i = 0; i < 10; ++i) queue.push(at("sleeper"), 1);
    int slept = 0;
    for (int i = 0; i < 10; ++i) slept += next(queue, 1) == 1;
    EXPECT_LE(slept, 6) << "from then on they share";
    EXPECT_GE(slept, 4);
}

TEST(CostQueue, OneItemOfAnAddressIsInWorkAtATimeAndPeopleThereTakeTurns) {
    CostQueue<int> queue;
    for (const int i : {1, 2, 3}) queue.push(at("one", "first"), i);
    queue.push(at("one", "second"), 11);
    queue.push(at("two"), 21);
    const auto first = queue.take();
    const auto other = queue.take();
    ASSERT_TRUE(first && other);
    EXPECT_EQ((std::set{first->second, other->second}), (std::set{1, 21}));
    EXPECT_FALSE(queue.take()) << "the rest is of addresses with an item in work";
    queue.done("one", 1);
    queue.done("two", 1);
    std::vector<int> rest;
    while (queue.has_next()) rest.push_back(next(queue, 1));
    EXPECT_THAT(rest, ElementsAre(11, 2, 3));
}

class FairReads : public testing::Test {
  protected:
    FairReads() : reads_(loop_, off_loop(folder_), more()) {}
    std::vector<std::unique_ptr<Store>> more() {
        std::vector<std::unique_ptr<Store>> more;
        more.push_back(off_loop(folder_));
        return more;
    }
    Folder folder_;
    HandLoop loop_;
    StoreThread reads_;
};

TEST_F(FairReads, AnAddressWithManyReadsDelaysNoOther) {
    std::promise<void> gate;
    const auto opened = gate.get_future().share();
    int attacked = 0;
    bool answered = false;
    {
        const PayerScope attacker("eve", "attacker");
        for (int i = 0; i < 100; ++i)
            reads_.ask([opened](Store&) { return opened.wait(), 0; }, [&](int) { ++attacked; });
    }
    {
        const PayerScope honest("anna", "elsewhere");
        reads_.ask([](Store&) { return 0; }, [&](int) { answered = true; });
    }
    ASSERT_TRUE(loop_.until([&] { return answered; })) << "the second connection is not the attacker's";
    EXPECT_EQ(attacked, 0);
    gate.set_value();
    ASSERT_TRUE(loop_.until([&] { return attacked == 100; }));
}

TEST_F(FairReads, WhatFollowsFromAReadIsPaidByTheSamePayer) {
    Payer later;
    Payer after_commit;
    {
        const PayerScope scope("anna", "home");
        reads_.ask([](Store&) { return 0; }, [&](int) { later = PayerScope::current(); });
        loop_.post(for_this_payer([&] { after_commit = PayerScope::current(); }));
    }
    EXPECT_EQ(PayerScope::current(), Payer());
    ASSERT_TRUE(loop_.until([&] { return !later.address.empty() && !after_commit.address.empty(); }));
    EXPECT_EQ(later, (Payer{.person = "anna", .address = "home"}));
    EXPECT_EQ(after_commit, later);
}

TEST_F(FairReads, AListThatManyWaitForIsReadOnce) {
    Lists lists(reads_);
    std::array<std::promise<void>, 2> begun;
    std::array<std::promise<void>, 2> gates;  // the list waits behind them, at both connections
    for (std::size_t i = 0; i < gates.size(); ++i) {
        const std::string address = "slow " + std::to_string(i);
        const PayerScope slow("", address);
        reads_.ask(
            [&begun = begun[i], &gate = gates[i]](Store&) {
                begun.set_value();
                gate.get_future().wait();
                return 0;
            },
            [](int) {});
    }
    for (auto& one : begun) one.get_future().wait();
    std::vector<std::string> texts;
    for (int i = 0; i < 50; ++i) {
        const std::string address = "address " + std::to_string(i);
        const PayerScope scope("", address);
        lists.lobby([&](const Expected<std::string>& text) { texts.push_back(text.value_or("")); });
    }
    gates[0].set_value();
    ASSERT_TRUE(loop_.until([&] { return texts.size() == 50; }));
    EXPECT_EQ(lists.reads(), 1U);
    EXPECT_EQ(texts.front(), R"({"tables":[]})");
    gates[1].set_value();
}

/// A log of which every fold is counted.
struct CountedLog {
    static inline int folds = 0;
    std::size_t events = 0;
    static Expected<CountedLog> load(const std::string& /*id*/, const ClubLog& log) {
        ++folds;
        return CountedLog{.events = log.events.size()};
    }
};

TEST(FoldCache, FoldsALogAgainOnlyIfAnyOfItChanged) {
    FoldCache<CountedLog> cache;
    CountedLog::folds = 0;
    ClubLog log{.events = {{.seq = 1, .at = 1, .body = "made"}, {.seq = 2, .at = 2, .body = "Anna"}}, .results = {}};
    for (int i = 0; i < 10; ++i) EXPECT_EQ(cache.load("night", log)->events, 2U);
    EXPECT_EQ(CountedLog::folds, 1);
    log.events[1].body = "Benn";  // a name is removed: as many events, as many letters
    EXPECT_EQ(cache.load("night", log)->events, 2U);
    EXPECT_EQ(CountedLog::folds, 2);
    log.results.push_back({.club = "night", .table = "t", .at = 1, .body = "1 2"});
    EXPECT_TRUE(cache.load("night", log));
    EXPECT_EQ(CountedLog::folds, 3);
    for (std::size_t i = 0; i < FoldCache<CountedLog>::most; ++i) EXPECT_TRUE(cache.load(std::to_string(i), log));
    EXPECT_TRUE(cache.load("night", log));
    EXPECT_EQ(CountedLog::folds, 4 + static_cast<int>(FoldCache<CountedLog>::most)) << "only the last ones are kept";
}

}  // namespace
}  // namespace springtide::server
