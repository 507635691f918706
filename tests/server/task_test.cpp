// Flows that wait: what they give, in which order, and what is left when they are ended in the middle.
#include "server/base/task.hpp"

#include "core/error.hpp"
#include "server/storing/store_answers.hpp"
#include "tests/server/loop_fixture.hpp"

namespace springtide::server {
namespace {

using Ask = task::Answer<Expected<int>>;

class TaskTest : public testing::Test {
  protected:
    /// Waits for an answer that the test gives.
    auto question() {
        return answer_of<Expected<int>>([this](const Ask& done) { asked_.push_back(done); });
    }
    Task<Expected<int>> twice() {
        const auto first = co_await question();
        if (!first) co_return std::unexpected(first.error());
        const auto second = co_await question();
        if (!second) co_return std::unexpected(second.error());
        co_return *first + *second;
    }
    Task<> note(std::string name) {
        const auto sum = co_await twice();
        notes_.push_back(name + " " + (sum ? std::to_string(*sum) : sum.error().message));
    }
    Task<> hold(std::shared_ptr<int> /*what*/) {
        const auto sum = co_await twice();
        notes_.push_back(sum ? "went on" : "failed");
    }

    HandLoop loop_;
    std::vector<Ask> asked_;
    std::vector<std::string> notes_;
    Flows flows_{loop_};
};

TEST_F(TaskTest, AFlowReadsFromTopToBottomAndErrorsAreValues) {
    flows_.start(note("a"));
    ASSERT_EQ(asked_.size(), 1U);
    asked_[0](20);
    ASSERT_EQ(asked_.size(), 2U);
    EXPECT_TRUE(notes_.empty());
    asked_[1](22);
    EXPECT_EQ(notes_, std::vector<std::string>{"a 42"});
    EXPECT_EQ(flows_.size(), 0U);
    flows_.start(note("b"));
    asked_[2](fail(ErrorCode::unavailable, "the disk failed"));
    EXPECT_EQ(notes_.back(), "b the disk failed");
    EXPECT_EQ(asked_.size(), 3U) << "it did not ask again";
}

TEST_F(TaskTest, ATaskBeginsWhenItIsAwaited) {
    {
        const auto unused = twice();
        EXPECT_TRUE(asked_.empty());
    }
    auto kept = twice();
    auto other = twice();
    other = std::move(kept);
    flows_.start(std::move(other), [this](const Expected<int>& sum) { notes_.push_back(std::to_string(*sum)); });
    asked_[0](1);
    asked_[1](2);
    EXPECT_EQ(notes_, std::vector<std::string>{"3"});
}

TEST_F(TaskTest, OnlyTheFirstAnswerCounts) {
    flows_.start(note("a"));
    const Ask first = asked_[0];
    first(1);
    first(100);
    EXPECT_EQ(asked_.size(), 2U);
    asked_[1](2);
    asked_[1](100);
    EXPECT_EQ(notes_, std::vector<std::string>{"a 3"});
}

TEST_F(TaskTest, AnAnswerAtOnceGoesOnWithinTheQuestion) {
    std::string order;
    const auto flow = [](std::string& said) -> Task<> {
        const int value = co_await answer_of<int>([&said](const task::Answer<int>& done) {
            said += "asks ";
            done(7);
            said += "asked ";
        });
        said += "got " + std::to_string(value) + " ";
    };
    flows_.start(flow(order));
    EXPECT_EQ(order, "asks got 7 asked ");
    EXPECT_EQ(flows_.size(), 0U);
}

TEST_F(TaskTest, TimeIsWaitedFor) {
    const auto flow = [](Loop& loop, std::vector<std::string>& notes) -> Task<> {
        co_await pause(loop, 250);
        notes.emplace_back("later");
    };
    flows_.start(flow(loop_, notes_));
    EXPECT_EQ(loop_.last_wait(), 250);
    EXPECT_TRUE(notes_.empty());
    loop_.let_time_pass();
    EXPECT_EQ(notes_, std::vector<std::string>{"later"});
}

TEST_F(TaskTest, WhatIsMovedIsNotCopied) {
    std::unique_ptr<int> got;
    const auto flow = []() -> Task<std::unique_ptr<int>> {
        auto given = co_await answer_of<std::unique_ptr<int>>(
            [](const task::Answer<std::unique_ptr<int>>& done) { done(std::make_unique<int>(5)); });
        co_return given;
    };
    flows_.start(flow(), [&](std::unique_ptr<int> given) { got = std::move(given); });
    ASSERT_TRUE(got);
    EXPECT_EQ(*got, 5);
}

TEST_F(TaskTest, WhenTheServerStopsWaitingFlowsLetGoWhatTheyHoldAndLateAnswersDoNothing) {
    const auto held = std::make_shared<int>(1);
    {
        Flows stopping(loop_);
        stopping.start(hold(held));
        stopping.start(hold(held));
        asked_[0](1);  // one waits for its first answer, the other for its second
        EXPECT_EQ(stopping.size(), 2U);
        EXPECT_GT(held.use_count(), 1);
    }
    EXPECT_EQ(held.use_count(), 1);
    ASSERT_EQ(asked_.size(), 3U);
    asked_[1](2);
    asked_[2](3);
    EXPECT_TRUE(notes_.empty());
}

TEST_F(TaskTest, TheFlowsOfAClientWhoHasGoneEndAndOthersGoOn) {
    const auto held = std::make_shared<int>(1);
    auto client = std::make_shared<int>(0);
    const auto other = std::make_shared<int>(0);
    flows_.start_for(client, hold(held));
    flows_.start_for(other, note("other"));
    flows_.end(client);
    EXPECT_EQ(flows_.size(), 2U) << "at the end of this turn, not in the middle of what runs";
    flows_.start_for(client, note("again"));  // the same client has come back
    EXPECT_TRUE(loop_.until([&] { return flows_.size() == 2; }));
    EXPECT_EQ(held.use_count(), 1);
    for (std::size_t i = 0; i < 5; ++i) asked_[i](1);
    EXPECT_EQ(notes_, (std::vector<std::string>{"other 2", "again 2"}));
}

TEST_F(TaskTest, AFlowCanEndTheFlowsOfItsOwnClient) {
    const auto client = std::make_shared<int>(0);
    const auto flow = [](Flows& flows, std::shared_ptr<int> owner, Task<Expected<int>> rest) -> Task<> {
        flows.end(owner);
        co_await rest;
    };
    flows_.start_for(client, flow(flows_, client, twice()));
    EXPECT_EQ(flows_.size(), 1U);
    EXPECT_TRUE(loop_.until([&] { return flows_.size() == 0; }));
    asked_[0](1);
    EXPECT_EQ(asked_.size(), 1U);
}

TEST_F(TaskTest, SeveralTasksAreWaitedForAtTheSameTime) {
    const auto flow = [](Flows& flows, std::vector<Task<>> parts, std::vector<std::string>& notes) -> Task<> {
        co_await all_of(flows, std::move(parts));
        notes.emplace_back("all");
    };
    std::vector<Task<>> parts;
    parts.push_back(note("a"));
    parts.push_back(note("b"));
    flows_.start(flow(flows_, std::move(parts), notes_));
    ASSERT_EQ(asked_.size(), 2U) << "both began";
    for (std::size_t i = 0; i < 4; ++i) asked_[i](1);
    EXPECT_EQ(notes_, (std::vector<std::string>{"a 2", "b 2", "all"}));
    flows_.start(flow(flows_, {}, notes_));
    EXPECT_EQ(notes_.back(), "all");
    EXPECT_EQ(flows_.size(), 0U);
}

TEST_F(TaskTest, AStoreIsAskedAndWrittenForTheSamePayer) {
    const Folder folder;
    auto reads = std::make_unique<StoreThread>(loop_, off_loop(folder));
    GroupWriter writer(off_loop(folder));
    Commits commits(loop_, writer);
    const auto flow = [](StoreThread& store, Commits& to, std::vector<std::string>& notes) -> Task<> {
        const auto read = [](Store& from) { return from.fact("colour"); };
        const auto before = co_await found_by(store, read);
        notes.push_back(*before ? **before : "nothing");
        Write write;
        write.facts = {{"colour", "blue"}};
        const auto outcome = co_await stored_by(to, std::move(write));
        notes.push_back(*outcome == WriteOutcome::stored ? "stored" : "not stored");
        notes.push_back(PayerScope::current().person);
        const auto after = co_await found_by(store, read);
        notes.push_back(*after ? **after : "nothing");
        notes.push_back(PayerScope::current().address);
    };
    {
        const PayerScope scope("anna", "192.0.2.1");
        flows_.start(flow(*reads, commits, notes_));
    }
    EXPECT_TRUE(loop_.until([&] { return flows_.size() == 0; }));
    EXPECT_EQ(notes_, (std::vector<std::string>{"nothing", "stored", "anna", "blue", "192.0.2.1"}));
    {
        Flows stopping(loop_);
        stopping.start(flow(*reads, commits, notes_));
    }
    reads.reset();
    bool is_turned = false;
    loop_.post([&] { is_turned = true; });
    EXPECT_TRUE(loop_.until([&] { return is_turned; }));
    EXPECT_EQ(notes_.size(), 5U) << "the answer of a read came when the flow had ended";
}

TEST_F(TaskTest, ManyFlowsWaitAtTheSameTime) {
    constexpr int count = 1000;
    for (int i = 0; i < count; ++i) flows_.start(note(std::to_string(i)));
    for (std::size_t i = 0; i < 2 * count; ++i) asked_[i](1);
    EXPECT_EQ(notes_.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(notes_[7], "7 2");
    EXPECT_EQ(flows_.size(), 0U);
}

}  // namespace
}  // namespace springtide::server
