#include "protocol/engine.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "protocol/lines.hpp"
#include "table/committed_chance.hpp"
#include "table/games.hpp"
#include "table/record.hpp"
#include "table/sha256.hpp"

namespace springtide {
namespace {

namespace json = boost::json;

class EngineTest : public testing::Test {
  protected:
    json::object ask(std::string_view line) { return json::parse(engine_.answer(line)).as_object(); }
    std::string code(std::string_view line) {
        const auto answer = ask(line);
        if (answer.at("ok").as_bool()) return "ok";
        EXPECT_FALSE(answer.at("error").at("message").as_string().empty());
        return std::string(answer.at("error").at("code").as_string());
    }
    /// A table of Leiman's game with its first round laid out, blue to move.
    void lay_out() {
        ASSERT_EQ(code(R"({"op":"new","game":"high_tide_leiman","players":2,"options":{"first":"blue"}})"), "ok");
        ASSERT_EQ(
            code(R"({"op":"play","table":1,"by":"chance","action":"setup b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b"})"),
            "ok");
    }
    Engine engine_;
};

TEST_F(EngineTest, HelloSaysWhoItIs) {
    const auto answer = ask(R"({"id":[1,{"a":null}],"op":"hello"})");
    EXPECT_EQ(json::serialize(answer.at("id")), R"([1,{"a":null}])");
    EXPECT_TRUE(answer.at("ok").as_bool());
    EXPECT_EQ(answer.at("protocol"), 2);
    EXPECT_TRUE(answer.contains("name"));
    EXPECT_TRUE(answer.contains("version"));
}

TEST_F(EngineTest, AnAnswerBringsTheActionsOfThoseWhoAct) {
    int moves = 0;
    for (const std::string game : {"turn_the_tide", "high_tide_henn", "high_tide_leiman"}) {
        const std::string players = game == "high_tide_leiman" ? "2" : "3";
        const std::string seats = game == "high_tide_leiman" ? "[0,1]" : "[0,1,2]";
        const std::string asks = R"(,"for":)" + seats + R"(,"legal":true})";
        auto now = ask(R"({"op":"new","game":")" + game + R"(","players":)" + players + R"(,"seed":"moves")" + asks);
        const std::string table = R"("table":)" + json::serialize(now.at("table"));
        EXPECT_FALSE(ask(R"({"op":"play","by":0,"action":"none",)" + table + asks).contains("legal"));
        for (int turn = 0; turn < 20 && !now.at("over").as_bool(); ++turn, ++moves) {
            const auto& legal = now.at("legal").as_object();
            EXPECT_EQ(legal.size(), now.at("to_act").as_array().size());
            std::string seat;
            std::string action;
            for (const auto& [by, given] : legal) {
                seat = by;
                const auto asked = ask(R"({"op":"legal","leads_to":true,"by":)" + seat + "," + table + "}");
                for (const auto& [key, value] : given.as_object()) EXPECT_EQ(value, asked.at(key)) << game << turn;
                EXPECT_EQ(given.as_object().contains("leads_to"), asked.contains("leads_to"));
                action = json::serialize(given.at("actions").at(0));
            }
            now = ask(R"({"op":"play","by":)" + seat + R"(,"action":)" + action + "," + table + asks);
        }
    }
    EXPECT_GE(moves, 40);
    // Bots and people elsewhere: only who is asked for.
    const auto one =
        ask(R"({"op":"new","game":"turn_the_tide","players":3,"seed":"moves","for":[1,"all"],"legal":true})");
    EXPECT_EQ(one.at("legal").as_object().size(), 1U);
    EXPECT_TRUE(one.at("legal").as_object().contains("1"));
    EXPECT_FALSE(ask(R"({"op":"new","game":"turn_the_tide","players":3,"seed":"moves"})").contains("legal"));
}

TEST_F(EngineTest, GamesAreListedWithTheirOptions) {
    const auto answer = ask(R"({"op":"games"})");
    for (const auto& game : answer.at("games").as_array()) {
        for (const auto* field : {"id", "title", "designer", "players", "options"})
            EXPECT_TRUE(game.as_object().contains(field)) << field;
        if (game.at("id") != "high_tide_leiman") continue;
        EXPECT_EQ(json::serialize(game.at("players")), "[2,2]");
        const auto& stones = game.at("options").at(0);
        EXPECT_EQ(stones.at("name"), "stones");
        EXPECT_EQ(stones.at("default"), 3);
        EXPECT_EQ(stones.at("min"), 1);
        EXPECT_EQ(stones.at("max"), 5);
        const auto& first = game.at("options").at(1);
        EXPECT_EQ(json::serialize(first.at("allowed")), R"(["random","blue","pink","pie"])");
        const auto& setup = game.at("options").at(2);
        EXPECT_EQ(json::serialize(setup.at("allowed")), R"(["random","balanced"])");
        return;
    }
    FAIL() << "high_tide_leiman is missing";
}

TEST_F(EngineTest, EveryMistakeHasItsCode) {
    lay_out();
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "bad_json"},
        {"{", "bad_json"},
        {"nonsense", "bad_json"},
        {R"({"op":"hello"} x)", "bad_json"},
        {"{\"op\":\"hell\xff\"}", "bad_json"},
        {std::string(5000, '['), "bad_json"},
        {"[]", "bad_request"},
        {"null", "bad_request"},
        {"{}", "bad_request"},
        {R"({"op":7})", "bad_request"},
        {R"({"op":"dance"})", "unknown_op"},
        {R"({"op":"new"})", "bad_request"},
        {R"({"op":"new","game":7,"players":2})", "bad_request"},
        {R"({"op":"new","game":"go","players":2})", "unknown_game"},
        {R"({"op":"new","game":"high_tide_leiman"})", "bad_request"},
        {R"({"op":"new","game":"high_tide_leiman","players":"2"})", "bad_request"},
        {R"({"op":"new","game":"high_tide_leiman","players":2.5})", "bad_request"},
        {R"({"op":"new","game":"high_tide_leiman","players":3})", "bad_options"},
        {R"({"op":"new","game":"high_tide_leiman","players":-1})", "bad_options"},
        {R"({"op":"new","game":"high_tide_leiman","players":99999999999})", "bad_options"},
        {R"({"op":"new","game":"high_tide_leiman","players":2,"options":[]})", "bad_options"},
        {R"({"op":"new","game":"high_tide_leiman","players":2,"options":{"stones":6}})", "bad_options"},
        {R"({"op":"new","game":"high_tide_leiman","players":2,"options":{"stones":1.5}})", "bad_options"},
        {R"({"op":"new","game":"high_tide_leiman","players":2,"options":{"stones":null}})", "bad_options"},
        {R"({"op":"new","game":"high_tide_leiman","players":2,"options":{"depth":1}})", "bad_options"},
        {R"({"op":"new","game":"high_tide_leiman","players":2,"seed":7})", "bad_request"},
        {R"({"op":"position","game":"high_tide_leiman","position":"b b b"})", "bad_notation"},
        {R"({"op":"position","game":"chess","position":"b b b"})", "unknown_game"},
        {R"({"op":"play","by":0,"action":"a1-a2"})", "bad_request"},
        {R"({"op":"play","table":"1","by":0,"action":"a1-a2"})", "bad_request"},
        {R"({"op":"play","table":2,"by":0,"action":"a1-a2"})", "unknown_table"},
        {R"({"op":"play","table":1,"action":"a1-a2"})", "bad_request"},
        {R"({"op":"play","table":1,"by":2,"action":"a1-a2"})", "bad_request"},
        {R"({"op":"play","table":1,"by":-1,"action":"a1-a2"})", "bad_request"},
        {R"({"op":"play","table":1,"by":"blue","action":"a1-a2"})", "bad_request"},
        {R"({"op":"play","table":1,"by":0})", "bad_request"},
        {R"({"op":"play","table":1,"by":0,"action":5})", "bad_request"},
        {R"({"op":"play","table":1,"by":0,"action":""})", "bad_notation"},
        {R"({"op":"play","table":1,"by":0,"action":"a1-a9"})", "bad_notation"},
        {R"({"op":"play","table":1,"by":0,"action":"a2-a1"})", "illegal_action"},
        {R"({"op":"play","table":1,"by":1,"action":"a2-a1"})", "not_your_turn"},
        {R"({"op":"play","table":1,"by":"chance","action":"first blue"})", "not_your_turn"},
        {R"({"op":"retract","table":1,"by":0})", "illegal_action"},
        {R"({"op":"retract","table":1,"by":"chance"})", "bad_request"},
        {R"({"op":"legal","table":1,"by":7})", "bad_request"},
        {R"({"op":"view","table":1})", "bad_request"},
        {R"({"op":"view","table":1,"for":"nobody"})", "bad_request"},
        {R"({"op":"view","table":1,"for":5})", "bad_request"},
        {R"({"op":"load","record":"x"})", "bad_notation"},
        {R"({"op":"load"})", "bad_request"},
        {R"({"op":"best","table":1,"by":1})", "not_your_turn"},
        {R"({"op":"best","table":1,"by":0,"level":"godlike"})", "bad_request"},
        {R"({"op":"best","table":1,"by":0,"ms":0})", "bad_request"},
        {R"({"op":"perft","table":1})", "bad_request"},
        {R"({"op":"perft","table":1,"depth":-1})", "bad_request"},
        {R"({"op":"close","table":9})", "unknown_table"},
    };
    const auto before = engine_.answer(R"({"op":"record","table":1})");
    for (const auto& [line, expected] : cases) EXPECT_EQ(code(line), expected) << line.substr(0, 200);
    EXPECT_EQ(engine_.answer(R"({"op":"record","table":1})"), before) << "no mistake changes a table";
    EXPECT_EQ(ask(R"({"op":"new","game":"high_tide_leiman","players":2})").at("table"), 2)
        << "no mistake uses up a number";
}

