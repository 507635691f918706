// Nothing is answered or told before it is stored; what comes together is stored and told together.
#include <boost/json.hpp>

#include "tests/server/gated_store.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

namespace json = boost::json;

class CommitTest : public testing::Test {
  protected:
    CommitTest()
        : shard_(loop_,
                 {.reader = off_loop(folder_),
                  .writer = std::make_unique<GatedStore>(*SqliteStore::open(folder_.file()), gate_),
                  .loader = off_loop(folder_),
                  .keeper = off_loop(folder_)},
                 ShardSettings()) {
        EXPECT_TRUE(shard_.open());
        for (int i = 0; i < 3; ++i) {
            clients_.push_back(std::make_shared<HandClient>());
            clients_.back()->person = People::new_person();
            clients_.back()->takes_events = true;
        }
        send(0, R"({"id":1,"op":"create","game":"turn_the_tide","players":3})");
        until([&] { return !clients_[0]->messages.empty(); });
        table_ = std::string(json::parse(clients_[0]->messages[0]).at("table").as_string());
        for (const char* op : {"join", "ready"})
            for (std::size_t i = 0; i < 3; ++i) {
                clients_[i]->messages.clear();
                request(i, op, op);
                until([&] { return !clients_[i]->messages.empty(); });
            }
        watch_all();
    }
    ~CommitTest() override { gate_.open(Gate::Mood::works); }

    void send(std::size_t client, const std::string& text) { shard_.receive(clients_[client], text); }
    void request(std::size_t client, const std::string& op, const std::string& id, const std::string& more = "") {
        send(client, R"({"id":")" + id + R"(","op":")" + op + R"(","table":")" + table_ + "\"" + more + "}");
    }
    void play(std::size_t client, const std::string& id) {
        request(client, "play", id, R"(,"action":")" + hands_[client] + "\"");
    }
    void until(const std::function<bool()>& condition) { EXPECT_TRUE(loop_.until(condition)); }
    void watch_all() {
        hands_.clear();
        for (std::size_t i = 0; i < 3; ++i) {
            clients_[i]->messages.clear();
            request(i, "watch", "w");
            until([&] { return !clients_[i]->messages.empty(); });
            const auto state = json::parse(clients_[i]->messages.back());
            hands_.emplace_back(state.at("legal").at(0).as_string());
            seq_ = state.at("seq").as_int64();
        }
        for (const auto& client : clients_) client->messages.clear();
    }
    /// Until a commit stands before the closed gate.
    void begin_commit() {
        bool turned = false;
        loop_.post([&] { turned = true; });
        until([&] { return turned; });
        gate_.wait_for_a_write();
    }
    [[nodiscard]] std::vector<json::value> heard(std::size_t client) const {
        std::vector<json::value> all;
        for (const auto& message : clients_[client]->messages) all.push_back(json::parse(message));
        return all;
    }
    [[nodiscard]] std::size_t messages() const {
        std::size_t count = 0;
        for (const auto& client : clients_) count += client->messages.size();
        return count;
    }

    Folder folder_;
    HandLoop loop_;
    Gate gate_;
    Shard shard_;
    std::vector<std::shared_ptr<HandClient>> clients_;
    std::string table_;
    std::vector<std::string> hands_;
    std::int64_t seq_ = 0;
};

TEST_F(CommitTest, WhatComesTogetherIsStoredAndToldTogether) {
    for (std::size_t i = 0; i < 3; ++i) play(i, "m");
    EXPECT_EQ(messages(), 0U);
    until([&] { return messages() == 6; });
    for (std::size_t i = 0; i < 3; ++i) {
        const auto told = heard(i);
        ASSERT_EQ(told.size(), 2U);
        EXPECT_EQ(told[0].at("seq").as_int64(), seq_ + 1 + static_cast<std::int64_t>(i)) << "everybody their own";
        EXPECT_EQ(told[1].at("seq").as_int64(), seq_ + 3);
        EXPECT_EQ(told[1].at("from").as_int64(), seq_);
    }
    EXPECT_EQ((*SqliteStore::open(folder_.file()))->events(table_, seq_)->size(), 3U);
}

