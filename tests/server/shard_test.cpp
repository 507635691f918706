// Any message at all, through the whole road of a request and a real database; under AddressSanitizer in `asan`.
#include <boost/json.hpp>

#include "core/random.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

class ShardTest : public testing::Test {
  protected:
    ShardTest() : shard_(loop_, sqlite_stores(folder_), ShardSettings()) {
        EXPECT_TRUE(shard_.open());
        for (int i = 0; i < 2; ++i) {
            clients_.push_back(std::make_shared<HandClient>());
            clients_.back()->person = People::new_person();
        }
    }

    /// Sends one request and gives its answer.
    std::string ask(std::size_t client, const std::string& request) {
        auto& messages = clients_[client]->messages;
        const auto is_answer = [](const std::string& message) { return message.find("\"ok\":") != std::string::npos; };
        messages.clear();
        shard_.receive(clients_[client], request);
        EXPECT_TRUE(loop_.until([&] { return std::ranges::any_of(messages, is_answer); })) << request;
        return *std::ranges::find_if(messages, is_answer);
    }

    /// The same, with its members put together, about this table.
    boost::json::object ask_about(std::size_t client, boost::json::object request, const std::string& table) {
        request["id"] = ++request_;
        if (!table.empty()) request["table"] = table;
        return boost::json::parse(ask(client, boost::json::serialize(request))).as_object();
    }
    static std::string reason(const boost::json::object& answer) {
        return answer.at("ok").as_bool() ? "" : std::string(answer.at("error").at("reason").as_string());
    }
    /// Two at a table of their own, which runs.
    std::string pair(boost::json::object more = {}) {
        more["op"] = "create";
        more["game"] = "high_tide_leiman";
        more["players"] = 2;
        const std::string table(ask_about(0, more, "").at("table").as_string());
        for (const char* op : {"join", "ready"})
            for (const std::size_t client : {0UL, 1UL}) EXPECT_EQ(reason(ask_about(client, {{"op", op}}, table)), "");
        return table;
    }
    std::size_t somebody(const std::string& guest = "") {
        clients_.push_back(std::make_shared<HandClient>());
        clients_.back()->person = People::new_person();
        if (!guest.empty()) clients_.back()->person.guest = guest;
        return clients_.size() - 1;
    }

    std::string table() {
        const std::string made =
            ask(0, R"({"id":1,"op":"create","game":"turn_the_tide","players":3,"seats":["open","open",{"bot":")" +
                       bot_levels("turn_the_tide").front() + "\"}]}");
        const auto at = made.find("\"table\":\"") + 9;
        return made.substr(at, 32);
    }

    Folder folder_;
    HandLoop loop_;
    Shard shard_;
    std::vector<std::shared_ptr<HandClient>> clients_;
    int request_ = 100;
};

TEST_F(ShardTest, EveryMessageGetsOneAnswerWhateverItIs) {
    const std::string id = table();
    for (const std::size_t client : {0UL, 1UL}) {
        ask(client, R"({"id":2,"op":"join","table":")" + id + "\"}");
        ask(client, R"({"id":3,"op":"ready","table":")" + id + "\"}");
    }
    const std::vector<std::string> good = {
        R"({"id":"a","op":"play","table":"T","action":"17","at":3})",
        R"({"id":"b","op":"watch","table":"T","since":2})",
        R"({"id":"c","op":"chat","table":"T","text":"hello"})",
        R"({"id":"d","op":"undo","table":"T"})",
        R"({"id":"e","op":"takeback","table":"T","do":"ask"})",
        R"({"id":"f","op":"retract","table":"T"})",
        R"({"id":"g","op":"seat","table":"T","seat":2,"kind":{"bot":"random"}})",
        R"({"id":"h","op":"create","game":"high_tide_leiman","players":2,"clock":{"kind":"live","move":5,"bank":9}})"};
    Random random(7);
    for (int i = 0; i < 3000; ++i) {
        std::string request = good[random.below(static_cast<std::uint32_t>(good.size()))];
        if (const auto at = request.find("\"T\""); at != std::string::npos) request.replace(at + 1, 1, id);
        for (auto changes = random.below(4); changes > 0 && !request.empty(); --changes) {
            const auto at = random.below(static_cast<std::uint32_t>(request.size()));
            switch (random.below(3)) {
                case 0: request[at] = static_cast<char>(random.below(256)); break;
                case 1: request.erase(at, 1 + random.below(8)); break;
                default:
                    request.insert(at, request.substr(random.below(static_cast<std::uint32_t>(request.size())), 9));
            }
        }
        const std::string answer = ask(random.below(2), request);
        ASSERT_TRUE(answer.starts_with("{\"id\":")) << answer;
    }
}

