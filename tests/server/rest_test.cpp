// What stays in memory: of a table at which nobody does anything, who watches it; of one that everybody has left,
// nothing.
#include <boost/json.hpp>

#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

namespace json = boost::json;

class RestTest : public testing::Test {
  protected:
    RestTest() : shard_(loop_, sqlite_stores(folder_), ShardSettings()) {
        EXPECT_TRUE(shard_.open());
        for (int i = 0; i < 3; ++i) {
            clients_.push_back(std::make_shared<HandClient>());
            clients_.back()->person = People::new_person();
            clients_.back()->takes_events = true;
        }
        EXPECT_TRUE(loop_.until([&] { return loop_.waiting() == 1; }));  // for the next beat
    }

    json::value ask(std::size_t client, const std::string& id, const std::string& request) {
        auto& messages = clients_[client]->messages;
        const std::string start = "{\"id\":\"" + id + "\"";
        const auto is_answer = [&](const std::string& message) { return message.starts_with(start); };
        shard_.receive(clients_[client], start + "," + request + "}");
        EXPECT_TRUE(loop_.until([&] { return std::ranges::any_of(messages, is_answer); })) << request;
        const auto answer = json::parse(*std::ranges::find_if(messages, is_answer));
        messages.clear();
        return answer;
    }
    json::value ask_of_table(std::size_t client, const std::string& id, const std::string& op,
                             const std::string& more = "") {
        return ask(client, id, R"("op":")" + op + R"(","table":")" + table_ + "\"" + more);
    }

    /// A game of two, both watching.
    void begin(const std::string& more = "") {
        table_ = ask(0, "new", R"("op":"create","game":"high_tide_leiman","players":2)" + more)
                     .at("table")
                     .as_string()
                     .c_str();
        for (const char* op : {"join", "ready"})
            for (std::size_t i = 0; i < 2; ++i) ask_of_table(i, op, op);
        for (std::size_t i = 0; i < 2; ++i) ask_of_table(i, "watch", "watch");
    }
    /// Whoever is to act does; gives who it was.
    std::size_t move(const std::string& id) {
        const Table& game = *look(shard_, loop_, table_)->table();
        const auto seat = *game.to_act().seats.begin();
        const auto client = look(shard_, loop_, table_)->seat_of(clients_[0]->person.guest) == seat ? 0UL : 1UL;
        const auto done = ask_of_table(client, id, "play", R"(,"action":")" + game.legal(seat).front() + "\"");
        EXPECT_TRUE(done.at("ok").as_bool()) << done;
        return client;
    }
    void pass(int beats) {
        for (int i = 0; i < beats; ++i) {
            // The next beat, and alarms; not what is told of who is there.
            const auto waiting = loop_.waiting_but(PresenceTracker::pause_ms);
            loop_.let_time_pass();
            ASSERT_TRUE(loop_.until([&] { return loop_.waiting_but(PresenceTracker::pause_ms) == waiting; }));
        }
    }
    int metric(const std::string& name) {
        const std::string text = metrics_of(shard_);
        const std::string line = "\nspringtide_" + name + " ";
        return std::stoi(text.substr(text.find(line) + line.size()));
    }

    Folder folder_;
    HandLoop loop_;
    Shard shard_;
    std::vector<std::shared_ptr<HandClient>> clients_;
    std::string table_;
};

constexpr int long_enough = 61;

TEST_F(RestTest, NobodyNoticesThatATableRested) {
    begin();
    const auto first = move("first");
    pass(long_enough / 2);
    EXPECT_EQ(metric("tables_loaded"), 1);
    pass(long_enough);
    EXPECT_EQ(metric("tables_loaded"), 0);
    EXPECT_EQ(metric("tables_known"), 1);
    const auto again = ask_of_table(first, "first", "play", R"(,"action":"anything")");
    EXPECT_TRUE(again.at("repeated").as_bool()) << again;
    pass(2 * long_enough);
    EXPECT_EQ(metric("tables_loaded"), 0);
    for (const auto& client : clients_) client->messages.clear();
    const auto second = move("second");
    const auto& told = clients_[1 - second]->messages;
    ASSERT_TRUE(loop_.until([&] { return !told.empty(); }));
    const Room& room = *look(shard_, loop_, table_);
    const auto push = json::parse(told.back());
    EXPECT_EQ(push.at("seq").as_int64(), room.seq());
    const auto state = json::parse(room.state(room.observer_of(clients_[1 - second]->person.guest)));
    EXPECT_FALSE(push.as_object().contains("view")) << "events are told as if it had never rested";
    EXPECT_EQ(push.at("events").at(0).at(0), "tile_moved");
    for (const char* key : {"legal", "to_act"}) EXPECT_EQ(push.at(key), state.at(key)) << key;
}

TEST_F(RestTest, WhoLeavesATableThatRestsDoesNotWakeIt) {
    begin();
    pass(2 * long_enough);
    EXPECT_TRUE(ask_of_table(0, "bye", "unwatch").at("ok").as_bool());
    EXPECT_EQ(metric("tables_loaded"), 0);
    EXPECT_EQ(metric("tables_known"), 1);
    shard_.gone(clients_[1]);
    EXPECT_EQ(metric("tables_known"), 0);
}

TEST_F(RestTest, ATableThatNobodyNeedsIsForgottenWhateverItWasLoadedFor) {
    begin(R"(,"spectators":false)");
    for (std::size_t i = 0; i < 2; ++i) shard_.gone(clients_[i]);
    EXPECT_EQ(metric("tables_known"), 0);
    EXPECT_FALSE(ask_of_table(2, "look", "watch").at("ok").as_bool());
    pass(1);
    EXPECT_EQ(metric("tables_known"), 0);
    EXPECT_FALSE(ask_of_table(0, "bad", "play", R"(,"action":"no action")").at("ok").as_bool());
    pass(1);
    EXPECT_EQ(metric("tables_known"), 0);
}

TEST_F(RestTest, AClockRunsOnAtATableThatRests) {
    begin(R"(,"clock":{"kind":"days","days":2})");
    ASSERT_TRUE(look(shard_, loop_, table_)->deadline());
    pass(2 * long_enough);  // each time the alarm looks whether its time has come
    EXPECT_EQ(metric("tables_loaded"), 0);
    for (std::size_t i = 0; i < 2; ++i) shard_.gone(clients_[i]);
    pass(1);
    EXPECT_EQ(metric("tables_known"), 1) << "somebody must be there when it rings";
    EXPECT_EQ(metric("tables_loaded"), 0);
}

TEST_F(RestTest, WhatAnotherNodeAppendsWakesATable) {
    begin();
    pass(2 * long_enough);
    shard_.resync_all();
    EXPECT_EQ(metric("tables_loaded"), 0);
    const auto seq = std::ssize(*(*SqliteStore::open(folder_.file()))->events(table_, 0)) + 1;
    const RoomEvent said{
        .what = ChatSaid{.text = "are you there?"}, .guest = clients_[0]->person.guest, .name = "Ada", .seq = seq};
    std::vector<Write> write(1);
    write[0].table = table_;
    write[0].events = {to_stored(said)};
    ASSERT_TRUE((*SqliteStore::open(folder_.file()))->write(write));
    shard_.heard(table_, seq);
    look(shard_, loop_, table_);
    EXPECT_EQ(metric("tables_loaded"), 1);
    ASSERT_EQ(clients_[1]->messages.size(), 1U);
    EXPECT_EQ(json::parse(clients_[1]->messages[0]).at("chat").at(0).at("text"), "are you there?");
}

}  // namespace
}  // namespace springtide::server
