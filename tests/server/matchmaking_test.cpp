// "Play now": who is brought to which table, first as a list alone, then through the shard.
#include "server/competitions/matchmaking.hpp"

#include <boost/json.hpp>

#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

const auto all = [](const WaitingTable&) { return true; };

WaitingTable waiting(const std::string& table, int free_seats, std::int64_t since, ClockKind speed = ClockKind::live) {
    return {.table = table, .game = "turn_the_tide", .speed = speed, .free_seats = free_seats, .since = since, .at = 0};
}

TEST(Matchmaker, TheTableThatNeedsFewestComesFirstThenTheOldest) {
    Matchmaker maker;
    maker.note(waiting("two", 2, 1));
    maker.note(waiting("young", 1, 9));
    maker.note(waiting("old", 1, 5));
    EXPECT_EQ(maker.find("turn_the_tide", ClockKind::live, all)->table, "old");
    maker.note(waiting("old", 0, 5));
    EXPECT_EQ(maker.find("turn_the_tide", ClockKind::live, all)->table, "young");
    maker.forget("young");
    EXPECT_EQ(maker.find("turn_the_tide", ClockKind::live, all)->table, "two");
    EXPECT_EQ(maker.size(), 1);
}

TEST(Matchmaker, OnlyTheGameAndTheSpeedThatWereAskedFor) {
    Matchmaker maker;
    maker.note(waiting("slow", 1, 1, ClockKind::days));
    EXPECT_FALSE(maker.find("turn_the_tide", ClockKind::live, all));
    EXPECT_FALSE(maker.find("high_tide_henn", ClockKind::days, all));
    EXPECT_TRUE(maker.find("turn_the_tide", ClockKind::days, all));
    maker.note(waiting("slow", 1, 1, ClockKind::live));  // it moves from one list to the other
    EXPECT_FALSE(maker.find("turn_the_tide", ClockKind::days, all));
    EXPECT_TRUE(maker.find("turn_the_tide", ClockKind::live, all));
}

TEST(Matchmaker, WhatDoesNotSuitIsPassedOver) {
    Matchmaker maker;
    for (int i = 0; i < 10; ++i) maker.note(waiting("t" + std::to_string(i), 1, i));
    const auto found = maker.find("turn_the_tide", ClockKind::live, [](const auto& table) { return table.since >= 7; });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->table, "t7");
    for (int i = 0; i < Matchmaker::most_looked_at; ++i) maker.note(waiting("u" + std::to_string(i), 1, -1));
    EXPECT_FALSE(maker.find("turn_the_tide", ClockKind::live, [](const auto& table) { return table.since >= 0; }))
        << "one request does not look at everything there is";
}

class PlayNowTest : public testing::Test {
  protected:
    PlayNowTest() { begin(); }
    void begin() { shard_ = unlimited_shard(loop_, folder_); }
    std::shared_ptr<HandClient> somebody() {
        auto client = std::make_shared<HandClient>();
        client->person = People::new_person();
        shard_->came(client);
        return client;
    }
    boost::json::object ask(const std::shared_ptr<HandClient>& client, const std::string& request) {
        const auto is_answer = [](const std::string& message) { return message.find("\"ok\":") != std::string::npos; };
        client->messages.clear();
        shard_->receive(client, request);
        EXPECT_TRUE(loop_.until([&] { return std::ranges::any_of(client->messages, is_answer); })) << request;
        return boost::json::parse(*std::ranges::find_if(client->messages, is_answer)).as_object();
    }
    boost::json::object play_now(const std::shared_ptr<HandClient>& client, const std::string& game = "turn_the_tide",
                                 const std::string& speed = "live") {
        return ask(client, R"({"id":1,"op":"play_now","game":")" + game + R"(","speed":")" + speed + "\"}");
    }
    static std::string table_of(const boost::json::object& answer) {
        return std::string(answer.at("table").as_string());
    }
    std::string about(const boost::json::object& answer) { return R"("table":")" + table_of(answer) + "\""; }

    Folder folder_;
    HandLoop loop_;
    std::unique_ptr<Shard> shard_;
};