TEST_F(ShardTest, WhatIsStoredFoldsToTheSameRoom) {
    const std::string id = table();
    for (const std::size_t client : {0UL, 1UL}) {
        ask(client, R"({"id":2,"op":"join","table":")" + id + "\"}");
        ask(client, R"({"id":3,"op":"ready","table":")" + id + "\"}");
    }
    const auto can_move = [&](std::size_t client) {
        return !look(shard_, loop_, id)->table()->legal(static_cast<Seat>(client)).empty();
    };
    for (int moves = 0; moves < 20; ++moves) {  // a match of three has 36 tricks at least
        ASSERT_TRUE(loop_.until([&] { return can_move(0) || can_move(1); })) << "the bot does not move";
        const std::size_t client = can_move(0) ? 0 : 1;
        const auto legal = look(shard_, loop_, id)->table()->legal(static_cast<Seat>(client));
        ask(client, R"({"op":"play","table":")" + id + R"(","action":")" + legal.front() + "\"}");
    }
    ask(0, R"({"op":"watch","table":")" + id + "\"}");  // answered when nothing of this table is under way
    const Room& live = *look(shard_, loop_, id);
    const auto stored = Room::load(id, *(*SqliteStore::open(folder_.file()))->events(id, 0));
    ASSERT_TRUE(stored) << stored.error().message;
    EXPECT_GE(live.seq(), 4 + 20);  // seats, readiness and at least the moves of the two
    for (const auto& client : clients_)
        EXPECT_EQ((*stored)->push(client->person.guest, 0, true, 0, (*stored)->state(Observer::seat(0)), {}),
                  live.push(client->person.guest, 0, true, 0, live.state(Observer::seat(0)), {}));
}

TEST_F(ShardTest, WhoIsConnectedIsToldToThoseWhoWatch) {
    const std::string id = table();
    const std::string presence = R"({"id":9,"op":"presence","table":")" + id + "\"}";
    EXPECT_EQ(ask(0, presence),
              R"({"id":9,"ok":true,"here":[],"away":[],"gone":[]})");  // who does not watch is told nothing
    for (const std::size_t client : {0UL, 1UL}) {
        ask(client, R"({"id":2,"op":"join","table":")" + id + "\"}");
        ask(client, R"({"id":3,"op":"watch","table":")" + id + "\"}");
    }
    EXPECT_EQ(ask(0, presence), R"({"id":9,"ok":true,"here":[0,1],"away":[],"gone":[]})");
    const auto away = [&](const std::string& more) {
        return R"({"id":8,"op":"away","table":")" + id + "\"" + more + "}";
    };
    EXPECT_EQ(ask(1, away(R"(,"on":true)")), R"({"id":8,"ok":true})");
    EXPECT_EQ(ask(0, presence), R"({"id":9,"ok":true,"here":[0],"away":[1],"gone":[]})");
    EXPECT_NE(ask(1, away("")).find("'on'"), std::string::npos) << "what is missing is named";
    ask(1, away(R"(,"on":false)"));
    shard_.came(clients_[1]);
    shard_.gone(clients_[1]);
    EXPECT_EQ(ask(0, presence), R"({"id":9,"ok":true,"here":[0],"away":[],"gone":[1]})");
    shard_.came(clients_[1]);
    ask(1, R"({"id":3,"op":"watch","table":")" + id + "\"}");
    EXPECT_EQ(ask(0, presence), R"({"id":9,"ok":true,"here":[0,1],"away":[],"gone":[]})");
}

TEST_F(ShardTest, ASeatGivenUpByResigningIsNotTakenBack) {
    const std::string id = table();
    for (const std::size_t client : {0UL, 1UL}) {
        ask(client, R"({"id":2,"op":"join","table":")" + id + "\"}");
        ask(client, R"({"id":3,"op":"ready","table":")" + id + "\"}");
    }
    const auto join = [&](int request) {
        return "{\"id\":" + std::to_string(request) + R"(,"op":"join","table":")" + id + "\"}";
    };
    EXPECT_NE(ask(0, R"({"id":5,"op":"leave","table":")" + id + "\"}").find("\"ok\":true"), std::string::npos);
    EXPECT_NE(ask(0, join(4)).find("\"ok\":true"), std::string::npos);  // left to a bot: it is theirs again
    EXPECT_NE(ask(0, R"({"id":6,"op":"resign","table":")" + id + "\"}").find("\"ok\":true"), std::string::npos);
    EXPECT_NE(ask(0, join(7)).find("you resigned"), std::string::npos);
}

