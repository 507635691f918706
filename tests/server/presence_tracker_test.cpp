// Who is at a table: told once for each change to each who watches, and from node to node.
#include "server/tables/presence_tracker.hpp"

#include <boost/json.hpp>

#include "server/messages/requests.hpp"
#include "tests/server/loop_fixture.hpp"
#include "tests/server/room_fixture.hpp"

namespace springtide::server {
namespace {

namespace json = boost::json;

/// Of several nodes; what it says to the others stays here until the test brings it to them.
class TalkingStore final : public ForwardingStore {
  public:
    TalkingStore(std::unique_ptr<Store> store, std::vector<std::string>& said, std::mutex& mutex)
        : ForwardingStore(std::move(store)), said_(said), mutex_(mutex) {}
    Expected<void> tell_others(std::string_view words) override {
        const std::scoped_lock lock(mutex_);
        said_.emplace_back(words);
        return {};
    }
    [[nodiscard]] bool is_shared() const override { return true; }

  private:
    std::vector<std::string>& said_;
    std::mutex& mutex_;
};

class NoKeeper final : public Tables::Keeper {
  public:
    void opened(const std::string& /*table*/) override {}
    void may_open_more() override {}
    void is_quiet(const std::string& /*table*/) override {}
    [[nodiscard]] bool needs(const Tables::Entry& /*entry*/) const override { return true; }
    void let_go(const std::string& /*table*/, const Tables::Entry& /*entry*/) override {}
};

/// A node at which the table "t" of Anna and Ben is open.
class Place {
  public:
    explicit Place(bool shared) : is_shared_(shared) {
        tables.kept_by(keeper_);
        tables.make("t");
        int stored = 0;
        const auto note = [&](const Expected<std::int64_t>& done) { stored += done ? 1 : 0; };
        tables.perform("t", table_created({.game = "high_tide_leiman", .players = 2}), note);
        for (const char* who : {"Anna", "Ben"})
            tables.perform("t", *tables["t"].room->decide(JoinRequest{}, person_named(who)), note);
        EXPECT_TRUE(loop.until([&] { return stored == 3; }));
    }
    std::shared_ptr<HandClient> come(const std::string& name, bool takes_presence = true) {
        auto client = std::make_shared<HandClient>();
        client->person = person_named(name);
        client->takes_events = true;
        watch(client, takes_presence);
        return client;
    }
    void watch(const std::shared_ptr<HandClient>& client, bool takes_presence = true) {
        tables["t"].audience.show(client, *tables["t"].room, R"({"id":1,"ok":true)", {.takes_presence = takes_presence},
                                  pusher_);
        presence_tracker.watched("t");
    }
    void go(const std::shared_ptr<HandClient>& client) {
        tables["t"].audience.remove(client);
        presence_tracker.changed("t");
    }
    void turn_away(const std::shared_ptr<HandClient>& client, bool away) {
        if (tables["t"].audience.set_away(client, away)) presence_tracker.changed("t");
    }
    [[nodiscard]] std::string presence() { return to_json(tables["t"].audience.presence()); }
    /// What was said to other nodes since the last time; waits until all of it was.
    std::vector<std::string> said() {
        loop.let_time_pass();
        bool done = false;
        reads_.ask([](Store& /*store*/) { return true; }, [&](bool) { done = true; });
        EXPECT_TRUE(loop.until([&] { return done; }));
        const std::scoped_lock lock(mutex_);
        return std::exchange(said_, {});
    }

  private:
    std::unique_ptr<Store> store() {
        if (!is_shared_) return off_loop(folder_);
        return std::make_unique<TalkingStore>(off_loop(folder_), said_, mutex_);
    }
    Folder folder_;
    std::vector<std::string> said_;
    std::mutex mutex_;
    bool is_shared_;

  public:
    HandLoop loop;

  private:
    AddressLimits limits_{AddressRates()};
    Pusher pusher_{limits_};
    StoreThread reads_{loop, store()};
    GroupWriter writer_{off_loop(folder_)};
    Commits commits_{loop, writer_};
    NoKeeper keeper_;

