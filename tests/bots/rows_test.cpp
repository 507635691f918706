#include <gtest/gtest.h>

#include <set>

#include "bots/choose.hpp"
#include "games/bots.hpp"
#include "games/notation.hpp"
#include "table/games.hpp"

namespace springtide {
namespace {

TEST(BotRows, EveryBotHasANameOfItsOwnAndASentence) {
    for (const Game& game : games()) {
        std::set<std::string> names;
        for (const BotName& bot : bots_of(game.info().id)) {
            EXPECT_TRUE(names.insert(bot.name).second) << game.info().id << ": " << bot.name;
            EXPECT_GE(bot.sentence.size(), 10U) << game.info().id << ": " << bot.name;
        }
        EXPECT_EQ(names.size(), bot_names(game.info().id).size());
    }
}

TEST(BotRows, AnUnknownLevelIsRefusedWithTheKnownOnes) {
    for (const Game& game : games()) {
        const auto table = new_table(
            game.info().id, {.players = game.info().min_players, .options = {}, .seed = "levels", .position = {}});
        ASSERT_TRUE(table) << game.info().id;
        const Seat seat = (*table)->to_act().seats.front();
        for (const std::string level : {"bset", "Best", "best "}) {
            const auto answer = choose(**table, seat, {.level = level, .milliseconds = 10, .seed = 1});
            ASSERT_FALSE(answer) << game.info().id << ": " << level;
            for (const auto& name : bot_names(game.info().id))
                EXPECT_NE(answer.error().message.find(name), std::string::npos);
        }
    }
}

TEST(BotRows, AnUnknownLevelDoesNotPlayAsAnotherBot) {
    AllGames::each([]<class State>() {
        EXPECT_EQ(find_bot<State>("bset"), nullptr);
        EXPECT_DEATH(bot_called<State>("bset"), "");
        return 0;
    });
}

}  // namespace
}  // namespace springtide
