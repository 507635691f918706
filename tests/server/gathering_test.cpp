// A commit waits for others where there are others, and only there.
#include "server/base/gathering.hpp"

#include <gtest/gtest.h>

#include "server/storing/commits.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// Writes come at given times; each group goes when it has waited.
class Flow {
  public:
    /// One write after such a pause, and whether it waits for others.
    bool waits_after(microseconds pause) {
        now_ += pause;
        return gathering_.came(now_, true) > now_;
    }
    void goes_with(std::size_t moves) { gathering_.went(now_, moves); }

  private:
    Gathering::Time now_{std::chrono::hours(1)};
    Gathering gathering_{milliseconds(2)};
};

TEST(Gathering, WhoIsAloneWaitsForNobody) {
    Flow flow;
    for (int i = 0; i < 1000; ++i) {
        EXPECT_FALSE(flow.waits_after(milliseconds(20)));
        flow.goes_with(1);
    }
}

TEST(Gathering, WhereManyWriteEveryGroupWaits) {
    Flow flow;
    int waited = 0;
    for (int i = 0; i < 1000; ++i) {
        waited += flow.waits_after(milliseconds(1)) ? 1 : 0;
        flow.goes_with(3);
    }
    EXPECT_GT(waited, 950) << "all but those at the beginning";
}

TEST(Gathering, WaitingThatBringsNobodyIsGivenUp) {
    Flow flow;  // two who answer each other at once, and nobody else
    int waited = 0;
    for (int i = 0; i < 6500; ++i) {
        waited += flow.waits_after(microseconds(500)) ? 1 : 0;
        flow.goes_with(1);
    }
    EXPECT_GT(waited, 90) << "it is tried again: others may have come";
    EXPECT_LT(waited, 130);
    for (int i = 0; i < 65; ++i) {
        if (!flow.waits_after(microseconds(500))) {
            flow.goes_with(1);
            continue;
        }
        flow.goes_with(2);
        EXPECT_TRUE(flow.waits_after(microseconds(500))) << "one came: waiting is worth it again";
        return;
    }
    FAIL() << "it was never tried again";
}

TEST(Gathering, GroupsBeginSoLongAfterEachOther) {
    Gathering gathering{milliseconds(2)};
    Gathering::Time now{std::chrono::hours(1)};
    for (int i = 0; i < 50; ++i) {  // many write
        gathering.came(now += microseconds(200), true);
        gathering.went(now, 5);
    }
    const Gathering::Time began = now;
    EXPECT_EQ(gathering.came(now += microseconds(700), true), began + milliseconds(2)) << "from the group before on";
    EXPECT_EQ(gathering.went(began + milliseconds(2), 5), began + milliseconds(4)) << "and so will the next";
    now = began + milliseconds(5);
    EXPECT_EQ(gathering.came(now, true), now) << "the disk was slow: that is late enough";
    EXPECT_EQ(gathering.went(now, Gathering::many + 1), now) << "with so many there is enough to do meanwhile";
    EXPECT_EQ(gathering.came(now + microseconds(100), true), now + milliseconds(2));
    gathering.went(now + milliseconds(2), 5);
    EXPECT_EQ(gathering.went(now + milliseconds(4), 0), now + milliseconds(4)) << "nobody came";
    EXPECT_EQ(gathering.came(now + milliseconds(5), true), now + milliseconds(5)) << "which is no group";
}

TEST(Gathering, NoTimeIsNoWaiting) {
    Gathering never{Gathering::Span()};
    for (int i = 0; i < 100; ++i) {
        const Gathering::Time now{microseconds(i)};
        EXPECT_EQ(never.came(now, true), now);
        EXPECT_EQ(never.went(now, 2), now);
    }
}

TEST(Commits, AGroupWaitsForOthersAndIsStoredBeforeAnybodyHears) {
    const Folder folder;
    HandLoop loop;
    GroupWriter writer(*SqliteStore::open(folder.file()));
    Commits commits(loop, writer, std::chrono::hours(1));
    int stored = 0;
    const auto add = [&] {
        Write note;
        note.facts = {{"name", std::to_string(stored)}};
        commits.add(std::move(note), [&](const Expected<WriteOutcome>& outcome) { stored += outcome ? 1 : 0; });
    };
    // One after the other, until it is clear that many write: an hour is long.
    int alone = 0;
    for (; loop.waiting() == 0; ++alone) {
        add();
        if (loop.waiting() == 0) {
            ASSERT_TRUE(loop.until([&] { return stored > alone; }));
        }
        ASSERT_LT(alone, 1000);
    }
    const auto before = commits.count();
    add();
    add();
    bool turned = false;
    loop.post([&] { turned = true; });
    ASSERT_TRUE(loop.until([&] { return turned; }));
    EXPECT_EQ(commits.count(), before) << "it waits";
    EXPECT_EQ(stored, alone - 1);
    loop.let_time_pass();
    ASSERT_TRUE(loop.until([&] { return stored == alone + 2; }));
    EXPECT_EQ(commits.count(), before + 1) << "all three in one";
}

}  // namespace
}  // namespace springtide::server