  public:
    Tables tables{loop, reads_, commits_, off_loop(folder_), pusher_};
    PresenceTracker presence_tracker{loop, tables, pusher_, reads_};
};

std::string told(const std::string& presence) { return R"({"table":"t","presence":)" + presence + "}"; }

TEST(PresenceTracker, CostsOneFrameForEachChangeAndWatcher) {
    Place place(false);
    const auto anna = place.come("Anna");
    EXPECT_EQ(json::serialize(json::parse(anna->messages.back()).at("presence")),
              R"({"here":[0],"away":[],"gone":[1]})");
    const auto ben = place.come("Ben");
    const auto eve = place.come("Eve");          // looks on
    const auto old = place.come("Otto", false);  // a program that did not ask for it
    const std::vector<std::shared_ptr<HandClient>> all = {anna, ben, eve, old};
    place.loop.let_time_pass();
    EXPECT_EQ(anna->messages.back(), told(R"({"here":[0,1],"away":[],"gone":[]})"));
    EXPECT_EQ(ben->messages.size(), 1U) << "the answer to watching said it already";
    const auto frames = [&] {
        place.loop.let_time_pass();
        std::vector<std::size_t> counts;
        for (const auto& one : all) counts.push_back(std::exchange(one->messages, {}).size());
        return counts;
    };
    frames();
    place.turn_away(ben, true);
    EXPECT_EQ(frames(), (std::vector<std::size_t>{1, 1, 1, 0}));
    place.turn_away(ben, true);
    EXPECT_EQ(frames(), (std::vector<std::size_t>{0, 0, 0, 0})) << "nothing changed";
    for (int i = 0; i < 100; ++i) place.turn_away(ben, i % 2 == 1);
    EXPECT_EQ(frames(), (std::vector<std::size_t>{0, 0, 0, 0})) << "a page that flickers is where it was";
    for (int i = 0; i < 101; ++i) place.turn_away(ben, i % 2 == 1);
    EXPECT_EQ(frames(), (std::vector<std::size_t>{1, 1, 1, 0}));
    place.go(ben);
    place.watch(ben);
    ben->messages.clear();
    EXPECT_EQ(frames(), (std::vector<std::size_t>{0, 0, 0, 0})) << "a page that is loaded again was never gone";
    place.go(ben);
    place.loop.let_time_pass();
    EXPECT_EQ(anna->messages.back(), told(R"({"here":[0],"away":[],"gone":[1]})"));
    EXPECT_EQ(frames(), (std::vector<std::size_t>{1, 0, 1, 0}));
    place.go(eve);
    EXPECT_EQ(frames(), (std::vector<std::size_t>{0, 0, 0, 0})) << "who only watches is nobody's business";
}

TEST(PresenceTracker, OfTwoDevicesTheOneThatIsSeenCounts) {
    Place place(false);
    const auto phone = place.come("Ben");
    const auto desk = place.come("Ben");
    place.turn_away(phone, true);
    EXPECT_EQ(place.presence(), R"({"here":[1],"away":[],"gone":[0]})");
    place.go(desk);
    EXPECT_EQ(place.presence(), R"({"here":[],"away":[1],"gone":[0]})");
    place.go(phone);
    EXPECT_EQ(place.presence(), R"({"here":[],"away":[],"gone":[0,1]})");
}

TEST(PresenceTracker, IsToldFromNodeToNode) {
    Place first(true);
    Place second(true);
    const auto carry = [](Place& from, const std::string& name, Place& to) {
        for (const auto& words : from.said()) to.presence_tracker.heard(name, words);
    };
    const auto anna = first.come("Anna");
    EXPECT_EQ(first.presence(), R"({"here":[0],"away":[],"gone":[]})")
        << "Ben may be at another node: nobody knows yet";
    const auto ben = second.come("Ben");
    carry(first, "one", second);
    carry(second, "two", first);
    EXPECT_EQ(first.presence(), R"({"here":[0,1],"away":[],"gone":[]})");
    carry(first, "one", second);  // the answer to the second node's question
    EXPECT_EQ(second.presence(), R"({"here":[0,1],"away":[],"gone":[]})");
    second.turn_away(ben, true);
    carry(second, "two", first);
    EXPECT_EQ(first.presence(), R"({"here":[0],"away":[1],"gone":[]})");
    anna->messages.clear();
    second.go(ben);
    carry(second, "two", first);
    first.loop.let_time_pass();
    ASSERT_EQ(anna->messages.size(), 1U);
    EXPECT_EQ(anna->messages.back(), told(R"({"here":[0],"away":[],"gone":[1]})"));
}

TEST(PresenceTracker, ANodeThatIsSilentHasLostItsPlayers) {
    Place first(true);
    const auto anna = first.come("Anna");
    first.presence_tracker.heard("two", "= t 2 0");
    EXPECT_EQ(first.presence(), R"({"here":[0,1],"away":[],"gone":[]})");
    first.said();  // and time passes: other nodes had theirs to answer
    for (std::int64_t beat = 1; beat <= 40; ++beat) {
        if (beat % 3 == 0 && beat <= 15) first.presence_tracker.heard("two", "alive");
        first.presence_tracker.beat(beat);
        if (beat == 24) {
            EXPECT_EQ(first.presence(), R"({"here":[0,1],"away":[],"gone":[]})");
        }
    }
    EXPECT_EQ(first.presence(), R"({"here":[0],"away":[],"gone":[1]})");
}

TEST(PresenceTracker, WhatIsNoWordOfANodeChangesNothing) {
    Place first(true);
    const auto anna = first.come("Anna");
    const std::string before = first.presence();
    for (const char* words : {"", "=", "= t", "= t 2", "= t two 0", "= t -1 0", "= t 64 0", "= t 2 999999999999", "?",
                              "? none", "= none 1 1", "alive alive", "nonsense = t"})
        first.presence_tracker.heard("two", words);
    EXPECT_EQ(first.presence(), before);
}

}  // namespace
}  // namespace springtide::server
