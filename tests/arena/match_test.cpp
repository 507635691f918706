#include "arena/match.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "arena/report.hpp"
#include "tests/arena/plans.hpp"
#include "tests/kit/settings.hpp"

/// Matches: the same deals from every seat, the same figures however they are played.
namespace springtide::arena {
namespace {

TEST(ArenaMatch, EveryDealIsPlayedFromEverySeat) {
    // Both sides play alike and draw nothing: every deal then gives each side exactly its part, and no lead.
    for (const auto& [game, bot, players] : {std::tuple{"turn_the_tide", "rule_of_thumb", 4},
                                             {"high_tide_henn", "careful", 3},
                                             {"high_tide_henn", "furthest", 6}}) {
        const auto outcome = play(duel(game, players, bot, bot, 30));
        const Standing& standing = outcome.standings[0];
        EXPECT_EQ(standing.games, 30U * static_cast<unsigned>(players));
        EXPECT_NEAR(standing.share.mean(), 1.0 / players, 1e-12);
        EXPECT_NEAR(standing.share.variance(), 0, 1e-12) << "luck of the cards cancels within each deal";
        EXPECT_NEAR(standing.lead.mean(), 0, 1e-12);
    }
}

TEST(ArenaMatch, TheNumberOfThreadsChangesNothing) {
    Plan plan = duel("turn_the_tide", 3, "rule_of_thumb", "random", 60);
    plan.pairings.push_back({1, 0});
    const auto one = figures(plan, play(plan));
    for (const unsigned threads : {2U, 5U}) {
        plan.threads = threads;
        EXPECT_EQ(figures(plan, play(plan)), one);
    }
    plan.seed = "another";
    EXPECT_NE(figures(plan, play(plan)), one);
}

TEST(ArenaMatch, AStoppingRuleStopsAtTheSameDealForAnyNumberOfThreads) {
    Plan plan = duel("turn_the_tide", 3, "rule_of_thumb", "random", 100'000);
    plan.until_clear = true;
    const auto one = play(plan);
    EXPECT_TRUE(one.standings[0].decided);
    EXPECT_LT(one.standings[0].share.count(), 1000U);
    EXPECT_EQ(verdict_text(plan, one.standings[0]), "stronger");
    plan.threads = 4;
    EXPECT_EQ(figures(plan, play(plan)), figures(plan, one));

    plan.until_clear = false;
    plan.sprt = Sprt{.low = .80, .high = .90};
    const auto tested = play(plan);
    EXPECT_EQ(verdict_text(plan, tested.standings[0]), "at most .800");
    plan.threads = 1;
    EXPECT_EQ(figures(plan, play(plan)), figures(plan, tested));
}

TEST(ArenaMatch, AStoppedMatchGivesWhatIsKnown) {
    const std::atomic<bool> stop = true;
    const Plan plan = duel("turn_the_tide", 3, "rule_of_thumb", "random", 1000);
    const auto outcome = run(plan, stop, {});
    ASSERT_TRUE(outcome);
    EXPECT_TRUE(outcome->interrupted);
    EXPECT_EQ(outcome->standings[0].share.count(), 0U);
    EXPECT_NE(text_report(plan, *outcome).find("interrupted"), std::string::npos);
}

TEST(ArenaMatch, AllAgainstAll) {
    EXPECT_EQ(all_against_all(4, 2).size(), 6U) << "two players: a duel shows both sides";
    EXPECT_EQ(all_against_all(4, 3).size(), 12U);
}

/// The figures that came with the definition of the baselines.
TEST(ArenaMatch, TheBaselinesAreAsStrongAsPublished) {
    constexpr std::uint64_t deals = 4000 / kit::slowdown;
    constexpr double tolerance = kit::slowdown > 1 ? .08 : .02;
    const auto share = [&](const char* game, int players, const char* one, const char* rest) {
        return play(duel(game, players, one, rest, deals)).standings[0].share.mean();
    };
    EXPECT_NEAR(share("turn_the_tide", 3, "random", "rule_of_thumb"), .324, tolerance);
    EXPECT_NEAR(share("turn_the_tide", 5, "random", "rule_of_thumb"), .106, tolerance);
    EXPECT_NEAR(share("turn_the_tide", 4, "rule_of_thumb", "random"), .608, tolerance);
    EXPECT_NEAR(share("high_tide_henn", 4, "furthest", "careful"), .174, tolerance);
}

TEST(ArenaMatch, WhatCannotBePlayedIsRefusedInWords) {
    const auto refused = [](const Plan& plan) {
        const std::atomic<bool> stop = false;
        const auto outcome = run(plan, stop, {});
        return outcome ? std::string() : outcome.error().message;
    };
    EXPECT_EQ(refused(duel("turn_the_tide", 6, "random", "random", 1)), "turn_the_tide is for 3 to 5 players, not 6");
    Plan plan = duel("turn_the_tide", 3, "random", "random", 1);
    plan.options = {{"colour", "blue"}};
    EXPECT_NE(refused(plan).find("colour"), std::string::npos);
}

TEST(ArenaContestant, IsALevelABudgetOrAProgram) {
    const std::vector<std::string> levels = {"random", "best"};
    const auto read = [&](std::string_view text) {
        return parse_contestant(text, levels, {.milliseconds = 7, .nodes = {}});
    };
    EXPECT_EQ(read("best")->request.milliseconds, 7);
    EXPECT_TRUE(read("best")->request.cpu_time) << "a busy machine must not cost strength";
    EXPECT_EQ(read("best@20ms")->request.milliseconds, 20);
    EXPECT_EQ(read("best@5000n")->request.nodes, 5000U);
    EXPECT_FALSE(read("best@5000n")->request.milliseconds);
    EXPECT_EQ(read("exec:./a,b @x")->command, "./a,b @x");
    for (const auto wrong : {"", "bset", "best@", "best@ms", "best@0ms", "best@-1n", "best@10", "best@10s", "exec:"}) {
        const auto contestant = read(wrong);
        ASSERT_FALSE(contestant) << wrong;
        EXPECT_FALSE(contestant.error().message.empty());
    }
    EXPECT_EQ(parse_contestants({"random,best@1ms", "exec:a,b"}, levels, {})->size(), 3U);
    const auto mixed = *parse_contestants({"random,exec:./bot --cards 1,2,exec:./other,best@1ms"}, levels, {});
    ASSERT_EQ(mixed.size(), 4U) << "a list may mix levels and programs";
    EXPECT_EQ(mixed[1].command, "./bot --cards 1,2") << "a command keeps its commas";
    EXPECT_EQ(mixed[2].command, "./other");
    EXPECT_EQ(mixed[3].name, "best@1ms");
}

TEST(ArenaReport, JsonCanBeReadAndSaysWhatTheTableSays) {
    Plan plan = duel("high_tide_leiman", 2, "greedy", "random", 10);
    const auto outcome = play(plan);
    const auto json = boost::json::parse(json_report(plan, outcome));
    const auto& pairing = json.at("pairings").at(0);
    EXPECT_EQ(pairing.at("one").as_string(), "greedy");
    EXPECT_EQ(pairing.at("deals").as_int64(), 10);
    EXPECT_NEAR(pairing.at("share").at("mean").to_number<double>(), outcome.standings[0].share.mean(), 1e-8);
    EXPECT_TRUE(pairing.at("elo").at("value").is_null() || pairing.at("elo").at("value").is_double());
    const std::string text = text_report(plan, outcome);
    EXPECT_NE(text.find(share_text(outcome.standings[0].share.mean())), std::string::npos) << text;
}

TEST(ArenaReport, ThePictureEscapesWhatANameMayHold) {
    Plan plan = duel("turn_the_tide", 3, "random", "random", 2);
    const auto outcome = play(plan);
    plan.contestants[0].name = "<b>&\"";
    const std::string svg = svg_report(plan, outcome);
    EXPECT_NE(svg.find("&lt;b&gt;&amp;&quot;"), std::string::npos);
    EXPECT_EQ(svg.find("<b>"), std::string::npos);
}

}  // namespace
}  // namespace springtide::arena
