#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <set>

#include "notation/reasons.hpp"
#include "protocol/engine.hpp"
#include "protocol/reasons.hpp"
#include "protocol/server_reasons.hpp"

/// A refusal says what it is about, for programs as well as for people.
namespace springtide {
namespace {

namespace json = boost::json;

class Refusals : public testing::Test {
  protected:
    json::value ask(const json::value& request) { return json::parse(engine_.answer(json::serialize(request))); }
    std::string why(const json::value& request) { return json::serialize(ask(request).at("error")); }

    Engine engine_;
};

TEST_F(Refusals, OfTheRulesNameClauseAndPiece) {
    ask({{"op", "new"}, {"game", "high_tide_leiman"}, {"players", 2}, {"options", {{"first", "blue"}}}});
    ask({{"op", "play"}, {"table", 1}, {"by", "chance"}, {"action", "setup b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b"}});
    EXPECT_EQ(why({{"op", "play"}, {"table", 1}, {"by", 0}, {"action", "c2-c1"}}),
              R"x({"code":"illegal_action","reason":"tile_held","clause":"L6","cell":"c2",)x"
              R"x("message":"the tile on c2 is held: it needs two sides in a row that touch nothing (L6)"})x");
    EXPECT_EQ(why({{"op", "play"}, {"table", 1}, {"by", 0}, {"action", "a1-e3"}}),
              R"x({"code":"illegal_action","reason":"not_beside","clause":"L5","cell":"a1","to":"e3",)x"
              R"x("message":"e3 is not beside a1 (L5)"})x");

    ask({{"op", "new"}, {"game", "high_tide_henn"}, {"players", 3}, {"options", {{"baywatch", true}}}});
    ask({{"op", "play"}, {"table", 2}, {"by", "chance"}, {"action", "towels 0,1,2"}});
    ask({{"op", "play"}, {"table", 2}, {"by", "chance"}, {"action", "baywatch swap"}});
    EXPECT_EQ(why({{"op", "play"}, {"table", 2}, {"by", 0}, {"action", "take 3"}}),
              R"x({"code":"illegal_action","reason":"no_dice_there","clause":"H9","space":3,)x"
              R"x("message":"no dice lie on that space (H9)"})x");
    EXPECT_EQ(why({{"op", "play"}, {"table", 2}, {"by", 0}, {"action", "use swap 1"}}),
              R"x({"code":"illegal_action","reason":"tile_on_offer","clause":"HB3","tile":"swap",)x"
              R"x("message":"the tile swap is won at the end of this round and used from the next one on (HB3)"})x");
}

TEST_F(Refusals, OfRequestsNameFieldAndOption) {
    EXPECT_EQ(why({{"op", "play"}}),
              R"({"code":"bad_request","reason":"field_missing","field":"table","wanted":"a whole number",)"
              R"("message":"the request needs 'table': a whole number"})");
    EXPECT_EQ(
        json::parse(why({{"op", "new"}, {"game", "turn_the_tide"}, {"players", 3}, {"options", {{"edition", "x"}}}}))
            .at("option"),
        "edition");
    for (const auto& [line, at] : {std::pair{"{", 2}, {"", 1}, {R"({"op" "hello"})", 7}, {R"({"op":"hello"} x)", 16}}) {
        const auto error = json::parse(engine_.answer(line)).at("error");
        EXPECT_EQ(error.at("reason"), "not_json") << line;
        EXPECT_EQ(error.at("at"), at) << line;
        EXPECT_EQ(error.at("message").as_string(),
                  "this line is not JSON: it goes wrong at character " + std::to_string(at));
    }
    EXPECT_EQ(json::parse(engine_.answer("[]")).at("error").at("message"),
              "a request is an object like {\"op\": \"hello\"}");
}

TEST_F(Refusals, OfALineOfARecordKeepTheirReason) {
    const auto error = ask({{"op", "load"},
                            {"record",
                             "[Springtide \"1\"]\n[Game \"high_tide_leiman\"]\n[Players \"2\"]\n"
                             "[first \"blue\"]\n\n0 a1-a2\n"}})
                           .at("error");
    EXPECT_EQ(error.at("reason"), "chance_acts");
    EXPECT_EQ(error.at("line"), 6);
}

TEST_F(Refusals, OfTheFirstProtocolHaveCodeAndMessage) {
    ask({{"op", "hello"}, {"protocol", 1}});
    EXPECT_EQ(why({{"op", "view"}, {"table", 9}, {"for", 0}}),
              R"({"code":"unknown_table","message":"there is no table 9"})");
}

TEST(Reasons, HaveANameOfTheirOwnAndASentenceWithoutTheClause) {
    std::set<std::string_view> names;
    const auto check = [&](const RefusalReason& reason) {
        EXPECT_TRUE(names.insert(reason.name).second) << reason.name;
        EXPECT_FALSE(reason.sentence.empty()) << reason.name;
        if (!reason.clause.empty()) {
            EXPECT_EQ(reason.sentence.find(reason.clause), std::string_view::npos) << reason.name;
        }
    };
    for (const auto& reason : game_reasons) check(reason);
    for (const auto& reason : request_reasons) check(reason);
    for (const auto& reason : server_reasons) check(reason);
    EXPECT_GT(names.size(), 100U);
}

}  // namespace
}  // namespace springtide
