// Two nodes on one PostgreSQL, turned by hand (tests/scripts/postgres.py names the database).
#include <boost/json.hpp>
#include <cstdlib>

#include "store/postgres_store.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

namespace json = boost::json;
constexpr std::int64_t hour_ms = 3'600'000;

class Node {
  public:
    explicit Node(HandLoop& loop) : loop_(loop), shard_(loop, stores(), settings()) { EXPECT_TRUE(shard_.open()); }
    json::value ask(const std::shared_ptr<HandClient>& client, const std::string& request) {
        client->messages.clear();
        shard_.receive(client, request);
        const auto is_answer = [](const std::string& message) { return message.find("\"ok\":") != std::string::npos; };
        EXPECT_TRUE(loop_.until([&] { return std::ranges::any_of(client->messages, is_answer); })) << request;
        return json::parse(*std::ranges::find_if(client->messages, is_answer));
    }
    /// As many signs of life as lie between two times of tidying.
    void tidy() {
        for (int beat = 0; beat < 31; ++beat) {
            EXPECT_TRUE(loop_.until([&] { return loop_.waiting() > 0; }));
            loop_.let_time_pass();
        }
        EXPECT_TRUE(loop_.until([&] { return loop_.waiting() > 0; }));
        // What there was to do is done with the next rounds of chores, and stored with a later sign of life.
        for (int beat = 0; beat < 4; ++beat) {
            const auto rounds = chores();
            loop_.let_time_pass();
            EXPECT_TRUE(loop_.until([&] { return loop_.waiting() > 0 && chores() > rounds; }));
        }
    }

  private:
    int chores() {
        const std::string told = metrics_of(shard_);
        const std::string line = "\nspringtide_chores_total ";
        return std::stoi(told.substr(told.find(line) + line.size()));
    }
    static ShardStores stores() {
        const auto open = [node = random_id()] {
            return *PostgresStore::open(std::getenv("SPRINGTIDE_TEST_POSTGRES"), node);
        };
        return {.reader = open(), .writer = open(), .loader = open(), .keeper = open()};
    }
    static ShardSettings settings() {
        ShardSettings settings;
        settings.keep_empty_hours = 24;
        return settings;
    }
    HandLoop& loop_;
    Shard shard_;
};

/// Only where there is a store that nodes can share.
class NodesTest : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(NodesTest);
INSTANTIATE_TEST_SUITE_P(Stores, NodesTest,
                         testing::ValuesIn(std::getenv("SPRINGTIDE_TEST_POSTGRES") == nullptr
                                               ? std::vector<std::string>()
                                               : std::vector<std::string>{"postgres"}),
                         [](const auto& store) { return store.param; });

/// An empty table is forgotten for its age, but not where somebody at another node still waits there.
TEST_P(NodesTest, ForgetNoTableThatAnotherHasOpen) {
    HandLoop first_loop;
    HandLoop second_loop;
    Node first(first_loop);
    Node second(second_loop);
    const auto anna = std::make_shared<HandClient>();
    anna->person.guest = random_id();
    const auto made = second.ask(anna, R"({"op":"create","game":"high_tide_leiman","players":2})");
    const std::string table(made.at("table").as_string());
    const auto about = [&](const std::string& op) { return R"({"op":")" + op + R"(","table":")" + table + "\"}"; };
    const auto store = *PostgresStore::open(std::getenv("SPRINGTIDE_TEST_POSTGRES"), random_id());
    const auto make_old = [&](std::int64_t hours) {
        std::vector<Write> old(1);
        old[0].table = table;
        old[0].room = **store->room(table);
        old[0].room->at = now_ms() - hours * hour_ms;
        ASSERT_TRUE(store->write(old));
    };
    EXPECT_TRUE(second.ask(anna, about("watch")).at("ok").as_bool());
    make_old(20);
    second.tidy();
    EXPECT_GT((*store->room(table))->at, now_ms() - hour_ms) << "somebody is there";
    first.tidy();
    EXPECT_EQ(*store->last_seq(table), 1);

    // Even where that came too late, nobody sits down at a table that is gone.
    make_old(25);
    first.tidy();
    EXPECT_EQ(*store->last_seq(table), 0);
    const auto answer = second.ask(anna, about("join"));
    EXPECT_FALSE(answer.at("ok").as_bool());
    EXPECT_EQ(answer.at("error").at("code"), "unknown_table") << answer;
    EXPECT_EQ(*store->last_seq(table), 0) << "a log without a beginning";
}

}  // namespace
}  // namespace springtide::server
