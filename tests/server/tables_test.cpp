// Tables by themselves: opened when they are asked for, one thing after the other, told when it is stored.
#include "server/tables/tables.hpp"

#include <boost/json.hpp>

#include "server/messages/requests.hpp"
#include "tests/server/gated_store.hpp"
#include "tests/server/loop_fixture.hpp"
#include "tests/server/room_fixture.hpp"

namespace springtide::server {
namespace {

/// Does nothing for tables but write down what they say.
class NotingKeeper final : public Tables::Keeper {
  public:
    void opened(const std::string& /*table*/) override { ++opened_count; }
    void may_open_more() override {}
    void is_quiet(const std::string& /*table*/) override { ++quiet; }
    [[nodiscard]] bool needs(const Tables::Entry& /*entry*/) const override { return is_needed; }
    void let_go(const std::string& /*table*/, const Tables::Entry& /*entry*/) override { ++let_go_count; }

    int opened_count = 0;
    int quiet = 0;
    int let_go_count = 0;
    bool is_needed = false;
};

class TablesTest : public testing::Test {
  protected:
    TablesTest() {
        tables_.kept_by(keeper_);
        tables_.make("t");
        tables_.perform("t", table_created({.game = "high_tide_leiman", .players = 2}), note());
        for (const char* who : {"Anna", "Ben"}) act(who, JoinRequest{});
        until_stored(3);
    }
    ~TablesTest() override { gate_.open(Gate::Mood::works); }

    Tables::Done note() {
        return [this](const Expected<std::int64_t>& done) {
            done ? stored_.push_back(*done) : refused_.push_back(done.error());
        };
    }
    void act(const std::string& who, const TableChange& change) {
        auto event = tables_["t"].room->decide(change, person_named(who));
        ASSERT_TRUE(event) << event.error().message;
        tables_.perform("t", std::move(*event), note());
    }
    void until_stored(std::size_t count) {
        EXPECT_TRUE(loop_.until([&] { return stored_.size() == count; }));
    }

