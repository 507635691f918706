#include <gtest/gtest.h>

#include <atomic>

#include "server/rating.hpp"
#include "store/group_writer.hpp"
#include "tests/server/hall_fixture.hpp"

namespace springtide::server {
namespace {

Write event(const std::string& table, std::int64_t seq) {
    Write write;
    write.table = table;
    write.event = StoredEvent{.seq = seq, .at = 1, .body = "{}"};
    return write;
}

TEST(Store, ASequenceNumberIsTakenOnce) {
    const Folder folder;
    const auto store = *SqliteStore::open(folder.file());
    const std::vector<Write> batch = {event("a", 1), event("a", 1), event("b", 1)};
    const auto outcomes = store->write(batch);
    ASSERT_TRUE(outcomes);
    EXPECT_EQ(*outcomes, (std::vector{WriteOutcome::stored, WriteOutcome::conflict, WriteOutcome::stored}));
    EXPECT_EQ(store->events("a")->size(), 1U);
    EXPECT_EQ(store->events("b")->size(), 1U);
}

TEST(Store, AClaimedNameIsTakenOnce) {
    const Folder folder;
    const auto store = *SqliteStore::open(folder.file());
    std::vector<Write> batch(2);
    batch[0].guest = GuestRow{.id = "1", .name = "Anna", .claimed = "anna", .password = "x"};
    batch[1].guest = GuestRow{.id = "2", .name = "ANNA", .claimed = "anna", .password = "y"};
    EXPECT_EQ(*store->write(batch), (std::vector{WriteOutcome::stored, WriteOutcome::conflict}));
    EXPECT_EQ((*store->guest_by_claim("anna"))->id, "1");
    EXPECT_FALSE(store->guest("2")->has_value());
}

TEST(Store, ManyWritesShareCommits) {
    const Folder folder;
    std::atomic<int> stored = 0;
    std::int64_t commits = 0;
    {
        GroupWriter writer(*SqliteStore::open(folder.file()));
        for (int i = 0; i < 2000; ++i)
            writer.write(event("t" + std::to_string(i), 1), [&](const Expected<WriteOutcome>& outcome) {
                stored += outcome && *outcome == WriteOutcome::stored ? 1 : 0;
            });
        while (writer.writes() < 2000) std::this_thread::yield();
        commits = writer.commits();
    }
    EXPECT_EQ(stored, 2000);
    EXPECT_LT(commits, 1000);
}

TEST(Rating, TheExampleOfGlicko2) {
    // One game of the example in Glickman's paper: 1500/200 beats 1400/30.
    const auto after =
        rate({{.guest = "a", .game = "g", .rating = 1500, .deviation = 200, .volatility = 0.06, .games = 0, .name = ""},
              {.guest = "b", .game = "g", .rating = 1400, .deviation = 30, .volatility = 0.06, .games = 0, .name = ""}},
             {0, 1});
    EXPECT_NEAR(after[0].rating, 1563.6, 0.5);
    EXPECT_NEAR(after[0].deviation, 175.4, 0.5);
    EXPECT_EQ(after[0].games, 1);
    EXPECT_LT(after[1].rating, 1400);
}

TEST(Rating, MoreThanTwo) {
    const RatingRow fresh{
        .guest = "", .game = "g", .rating = 1500, .deviation = 350, .volatility = 0.06, .games = 0, .name = ""};
    const auto after = rate({fresh, fresh, fresh, fresh}, {0, 1, 1, 3});
    EXPECT_GT(after[0].rating, after[1].rating);
    EXPECT_DOUBLE_EQ(after[1].rating, after[2].rating);
    EXPECT_GT(after[2].rating, after[3].rating);
    EXPECT_NEAR(after[0].rating + after[1].rating + after[2].rating + after[3].rating, 6000, 1e-6);
    for (const auto& row : after) EXPECT_LT(row.deviation, 350);
}

}  // namespace
}  // namespace springtide::server
