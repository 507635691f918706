// Two shards in one process: both turned by one hand, so that what they do to each other happens in one order.
#include <boost/json.hpp>

#include "protocol/server_reasons.hpp"
#include "server/accounts/company.hpp"
#include "server/accounts/host_desk.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

/// Keeps what it is told, also that it has to go.
class NotingClient final : public Client {
  public:
    void send(std::string message) override { messages.push_back(std::move(message)); }
    void dismiss(const std::string& why) override { dismissed = why; }
    std::vector<std::string> messages;
    std::string dismissed;
};
using Somebody = std::shared_ptr<NotingClient>;

class ShardGroupTest : public testing::Test {
  protected:
    ShardGroupTest() { move_in(group_); }
    void move_in(ShardGroup& group) {
        shards_.clear();
        for (std::size_t number = 0; number < group.shards(); ++number)
            shards_.push_back(std::make_unique<Shard>(loop_, stores(), settings_, &group));
        for (const auto& shard : shards_) EXPECT_TRUE(shard->open());
    }
    /// Until everything is done that was posted before.
    void settle() {
        bool is_done = false;
        loop_.post([&] { is_done = true; });
        EXPECT_TRUE(loop_.until([&] { return is_done; }));
    }
    ShardStores stores() {
        return {.reader = off_loop(folder_), .writer = {}, .loader = off_loop(folder_), .keeper = off_loop(folder_)};
    }
    Shard& shard(std::size_t number) { return *shards_[number]; }

    /// Somebody whose connection lives in this shard.
    Somebody come(std::size_t shard, const std::string& guest = "") {
        auto client = std::make_shared<NotingClient>();
        client->person = People::new_person();
        if (!guest.empty()) client->person.guest = guest;
        shards_[shard]->came(client);
        return client;
    }
    /// Sends without waiting for the answer; gives the id of the request.
    int send(const Somebody& client, boost::json::object request, const std::string& table = "") {
        request["id"] = ++request_;
        if (!table.empty()) request["table"] = table;
        shards_[client->shard]->receive(client, boost::json::serialize(request));
        return request_;
    }
    boost::json::object answer(const Somebody& client, int id) {
        const std::string start = "{\"id\":" + std::to_string(id) + ",";
        const auto is_answer = [&](const std::string& message) { return message.starts_with(start); };
        EXPECT_TRUE(loop_.until([&] { return std::ranges::any_of(client->messages, is_answer); }));
        return boost::json::parse(*std::ranges::find_if(client->messages, is_answer)).as_object();
    }
    boost::json::object ask(const Somebody& client, boost::json::object request, const std::string& table = "") {
        return answer(client, send(client, std::move(request), table));
    }
    static std::string reason(const boost::json::object& answer) {
        return answer.at("ok").as_bool() ? "" : std::string(answer.at("error").at("reason").as_string());
    }
    std::string create(const Somebody& client, boost::json::object more = {}) {
        more["op"] = "create";
        more["game"] = "high_tide_leiman";
        more["players"] = 2;
        return std::string(ask(client, std::move(more)).at("table").as_string());
    }
    bool is_told(const Somebody& client, const std::string& words) {
        return loop_.until([&] {
            return std::ranges::any_of(client->messages, [&](const auto& one) { return one.find(words) != one.npos; });
        });
    }
    void store(const std::function<Expected<Write>(Store&)>& make) {
        const auto opened = SqliteStore::open(folder_.file());
        const auto write = make(**opened);
        ASSERT_TRUE(write && (*opened)->write(std::vector{*write}));
    }
    std::int64_t figure(const std::string& name) {
        std::optional<std::int64_t> value;
        shard(0).measure([&](const std::vector<Figure>& all) { value = value_of(all, name); });
        EXPECT_TRUE(loop_.until([&] { return value.has_value(); }));
        return *value;
    }

    Folder folder_;
    HandLoop loop_;
    ShardSettings settings_ = [] {
        ShardSettings settings;
        settings.tables_created_hourly = 3;
        return settings;
    }();
    ShardGroup group_{off_loop(folder_), settings_.rates, {.milliseconds = 1}, 2};
    std::vector<std::unique_ptr<Shard>> shards_;
    int request_ = 0;
};

TEST_F(ShardGroupTest, ATableBelongsToTheShardOfItsIdWhoeverMakesIt) {
    for (const std::size_t number : {0UL, 1UL}) {
        const auto anna = come(number);
        for (int i = 0; i < 3; ++i) EXPECT_EQ(group_.owner_of(create(anna)), number);
    }
}

