#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "protocol/engine.hpp"

/// The requests `analyse`, `length`, `review` and `puzzle`.
namespace springtide {
namespace {

namespace json = boost::json;

class Study : public testing::Test {
  protected:
    json::object ask(const json::object& request) {
        return json::parse(engine_.answer(json::serialize(request))).as_object();
    }
    std::string refused(const json::object& request) {
        const auto answer = ask(request);
        if (answer.at("ok").as_bool()) return "ok";
        const auto& error = answer.at("error");
        EXPECT_FALSE(error.at("message").as_string().empty());
        return std::string(error.at("code").as_string());
    }
    json::value puzzle_table(int number) {
        const auto puzzle = ask({{"op", "puzzle"}, {"number", number}});
        return ask({{"op", "position"}, {"game", "high_tide_leiman"}, {"position", puzzle.at("position")}}).at("table");
    }
    Engine engine_;
};

TEST_F(Study, a_puzzle_is_given_by_number_and_drawn_by_seed_and_rating) {
    const auto first = ask({{"op", "puzzle"}, {"number", 1}});
    EXPECT_EQ(first.at("number"), 1);
    EXPECT_EQ(first.at("rating"), 1);
    const auto count = first.at("of").to_number<int>();
    EXPECT_EQ(ask({{"op", "puzzle"}, {"number", count}}).at("rating"), 5);
    for (int rating = 1; rating <= 5; ++rating) {
        const auto drawn = ask({{"op", "puzzle"}, {"seed", "a"}, {"rating", rating}});
        EXPECT_EQ(drawn.at("rating"), rating);
        EXPECT_EQ(ask({{"op", "puzzle"}, {"seed", "a"}, {"rating", rating}}), drawn);
    }
    EXPECT_NE(ask({{"op", "puzzle"}, {"seed", "a"}}), ask({{"op", "puzzle"}, {"seed", "b"}}));

    EXPECT_EQ(refused({{"op", "puzzle"}}), "bad_request");
    EXPECT_EQ(refused({{"op", "puzzle"}, {"number", 0}}), "bad_request");
    EXPECT_EQ(refused({{"op", "puzzle"}, {"number", count + 1}}), "bad_request");
    EXPECT_EQ(refused({{"op", "puzzle"}, {"number", "one"}}), "bad_request");
    EXPECT_EQ(refused({{"op", "puzzle"}, {"seed", "a"}, {"rating", 6}}), "bad_request");
    EXPECT_EQ(refused({{"op", "puzzle"}, {"seed", 7}}), "bad_request");
}

TEST_F(Study, the_analysis_of_a_puzzle_shows_one_winning_move_and_a_line_that_keeps_the_win) {
    for (const int number : {1, 100, 300}) {
        const auto puzzle = ask({{"op", "puzzle"}, {"number", number}});
        const auto made = ask({{"op", "position"}, {"game", "high_tide_leiman"}, {"position", puzzle.at("position")}});
        const auto mover = made.at("to_act").at(0);
        const auto analysis = ask({{"op", "analyse"}, {"table", made.at("table")}});
        EXPECT_EQ(analysis.at("winner"), mover);
        const auto& moves = analysis.at("moves").as_array();
        const auto legal = ask({{"op", "legal"}, {"table", made.at("table")}, {"by", mover}});
        EXPECT_EQ(moves.size(), legal.at("actions").as_array().size());
        EXPECT_EQ(moves.at(0).at("action"), puzzle.at("solution"));
        EXPECT_EQ(moves.at(0).at("margin"), analysis.at("margin"));
        for (std::size_t i = 0; i < moves.size(); ++i) EXPECT_EQ(moves[i].at("winner") == mover, i == 0);

        json::value to_act = mover;
        json::object last;
        for (const auto& action : analysis.at("line").as_array()) {
            last = ask({{"op", "play"}, {"table", made.at("table")}, {"by", to_act}, {"action", action}});
            ASSERT_TRUE(last.at("ok").as_bool());
            to_act = 1 - to_act.as_int64();
        }
        EXPECT_TRUE(last.at("over").as_bool());
        const auto view = ask({{"op", "view"}, {"table", made.at("table")}, {"for", "all"}}).at("view");
        EXPECT_EQ(view.at("winner"), mover);
        EXPECT_EQ(view.at("visible").at(0).as_int64() - view.at("visible").at(1).as_int64(), analysis.at("margin"));
    }
}

TEST_F(Study, a_quick_analysis_says_who_wins_after_every_move_and_no_more) {
    for (const int number : {1, 100, 250}) {
        const auto table = puzzle_table(number);
        const auto whole = ask({{"op", "analyse"}, {"table", table}});
        const auto quick = ask({{"op", "analyse"}, {"table", table}, {"quick", true}});
        EXPECT_EQ(quick.at("winner"), whole.at("winner"));
        EXPECT_FALSE(quick.contains("margin") || quick.contains("line"));
        EXPECT_LT(quick.at("nodes").to_number<int>(), whole.at("nodes").to_number<int>());
        const auto winners = [](const json::value& answer) {
            std::map<std::string, json::value> by_action;
            for (const auto& move : answer.at("moves").as_array())
                by_action[std::string(move.at("action").as_string())] = move.at("winner");
            return by_action;
        };
        EXPECT_EQ(winners(quick), winners(whole));
        const auto& moves = quick.at("moves").as_array();
        for (std::size_t i = 0; i < moves.size(); ++i) EXPECT_EQ(moves[i].at("winner") == quick.at("winner"), i == 0);
    }
    EXPECT_EQ(refused({{"op", "analyse"}, {"table", puzzle_table(1)}, {"quick", 1}}), "bad_request");
}

TEST_F(Study, the_length_of_a_puzzle_is_that_of_a_line_its_winner_wins) {
    for (const int number : {1, 100, 300}) {
        const auto table = puzzle_table(number);
        const auto found = ask({{"op", "length"}, {"table", table}});
        EXPECT_EQ(found.at("winner"), ask({{"op", "analyse"}, {"table", table}}).at("winner"));
        EXPECT_GT(found.at("nodes").to_number<int>(), 0);
        const auto& line = found.at("line").as_array();
        EXPECT_EQ(found.at("length").to_number<std::size_t>(), line.size());
        EXPECT_EQ(line.at(0), ask({{"op", "puzzle"}, {"number", number}}).at("solution"));
        json::value by = found.at("winner");  // a puzzle is won by its mover
        for (std::size_t i = 0; i < line.size(); ++i) {
            const auto played = ask({{"op", "play"}, {"table", table}, {"by", by}, {"action", line[i]}});
            ASSERT_TRUE(played.at("ok").as_bool());
            EXPECT_EQ(played.at("over").as_bool(), i + 1 == line.size());
            by = 1 - by.as_int64();
        }
        EXPECT_EQ(ask({{"op", "view"}, {"table", table}, {"for", "all"}}).at("view").at("winner"), found.at("winner"));
        EXPECT_EQ(refused({{"op", "length"}, {"table", table}}), "over");
    }
    const auto table = puzzle_table(250);
    EXPECT_EQ(ask({{"op", "length"}, {"table", table}, {"memory", 16}}).at("length"),
              ask({{"op", "length"}, {"table", table}, {"memory", 4096}}).at("length"));
    EXPECT_EQ(refused({{"op", "length"}, {"table", table}, {"memory", 15}}), "bad_request");
    EXPECT_EQ(refused({{"op", "length"}, {"table", 99}}), "unknown_table");
}

TEST_F(Study, memory_changes_the_work_and_not_the_answer) {
    const auto table = puzzle_table(250);
    auto small = ask({{"op", "analyse"}, {"table", table}, {"memory", 16}});
    auto large = ask({{"op", "analyse"}, {"table", table}, {"memory", 4096}});
    EXPECT_EQ(small.at("moves"), large.at("moves"));
    EXPECT_EQ(refused({{"op", "analyse"}, {"table", table}, {"memory", 15}}), "bad_request");
    EXPECT_EQ(refused({{"op", "analyse"}, {"table", table}, {"memory", 2'000'000}}), "bad_request");
    EXPECT_EQ(refused({{"op", "review"}, {"table", table}, {"memory", "much"}}), "bad_request");
}

TEST(StudyLimit, an_answer_that_takes_too_much_is_broken_off) {
    Engine engine({.tables = 2, .perft_nodes = 1, .study_nodes = 100});
    const auto ask = [&](std::string_view line) { return json::parse(engine.answer(line)); };
    ask(R"({"op":"new","game":"high_tide_leiman","players":2,"seed":"a","options":{"first":"blue"}})");
    EXPECT_EQ(ask(R"({"op":"analyse","table":1})").at("error").at("code"), "limit");
    EXPECT_EQ(ask(R"({"op":"length","table":1})").at("error").at("code"), "limit");
    const auto legal = ask(R"({"op":"legal","table":1,"by":0})").at("actions");
    const json::object play{{"op", "play"}, {"table", 1}, {"by", 0}, {"action", legal.at(0)}};
    ASSERT_TRUE(ask(json::serialize(play)).at("ok").as_bool());
    EXPECT_EQ(ask(R"({"op":"review","table":1})").at("error").at("code"), "limit");
    ask(R"({"op":"new","game":"turn_the_tide","players":3,"seed":"a"})");
    EXPECT_EQ(ask(R"({"op":"review","table":2})").at("error").at("code"), "limit");
    EXPECT_TRUE(ask(R"({"op":"review","table":2,"nodes":50})").at("ok").as_bool());
}

TEST_F(Study, a_game_is_reviewed_at_its_table_or_from_its_record) {
    const auto puzzle = ask({{"op", "puzzle"}, {"number", 120}});
    const auto table = puzzle_table(120);
    const auto moves = ask({{"op", "analyse"}, {"table", table}}).at("moves").as_array();
    const auto& worst = moves.at(moves.size() - 1);
    const auto by = ask({{"op", "analyse"}, {"table", table}}).at("winner");
    ASSERT_EQ(refused({{"op", "play"}, {"table", table}, {"by", by}, {"action", worst.at("action")}}), "ok");

    const auto review = ask({{"op", "review"}, {"table", table}});
    const auto& reviewed = review.at("moves").as_array();
    ASSERT_EQ(reviewed.size(), 1U);
    EXPECT_EQ(reviewed[0].at("by"), by);
    EXPECT_EQ(reviewed[0].at("legal").to_number<std::size_t>(), moves.size());
    EXPECT_EQ(reviewed[0].at("winning"), 1);
    EXPECT_EQ(reviewed[0].at("turning_point"), true);
    EXPECT_EQ(reviewed[0].at("better"), puzzle.at("solution"));
    EXPECT_EQ(reviewed[0].at("after").at("margin"), worst.at("margin"));

    const auto record = ask({{"op", "record"}, {"table", table}}).at("record");
    EXPECT_EQ(ask({{"op", "review"}, {"record", record}}).at("moves"), review.at("moves"));
}

TEST_F(Study, a_game_of_luck_is_reviewed_in_pieces_as_the_best_bot_sees_it) {
    const auto table = ask({{"op", "new"}, {"game", "turn_the_tide"}, {"players", 3}, {"seed", "a"}}).at("table");
    for (const int seat : {0, 1, 2}) {
        const auto legal = ask({{"op", "legal"}, {"table", table}, {"by", seat}}).at("actions");
        ASSERT_EQ(refused({{"op", "play"}, {"table", table}, {"by", seat}, {"action", legal.at(0)}}), "ok");
    }
    const auto whole = ask({{"op", "review"}, {"table", table}, {"nodes", 32}, {"seed", "s"}});
    ASSERT_EQ(whole.at("of"), 6);  // deal, tides, three cards, tides
    ASSERT_EQ(whole.at("events").as_array().size(), 6U);
    EXPECT_EQ(whole.at("events").at(0).at("by"), "chance");
    EXPECT_EQ(whole.at("events").at(3).at("by"), 1);
    EXPECT_EQ(whole.at("events").at(3).at("legal"), 12);
    EXPECT_EQ(whole.at("balance").as_array().size(), 3U);
    const auto piece =
        ask({{"op", "review"}, {"table", table}, {"nodes", 32}, {"seed", "s"}, {"from", 3}, {"count", 2}});
    ASSERT_EQ(piece.at("events").as_array().size(), 2U);
    EXPECT_EQ(piece.at("events").at(0), whole.at("events").at(3));
    EXPECT_EQ(piece.at("events").at(1), whole.at("events").at(4));

    EXPECT_EQ(refused({{"op", "review"}, {"table", table}, {"nodes", 15}}), "bad_request");
    EXPECT_EQ(refused({{"op", "review"}, {"table", table}, {"nodes", "many"}}), "bad_request");
    EXPECT_EQ(refused({{"op", "review"}, {"table", table}, {"seed", 1}}), "bad_request");
    EXPECT_EQ(refused({{"op", "review"}, {"table", table}, {"from", -1}}), "bad_request");
    EXPECT_EQ(refused({{"op", "review"}, {"table", table}, {"from", 7}}), "bad_request");
    EXPECT_EQ(refused({{"op", "review"}, {"table", table}, {"count", -1}}), "bad_request");
}

TEST_F(Study, other_games_broken_records_and_moments_without_a_mover_are_refused) {
    const auto tide = ask({{"op", "new"}, {"game", "turn_the_tide"}, {"players", 3}, {"seed", "a"}}).at("table");
    EXPECT_EQ(refused({{"op", "analyse"}, {"table", tide}}), "bad_request");
    EXPECT_EQ(refused({{"op", "review"}, {"record", "hello"}}), "bad_notation");
    EXPECT_EQ(refused({{"op", "review"}}), "bad_request");
    EXPECT_EQ(refused({{"op", "analyse"}, {"table", 99}}), "unknown_table");
    const auto waiting = ask({{"op", "new"}, {"game", "high_tide_leiman"}, {"players", 2}}).at("table");
    EXPECT_EQ(refused({{"op", "analyse"}, {"table", waiting}}), "not_your_turn");
    EXPECT_TRUE(ask({{"op", "review"}, {"table", waiting}}).at("moves").as_array().empty());
    auto lines = ask({{"op", "analyse"}, {"table", puzzle_table(1)}}).at("line").as_array();
    auto ended = puzzle_table(1);
    json::value by = ask({{"op", "analyse"}, {"table", ended}}).at("winner");
    for (const auto& action : lines) {
        ASSERT_EQ(refused({{"op", "play"}, {"table", ended}, {"by", by}, {"action", action}}), "ok");
        by = 1 - by.as_int64();
    }
    EXPECT_EQ(refused({{"op", "analyse"}, {"table", ended}}), "over");
}

}  // namespace
}  // namespace springtide
