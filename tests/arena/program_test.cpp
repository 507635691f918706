#include <gtest/gtest.h>

#include "tests/arena/plans.hpp"
#include "tests/source_dir.hpp"

/// Programs from outside: the example plays, and every way to misbehave loses in a defined way.
namespace springtide::arena {
namespace {

const std::string example = "exec:python3 '" SPRINGTIDE_SOURCE_DIR "/examples/arena_bot.py'";
const std::string bad = "exec:python3 '" SPRINGTIDE_SOURCE_DIR "/tests/arena/bad_bot.py' ";
const std::string listening = "exec:python3 '" SPRINGTIDE_SOURCE_DIR "/tests/arena/listening_bot.py' ";

TEST(ArenaProgram, TheExamplePlaysEveryGame) {
    for (const auto& [game, players] :
         {std::pair{"turn_the_tide", 3}, {"high_tide_henn", 3}, {"high_tide_leiman", 2}}) {
        const Plan plan = duel(game, players, example, "random", 2);
        const auto outcome = play(plan);
        EXPECT_EQ(outcome.standings[0].share.count(), 2U);
        EXPECT_EQ(outcome.standings[0].forfeits_one, 0U);
        EXPECT_TRUE(outcome.complaints.empty()) << outcome.complaints[0];
    }
}

TEST(ArenaProgram, TheExampleFollowsItsSeedInAllSeatsAndThreads) {
    Plan plan = duel("high_tide_henn", 3, "random", example, 3);
    const auto one = figures(plan, play(plan));
    plan.threads = 3;
    EXPECT_EQ(figures(plan, play(plan)), one);
}

TEST(ArenaProgram, HearsRecordsOrSentencesAsItSpeaks) {
    for (const std::string version : {"1", "2"})
        for (const auto& [game, players] :
             {std::pair{"turn_the_tide", 3}, {"high_tide_henn", 3}, {"high_tide_leiman", 2}}) {
            const auto outcome = play(duel(game, players, listening + version, "random", 1));
            EXPECT_EQ(outcome.standings[0].forfeits_one, 0U) << game << " " << version;
            EXPECT_TRUE(outcome.complaints.empty()) << outcome.complaints[0];
        }
}

/// The complaint about a program that misbehaves this way.
std::string complaint_about(const std::string& way) {
    Plan plan = duel("turn_the_tide", 3, bad + way, "random", 1);
    plan.answer_limit = way == "silence" ? 300 : 30'000;
    const auto outcome = play(plan);
    const Standing& standing = outcome.standings[0];
    EXPECT_EQ(standing.share.mean(), 0) << way;
    EXPECT_EQ(standing.forfeits_one, 3U) << way << ": it is started afresh for every game, and fails again";
    EXPECT_EQ(outcome.complaints.size(), 3U);
    return outcome.complaints.empty() ? "" : outcome.complaints[0];
}

TEST(ArenaProgram, WhoMisbehavesLosesAndOneIsToldWhy) {
    const std::pair<std::string, std::string> ways[] = {
        {"crash", "it has ended"},
        {"silence", "it gave no answer within 300 ms"},
        {"cheat", "it played '61', but "},
        {"nonsense", "it played 'my best card', but an action is "},
        {"no_action", "its answer has no text 'action'"},
        {"wrong_id", "its answer does not carry the id 5 of the question"},
        {"gives_up", "it gave up"},
        {"babble", "its answer is no JSON object on one line: 'thinking ...'"},
        {"too_long", "its answer is longer than 100000 bytes"},
    };
    for (const auto& [way, sentence] : ways) {
        const std::string complaint = complaint_about(way);
        EXPECT_NE(complaint.find("loses deal 1 in seat 0: " + sentence), std::string::npos) << complaint;
    }
}

TEST(ArenaProgram, TheOthersShareTheGameThatOneForfeits) {
    const auto outcome = play(duel("turn_the_tide", 4, "random", bad + "crash", 2));
    EXPECT_EQ(outcome.standings[0].forfeits_rest, 8U);
    EXPECT_DOUBLE_EQ(outcome.standings[0].share.mean(), 1.0 / 3) << "one of the three that did not forfeit";
}

TEST(ArenaProgram, AProgramThatCannotStartEndsTheMatchBeforeItBegins) {
    const Plan plan = duel("turn_the_tide", 3, "exec:exit 3", "random", 1);
    const std::atomic<bool> stop = false;
    const auto outcome = run(plan, stop, {});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().message, "exec:exit 3 does not answer hello: it has ended");
}

}  // namespace
}  // namespace springtide::arena
