#include "arena/league.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/arena/plans.hpp"

/// The league plays what tells most, remembers it, and knows when to stop.
namespace springtide::arena {
namespace {

class LeagueTest : public testing::Test {
  protected:
    LeagueTest() { std::filesystem::remove(file); }
    ~LeagueTest() override { std::filesystem::remove(file); }

    static LeaguePlan plan_of(const std::vector<std::string>& members) {
        LeaguePlan plan;
        plan.game = "turn_the_tide";
        plan.players = 3;
        for (const auto& name : members) plan.members.push_back(contestant(name));
        return plan;
    }

    League opened(const LeaguePlan& plan) {
        auto league = League::open(plan, file);
        EXPECT_TRUE(league) << (league ? "" : league.error().message);
        return league ? *std::move(league) : *League::open(plan, "");
    }

    void play(League& league) {
        const std::atomic<bool> stop = false;
        const auto done = league.run(stop, {});
        EXPECT_TRUE(done) << (done ? "" : done.error().message);
    }

    void write(const std::string& text) { std::ofstream(file, std::ios::app) << text; }

    std::string file =
        (std::filesystem::temp_directory_path() / ("league-" + std::to_string(::getpid()) + ".jsonl")).string();
};

TEST_F(LeagueTest, GoesOnUntilTheOrderIsKnown) {
    const LeaguePlan plan = plan_of({"random", "hard", "easy"});
    League league = opened(plan);
    play(league);
    const LeagueTable table = league.table();
    EXPECT_TRUE(table.settled(plan));
    EXPECT_EQ(plan.members[table.rows.back().member].name, "random");
    EXPECT_GT(table.rows.front().rating.value, 0);
    EXPECT_FALSE(league.next()) << "nothing is left to ask";
}

TEST_F(LeagueTest, AQuestionIsAnsweredAtTablesWithBoth) {
    LeaguePlan plan = plan_of({"easy", "random", "rule_of_thumb"});
    plan.question = {0, 1};
    League league = opened(plan);
    for (int block = 0; block < 5; ++block) {
        const auto table = league.next();
        ASSERT_TRUE(table);
        EXPECT_EQ((*table)[0], 0U);
        EXPECT_EQ((*table)[1], 1U);
    }
    play(league);
    EXPECT_EQ(league.table().question, Answer::first_is_stronger);
}

TEST_F(LeagueTest, BrokenOffAndTakenUpAgainItPlaysTheSame) {
    LeaguePlan plan = plan_of({"random", "rule_of_thumb"});
    plan.most = 60;
    plan.equal = 1;
    plan.question = {0, 1};
    League whole = opened(plan);
    play(whole);
    const std::string at_once = league_json(plan, whole.table());
    std::filesystem::remove(file);
    LeaguePlan less = plan;
    less.most = 10;
    for (int part = 0; part < 6; ++part) {
        League again = opened(less);
        play(again);
    }
    EXPECT_EQ(league_json(plan, opened(plan).table()), at_once);
}

std::string line(const std::string& game, const std::string& options, const std::string& table,
                 const std::string& shares) {
    return R"({"game":")" + game + R"(","options":{)" + options + R"(},"table":[)" + table + R"(],"shares":[)" +
           shares + R"(],"deals":10,"seconds":1})" + "\n";
}

TEST_F(LeagueTest, OtherGamesPlayersOptionsAndMembersAreLeftAlone) {
    const LeaguePlan plan = plan_of({"random", "easy"});
    const std::string three = R"("easy","random","easy")";
    write(line("high_tide_henn", "", three, "0.5,0.5,0") +
          line("turn_the_tide", "", R"("easy","easy","random","easy")", "0.5,0.5,0,0") +
          line("turn_the_tide", R"("edition":"amigo")", three, "0.5,0.5,0") +
          line("turn_the_tide", "", R"("easy","random","best_1")", "0.5,0.5,0"));
    EXPECT_EQ(opened(plan).table().deals, 0U);
    write(line("turn_the_tide", "", three, "0.5,0.5,0"));
    EXPECT_EQ(opened(plan).table().deals, 10U);
}

TEST_F(LeagueTest, ABrokenLineIsNamedAndACutOneIsTakenAway) {
    const LeaguePlan plan = plan_of({"random", "easy"});
    write(line("turn_the_tide", "", R"("easy","random","easy")", "0.5,0.5,0") + "{\"game\":\"turn_the");
    EXPECT_EQ(opened(plan).table().deals, 10U) << "the machine stopped while the second was written";
    EXPECT_EQ(opened(plan).table().deals, 10U) << "and it is gone";
    write("nonsense\n");
    const auto refused = League::open(plan, file);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("line 2 is not a block of a league"), std::string::npos)
        << refused.error().message;
}

TEST_F(LeagueTest, FiguresThatCannotBeAreRefused) {
    const LeaguePlan plan = plan_of({"random", "easy"});
    for (const std::string shares : {"0.5,0.6,0", "-0.5,1,0.5", "0.5,0.5", "\"a\",0.5,0.5"}) {
        std::filesystem::remove(file);
        write(line("turn_the_tide", "", R"("easy","random","easy")", shares));
        EXPECT_FALSE(League::open(plan, file)) << shares;
    }
}

TEST_F(LeagueTest, ReportsNameEverybody) {
    const LeaguePlan plan = plan_of({"random", "easy"});
    League league = opened(plan);
    play(league);
    const LeagueTable table = league.table();
    for (const std::string& report :
         {league_text(plan, table), league_markdown(plan, table), league_json(plan, table)}) {
        EXPECT_NE(report.find("easy"), std::string::npos) << report;
        EXPECT_NE(report.find("stronger"), std::string::npos) << report;
    }
}

}  // namespace
}  // namespace springtide::arena
