#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "protocol/engine.hpp"
#include "table/games.hpp"

/// Version 2 of the protocol: what happened comes as records, and only to those who may know it.
namespace springtide {
namespace {

namespace json = boost::json;

class Session {
  public:
    json::value ask(const json::value& request) { return json::parse(engine_.answer(json::serialize(request))); }
    std::string events(const json::value& request) { return json::serialize(ask(request).at("events")); }

  private:
    Engine engine_;
};

constexpr const char* deal =
    "deal 1,2,3,4,5,6,7,8,9,10,11,12|13,14,15,16,17,18,19,20,21,22,23,24|25,26,27,28,29,30,31,32,33,34,35,36";

/// A table of Turn the Tide for three at which the first trick is to be chosen.
Session at_first_trick() {
    Session session;
    session.ask({{"op", "new"}, {"game", "turn_the_tide"}, {"players", 3}});
    session.ask({{"op", "play"}, {"table", 1}, {"by", "chance"}, {"action", deal}});
    session.ask({{"op", "play"}, {"table", 1}, {"by", "chance"}, {"action", "tides 4 9"}});
    return session;
}

TEST(Records, APlayTellsTheActingSeat) {
    auto session = at_first_trick();
    EXPECT_EQ(session.events({{"op", "play"}, {"table", 1}, {"by", 0}, {"action", "12"}}),
              R"([{"kind":"chose","seat":0},{"kind":"own_choice","seat":0,"card":12}])");
    EXPECT_EQ(session.events({{"op", "retract"}, {"table", 1}, {"by", 0}}),
              R"([{"kind":"choice_taken_back","seat":0}])");
}

TEST(Records, AskedForSomebodyElseTheyTellHim) {
    auto session = at_first_trick();
    EXPECT_EQ(session.events({{"op", "play"},
                              {"table", 1},
                              {"by", 0},
                              {"action", "12"},
                              {"for", json::array{1, "spectator", 0, "all"}}}),
              R"([[{"kind":"chose","seat":0}],[{"kind":"chose","seat":0}],)"
              R"([{"kind":"chose","seat":0},{"kind":"own_choice","seat":0,"card":12}],)"
              R"([{"kind":"chose","seat":0},{"kind":"own_choice","seat":0,"card":12}]])");
    EXPECT_EQ(session.events({{"op", "play"}, {"table", 1}, {"by", 1}, {"action", "13"}, {"for", 0}}),
              R"([{"kind":"chose","seat":1}])");
}

TEST(Records, TheSentencesComeWhenTheyAreWanted) {
    auto session = at_first_trick();
    const auto answer = session.ask({{"op", "play"}, {"table", 1}, {"by", 0}, {"action", "12"}, {"story", true}});
    EXPECT_EQ(json::serialize(answer.at("story")), R"(["player 1 has chosen","player 1 chooses the 12"])");
    const auto others = session.ask({{"op", "play"},
                                     {"table", 1},
                                     {"by", 1},
                                     {"action", "13"},
                                     {"story", true},
                                     {"for", json::array{"spectator"}}});
    EXPECT_EQ(json::serialize(others.at("story")), R"([["player 2 has chosen"]])");
}

TEST(Records, ViewsOfSeveralComeInOneAnswer) {
    auto session = at_first_trick();
    const auto one = session.ask({{"op", "view"}, {"table", 1}, {"for", 1}, {"memory", true}});
    const auto all = session.ask({{"op", "view"}, {"table", 1}, {"for", "all"}});
    const auto both = session.ask({{"op", "view"}, {"table", 1}, {"for", json::array{1, "all"}}, {"memory", true}});
    EXPECT_EQ(both.at("view").at(0), one.at("view"));
    EXPECT_EQ(both.at("view").at(1), all.at("view"));
    EXPECT_EQ(both.at("memory").at(0), one.at("memory"));
}

TEST(Records, WhoeverKnowsNothingIsToldTheWholeView) {
    auto session = at_first_trick();
    session.ask({{"op", "play"}, {"table", 1}, {"by", 0}, {"action", "12"}});
    const auto view = session.ask({{"op", "view"}, {"table", 1}, {"for", 1}});
    session.ask({{"op", "play"}, {"table", 1}, {"by", 1}, {"action", "13"}});
    const auto undone = session.ask({{"op", "undo"}, {"table", 1}, {"for", 1}}).at("events").as_array();
    ASSERT_EQ(undone.size(), 1U);
    EXPECT_EQ(undone[0], (json::value{{"kind", "view"}, {"view", view.at("view")}}));

    const auto record = session.ask({{"op", "record"}, {"table", 1}}).at("record");
    const auto loaded = session.ask({{"op", "load"}, {"record", record}, {"for", 0}}).at("events").as_array();
    const auto fresh = session.ask({{"op", "new"}, {"game", "turn_the_tide"}, {"players", 3}, {"for", 0}});
    EXPECT_EQ(loaded[0], fresh.at("events").at(0)) << "a loaded game begins with the empty table";
    EXPECT_EQ(loaded.back().at("kind"), "own_choice") << "and tells everything";
}

TEST(Records, BadWishesAreRefusedAndChangeNothing) {
    auto session = at_first_trick();
    const auto before = session.ask({{"op", "record"}, {"table", 1}});
    for (const auto& wish : {json::value(3), json::value("nobody"), json::value(json::array{0, 7}), json::value(true),
                             json::value(json::array{0, 0, 0, 0, 0, 0, 0, 0, 0})}) {
        const auto answer =
            session.ask({{"op", "play"}, {"table", 1}, {"by", 0}, {"action", "12"}, {"for", wish}}).as_object();
        EXPECT_EQ(answer.at("error").at("code"), "bad_request") << json::serialize(wish);
    }
    EXPECT_EQ(
        session.ask({{"op", "play"}, {"table", 1}, {"by", 0}, {"action", "12"}, {"story", 1}}).at("error").at("code"),
        "bad_request");
    EXPECT_EQ(session.ask({{"op", "hello"}, {"protocol", 3}}).at("error").at("code"), "bad_request");
    EXPECT_EQ(session.ask({{"op", "hello"}, {"protocol", "1"}}).at("error").at("code"), "bad_request");
    EXPECT_EQ(session.ask({{"op", "hello"}}).at("protocol"), 2);
    EXPECT_EQ(session.ask({{"op", "record"}, {"table", 1}}), before);
}

/// Two worlds that differ in what an observer may not know tell them the same, to the byte.
TEST(Records, LeakNothing) {
    for (const auto& observer : {json::value(1), json::value("spectator")}) {
        auto one = at_first_trick();
        auto other = at_first_trick();
        EXPECT_EQ(one.events({{"op", "play"}, {"table", 1}, {"by", 0}, {"action", "12"}, {"for", observer}}),
                  other.events({{"op", "play"}, {"table", 1}, {"by", 0}, {"action", "1"}, {"for", observer}}));
        EXPECT_EQ(one.events({{"op", "undo"}, {"table", 1}, {"for", observer}}),
                  other.events({{"op", "undo"}, {"table", 1}, {"for", observer}}));
    }
    // Cards 25 to 36 show two halves each, so hands that swap two of them are worth the same.
    constexpr const char* swapped =
        "deal 2,1,3,4,5,6,7,8,9,10,11,48|13,14,15,16,17,18,19,20,21,22,23,24|25,26,27,28,29,30,31,32,33,34,35,36";
    constexpr const char* plain =
        "deal 2,1,3,4,5,6,7,8,9,10,11,47|13,14,15,16,17,18,19,20,21,22,23,24|25,26,27,28,29,30,31,32,33,34,35,36";
    for (const auto& observer : {json::value(2), json::value("spectator")}) {
        std::vector<std::string> told;
        for (const auto* hands : {plain, swapped}) {
            Session session;
            session.ask({{"op", "new"}, {"game", "turn_the_tide"}, {"players", 3}});
            told.push_back(
                session.events({{"op", "play"}, {"table", 1}, {"by", "chance"}, {"action", hands}, {"for", observer}}));
        }
        EXPECT_EQ(told[0], told[1]);
        EXPECT_EQ(told[0].find("left_out"), std::string::npos);
    }
}

}  // namespace
}  // namespace springtide
