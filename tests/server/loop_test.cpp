// Nothing holds the loop: whatever a store is asked for is asked in another thread, and who does not need it does not
// wait for it. (That no test of the shard uses a store in the loop is looked at by OffLoopStore, in all of them.)
#include <boost/json.hpp>

#include "server/base/loop_lag.hpp"
#include "tests/server/gated_store.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

namespace json = boost::json;

/// A store that stands still before everything that is asked of it, as long as its gate is closed.
class StandingStore final : public ForwardingStore {
  public:
    StandingStore(std::unique_ptr<Store> store, Gate& gate) : ForwardingStore(std::move(store)), gate_(gate) {}
    void before(const char*) override { gate_.pass(); }

  private:
    Gate& gate_;
};

class StandingStoreTest : public testing::Test {
  protected:
    StandingStoreTest()
        : shard_(loop_, {.reader = standing(), .writer = off_loop(folder_), .loader = standing(), .keeper = standing()},
                 ShardSettings()) {
        EXPECT_TRUE(shard_.open());
        for (int i = 0; i < 3; ++i) {
            clients_.push_back(std::make_shared<HandClient>());
            clients_.back()->person = People::new_person();
        }
    }
    ~StandingStoreTest() override { gate_.open(Gate::Mood::works); }
    std::unique_ptr<Store> standing() { return std::make_unique<StandingStore>(off_loop(folder_), gate_); }

    void send(std::size_t client, const std::string& request) { shard_.receive(clients_[client], request); }
    [[nodiscard]] const json::value* answer(std::size_t client, const std::string& id) {
        for (const auto& message : clients_[client]->messages)
            if (message.starts_with("{\"id\":\"" + id + "\"")) return &(answers_[id] = json::parse(message));
        return nullptr;
    }
    json::value ask(std::size_t client, const std::string& id, const std::string& request) {
        send(client, "{\"id\":\"" + id + "\"," + request + "}");
        EXPECT_TRUE(loop_.until([&] { return answer(client, id) != nullptr; })) << request;
        return *answer(client, id);
    }
    std::string table(std::size_t host, const std::string& id) {
        return ask(host, id, R"("op":"create","game":"high_tide_leiman","players":2)").at("table").as_string().c_str();
    }
    static std::string about(const std::string& op, const std::string& table) {
        return R"("op":")" + op + R"(","table":")" + table + "\"";
    }

    Folder folder_;
    HandLoop loop_;
    Gate gate_;
    Shard shard_;
    std::vector<std::shared_ptr<HandClient>> clients_;
    std::map<std::string, json::value> answers_;
};

TEST_F(StandingStoreTest, KeepsNobodyWaitingWhoDoesNotNeedIt) {
    const std::string busy = table(0, "busy");
    ask(0, "watch", about("watch", busy));
    const std::string quiet = table(1, "quiet");
    gate_.close();
    // Somebody wants a table that is not open, somebody else sits down, and the server has its chores.
    send(2, R"({"id":"stranger",)" + about("watch", quiet) + "}");
    send(1, R"({"id":"sits",)" + about("join", busy) + "}");
    for (int beat = 0; beat < 35; ++beat) {
        ASSERT_TRUE(loop_.until([&] { return loop_.waiting() > 0; }));
        loop_.let_time_pass();
    }
    for (int i = 0; i < 20; ++i) {
        const auto said = ask(0, "chat" + std::to_string(i), about("presence", busy));
        EXPECT_TRUE(said.at("ok").as_bool());
    }
    EXPECT_TRUE(ask(0, "chat", about("chat", busy) + R"(,"text":"nobody waits for a disk")").at("ok").as_bool());
    EXPECT_TRUE(ask(0, "again", about("watch", busy)).at("ok").as_bool());
    EXPECT_TRUE(ask(0, "new", R"("op":"create","game":"high_tide_leiman","players":2)").at("ok").as_bool());
    EXPECT_EQ(answer(2, "stranger"), nullptr);
    EXPECT_EQ(answer(1, "sits"), nullptr);
    gate_.open(Gate::Mood::works);
    ASSERT_TRUE(loop_.until([&] { return answer(2, "stranger") != nullptr && answer(1, "sits") != nullptr; }));
    EXPECT_TRUE(answer(2, "stranger")->at("ok").as_bool());
    EXPECT_TRUE(answer(1, "sits")->at("ok").as_bool());
}