TEST_F(EngineTest, OverIsSaidWhenItIsOver) {
    ask(R"({"op":"position","game":"high_tide_leiman","position":".,bbpb,./.,.,p,./.,nbbbp,n,bp,./.,.,pnnpnp,./.,.,. b p"})");
    EXPECT_EQ(code(R"({"op":"play","table":1,"by":0,"action":"a2-b3"})"), "over");
    EXPECT_EQ(code(R"({"op":"best","table":1,"by":0})"), "over");
    EXPECT_EQ(json::serialize(ask(R"({"op":"legal","table":1,"by":0})").at("actions")), "[]");
    EXPECT_EQ(ask(R"({"op":"perft","table":1,"depth":3})").at("nodes"), 0);
    EXPECT_EQ(ask(R"({"op":"view","table":1,"for":"all"})").at("view").at("winner"), 1);
}

TEST_F(EngineTest, ViewHasTheFieldsOfTheProtocol) {
    lay_out();
    const auto view = ask(R"({"op":"view","table":1,"for":"spectator"})").at("view").as_object();
    EXPECT_EQ(view.at("cells").at("a1"), "b");
    EXPECT_EQ(view.at("to_move"), 0);
    EXPECT_TRUE(view.at("last_mover").is_null());
    EXPECT_EQ(json::serialize(view.at("stones")), "[0,0]");
    EXPECT_EQ(view.at("round"), 1);
    EXPECT_TRUE(view.at("winner").is_null());
    ask(R"({"op":"play","table":1,"by":0,"action":"a1-a2"})");
    const auto after = ask(R"({"op":"view","table":1,"for":1})").at("view").as_object();
    EXPECT_EQ(after.at("cells").at("a1"), "");
    EXPECT_EQ(after.at("cells").at("a2"), "pb");
    EXPECT_EQ(after.at("to_move"), 1);
    EXPECT_EQ(after.at("last_mover"), 0);
}

