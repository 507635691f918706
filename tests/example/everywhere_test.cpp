#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <sstream>

#include "arena/match.hpp"
#include "bots/choose.hpp"
#include "bots/review/review.hpp"
#include "cli/play_session.hpp"
#include "protocol/engine.hpp"
#include "python/game.hpp"
#include "table/games.hpp"
#include "tests/arena/plans.hpp"
#include "tests/kit/all_games.hpp"

/// A game that is in the list of games is everywhere: the example of docs/how-to/adding-a-game.md, played by every part
/// that is made from the list.
namespace springtide {
namespace {

boost::json::object ask(Engine& engine, std::string_view line) {
    return boost::json::parse(engine.answer(line)).as_object();
}

TEST(ExampleEverywhere, TheEngineKnowsItAndPlaysItToTheEnd) {
    Engine engine;
    const auto games = ask(engine, R"({"op":"games"})").at("games").as_array();
    EXPECT_EQ(games.size(), AllGames::size);
    EXPECT_EQ(games.back().at("id"), "pebbles");
    EXPECT_EQ(games.back().at("levels"), (boost::json::array{"random", "greedy"}));
    auto answer = ask(engine, R"({"op":"new","game":"pebbles","players":2,"options":{"shell":4}})");
    ASSERT_TRUE(answer.at("ok").as_bool()) << answer;
    EXPECT_FALSE(answer.contains("secrets"));
    answer = ask(engine, R"({"op":"play","table":1,"by":"chance","action":"wave 12"})");
    for (int seat = 0; !answer.at("over").as_bool(); seat = 1 - seat)
        answer = ask(engine, R"({"op":"play","table":1,"by":)" + std::to_string(seat) + R"(,"action":"take 3"})");
    EXPECT_EQ(answer.at("events").as_array().back().at("kind"), "won");
    EXPECT_EQ(ask(engine, R"({"op":"view","table":1,"for":"spectator"})").at("view").at("points"),
              (boost::json::array{6, 10}));
}

TEST(ExampleEverywhere, ItsRecordIsPlayedAgain) {
    auto table = new_table("pebbles", {.players = 3, .options = {}, .seed = "record", .position = {}});
    while (!(*table)->over()) {
        const Seat seat = (*table)->to_act().seats.front();
        ASSERT_TRUE((*table)->play(Actor::seat(seat), choose(**table, seat, {})->action));
    }
    const auto again = load_table((*table)->record());
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ((*again)->hash(), (*table)->hash());
    EXPECT_FALSE(has_luck_review("pebbles"));
    EXPECT_EQ(review_luck((*table)->record(), {}).error().reason, "not_reviewed") << "what it lacks is said in words";
}

TEST(ExampleEverywhere, TheArenaPlaysItsBots) {
    const auto outcome = arena::play(arena::duel("pebbles", 2, "greedy", "random", 200));
    EXPECT_EQ(outcome.standings[0].games, 400U);
    EXPECT_GT(outcome.standings[0].share.mean(), 0.6);
}

TEST(ExampleEverywhere, PythonHasItsActionsAsNumbers) {
    auto game = python::make_game("pebbles", 2, {});
    ASSERT_TRUE(game) << game.error().message;
    EXPECT_EQ((*game)->action_count(), 3);
    const auto state = (*game)->new_play();
    ASSERT_TRUE(state->apply_chance("wave 13"));
    ASSERT_TRUE(state->apply(0, 2));
    EXPECT_EQ(state->legal_actions(1), (std::vector{0, 1, 2}));
    EXPECT_EQ(*state->action_text(1, 1), "take 2");
    std::vector<float> features(state->feature_count(Knowledge::observation));
    state->write_features(1, Knowledge::observation, features.data());
    EXPECT_FLOAT_EQ(features[0], 10.0F / 24);
    const auto loaded = python::load_game(*state->record());
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_TRUE(loaded->play->equals(*state));
    BatchSetup setup;
    setup.games = 4;
    setup.threads = 1;
    EXPECT_EQ((*game)->new_batch(setup)->games(), 4U);
}

TEST(ExampleEverywhere, TheTerminalDrawsIt) {
    auto table = new_table("pebbles", {.players = 2, .options = {}, .seed = "terminal", .position = {}});
    std::istringstream in("1\nhelp\ntake 3\nhint\nquit\n");
    std::ostringstream out;
    EXPECT_EQ(cli::PlaySession(std::move(*table), {cli::Chair{}, cli::Chair{"greedy"}}, in, out, {}).run(), 0);
    EXPECT_NE(out.str().find("Most points"), std::string::npos);
    EXPECT_NE(out.str().find(" pebbles  oooo"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("Ada takes 1, "), std::string::npos);
}

TEST(ExampleEverywhere, ItHasASignature) {
    const auto checks = kit::all_games();
    EXPECT_EQ(checks.back().game, "pebbles");
    EXPECT_EQ(kit::full_signature(checks.back()), kit::full_signature(checks.back()));
}

}  // namespace
}  // namespace springtide