TEST_F(StandingStoreTest, AnswersOnePersonInTheOrderInWhichTheyAsked) {
    const std::string open = table(0, "open");
    ask(0, "watch", about("watch", open));
    const std::string closed = table(1, "closed");
    gate_.close();
    send(0, R"({"id":"first",)" + about("watch", closed) + "}");
    send(0, R"({"id":"second",)" + about("presence", open) + "}");
    send(0, R"({"id":"third","op":"hello"})");
    EXPECT_EQ(answer(0, "second"), nullptr) << "it was asked later than something that is not known yet";
    gate_.open(Gate::Mood::works);
    ASSERT_TRUE(loop_.until([&] { return answer(0, "third") != nullptr && answer(0, "first") != nullptr; }));
    EXPECT_TRUE(answer(0, "first")->at("ok").as_bool());
    EXPECT_TRUE(answer(0, "second")->at("ok").as_bool());
}

TEST_F(StandingStoreTest, WhoGoesMeanwhileIsNotWatchingAfterwards) {
    const std::string closed = table(1, "closed");
    shard_.came(clients_[0]);
    gate_.close();
    send(0, R"({"id":"first",)" + about("watch", closed) + "}");
    shard_.gone(clients_[0]);
    gate_.open(Gate::Mood::works);
    EXPECT_EQ(ask(1, "see", about("watch", closed)).at("ok"), true);
    EXPECT_TRUE(ask(1, "bye", about("unwatch", closed)).at("ok").as_bool());
    EXPECT_TRUE(clients_[0]->watching.empty());
    EXPECT_NE(metrics_of(shard_).find("\nspringtide_tables_known 0\n"), std::string::npos) << metrics_of(shard_);
}

TEST(StoreThread, AsksInOrderAndTellsInTheLoop) {
    const Folder folder;
    HandLoop loop;
    StoreThread store(loop, off_loop(folder));
    std::vector<int> told;
    const auto here = std::this_thread::get_id();
    for (int i = 0; i < 100; ++i)
        store.ask([i](Store&) { return std::pair(i, std::this_thread::get_id()); },
                  [&](const std::pair<int, std::thread::id>& found) {
                      EXPECT_NE(found.second, here);
                      EXPECT_EQ(std::this_thread::get_id(), here);
                      told.push_back(found.first);
                  });
    EXPECT_TRUE(told.empty()) << "not before the loop turns";
    ASSERT_TRUE(loop.until([&] { return told.size() == 100; }));
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_EQ(store.ask_and_wait([](Store& one) { return one.last_seq("nothing").value_or(-1); }), 0);
}

/// What is to be done with an answer may own a connection: it is let go where connections live.
TEST(StoreThread, LetsNothingGoInItsOwnThread) {
    struct Owned {
        std::thread::id* gone_in;
        explicit Owned(std::thread::id& id) : gone_in(&id) {}
        Owned(const Owned&) = delete;
        Owned& operator=(const Owned&) = delete;
        ~Owned() { *gone_in = std::this_thread::get_id(); }
    };
    const Folder folder;
    HandLoop loop;
    std::thread::id gone_in;
    bool told = false;
    {
        StoreThread store(loop, off_loop(folder));
        store.ask([](Store&) { return 1; }, [&told, owned = std::make_shared<Owned>(gone_in)](int) { told = true; });
        ASSERT_TRUE(loop.until([&] { return told; }));
        store.ask_and_wait([](Store&) { return 1; });  // the thread has let go of its first job
        EXPECT_EQ(gone_in, std::this_thread::get_id());
    }
    bool too_late = false;
    {
        StoreThread store(loop, off_loop(folder));
        store.ask([](Store&) { return 1; }, [&](int) { too_late = true; });
        store.ask_and_wait([](Store&) { return 1; });
    }
    bool turned = false;
    loop.post([&] { turned = true; });
    ASSERT_TRUE(loop.until([&] { return turned; }));
    EXPECT_FALSE(too_late) << "nobody is told of what was asked by something that is gone";
}

TEST(LoopLag, TellsHowOftenTheLoopWasHeld) {
    LoopLag lag;
    for (int i = 0; i < 90; ++i) lag.note(0.0004, 0);
    lag.note(0.3, 0.29);  // it waited for a processor
    lag.note(0.3, 0.05);  // it was held
    lag.note(-1, 5);
    const std::string text = lag.text();
    for (const char* line :
         {"springtide_loop_late_seconds_bucket{le=\"0.001\"} 91\n",
          "springtide_loop_late_seconds_bucket{le=\"0.5\"} 93\n",
          "springtide_loop_held_seconds_bucket{le=\"0.005\"} 91\n",
          "springtide_loop_held_seconds_bucket{le=\"0.025\"} 92\n",
          "springtide_loop_held_seconds_bucket{le=\"0.1\"} 92\n",
          "springtide_loop_held_seconds_bucket{le=\"+Inf\"} 93\n", "springtide_loop_held_seconds_count 93\n",
          "springtide_loop_held_seconds_worst 0.250000\n"})
        EXPECT_NE(text.find(line), std::string::npos) << line << text;
}

}  // namespace
}  // namespace springtide::server