TEST_F(EngineTest, UndoRecordLoadAndClose) {
    lay_out();
    const auto before = ask(R"({"op":"record","table":1})").at("record");
    ask(R"({"op":"play","table":1,"by":0,"action":"a1-a2"})");
    const auto after = ask(R"({"op":"record","table":1})").at("record");
    EXPECT_NE(before, after);
    const auto undone = ask(R"({"op":"undo","table":1})");
    EXPECT_EQ(json::serialize(undone.at("to_act")), "[0]");
    EXPECT_EQ(ask(R"({"op":"record","table":1})").at("record"), before);
    const auto loaded = ask(json::serialize(json::object{{"op", "load"}, {"record", after}}));
    EXPECT_EQ(loaded.at("table"), 2);
    EXPECT_EQ(json::serialize(loaded.at("to_act")), "[1]");
    EXPECT_EQ(ask(R"({"op":"record","table":2})").at("record"), after);
    EXPECT_EQ(code(R"({"op":"close","table":1})"), "ok");
    EXPECT_EQ(code(R"({"op":"view","table":1,"for":"all"})"), "unknown_table");
    EXPECT_EQ(code(R"({"op":"undo","table":2})"), "ok");
    EXPECT_EQ(code(R"({"op":"undo","table":2})"), "ok");
    EXPECT_EQ(code(R"({"op":"undo","table":2})"), "illegal_action") << "nothing is left to take back";
}