TEST_F(ShardTest, PlayAgainAsksTheOthersOnce) {
    const std::string table = pair();
    const auto again = [&](std::size_t client) { return ask_about(client, {{"op", "rematch"}}, table); };
    EXPECT_EQ(reason(again(0)), "not_over_yet");
    ask_about(0, {{"op", "resign"}}, table);
    const std::size_t stranger = somebody();
    EXPECT_EQ(reason(again(stranger)), "no_seat_here");
    const std::string next(again(1).at("table").as_string());
    EXPECT_EQ(again(0).at("table").as_string(), next) << "there is one";
    ask_about(1, {{"op", "watch"}}, next);  // so that it stays open
    const Room* room = look(shard_, loop_, next);
    ASSERT_NE(room, nullptr);
    for (const Chair& chair : room->chairs())
        EXPECT_EQ(chair.asked, chair.guests.front() == clients_[0]->person.guest) << chair.name;
}

TEST_F(ShardTest, AFriendIsInvitedByTheMarkThatTheHostHasOfThem) {
    const std::string& host = clients_[0]->person.guest;
    const std::size_t friendly = somebody();
    const auto store = *SqliteStore::open(folder_.file());
    const auto befriend_each_other = [&](std::size_t other) {
        const std::string& guest = clients_[other]->person.guest;
        for (const auto& [by, whom] : {std::pair(host, guest), std::pair(guest, host)})
            ASSERT_TRUE(store->write(std::vector<Write>{*befriend(*store, by, whom, 1)}));
    };
    befriend_each_other(1);
    befriend_each_other(friendly);
    const std::string table(
        ask_about(0, {{"op", "create"}, {"game", "high_tide_leiman"}, {"players", 2}}, "").at("table").as_string());
    const auto invite = [&](boost::json::object whom) {
        whom["op"] = "invite";
        whom["seat"] = 1;
        return reason(ask_about(0, whom, table));
    };
    ask_about(0, {{"op", "watch"}}, table);  // so that it stays open
    EXPECT_EQ(invite({}), "invite_whom");
    EXPECT_EQ(invite({{"person", shard_.people().handle_of(clients_[1]->person.guest, host)}}), "no_such_friend")
        << "a mark is worth something to one person alone";
    EXPECT_EQ(invite({{"person", shard_.people().handle_of(host, clients_[1]->person.guest)}}), "");
    const Room* room = look(shard_, loop_, table);
    ASSERT_NE(room, nullptr);
    EXPECT_EQ(room->chairs()[1].guests, std::vector<std::string>{clients_[1]->person.guest});
    EXPECT_TRUE(room->chairs()[1].asked);
}

TEST_F(ShardTest, ABotAccountActsAsFastAsItMayAndPeopleAsTheyLike) {
    const std::string table = pair();
    const std::size_t bot = somebody("bot0123456789abcdef0123456789abc");
    const auto most = 2 * BotLimits().moves_per_second;  // at once
    std::size_t refused = 0;
    for (std::size_t i = 0; i < most + 10; ++i) {
        EXPECT_NE(reason(ask_about(0, {{"op", "undo"}}, table)), "bot_acts_fast");
        const bool is_fast = reason(ask_about(bot, {{"op", "undo"}}, table)) == "bot_acts_fast";
        refused += is_fast ? 1 : 0;
        EXPECT_TRUE(!is_fast || i >= most) << i;
    }
    EXPECT_GT(refused, 0U);
}

/// Asked before a table is opened, so that strangers cannot have long ones opened.
TEST_F(ShardTest, AClosedTableThatRestsIsOpenedForThoseWhoPlayThere) {
    const std::string table = pair({{"spectators", false}});
    HandLoop loop;
    Shard later(loop, sqlite_stores(folder_), ShardSettings());
    ASSERT_TRUE(later.open());
    const auto may_open = [&](const Person& person) {
        std::optional<Expected<void>> may;
        later.may_open(table, person, true, [&](Expected<void> found) { may = std::move(found); });
        EXPECT_TRUE(loop.until([&] { return may.has_value(); }));
        return may && *may ? "" : may->error().reason;
    };
    EXPECT_EQ(may_open(clients_[1]->person), "");
    EXPECT_EQ(may_open(People::new_person()), "no_spectators");
}

}  // namespace
}  // namespace springtide::server
