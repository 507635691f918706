// What is gathered while one commit is on its way goes with the next.
#include "server/storing/commits.hpp"

#include "tests/server/gated_store.hpp"
#include "tests/server/loop_fixture.hpp"

namespace springtide::server {
namespace {

class CommitsTest : public testing::Test {
  protected:
    ~CommitsTest() override { gate_.open(Gate::Mood::works); }
    static Write fact(const std::string& name) {
        Write write;
        write.facts = {{name, "1"}};
        return write;
    }
    Commits::Place add(const std::string& name) {
        return commits_.add(fact(name), [this, name](const Expected<WriteOutcome>& outcome) {
            done_.push_back(name + (outcome ? "" : " failed"));
        });
    }
    /// Until a group stands before the closed gate.
    void begin_a_group() {
        const auto before = commits_.count();
        EXPECT_TRUE(loop_.until([&] { return commits_.count() > before; }));
        gate_.wait_for_a_write();
    }
    void until_done(std::size_t count) {
        EXPECT_TRUE(loop_.until([&] { return done_.size() == count; }));
    }
    bool is_stored(const std::string& name) { return (*SqliteStore::open(folder_.file()))->fact(name)->has_value(); }

    Folder folder_;
    Gate gate_;
    HandLoop loop_;
    GroupWriter writer_{std::make_unique<GatedStore>(*SqliteStore::open(folder_.file()), gate_)};
    Commits commits_{loop_, writer_};
    std::vector<std::string> done_;
};

TEST_F(CommitsTest, WhatComesTogetherIsOneGroupAndWhatComesMeanwhileTheNext) {
    gate_.close();
    const auto first = add("a");
    const auto with_it = add("b");
    EXPECT_EQ(first.group, with_it.group);
    EXPECT_TRUE(commits_.is_gathered(first));
    begin_a_group();
    EXPECT_FALSE(commits_.is_gathered(first)) << "it is on its way";
    const auto later = add("c");
    EXPECT_TRUE(commits_.is_gathered(later));
    EXPECT_NE(later.group, first.group);
    EXPECT_TRUE(done_.empty()) << "nobody is told before it is stored";
    gate_.open(Gate::Mood::works);
    until_done(3);
    EXPECT_EQ(done_, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(commits_.count(), 2);
    EXPECT_TRUE(is_stored("a") && is_stored("b") && is_stored("c"));
}

TEST_F(CommitsTest, GroupsOfSeveralLoopsThatWaitAreOneCommitAndEachHearsItsOwn) {
    const auto event = [](const std::string& table) {
        Write write;
        write.table = table;
        write.events = {{.seq = 1, .at = 1, .body = "{}"}};
        return write;
    };
    struct Writer {
        HandLoop loop;
        Commits commits;
        std::vector<Expected<WriteOutcome>> heard{};
        explicit Writer(GroupWriter& writer) : commits(loop, writer) {}
        void add(Write write) {
            const auto before = commits.count();
            commits.add(std::move(write), [this](const Expected<WriteOutcome>& outcome) { heard.push_back(outcome); });
            EXPECT_TRUE(loop.until([&] { return commits.count() > before; }));
        }
        WriteOutcome outcome() {
            EXPECT_TRUE(loop.until([&] { return !heard.empty(); }));
            return heard.front().value_or(WriteOutcome::refused);
        }
    };
    Writer first(writer_);
    Writer second(writer_);
    Writer third(writer_);
    gate_.close();
    first.add(fact("a"));
    gate_.wait_for_a_write();
    second.add(event("t"));
    third.add(event("t"));  // somebody was first: only this one hears of it
    gate_.open(Gate::Mood::works);
    EXPECT_EQ(first.outcome(), WriteOutcome::stored);
    EXPECT_EQ(second.outcome(), WriteOutcome::stored);
    EXPECT_EQ(third.outcome(), WriteOutcome::conflict);
    EXPECT_EQ(writer_.commits(), 2);
}

TEST_F(CommitsTest, WhatTheDiskRefusesIsRefusedToAllWhoseGroupsWaited) {
    HandLoop other;
    Commits others(other, writer_);
    bool is_refused = false;
    gate_.close();
    add("a");
    begin_a_group();
    others.add(fact("b"), [&](const Expected<WriteOutcome>& outcome) { is_refused = !outcome; });
    EXPECT_TRUE(other.until([&] { return others.count() == 1; }));
    gate_.open(Gate::Mood::refuses);
    until_done(1);
    EXPECT_EQ(done_.front(), "a failed");
    EXPECT_TRUE(other.until([&] { return is_refused; }));
}

TEST_F(CommitsTest, AWriteCanBeAddedToUntilItsGroupBegins) {
    const auto place = add("a");
    commits_.at(place).facts.emplace_back("with it", "1");
    until_done(1);
    EXPECT_TRUE(is_stored("with it"));
}

TEST_F(CommitsTest, EverybodyHearsThatTheDiskRefusesAndTheNextGroupIsTriedAgain) {
    gate_.open(Gate::Mood::refuses);
    add("a");
    add("b");
    until_done(2);
    EXPECT_EQ(done_, (std::vector<std::string>{"a failed", "b failed"}));
    gate_.open(Gate::Mood::works);
    add("c");
    until_done(3);
    EXPECT_EQ(done_.back(), "c");
    EXPECT_FALSE(is_stored("a"));
}

TEST_F(CommitsTest, OneThatCannotBeStoredFailsAloneWithAReason) {
    std::optional<Expected<WriteOutcome>> outcome;
    Write log;
    log.table = "t";
    log.events = {{.seq = 5, .at = 1, .body = "{}"}};
    add("a");
    commits_.add(std::move(log), [&](const Expected<WriteOutcome>& one) { outcome = one; });
    until_done(1);
    ASSERT_TRUE(loop_.until([&] { return outcome.has_value(); }));
    EXPECT_TRUE(is_stored("a"));
    EXPECT_FALSE(*outcome && **outcome == WriteOutcome::stored) << "a log does not begin with its fifth event";
}

}  // namespace
}  // namespace springtide::server
