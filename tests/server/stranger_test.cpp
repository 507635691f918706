// What a stranger asks for costs little: a table is not opened before it is known that they may look, nothing long
// happens in the loop, and who asks again and again is told to wait.
#include <boost/json.hpp>

#include "tests/server/forwarding_store.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

namespace json = boost::json;

/// Counts the events that are read through it, and what else is asked.
class CountingStore final : public ForwardingStore {
  public:
    CountingStore(std::unique_ptr<Store> store, std::atomic<std::int64_t>& events)
        : ForwardingStore(std::move(store)), events_(events) {}
    Expected<std::vector<StoredEvent>> events(std::string_view table, std::int64_t after, int limit) override {
        auto log = ForwardingStore::events(table, after, limit);
        if (log) events_ += std::ssize(*log);
        return log;
    }

  private:
    std::atomic<std::int64_t>& events_;
};

class StrangerTest : public testing::Test {
  protected:
    explicit StrangerTest(ShardSettings settings = {}) : shard_(loop_, stores(), std::move(settings)) {
        EXPECT_TRUE(shard_.open());
        for (int i = 0; i < 3; ++i) clients_.push_back(client());
    }
    ShardStores stores() {
        return {.reader = std::make_unique<CountingStore>(off_loop(folder_), read_),
                .writer = off_loop(folder_),
                .loader = std::make_unique<CountingStore>(off_loop(folder_), folded_),
                .keeper = off_loop(folder_)};
    }
    std::shared_ptr<HandClient> client() {
        auto one = std::make_shared<HandClient>();
        one->person = People::new_person();
        one->person.origin.address = "address";
        return one;
    }
    json::value ask(const std::shared_ptr<HandClient>& client, const std::string& op, const std::string& more = "") {
        const std::string id = "\"" + std::to_string(++asked_) + "\"";
        const std::string start = "{\"id\":" + id;
        const auto is_answer = [&](const std::string& message) { return message.starts_with(start); };
        shard_.receive(client, start + R"(,"op":")" + op + R"(","table":")" + table_ + "\"" + more + "}");
        EXPECT_TRUE(loop_.until([&] { return std::ranges::any_of(client->messages, is_answer); })) << op;
        const auto answer = json::parse(*std::ranges::find_if(client->messages, is_answer));
        client->messages.clear();
        return answer;
    }
    bool is_done(const std::shared_ptr<HandClient>& client, const std::string& op, const std::string& more = "") {
        return ask(client, op, more).at("ok").as_bool();
    }
    /// A game of two, of so many lines of talk, that nobody has open.
    void begin(const std::string& more = "", int lines = 0) {
        table_ = ask(clients_[0], "create", R"(,"game":"high_tide_leiman","players":2)" + more)
                     .at("table")
                     .as_string()
                     .c_str();
        for (const char* op : {"join", "ready"})
            for (int i = 0; i < 2; ++i) EXPECT_TRUE(is_done(clients_[static_cast<std::size_t>(i)], op));
        for (int i = 0; i < 2; ++i) EXPECT_TRUE(is_done(clients_[static_cast<std::size_t>(i)], "unwatch"));
        std::vector<Write> talk(1);
        talk[0].table = table_;
        const auto store = *SqliteStore::open(folder_.file());
        const auto last = *store->last_seq(table_);
        for (int i = 1; i <= lines; ++i)
            talk[0].events.push_back(
                {.seq = last + i, .at = 1, .body = R"({"kind":"chat","guest":"x","name":"Eve","text":"hello"})"});
        EXPECT_EQ(store->write(talk)->front(), WriteOutcome::stored);
        read_ = folded_ = 0;
    }
    std::string metric(const std::string& name) {
        const std::string told = metrics_of(shard_);
        const auto at = told.find("\nspringtide_" + name + " ");
        return told.substr(at + 13 + name.size(), told.find('\n', at + 1) - at - 13 - name.size());
    }

    Folder folder_;
    std::atomic<std::int64_t> read_ = 0;
    std::atomic<std::int64_t> folded_ = 0;
    HandLoop loop_;
    Shard shard_;
    std::vector<std::shared_ptr<HandClient>> clients_;
    std::string table_;
    int asked_ = 0;
};

/// However long the table is, at most its first event is read before it is folded, and nothing of it in the loop.
TEST_F(StrangerTest, OpensALongTableAside) {
    constexpr int lines = 20'000;
    begin("", lines);
    EXPECT_TRUE(is_done(clients_[0], "watch", R"(,"since":1000000000)"));
    EXPECT_LE(read_, 1);
    EXPECT_GT(folded_, lines);
    read_ = folded_ = 0;
    EXPECT_TRUE(is_done(clients_[1], "watch"));
    EXPECT_EQ(read_ + folded_, 0) << "an open one is not read again";
}