TEST_F(CommitTest, NothingIsSaidBeforeItIsStored) {
    gate_.close();
    play(0, "m");
    begin_commit();
    play(0, "m");  // sent again, before the first is stored
    play(1, "n");
    request(2, "watch", "w");
    EXPECT_EQ(messages(), 0U);
    gate_.open(Gate::Mood::works);
    until([&] { return clients_[2]->messages.size() >= 2 && clients_[1]->messages.size() >= 2; });
    const auto told = heard(0);
    EXPECT_EQ(told[0].at("seq").as_int64(), seq_ + 1);
    EXPECT_TRUE(told[1].at("repeated").as_bool());
    EXPECT_EQ(told[1].at("seq").as_int64(), seq_ + 1);
    EXPECT_EQ((*SqliteStore::open(folder_.file()))->events(table_, seq_)->size(), 2U);
}

TEST_F(CommitTest, WhatIsRepeatedWhileItIsGatheredWaitsForTheDisk) {
    gate_.close();
    request(2, "chat", "c", R"(,"text":"hm")");  // of this table, so that the next ones are gathered behind it
    begin_commit();
    gate_.open(Gate::Mood::refuses);
    until([&] { return messages() == 1; });
    look(shard_, loop_, table_);  // as it is stored
    gate_.close();
    play(0, "m");
    play(0, "m");
    play(0, "other");  // would be refused, for something that is not stored
    begin_commit();
    EXPECT_EQ(messages(), 1U);
    gate_.open(Gate::Mood::refuses);
    until([&] { return clients_[0]->messages.size() == 2; });  // the first is refused, the second done anew and refused
    for (const auto& told : heard(0)) EXPECT_EQ(told.at("error").at("code"), "unavailable");
    gate_.open(Gate::Mood::works);
    until([&] { return clients_[0]->messages.size() >= 4; });
    EXPECT_EQ((*SqliteStore::open(folder_.file()))->events(table_, seq_)->size(), 1U);
}

TEST_F(CommitTest, AMoveWhoseOutcomeWasUnknownIsToldWhenItIsCertain) {
    gate_.close();
    play(0, "m");
    begin_commit();
    gate_.open(Gate::Mood::stores_later);
    until([&] { return messages() == 1; });
    EXPECT_EQ(heard(0)[0].at("error").at("reason"), "not_certain");
    look(shard_, loop_, table_);  // without the move, as far as anybody can know
    EXPECT_EQ(messages(), 1U) << "nobody is told what may vanish";
    gate_.open(Gate::Mood::works);
    send(1, R"({"id":"other","op":"create","game":"turn_the_tide","players":3})");  // a write of another table
    const auto told = [&](std::size_t client) {
        return std::ranges::any_of(heard(client), [&](const json::value& push) {
            const auto* seq = push.as_object().if_contains("seq");
            return push.as_object().contains("events") && seq != nullptr && seq->as_int64() == seq_ + 1;
        });
    };
    until([&] { return told(0) && told(1) && told(2); });
    clients_[0]->messages.clear();
    play(0, "m");  // sent again, it counts once
    until([&] { return !clients_[0]->messages.empty(); });
    EXPECT_TRUE(heard(0)[0].at("repeated").as_bool());
    EXPECT_EQ((*SqliteStore::open(folder_.file()))->events(table_, seq_)->size(), 1U);
}

TEST_F(CommitTest, AfterARefusedCommitEverythingIsAsItWas) {
    const auto before = look(shard_, loop_, table_)->state(Observer::seat(1));
    gate_.close();
    for (std::size_t i = 0; i < 3; ++i) play(i, "m");
    begin_commit();
    gate_.open(Gate::Mood::refuses);
    until([&] { return messages() == 3; });
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(heard(i)[0].at("error").at("code"), "unavailable");
    EXPECT_EQ(look(shard_, loop_, table_)->state(Observer::seat(1)), before);
    gate_.open(Gate::Mood::works);
    for (std::size_t i = 0; i < 3; ++i) play(i, "m");
    until([&] { return messages() == 9; });
    EXPECT_EQ((*SqliteStore::open(folder_.file()))->events(table_, seq_)->size(), 3U);
}