TEST_F(ShardGroupTest, PeopleOfBothShardsPlayAtOneTable) {
    const auto anna = come(0);
    const auto ben = come(1);
    const std::string table = create(anna);
    for (const auto& client : {anna, ben}) {
        EXPECT_EQ(reason(ask(client, {{"op", "join"}}, table)), "");
        EXPECT_EQ(reason(ask(client, {{"op", "ready"}}, table)), "");
    }
    EXPECT_EQ(ask(ben, {{"op", "watch"}}, table).at("room").at("phase").as_string(), "running");
    EXPECT_EQ(look(shard(0), loop_, table)->seat_of(ben->person.guest), 1);
    // Who moves first is drawn; the other one hears of it, and the frame says of which table.
    const auto first = look(shard(0), loop_, table)->acting().contains(0) ? anna : ben;
    const auto other = first == anna ? ben : anna;
    other->messages.clear();
    const auto action = look(shard(0), loop_, table)->table()->legal(first == anna ? 0 : 1).front();
    EXPECT_EQ(reason(ask(first, {{"op", "play"}, {"action", action}}, table)), "");
    EXPECT_TRUE(is_told(other, "\"table\":\"" + table + "\""));
}

TEST_F(ShardGroupTest, RequestsAboutATableElsewhereAreAnsweredInTheirOrder) {
    const auto anna = come(0);
    const auto ben = come(1);
    const std::string table = create(anna, {{"spectators_chat", true}});
    const int watch = send(ben, {{"op", "watch"}}, table);
    const int said = send(ben, {{"op", "chat"}, {"text", "hello"}}, table);
    const int none = send(ben, {{"op", "play"}, {"action", "x"}}, table);
    EXPECT_EQ(reason(answer(ben, none)), "no_seat_of_yours");
    const auto place = [&](int id) {
        const std::string start = "{\"id\":" + std::to_string(id) + ",";
        return std::ranges::find_if(ben->messages, [&](const auto& one) { return one.starts_with(start); });
    };
    EXPECT_LT(place(watch), place(said));
    EXPECT_TRUE(is_told(ben, "hello"));
}

TEST_F(ShardGroupTest, WhoGoesIsGoneInEveryShard) {
    const auto anna = come(0);
    auto ben = come(1);
    const std::string table = create(anna);
    for (const auto& client : {anna, ben}) {
        EXPECT_EQ(reason(ask(client, {{"op", "join"}}, table)), "");
        EXPECT_EQ(reason(ask(client, {{"op", "watch"}, {"presence", true}}, table)), "");
    }
    loop_.let_time_pass();
    anna->messages.clear();
    const std::weak_ptr<Client> connection = ben;
    send(ben, {{"op", "watch"}}, table);  // is still on its way to the other shard
    shard(1).gone(ben);
    ben.reset();
    EXPECT_TRUE(connection.expired()) << "nothing in another shard keeps it";
    EXPECT_TRUE(loop_.until([&] {
        const auto now = ask(anna, {{"op", "presence"}}, table);
        return now.at("gone").as_array() == boost::json::array{1};
    }));
    shard(0).gone(anna);
    EXPECT_EQ(figure("clients"), 0);
}

TEST_F(ShardGroupTest, TwoWhoAskToPlayAtTheSameMomentMeet) {
    for (const char* speed : {"live", "days"}) {
        const auto anna = come(0);
        const auto ben = come(1);
        const boost::json::object wish = {{"op", "play_now"}, {"game", "high_tide_leiman"}, {"speed", speed}};
        const int annas = send(anna, wish);
        const int bens = send(ben, wish);
        const auto one = answer(anna, annas);
        const auto two = answer(ben, bens);
        EXPECT_EQ(one.at("table"), two.at("table")) << speed;
        EXPECT_NE(one.at("opened"), two.at("opened"));
    }
}

TEST_F(ShardGroupTest, WhoGoesBeforeTheyHaveASeatIsBroughtNowhere) {
    const std::size_t home = group_.owner_of("high_tide_leimandays");
    const boost::json::object wish = {{"op", "play_now"}, {"game", "high_tide_leiman"}, {"speed", "days"}};
    const auto waiting = ask(come(home), wish);
    const auto ben = come(1 - home);
    send(ben, wish);
    shard(1 - home).gone(ben);
    EXPECT_EQ(reason(ask(come(1 - home), {{"op", "friends"}})), "");  // read after what Ben's request waits for
    settle();
    const Room& room = *look(shard(home), loop_, std::string(waiting.at("table").as_string()));
    EXPECT_EQ(room.chairs()[1].kind, SeatKind::open);
}