TEST_F(PlayNowTest, ThreeStrangersMeetAtOneTableTheFourthOpensAnother) {
    const auto first = play_now(somebody());
    EXPECT_TRUE(first.at("opened").as_bool());
    for (int seat = 1; seat < 3; ++seat) {
        const auto next = play_now(somebody());
        EXPECT_FALSE(next.at("opened").as_bool());
        EXPECT_EQ(table_of(next), table_of(first));
        EXPECT_EQ(next.at("seat").as_int64(), seat);
    }
    const auto fourth = play_now(somebody());
    EXPECT_TRUE(fourth.at("opened").as_bool());
    EXPECT_NE(table_of(fourth), table_of(first));
    const auto lobby = (*SqliteStore::open(folder_.file()))->rooms("open", true, 10);
    ASSERT_TRUE(lobby);
    EXPECT_EQ(lobby->size(), 2) << "everybody sees them";
}

TEST_F(PlayNowTest, WhoAsksTwiceWaitsAtOneTable) {
    const auto anna = somebody();
    const auto first = play_now(anna);
    const auto again = play_now(anna);
    EXPECT_EQ(table_of(first), table_of(again));
    EXPECT_EQ(again.at("seat").as_int64(), 0);
}

TEST_F(PlayNowTest, OtherSpeedsGamesOptionsAndClosedTablesDoNotFit) {
    const auto host = somebody();
    const std::string usual = R"({"id":1,"op":"create","game":"high_tide_leiman","players":2)";
    ask(host, usual + R"(,"clock":{"kind":"live","move":60,"bank":300}})");  // private
    ask(host, usual + R"(,"listed":true})");                                 // without a clock
    ask(host, usual + R"(,"listed":true,"options":{"stones":2},"clock":{"kind":"live","move":60,"bank":300}})");
    EXPECT_TRUE(play_now(somebody(), "high_tide_leiman").at("opened").as_bool());
    EXPECT_TRUE(play_now(somebody(), "high_tide_leiman", "days").at("opened").as_bool());
    const auto open = ask(host, usual + R"(,"listed":true,"clock":{"kind":"days","days":2}})");
    const auto slow = play_now(somebody(), "high_tide_leiman", "days");
    EXPECT_FALSE(slow.at("opened").as_bool());
    EXPECT_NE(table_of(slow), table_of(open)) << "where somebody sits already comes first";
    EXPECT_EQ(table_of(play_now(somebody(), "high_tide_leiman", "days")), table_of(open))
        << "a table that its host made and listed fits as well";
}

TEST_F(PlayNowTest, WhoWentIsNobodyToPlayWithAndLosesTheSeat) {
    const auto anna = somebody();
    const auto first = play_now(anna, "high_tide_leiman");
    ask(anna, R"({"id":2,"op":"watch",)" + about(first) + "}");
    shard_->gone(anna);
    const auto second = play_now(somebody(), "high_tide_leiman");
    EXPECT_TRUE(second.at("opened").as_bool()) << "nobody is there";
    loop_.let_time_pass();
    EXPECT_TRUE(loop_.until(
        [&] { return (*SqliteStore::open(folder_.file()))->seat_of(table_of(first), anna->person.guest) == -1; }));
}

TEST_F(PlayNowTest, WhoReloadsThePageKeepsTheSeat) {
    const auto anna = somebody();
    const auto first = play_now(anna, "high_tide_leiman");
    ask(anna, R"({"id":2,"op":"watch",)" + about(first) + "}");
    shard_->gone(anna);
    const auto again = std::make_shared<HandClient>();
    again->person = anna->person;
    shard_->came(again);
    ask(again, R"({"id":2,"op":"watch",)" + about(first) + "}");
    loop_.let_time_pass();
    ask(again, R"({"id":3,"op":"watch",)" + about(first) + "}");
    EXPECT_EQ((*SqliteStore::open(folder_.file()))->seat_of(table_of(first), anna->person.guest), 0);
    EXPECT_EQ(table_of(play_now(somebody(), "high_tide_leiman")), table_of(first));
}