TEST_F(CommitTest, WhoWasLateIsDecidedAgain) {
    gate_.close();
    for (std::size_t i = 0; i < 3; ++i) play(i, "m");
    begin_commit();
    gate_.open(Gate::Mood::is_late);
    const auto late = [&] { return metrics_of(shard_).find("conflicts_total 2") != std::string::npos; };
    ASSERT_TRUE(loop_.until([&] { return late() || messages() > 0; }));  // some attempts are late before one is not
    ASSERT_EQ(messages(), 0U) << clients_[0]->messages.front();
    gate_.open(Gate::Mood::works);
    until([&] { return messages() >= 6; });
    for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(heard(i)[0].at("ok").as_bool());
    EXPECT_EQ((*SqliteStore::open(folder_.file()))->events(table_, seq_)->size(), 3U);
}

/// What a client knows who is told events, but for the view: the page folds that, and its tests prove it.
void apply(json::object& state, const json::object& push) {
    if (!push.contains("events")) return;  // an answer
    if (push.contains("view")) {
        state = push;
        return;
    }
    const auto* from = push.if_contains("from");
    ASSERT_EQ(from ? from->as_int64() : push.at("seq").as_int64() - 1, state.at("seq").as_int64());
    state["seq"] = push.at("seq");
    for (const char* name : {"over", "undo", "retract"}) state[name] = push.contains(name);
    if (const auto* to_act = push.if_contains("to_act")) state["to_act"] = *to_act;
    const auto& seat = state.at("room").at("you").at("seat");
    const auto& acting = state.at("to_act").as_array();
    if (const auto* legal = push.if_contains("legal"))
        state["legal"] = *legal;
    else if (std::ranges::find(acting, seat) == acting.end())
        state["legal"] = json::array();
}

TEST_F(CommitTest, EventsLeadToWhatTheWholeWouldHaveAllowed) {
    auto spectator = std::make_shared<HandClient>();
    spectator->person = People::new_person();
    spectator->takes_events = true;
    clients_.push_back(spectator);
    std::vector<json::object> states(4);
    for (std::size_t i = 0; i < 4; ++i) {
        request(i, "watch", "w");
        until([&] { return !clients_[i]->messages.empty(); });
        apply(states[i], json::parse(clients_[i]->messages.back()).as_object());
        clients_[i]->messages.clear();
    }
    std::size_t in_events = 0;
    for (int turn = 0; turn < 150 && !states[0].at("over").as_bool(); ++turn) {
        if (turn % 7 == 3) {  // somebody looks anew in the middle of it: nobody's events may start there by mistake
            request(3, "watch", "again" + std::to_string(turn));
            until([&] { return !clients_[3]->messages.empty(); });
        }
        for (std::size_t i = 0; i < 3; ++i)
            if (const auto& legal = states[i].at("legal").as_array(); !legal.empty())
                request(i, "play", "t" + std::to_string(turn),
                        R"(,"action":")" +
                            std::string(legal[static_cast<std::size_t>(turn) % legal.size()].as_string()) + "\"");
        const auto knows_all = [&](std::size_t i) {
            const auto& messages = clients_[i]->messages;
            return !messages.empty() &&
                   json::parse(messages.back()).at("seq").as_int64() == look(shard_, loop_, table_)->seq();
        };
        until([&] { return knows_all(0) && knows_all(1) && knows_all(2) && knows_all(3); });
        for (std::size_t i = 0; i < 4; ++i) {
            for (const auto& message : heard(i)) {
                in_events += message.as_object().contains("events") && !message.as_object().contains("view") ? 1U : 0U;
                apply(states[i], message.as_object());
            }
            clients_[i]->messages.clear();
            const Room& room = *look(shard_, loop_, table_);
            const auto whole = json::parse(room.state(room.observer_of(clients_[i]->person.guest)));
            for (const char* key : {"legal", "to_act", "over", "undo", "retract"})
                ASSERT_EQ(states[i].at(key), whole.at(key)) << turn << key;
        }
    }
    EXPECT_GT(in_events, 30U);  // a short match
}

}  // namespace
}  // namespace springtide::server
