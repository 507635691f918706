// Who watches a table is told what they do not know yet, each in their own way.
#include "server/tables/audience.hpp"

#include <boost/json.hpp>

#include "server/messages/requests.hpp"
#include "tests/server/loop_fixture.hpp"
#include "tests/server/room_fixture.hpp"

namespace springtide::server {
namespace {

namespace json = boost::json;

class AudienceTest : public testing::Test {
  protected:
    static std::shared_ptr<HandClient> client(const std::string& name, bool takes_events = true) {
        auto one = std::make_shared<HandClient>();
        one->person = person_named(name);
        one->person.origin.address = name;
        one->takes_events = takes_events;
        return one;
    }
    void show(const std::shared_ptr<HandClient>& to) {
        audience_.show(to, table_.room, R"({"id":1,"ok":true)", {}, pusher_);
    }
    /// The one message that came since the last time.
    static json::value heard(const std::shared_ptr<HandClient>& client) {
        EXPECT_EQ(client->messages.size(), 1U);
        auto message = client->messages.empty() ? json::value(json::object()) : json::parse(client->messages.back());
        client->messages.clear();
        return message;
    }
    static bool is_whole(const json::value& message) { return message.as_object().contains("view"); }

    HandRoom table_{{.game = "high_tide_leiman", .players = 2}};
    AddressLimits limits_{AddressRates{.bytes = {.at_once = 100'000, .per_second = 0}}};
    Pusher pusher_{limits_};
    Audience audience_;
    std::shared_ptr<HandClient> anna_ = client("Anna");
    std::shared_ptr<HandClient> ben_ = client("Ben", false);
};

TEST_F(AudienceTest, WhoFoldsEventsIsToldThemAndOthersTheWhole) {
    table_.begin({"Anna", "Ben"});
    for (const auto& one : {anna_, ben_}) {
        show(one);
        const auto answer = heard(one);
        EXPECT_TRUE(answer.at("ok").as_bool() && is_whole(answer));
        EXPECT_EQ(answer.at("seq"), table_.room.seq());
    }
    table_.play();
    audience_.tell(table_.room, pusher_);
    const auto events = heard(anna_);
    EXPECT_FALSE(is_whole(events));
    EXPECT_FALSE(events.at("events").as_array().empty());
    EXPECT_TRUE(is_whole(heard(ben_)));
    EXPECT_EQ(pusher_.counts.pushes, 2);
    EXPECT_EQ(pusher_.counts.whole_pushes, 1);
    EXPECT_EQ(audience_.told(), table_.room.seq());
    audience_.tell(table_.room, pusher_);
    EXPECT_TRUE(anna_->messages.empty() && ben_->messages.empty()) << "once is enough";
}

TEST_F(AudienceTest, WhoMissedAStepIsShownTheWhole) {
    table_.begin({"Anna", "Ben"});
    audience_.add(anna_, "table");  // sat down, and was shown nothing yet
    table_.play();
    audience_.tell(table_.room, pusher_);
    EXPECT_TRUE(is_whole(heard(anna_)));
    table_.play();
    audience_.tell(table_.room, pusher_);
    EXPECT_FALSE(is_whole(heard(anna_)));
    table_.play();
    const std::string last = table_.room.chairs()[table_.room.acting().front() == 0 ? 1 : 0].name;
    table_.act(last, UndoRequest{});
    audience_.tell(table_.room, pusher_);
    EXPECT_TRUE(is_whole(heard(anna_))) << "what was taken back is told by no event";
}

TEST_F(AudienceTest, TheOthersAreToldBeforeSomebodyIsShownTheTable) {
    table_.begin({"Anna", "Ben"});
    show(anna_);
    heard(anna_);
    table_.play();
    show(ben_);
    EXPECT_EQ(heard(anna_).at("seq"), table_.room.seq());
    EXPECT_EQ(heard(ben_).at("seq"), table_.room.seq());
}

TEST_F(AudienceTest, WhoMayNotWatchAnyMoreIsToldSoAndGoes) {
    HandRoom closed({.game = "high_tide_leiman", .players = 2, .spectators = false});
    const auto eve = client("Eve");
    audience_.show(eve, closed.room, R"({"id":1,"ok":true)", {}, pusher_);
    audience_.show(anna_, closed.room, R"({"id":1,"ok":true)", {}, pusher_);
    heard(eve);
    closed.begin({"Anna", "Ben"});
    audience_.tell(closed.room, pusher_);
    EXPECT_EQ(heard(eve).at("reason"), "not_open_any_more");
    EXPECT_TRUE(eve->watching.empty());
    closed.play();
    audience_.tell(closed.room, pusher_);
    EXPECT_TRUE(eve->messages.empty());
    EXPECT_FALSE(audience_.empty()) << "the host stays";
}

TEST_F(AudienceTest, KnowsWhoIsHereAndWhoWas) {
    table_.begin({"Anna", "Ben"});
    EXPECT_TRUE(audience_.empty());
    show(ben_);
    EXPECT_TRUE(audience_.is_here(1) && !audience_.is_here(0) && !audience_.has_left(1));
    audience_.remove(ben_);
    EXPECT_TRUE(audience_.empty() && audience_.has_left(1));
    EXPECT_EQ(audience_.presence().gone, SeatSet::first(2));
    show(ben_);
    EXPECT_TRUE(!audience_.presence().gone.contains(1)) << "they came back";
    show(ben_);
    audience_.remove(ben_);
    EXPECT_TRUE(audience_.empty()) << "whoever looks twice watches once";
}

TEST_F(AudienceTest, CanBeShownTheWholeAgain) {
    table_.begin({"Anna", "Ben"});
    show(anna_);
    heard(anna_);
    audience_.show_all_again();
    audience_.tell(table_.room, pusher_);
    const auto again = heard(anna_);
    EXPECT_TRUE(is_whole(again) && again.as_object().contains("room"));
    EXPECT_TRUE(again.at("events").as_array().empty());
}

TEST_F(AudienceTest, NobodyIsToldWhatHappenedBeforeAnybodyWatched) {
    table_.begin({"Anna", "Ben"});
    audience_.catch_up_if_empty(table_.room);
    EXPECT_EQ(audience_.told(), table_.room.seq());
    show(anna_);
    table_.play();
    audience_.catch_up_if_empty(table_.room);
    EXPECT_LT(audience_.told(), table_.room.seq()) << "Anna has to be told";
}

TEST_F(AudienceTest, WhatIsToldCountsForItsReader) {
    table_.begin({"Anna", "Ben"});
    const auto now = std::chrono::steady_clock::now();
    EXPECT_TRUE(limits_.take("Anna", Cost::bytes, now, 1));
    for (int i = 0; i < 100; ++i) show(anna_);
    EXPECT_FALSE(limits_.take("Anna", Cost::bytes, now, 1)) << "a hundred whole views are more than 100 kB";
    EXPECT_TRUE(limits_.take("Ben", Cost::bytes, now, 1));
}

}  // namespace
}  // namespace springtide::server