TEST_F(EngineTest, AnHonestRecordIsProvedAndAForgedOneIsNot) {
    const Digest secret = sha256("a secret of the host");
    const CommittedChance chance(secret, "t", {"mine", "yours"});
    const auto table = *new_table("high_tide_leiman", {.players = 2, .options = {}, .seed = {}, .position = {}});
    for (std::uint32_t n = 0; table->to_act().chance; ++n)
        ASSERT_TRUE(table->play(Actor::chance(), table->draw_chance(chance.for_event(n))));
    auto record = *parse_record(table->record());
    record.tags = {{"Table", "t"},
                   {"Commitment", CommittedChance::commitment(secret)},
                   {"Secret", to_hex(secret)},
                   {"Contribution0", "mine"},
                   {"Contribution1", "yours"}};
    const auto request = [&] { return json::serialize(json::object{{"op", "verify"}, {"record", to_text(record)}}); };
    const auto honest = ask(request());
    EXPECT_EQ(honest.at("chance_events").as_int64(), 2);
    EXPECT_EQ(honest.at("commitment").as_string(), CommittedChance::commitment(secret));
    record.tags.back().second = "another's";
    EXPECT_EQ(code(request()), "illegal_action");
    EXPECT_EQ(code(R"({"op":"verify","record":"[Springtide \"1\"]"})"), "bad_notation");
    EXPECT_EQ(code(R"({"op":"verify"})"), "bad_request");
}

TEST_F(EngineTest, SeedsAreReproducible) {
    ask(R"({"op":"new","game":"high_tide_leiman","players":2,"seed":"same"})");
    ask(R"({"op":"new","game":"high_tide_leiman","players":2,"seed":"same"})");
    ask(R"({"op":"new","game":"high_tide_leiman","players":2,"seed":"other"})");
    const auto record = [this](int table) {
        return ask(R"({"op":"record","table":)" + std::to_string(table) + "}").at("record");
    };
    EXPECT_EQ(record(1), record(2));
    EXPECT_NE(record(1), record(3));
}

TEST_F(EngineTest, ChanceIsListedOrItsFormIsShown) {
    ask(R"({"op":"new","game":"high_tide_leiman","players":2})");
    EXPECT_EQ(json::serialize(ask(R"({"op":"legal","table":1,"by":"chance"})").at("actions")),
              R"(["first blue","first pink"])");
    ask(R"({"op":"play","table":1,"by":"chance","action":"first blue"})");
    const auto answer = ask(R"({"op":"legal","table":1,"by":"chance"})");
    EXPECT_FALSE(answer.contains("actions"));
    EXPECT_TRUE(answer.at("form").as_string().starts_with("setup "));
    EXPECT_EQ(json::serialize(ask(R"({"op":"legal","table":1,"by":0})").at("actions")), "[]");
}

TEST_F(EngineTest, BestIsALegalMoveOfEveryLevel) {
    lay_out();
    const auto legal = json::serialize(ask(R"({"op":"legal","table":1,"by":0})").at("actions"));
    const auto answer = ask(R"({"op":"games"})");
    for (const auto& game : answer.at("games").as_array()) {
        if (game.at("id") != "high_tide_leiman") continue;
        for (const auto& level : game.at("levels").as_array()) {
            const auto best =
                ask(json::serialize(json::object{{"op", "best"}, {"table", 1}, {"by", 0}, {"level", level}}));
            EXPECT_NE(legal.find(json::serialize(best.at("action"))), std::string::npos) << level;
        }
    }
    EXPECT_EQ(code(R"({"op":"best","table":1,"by":0,"ms":50})"), "ok");
}

TEST(EngineLimit, TablesAreLimited) {
    Engine engine({.tables = 2, .perft_nodes = 1000});
    const std::string make = R"({"op":"new","game":"high_tide_leiman","players":2,"seed":"x"})";
    engine.answer(make);
    engine.answer(make);
    EXPECT_NE(engine.answer(make).find("\"limit\""), std::string::npos);
    engine.answer(R"({"op":"close","table":1})");
    EXPECT_NE(engine.answer(make).find("\"table\":3"), std::string::npos) << "numbers are not used again";
    EXPECT_NE(engine.answer(R"({"op":"perft","table":3,"depth":9})").find("\"limit\""), std::string::npos);
    EXPECT_NE(Engine::answer_to_long_line().find("\"limit\""), std::string::npos);
}

}  // namespace
}  // namespace springtide