    Folder folder_;
    Gate gate_;
    HandLoop loop_;
    AddressLimits limits_{AddressRates()};
    Pusher pusher_{limits_};
    StoreThread reads_{loop_, off_loop(folder_)};
    GroupWriter writer_{std::make_unique<GatedStore>(*SqliteStore::open(folder_.file()), gate_)};
    Commits commits_{loop_, writer_};
    Tables tables_{loop_, reads_, commits_, off_loop(folder_), pusher_};
    NotingKeeper keeper_;
    std::vector<std::int64_t> stored_;
    std::vector<Error> refused_;
};

TEST_F(TablesTest, AreForgottenWhenNobodyNeedsThemAndOpenedAgainFromTheirLog) {
    EXPECT_EQ(tables_.find("t"), nullptr) << "nobody watches it";
    EXPECT_EQ(keeper_.let_go_count, 1);
    bool asked = false;
    keeper_.is_needed = true;
    tables_.when_stored("t", [&] { asked = tables_.entry("t") && (*tables_.entry("t"))->room->seq() == 3; });
    EXPECT_FALSE(asked) << "a log is folded aside";
    ASSERT_TRUE(loop_.until([&] { return asked; }));
    EXPECT_EQ(keeper_.opened_count, 1);
    tables_.forget_if_idle("t");
    EXPECT_NE(tables_.find("t"), nullptr);
    keeper_.is_needed = false;
    tables_.forget_if_idle("t");
    EXPECT_EQ(tables_.find("t"), nullptr);
    bool refused = false;
    tables_.when_stored("none", [&] { refused = !tables_.entry("none"); });
    EXPECT_TRUE(loop_.until([&] { return refused; })) << "there is no such table";
}

TEST_F(TablesTest, TellTheirAudienceWhatIsStoredAndNothingBefore) {
    const auto client = std::make_shared<HandClient>();
    client->person = person_named("Anna");
    bool open = false;
    tables_.when_stored("t", [&] {
        tables_["t"].audience.show(client, *tables_["t"].room, R"({"id":1,"ok":true)", {}, pusher_);
        open = true;
    });
    ASSERT_TRUE(loop_.until([&] { return open; }));
    client->messages.clear();
    gate_.close();
    act("Ben", ReadyRequest{});
    EXPECT_TRUE(tables_.gathers(tables_["t"]));
    ASSERT_TRUE(loop_.until([&] { return !tables_.gathers(tables_["t"]); }));
    gate_.wait_for_a_write();
    bool later = false;
    tables_.when_stored("t", [&] { later = true; });
    EXPECT_TRUE(client->messages.empty());
    EXPECT_EQ(stored_.size(), 3U);
    EXPECT_FALSE(later);
    EXPECT_EQ(tables_.unstored(), 1U);
    gate_.open(Gate::Mood::works);
    ASSERT_TRUE(loop_.until([&] { return later; }));
    EXPECT_EQ(stored_.back(), 4);
    EXPECT_EQ(client->messages.size(), 1U);
    EXPECT_EQ(tables_.counts().events, 4);
}

TEST_F(TablesTest, AreWhatTheLogSaysWhereSomebodyElseWasFirst) {
    keeper_.is_needed = true;
    bool open = false;
    tables_.when_stored("t", [&] { open = true; });
    ASSERT_TRUE(loop_.until([&] { return open; }));
    gate_.open(Gate::Mood::is_late);
    act("Anna", ReadyRequest{});
    ASSERT_TRUE(loop_.until([&] { return !refused_.empty(); }));
    EXPECT_EQ(refused_.front().reason, "somebody_was_first");
    bool again = false;
    tables_.when_stored("t", [&] { again = tables_.entry("t").has_value(); });
    ASSERT_TRUE(loop_.until([&] { return again; }));
    EXPECT_EQ(tables_["t"].room->seq(), 3) << "what was not stored did not happen";
    EXPECT_EQ(tables_.counts().conflicts, 1);
}

TEST_F(TablesTest, DoNothingWhileTheyAreHeldAndThenInOrder) {
    keeper_.is_needed = true;
    std::string order;
    tables_.when_stored("t", [&] { order += "a"; });
    ASSERT_TRUE(loop_.until([&] { return order == "a"; }));
    tables_.hold("t");
    tables_.when_stored("t", [&] { order += "b"; });
    tables_.when_free("t", [&] { order += "c"; });
    tables_.go_on("t");
    EXPECT_EQ(order, "a");
    tables_.release("t");
    tables_.go_on("t");
    EXPECT_EQ(order, "abc");
}

TEST_F(TablesTest, AreFoldedAnewAndShownAnewWhenTheirLogIsChanged) {
    const auto client = std::make_shared<HandClient>();
    client->person = person_named("Ben");
    bool open = false;
    tables_.when_stored("t", [&] {
        tables_["t"].audience.show(client, *tables_["t"].room, R"({"id":1,"ok":true)", {}, pusher_);
        open = true;
    });
    ASSERT_TRUE(loop_.until([&] { return open; }));
    act("Ben", ReadyRequest{});
    client->messages.clear();
    std::int64_t read_at = 0;
    const auto rename = [&](Store& store) -> Expected<Write> {
        const auto log = store.events("t", 0);
        read_at = log->back().seq;
        auto joined = *from_stored((*log)[1]);
        joined.name = "Nobody";
        Write write;
        write.table = "t";
        write.rewritten = {{.seq = 2, .before = (*log)[1].body, .after = to_stored(joined).body}};
        return write;
    };
    std::optional<bool> done;
    tables_.rewrite("t", rename, [&](bool is_done) { done = is_done; });
    std::string seen;
    tables_.when_free("t", [&] { seen = tables_["t"].room->chairs()[0].name; });
    ASSERT_TRUE(loop_.until([&] { return !seen.empty(); }));
    EXPECT_EQ(done, true);
    EXPECT_EQ(read_at, 4) << "what was under way is stored before";
    EXPECT_EQ(seen, "Nobody") << "whoever asks meanwhile waits";
    ASSERT_EQ(client->messages.size(), 2U);
    const auto told = boost::json::parse(client->messages.back()).as_object();
    EXPECT_TRUE(told.at("anew").as_bool());
    EXPECT_EQ(told.at("room").at("seats").at(0).at("name").as_string(), "Nobody");
    client->messages.clear();
    act("Anna", ReadyRequest{});
    until_stored(5);
    EXPECT_FALSE(boost::json::parse(client->messages.back()).as_object().contains("anew")) << "once";
}

TEST_F(TablesTest, AreRewrittenAgainIfAnotherNodeWasFirst) {
    keeper_.is_needed = true;
    bool open = false;
    tables_.when_stored("t", [&] { open = true; });
    ASSERT_TRUE(loop_.until([&] { return open; }));
    int made = 0;
    const auto rename = [&](Store& store) -> Expected<Write> {
        const StoredEvent read = (*store.events("t", 0))[1];
        auto joined = *from_stored(read);
        joined.name = "Nobody";
        Write write;
        write.table = "t";
        const std::string before = ++made == 1 ? "as it was long ago" : read.body;
        write.rewritten = {{.seq = 2, .before = before, .after = to_stored(joined).body}};
        return write;
    };
    std::optional<bool> done;
    tables_.rewrite("t", rename, [&](bool is_done) { done = is_done; });
    ASSERT_TRUE(loop_.until([&] { return done.has_value(); }));
    EXPECT_EQ(done, true);
    EXPECT_EQ(made, 2);
    const auto log = *(*SqliteStore::open(folder_.file()))->events("t", 0);
    EXPECT_EQ(from_stored(log[1])->name, "Nobody");
}

TEST_F(TablesTest, AreNotFoldedAnewWhereNothingWasChanged) {
    keeper_.is_needed = true;
    bool open = false;
    tables_.when_stored("t", [&] { open = true; });
    ASSERT_TRUE(loop_.until([&] { return open; }));
    const Room* before = tables_["t"].room.get();
    std::optional<bool> done;
    const auto note = [&](bool is_done) { done = is_done; };
    tables_.rewrite("t", [](Store&) -> Expected<Write> { return Write(); }, note);
    ASSERT_TRUE(loop_.until([&] { return done.has_value(); }));
    EXPECT_EQ(done, true);
    EXPECT_EQ(tables_["t"].room.get(), before);
    done.reset();
    tables_.rewrite("t", [](Store&) -> Expected<Write> { return fail(ErrorCode::unavailable, "no disk"); }, note);
    ASSERT_TRUE(loop_.until([&] { return done.has_value(); }));
    EXPECT_EQ(done, false);
    done.reset();
    keeper_.is_needed = false;
    tables_.rewrite("closed", [](Store&) -> Expected<Write> { return Write(); }, note);
    ASSERT_TRUE(loop_.until([&] { return done.has_value(); }));
    EXPECT_EQ(tables_.find("closed"), nullptr) << "a table that nobody has open is not opened for it";
}

TEST_F(TablesTest, AreFoldedAnewWhereAnotherNodeChangedTheirLog) {
    keeper_.is_needed = true;
    bool open = false;
    tables_.when_stored("t", [&] { open = true; });
    ASSERT_TRUE(loop_.until([&] { return open; }));
    const StoredEvent before = (*(*SqliteStore::open(folder_.file()))->events("t", 0))[1];
    auto joined = *from_stored(before);
    joined.name = "Nobody";
    std::vector<Write> write(1);
    write[0].table = "t";
    write[0].rewritten = {{.seq = before.seq, .before = before.body, .after = to_stored(joined).body}};
    ASSERT_TRUE((*SqliteStore::open(folder_.file()))->write(write));
    EXPECT_EQ(tables_["t"].room->chairs()[0].name, "Anna");
    tables_.was_rewritten("t");
    tables_.was_rewritten("none");
    EXPECT_EQ(tables_.find("none"), nullptr);
    std::string seen;
    tables_.when_stored("t", [&] { seen = tables_["t"].room->chairs()[0].name; });
    ASSERT_TRUE(loop_.until([&] { return !seen.empty(); }));
    EXPECT_EQ(seen, "Nobody");
}

TEST_F(TablesTest, CloseWhenAllIsStored) {
    keeper_.is_needed = true;
    bool open = false;
    tables_.when_stored("t", [&] { open = true; });
    ASSERT_TRUE(loop_.until([&] { return open; }));
    bool closed = false;
    act("Anna", ReadyRequest{});
    tables_.close([&] { closed = true; });
    EXPECT_FALSE(closed);
    ASSERT_TRUE(loop_.until([&] { return closed; }));
    EXPECT_EQ(stored_.back(), 4);
}

}  // namespace
}  // namespace springtide::server
