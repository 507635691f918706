// The lease of a node: whatever it writes after others have ended it is refused (tests/scripts/postgres.py names the
// database).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "server/storing/heartbeat.hpp"
#include "store/postgres_store.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

Write event(const std::string& table, std::int64_t seq) {
    Write write;
    write.table = table;
    write.events = {{.seq = seq, .at = 1, .body = "{}"}};
    return write;
}

/// A node of several: two of its connections, which share its lease.
struct LeaseNode {
    std::shared_ptr<NodeLease> lease = std::make_shared<NodeLease>(random_id());
    std::unique_ptr<PostgresStore> keeper = *PostgresStore::open(std::getenv("SPRINGTIDE_TEST_POSTGRES"), lease);
    std::unique_ptr<PostgresStore> writer = *PostgresStore::open(std::getenv("SPRINGTIDE_TEST_POSTGRES"), lease);
    LeaseNode() { EXPECT_TRUE(keeper->join()); }
    [[nodiscard]] std::string token() const { return std::to_string(lease->token()); }
    [[nodiscard]] Expected<WriteOutcome> write(const Write& one) const {
        const auto outcomes = writer->write(std::span(&one, 1));
        if (!outcomes) return std::unexpected(outcomes.error());
        return outcomes->front();
    }
    /// Until it has ended the lease of another node and taken this table from it.
    void take(const std::string& table) const {
        const auto is_taken = [&] {
            EXPECT_TRUE(keeper->renew().value_or(false));
            const auto taken = keeper->take_unclaimed(1000, -1);
            return taken && std::ranges::find(*taken, table, &Due::table) != taken->end();
        };
        while (!is_taken()) continue;  // a database that has just begun leaves every node five seconds
    }
};

/// What the database is told aside.
struct Aside {
    PostgresConnection connection{std::getenv("SPRINGTIDE_TEST_POSTGRES")};
    void run(const std::string& sql) { ASSERT_TRUE(connection.run(sql.c_str())) << sql; }
    void let_run_out(const LeaseNode& node) {
        run("UPDATE node_session SET until = clock_timestamp() - interval '1 s' WHERE session = " + node.token());
    }
};

class LeaseTest : public testing::TestWithParam<std::string> {
  protected:
    /// A running table of this node.
    void begin_table(const LeaseNode& node) const {
        Write first = event(a_, 1);
        first.room =
            RoomRow{.table = a_, .game = "g", .phase = "running", .summary = "{}", .duty = true, .due = 7, .last = {}};
        ASSERT_EQ(node.write(first), WriteOutcome::stored);
        ASSERT_TRUE(*node.keeper->claim(a_));
    }
    /// Ways in which a node writes: all at once, in a transaction that looks at things first, and on a condition.
    [[nodiscard]] std::vector<Write> writes_of_all_kinds() const {
        std::vector<Write> writes = {event(a_, 2), event(a_, 2), Write()};
        writes[1].first_facts = {{"first " + a_, "yes"}};
        writes[2].person = PersonChange{.id = a_, .name = PersonChange::Name{.shown = "Anna", .folded = a_}};
        return writes;
    }
    const std::string a_ = random_id();
    const std::string b_ = random_id();
};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(LeaseTest);
INSTANTIATE_TEST_SUITE_P(Stores, LeaseTest,
                         testing::ValuesIn(std::getenv("SPRINGTIDE_TEST_POSTGRES") == nullptr
                                               ? std::vector<std::string>()
                                               : std::vector<std::string>{"postgres"}),
                         [](const auto& store) { return store.param; });

TEST_P(LeaseTest, ANodeWhoseLeaseWasEndedWritesNothing) {
    const LeaseNode one;
    const LeaseNode two;
    begin_table(one);
    const auto lease = one.lease->token();
    Aside().let_run_out(one);
    two.take(a_);
    EXPECT_EQ(one.lease->token(), lease) << "it does not know yet: only the database refuses";
    for (const Write& write : writes_of_all_kinds()) {
        one.lease->joined(lease, NodeLease::Clock::now());  // as if it had just been renewed
        const auto outcome = one.write(write);
        ASSERT_FALSE(outcome) << "stored or in conflict";
        EXPECT_EQ(outcome.error().code, ErrorCode::unavailable);
        EXPECT_EQ(one.lease->token(), NodeLease::lost) << "now it does";
    }
    one.lease->joined(lease, NodeLease::Clock::now());
    EXPECT_FALSE(one.writer->set_aside(a_, "closed"));
    EXPECT_FALSE(*one.keeper->claim(b_));
    EXPECT_EQ(one.keeper->take_unclaimed(1000, -1)->size(), 0U);
    EXPECT_FALSE(*one.keeper->renew()) << "and never comes back";
    EXPECT_EQ(*two.keeper->last_seq(a_), 1);
    EXPECT_FALSE(*two.keeper->fact("first " + a_));
    EXPECT_FALSE(*two.keeper->guest(a_));
    EXPECT_EQ(two.write(event(a_, 2)), WriteOutcome::stored);
}