TEST_F(StrangerTest, FindsAClosedTableClosedWithoutItsBeingOpened) {
    begin(R"(,"spectators":false)", 5'000);
    for (const char* op : {"watch", "history", "chat", "play", "takeback", "resign", "rematch", "mute"}) {
        const auto answer =
            ask(clients_[2], op, R"(,"before":9,"text":"hi","action":"x","do":"ask","seat":0,"on":true)");
        EXPECT_FALSE(answer.at("ok").as_bool()) << op;
        EXPECT_EQ(answer.at("error").at("code"), "forbidden") << op;
        EXPECT_EQ(folded_, 0) << op << " opened it";
    }
    EXPECT_FALSE(is_done(clients_[2], "join")) << "only the table itself knows who may sit down";
    EXPECT_GT(folded_, 5'000);
    EXPECT_TRUE(is_done(clients_[1], "watch")) << "who sits there may";
    EXPECT_TRUE(is_done(clients_[0], "watch")) << "and the host";
}

TEST_F(StrangerTest, MayWatchWhereTheHostLetsThem) {
    begin("", 100);
    EXPECT_TRUE(is_done(clients_[2], "watch"));
}

TEST_F(StrangerTest, IsShownADamagedTableAndSoIsTheHost) {
    begin();
    std::vector<Write> broken(1);
    broken[0].table = table_;
    const auto store = *SqliteStore::open(folder_.file());
    broken[0].events = {{.seq = *store->last_seq(table_) + 1, .at = 1, .body = "{no JSON"}};
    ASSERT_TRUE(store->write(broken));
    EXPECT_EQ(metric("tables_damaged"), "0");
    for (const auto& client : {clients_[0], clients_[2]}) {
        const auto seen = ask(client, "watch");
        ASSERT_TRUE(seen.at("ok").as_bool()) << seen;
        EXPECT_EQ(seen.at("damaged").at("reason"), "table_damaged");
        EXPECT_TRUE(seen.at("view").is_object());
        EXPECT_TRUE(is_done(client, "unwatch"));
    }
    EXPECT_EQ(metric("tables_damaged"), "1");
    ASSERT_TRUE(store->set_aside(table_, "damaged"));
    EXPECT_EQ(ask(clients_[0], "watch").at("error").at("code"), "unknown_table");
    EXPECT_EQ(metric("tables_damaged"), "0") << "set aside, it is damaged no more";
}

class BusyStrangerTest : public StrangerTest {
  protected:
    BusyStrangerTest() : StrangerTest(settings()) {}
    static ShardSettings settings() {
        ShardSettings settings;
        settings.rates.opened = {.at_once = 3'000, .per_second = 0.001};
        return settings;
    }
};

TEST_F(BusyStrangerTest, WaitsAfterOpeningLongTablesAgainAndAgain) {
    begin("", 1'000);
    int opened = 0;
    for (int i = 0; i < 10; ++i) {
        const auto answer = ask(clients_[2], "watch");
        opened += answer.at("ok").as_bool() ? 1 : 0;
        EXPECT_TRUE(answer.at("ok").as_bool() || answer.at("error").at("code") == "limit") << answer;
        EXPECT_TRUE(is_done(clients_[2], "unwatch"));
    }
    EXPECT_EQ(opened, 2) << "of a budget of three thousand events";
    const auto other = client();
    other->person.origin.address = "another address";
    EXPECT_TRUE(is_done(other, "watch")) << "others have their own";
    EXPECT_TRUE(is_done(clients_[2], "watch")) << "and what is open costs nothing";
}

class ReadingStrangerTest : public StrangerTest {
  protected:
    ReadingStrangerTest() : StrangerTest(settings()) {}
    static ShardSettings settings() {
        ShardSettings settings;
        settings.rates.bytes = {.at_once = 200'000, .per_second = 0.001};
        return settings;
    }
};

/// A question of 70 bytes has an answer of 30,000: both count.
TEST_F(ReadingStrangerTest, PaysForWhatIsTold) {
    begin("", 1'000);
    int answered = 0;
    for (int i = 0; i < 50; ++i) {
        const auto answer = ask(clients_[2], "watch");
        answered += answer.at("ok").as_bool() ? 1 : 0;
        EXPECT_TRUE(answer.at("ok").as_bool() || answer.at("error").at("code") == "limit") << answer;
    }
    EXPECT_GT(answered, 2);
    EXPECT_LT(answered, 12) << "of a budget of 200,000 bytes";
    const auto other = client();
    other->person.origin.address = "another address";
    EXPECT_TRUE(is_done(other, "watch"));
}

/// Sessions that end cost no more the more of them end.
TEST_F(StrangerTest, EndsOnlyTheirOwnSessions) {
    class Leaver final : public Client {
      public:
        void send(std::string) override {}
        void dismiss(const std::string& why) override { told = why; }
        std::string told;
    };
    std::vector<std::shared_ptr<Leaver>> all;
    for (int i = 0; i < 4; ++i) {
        all.push_back(std::make_shared<Leaver>());
        all.back()->person.guest = i < 3 ? "anna" : "ben";
        all.back()->person.session = "session " + std::to_string(i);
        shard_.came(all.back());
    }
    const auto end = [&](Write write) {
        bool done = false;
        shard_.people().end_session(std::move(write), [&](const Expected<WriteOutcome>&) { done = true; });
        EXPECT_TRUE(loop_.until([&] { return done; }));
    };
    const GuestRow anna{.id = "anna", .name = "Anna", .claimed = {}, .password = {}};
    end(Sessions::end(all[0]->person.token(), now_ms()));
    EXPECT_NE(all[0]->told, "");
    EXPECT_EQ(all[1]->told + all[2]->told + all[3]->told, "");
    end(Sessions::end_all(anna.id, now_ms()));
    EXPECT_NE(all[1]->told, "");
    EXPECT_NE(all[2]->told, "");
    EXPECT_EQ(all[3]->told, "");
    for (const auto& one : all) shard_.gone(one);
}

}  // namespace
}  // namespace springtide::server