TEST_F(ShardGroupTest, WhoPlaysNowSitsUnderTheNameTheyHaveNow) {
    const std::size_t home = group_.owner_of("high_tide_leimandays");
    const auto ben = come(1 - home);
    const std::string table = create(come(home));
    EXPECT_EQ(reason(ask(ben, {{"op", "watch"}}, table)), "") << "they are known there already";
    store([&](Store&) -> Expected<Write> {
        Write write;
        write.moved_guest = GuestRow{.id = ben->person.guest, .name = "Ben the Second", .claimed = {}, .password = {}};
        return write;
    });
    const auto seat = ask(ben, {{"op", "play_now"}, {"game", "high_tide_leiman"}, {"speed", "days"}});
    EXPECT_EQ(reason(seat), "");
    EXPECT_EQ(look(shard(home), loop_, std::string(seat.at("table").as_string()))->chairs()[0].name, "Ben the Second");
}

TEST_F(ShardGroupTest, PlayNowFindsATableThatWaitsInAnyShard) {
    for (const std::size_t number : {0UL, 1UL}) {
        const auto host = come(number);
        const auto table = ask(host, {{"op", "create"},
                                      {"game", "turn_the_tide"},
                                      {"players", 3},
                                      {"listed", true},
                                      {"clock", {{"kind", "days"}, {"days", 2}}},
                                      {"on_timeout", "seat"}});
        ASSERT_EQ(reason(table), "");
        const auto guest = come(1 - number);
        const auto found = ask(guest, {{"op", "play_now"}, {"game", "turn_the_tide"}, {"speed", "days"}});
        EXPECT_FALSE(found.at("opened").as_bool());
        // It is full before the next one is made.
        for (int i = 0; i < 2; ++i)
            EXPECT_EQ(reason(ask(come(number), {{"op", "join"}}, std::string(found.at("table").as_string()))), "");
    }
}

TEST_F(ShardGroupTest, ABanIsKnownInEveryShard) {
    const auto eve = come(1, "eve");
    const auto anna = come(1, "anna");
    store([](Store&) -> Expected<Write> {
        Write write;
        write.notes = {
            note_of({.target = "guest eve", .name = "Eve", .why = "a test", .at = now_ms()}, note_kinds::ban)};
        return write;
    });
    bool is_done = false;
    shard(0).bans_changed([&] { is_done = true; });
    EXPECT_TRUE(loop_.until([&] { return is_done && !eve->dismissed.empty(); }));
    EXPECT_EQ(eve->dismissed, server_reason("banned").sentence);
    EXPECT_TRUE(anna->dismissed.empty());
    EXPECT_FALSE(come(1, "eve")->dismissed.empty()) << "nor does one stay that was on its way";
}

TEST_F(ShardGroupTest, ASessionThatEndedIsOverInEveryShard) {
    const auto anna = come(1);
    anna->person.use({.guest = anna->person.guest, .session = "s", .issued = 1});
    Write write;
    write.ended_session = EndedSession{.id = "s", .guest = anna->person.guest, .at = now_ms()};
    shard(0).people().end_session(std::move(write), [](const Expected<WriteOutcome>&) {});
    EXPECT_TRUE(loop_.until([&] { return !anna->dismissed.empty(); }));
}

TEST_F(ShardGroupTest, WhoIsBlockedIsNotHeardByWhoIsAtAnotherShard) {
    const auto anna = come(1);
    const auto ben = come(0);
    const std::string table = create(anna, {{"spectators_chat", true}});
    EXPECT_EQ(reason(ask(anna, {{"op", "join"}}, table)), "");
    EXPECT_EQ(reason(ask(ben, {{"op", "watch"}}, table)), "");
    store([&](Store& in) { return block(in, ben->person.guest, anna->person.guest, now_ms()); });
    shard(0).blocks_changed(ben->person.guest);
    EXPECT_EQ(reason(ask(ben, {{"op", "friends"}})), "");  // read after the blocks
    EXPECT_EQ(reason(ask(anna, {{"op", "chat"}, {"text", "listen"}}, table)), "");
    EXPECT_EQ(reason(ask(ben, {{"op", "watch"}}, table)), "");
    EXPECT_TRUE(std::ranges::none_of(ben->messages, [](const auto& one) { return one.find("listen") != one.npos; }));
}