TEST_F(PlayNowTest, WhoeverSitsThereMayGiveAFreeSeatToABot) {
    const auto anna = somebody();
    const auto ben = somebody();
    const auto first = play_now(anna);
    const std::string bot = R"({"id":4,"op":"seat",)" + about(first) + R"(,"seat":2,"kind":{"bot":"random"}})";
    EXPECT_EQ(ask(somebody(), bot).at("error").at("reason").as_string(), "only_the_host");
    play_now(ben);
    EXPECT_EQ(ask(ben, R"({"id":4,"op":"seat",)" + about(first) + R"(,"seat":2,"kind":"reserved"})")
                  .at("error")
                  .at("reason")
                  .as_string(),
              "quick_seats");
    EXPECT_EQ(
        ask(ben, R"({"id":4,"op":"remove",)" + about(first) + R"(,"seat":0})").at("error").at("reason").as_string(),
        "only_the_host");
    EXPECT_TRUE(ask(ben, bot).at("ok").as_bool());
    EXPECT_TRUE(play_now(somebody()).at("opened").as_bool()) << "no seat is free there any more";
    for (const auto& client : {anna, ben}) ask(client, R"({"id":5,"op":"ready",)" + about(first) + "}");
    EXPECT_EQ(look(*shard_, loop_, table_of(first))->phase(), Phase::running);
}

TEST_F(PlayNowTest, WhoWasAskedToLeaveIsBroughtElsewhere) {
    const auto anna = somebody();
    const auto ben = somebody();
    const auto first = play_now(anna);
    play_now(ben);
    ask(anna, R"({"id":4,"op":"remove",)" + about(first) + R"(,"seat":1})");
    const auto elsewhere = play_now(ben);
    EXPECT_TRUE(elsewhere.at("opened").as_bool());
    EXPECT_NE(table_of(elsewhere), table_of(first));
}

TEST_F(PlayNowTest, BadRequestsGetTheirSentences) {
    const auto anna = somebody();
    const auto reason = [&](const std::string& more) {
        return std::string(ask(anna, R"({"id":1,"op":"play_now")" + more + "}").at("error").at("code").as_string());
    };
    EXPECT_EQ(reason(""), "bad_request");
    EXPECT_EQ(reason(R"(,"game":"chess")"), "unknown_game");
    EXPECT_EQ(reason(R"(,"game":"turn_the_tide","speed":"soon")"), "bad_request");
    EXPECT_EQ(reason(R"(,"game":"turn_the_tide","speed":7)"), "bad_request");
    EXPECT_TRUE((*SqliteStore::open(folder_.file()))->rooms("open", false, 10)->empty()) << "nothing was opened";
}

TEST_F(PlayNowTest, AThousandPlayersFindTablesAllAtOnce) {
    constexpr int people = 1000;
    std::vector<std::shared_ptr<HandClient>> all_clients;
    for (int i = 0; i < people; ++i) all_clients.push_back(somebody());
    const auto begun = std::chrono::steady_clock::now();
    for (const auto& client : all_clients)
        shard_->receive(client, R"({"id":1,"op":"play_now","game":"turn_the_tide"})");
    EXPECT_TRUE(loop_.until([&] {
        return std::ranges::none_of(all_clients, [](const auto& client) { return client->messages.empty(); });
    }));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    RecordProperty("seconds", std::to_string(took.count()));
    std::map<std::string, int> tables;
    for (const auto& client : all_clients) ++tables[table_of(boost::json::parse(client->messages.at(0)).as_object())];
    EXPECT_EQ(tables.size(), (people + 2) / 3);
    EXPECT_EQ(std::ranges::count_if(tables, [](const auto& one) { return one.second == 3; }), people / 3);
}

}  // namespace
}  // namespace springtide::server