TEST_P(LeaseTest, WhatWasDecidedUnderAnEarlierLeaseIsNotWritten) {
    const LeaseNode one;
    const LeaseNode two;
    begin_table(one);
    Write late = event(a_, 2);
    late.under = one.lease->token();
    Aside().let_run_out(one);
    two.take(a_);
    EXPECT_FALSE(*one.keeper->renew());
    EXPECT_FALSE(one.write(late)) << "it is out";
    ASSERT_TRUE(one.keeper->join());
    EXPECT_NE(one.lease->token(), late.under);
    EXPECT_FALSE(one.write(late)) << "it is back, but this is from before";
    EXPECT_EQ(*two.keeper->last_seq(a_), 1);
    late.under = one.lease->token();
    EXPECT_EQ(one.write(late), WriteOutcome::stored);
    EXPECT_FALSE(*one.keeper->claim(a_)) << "the other one's";
}

TEST_P(LeaseTest, ALeaseThatRanOutIsRenewedIfNobodyEndedIt) {
    const LeaseNode one;
    begin_table(one);
    Aside().let_run_out(one);
    EXPECT_EQ(one.write(event(a_, 2)), WriteOutcome::stored) << "the database was away, say";
    one.lease->joined(one.lease->token(), NodeLease::Clock::now() - 2 * NodeLease::length);
    EXPECT_FALSE(one.lease->is_fresh());
    EXPECT_EQ(one.write(event(a_, 3)), WriteOutcome::stored);
    EXPECT_TRUE(one.lease->is_fresh()) << "a node that cannot renew its lease does not write";
}

/// Otherwise its commit could come after those of the node that took over.
TEST_P(LeaseTest, NobodyEndsTheLeaseOfANodeInTheMiddleOfACommit) {
    const LeaseNode one;
    const LeaseNode two;
    const LeaseNode third;
    begin_table(one);
    Aside aside;
    Aside commit;
    commit.run("BEGIN");
    commit.run("SELECT hold_lease(" + one.token() + ")");
    aside.let_run_out(one);
    aside.let_run_out(third);
    const auto is_over = [&](const LeaseNode& node) {
        EXPECT_TRUE(two.keeper->renew().value_or(false));
        EXPECT_TRUE(two.keeper->take_unclaimed(0, -1));
        return aside.connection.ask("SELECT is_over FROM node_session WHERE session = $1::bigint", {node.token()})
                   ->text(0, 0) == "t";
    };
    // The transaction lasts at most idle_in_transaction_session_timeout.
    commit.run("SET LOCAL idle_in_transaction_session_timeout = '60s'");
    while (!is_over(third)) continue;
    EXPECT_FALSE(is_over(one));
    commit.run("COMMIT");
    while (!is_over(one)) continue;
}

/// A shared store that other nodes may take for dead.
class DoubtfulStore final : public ForwardingStore {
  public:
    struct Told {
        std::atomic<bool> is_dead = false;
        std::atomic<int> renewals = 0;
        std::atomic<int> joins = 0;
        std::atomic<int> leaves = 0;
    };
    DoubtfulStore(const Folder& folder, Told& told) : ForwardingStore(*SqliteStore::open(folder.file())), told_(told) {}
    [[nodiscard]] bool is_shared() const override { return true; }
    Expected<void> join() override {
        ++told_.joins;
        told_.is_dead = false;
        return {};
    }
    Expected<bool> renew() override {
        ++told_.renewals;
        return !told_.is_dead;
    }
    Expected<void> leave() override {
        ++told_.leaves;
        return {};
    }

  private:
    Told& told_;
};

TEST(Heartbeat, RenewsTheLeaseWhileTheLoopTurnsAndJoinsAgainOnceItIsLost) {
    const Folder folder;
    HandLoop loop;
    DoubtfulStore::Told told;
    int losses = 0;
    {
        Heartbeat heartbeat(loop, std::make_unique<DoubtfulStore>(folder, told));
        heartbeat.on_lost([&] {
            ++losses;
            EXPECT_EQ(told.joins, 1) << "before it joins again";
        });
        ASSERT_TRUE(heartbeat.open());
        EXPECT_EQ(told.joins, 1);
        const auto beat = [&] {
            ASSERT_TRUE(loop.until([&] { return loop.waiting() > 0; }));
            loop.let_time_pass();
        };
        beat();
        beat();
        ASSERT_TRUE(loop.until([&] { return loop.waiting() > 0; }));
        EXPECT_EQ(told.renewals, 2) << "one in each beat; a loop that stands still renews nothing";
        told.is_dead = true;
        beat();
        ASSERT_TRUE(loop.until([&] { return told.joins == 2; }));
        EXPECT_EQ(losses, 1);
        EXPECT_EQ(heartbeat.losses(), 1);
        beat();
        ASSERT_TRUE(loop.until([&] { return loop.waiting() > 0; }));
        EXPECT_EQ(losses, 1) << "the new lease is good";
        EXPECT_EQ(told.leaves, 0);
    }
    EXPECT_EQ(told.leaves, 1) << "other nodes need not wait for it";
}

}  // namespace
}  // namespace springtide::server