TEST_F(ShardGroupTest, FriendsAreToldWhoIsHereInWhicheverShard) {
    const auto anna = come(0, "anna");
    for (const auto& pair : {std::pair("anna", "ben"), std::pair("ben", "anna")})
        store([pair](Store& in) { return befriend(in, pair.first, pair.second, now_ms()); });
    const auto before = ask(anna, {{"op", "friends"}});
    EXPECT_FALSE(before.at("friends").at(0).at("here").as_bool());
    loop_.let_time_pass();
    const auto ben = come(1, "ben");
    EXPECT_TRUE(shard(0).online().is_here("ben"));
    settle();
    loop_.let_time_pass();
    EXPECT_TRUE(is_told(anna, R"("here":true}})"));
    EXPECT_EQ(figure("friend_pushes_total"), 1);
}

TEST_F(ShardGroupTest, TwoShardsAreNotTwiceAsGenerous) {
    const auto here = come(0, "anna");
    const auto there = come(1, "anna");
    create(here);
    create(there);
    create(here);
    EXPECT_EQ(reason(ask(there, {{"op", "create"}, {"game", "high_tide_leiman"}, {"players", 2}})), "many_tables_made");
}

TEST_F(ShardGroupTest, WhatBothCountIsAddedUp) {
    const auto anna = come(0);
    const auto ben = come(1);
    create(anna);
    create(ben);
    EXPECT_EQ(reason(ask(ben, {{"op", "watch"}}, "0123456789abcdef0123456789abcdef")), "no_such_table");
    EXPECT_EQ(figure("requests_total"), 3);
    EXPECT_EQ(figure("events_total"), 2);
    EXPECT_EQ(figure("clients"), 2);
    std::string text;
    shard(0).metrics([&](const std::string& told) { text = told; });
    EXPECT_TRUE(loop_.until([&] { return !text.empty(); }));
    EXPECT_NE(text.find("\nspringtide_events_total 2\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\nspringtide_commits_total "), std::string::npos);
}

TEST_F(ShardGroupTest, WhoAskedOfATableElsewhereStaysWhoTheyAre) {
    const auto anna = come(0);
    const auto ben = come(1);
    const std::string table = create(anna);
    const auto token = ask(anna, {{"op", "hello"}}).at("token");
    EXPECT_EQ(reason(ask(ben, {{"op", "history"}, {"before", 1}}, table)), "");
    EXPECT_EQ(reason(ask(ben, {{"op", "hello"}, {"token", token}})), "hello_first");
}

TEST_F(ShardGroupTest, ATableIsClosedAndRewrittenWhereItLives) {
    const auto anna = come(1);
    const std::string table = create(anna);
    EXPECT_EQ(reason(ask(anna, {{"op", "watch"}}, table)), "");
    std::optional<bool> is_rewritten;
    shard(0).rewrite(table, [](Store&) { return Expected<Write>(Write()); }, [&](bool done) { is_rewritten = done; });
    EXPECT_TRUE(loop_.until([&] { return is_rewritten.has_value(); }));
    EXPECT_TRUE(*is_rewritten);
    bool is_closed = false;
    shard(0).close_table(table, "for a test", [&](const Expected<void>& done) { is_closed = done.has_value(); });
    EXPECT_TRUE(is_told(anna, "closed_by_host"));
    EXPECT_TRUE(is_closed);
}

TEST_F(ShardGroupTest, SomebodyAtATableElsewhereIsFound) {
    const auto anna = come(1);
    const std::string table = create(anna);
    EXPECT_EQ(reason(ask(anna, {{"op", "join"}}, table)), "");
    std::optional<Expected<TableGuest>> found;
    shard(0).find_guest(
        table, People::new_person(), [](const Room& room) { return room.who_sits(0); },
        [&](const Expected<TableGuest>& whom) { found = whom; });
    EXPECT_TRUE(loop_.until([&] { return found.has_value(); }));
    ASSERT_TRUE(*found);
    EXPECT_EQ((*found)->guest, anna->person.guest);
}

TEST_F(ShardGroupTest, ARunningGameIsTakenUpByItsShardAfterARestart) {
    std::vector<std::string> tables;
    for (const std::size_t number : {0UL, 1UL}) {
        const auto anna = come(number);
        tables.push_back(
            create(anna, {{"seats", {"open", {{"bot", "random"}}}}, {"clock", {{"kind", "days"}, {"days", 2}}}}));
        EXPECT_EQ(reason(ask(anna, {{"op", "join"}}, tables.back())), "");
        EXPECT_EQ(reason(ask(anna, {{"op", "ready"}}, tables.back())), "");
    }
    settle();
    ShardGroup after(off_loop(folder_), settings_.rates, {.milliseconds = 1}, 2);
    move_in(after);
    EXPECT_EQ(figure("tables_known"), 2) << "each by one of them";
    shards_.clear();
}

}  // namespace
}  // namespace springtide::server
