#include <set>

#include "bots/baselines/random.hpp"
#include "bots/baselines/turn_the_tide.hpp"
#include "bots/choose.hpp"
#include "table/games.hpp"
#include "tests/kit/play_out.hpp"
#include "tests/kit/settings.hpp"
#include "tests/turn_the_tide/situation.hpp"

/// The first opponents: `random` and the baseline `rule_of_thumb`.
namespace springtide::turn_the_tide {
namespace {

int answer(int own_tide, int one, int other) {
    State state = table_with({3, 3, 3}, {own_tide, 0, 0});
    apply_chance(state, tides(one, other));
    return choose_by_rule_of_thumb(observe(state, Observer::seat(0))).action.card;
}

TEST(TurnTheTideBots, RuleOfThumbPlaysHighestWhenTheLowerTideIsWorthHaving) {
    constexpr int highest = 60;
    constexpr int lowest = 5;
    EXPECT_EQ(answer(0, 1, 12), highest) << "a 1 is always good";
    EXPECT_EQ(answer(5, 1, 12), highest);
    EXPECT_EQ(answer(0, 6, 12), highest) << "no tide yet, and 6 or less";
    EXPECT_EQ(answer(0, 7, 7), lowest);
    EXPECT_EQ(answer(8, 7, 10), highest) << "lower than the own, and the other card is near";
    EXPECT_EQ(answer(8, 10, 7), highest) << "in whatever order they lie";
    EXPECT_EQ(answer(8, 7, 11), lowest) << "the other card is too far off";
    EXPECT_EQ(answer(12, 7, 12), highest) << "lower by five";
    EXPECT_EQ(answer(11, 7, 12), lowest);
    EXPECT_EQ(answer(7, 7, 8), lowest) << "not lower than the own";
}

/// Share of wins of one rule_of_thumb against random bots, ties split; every deal is played once from every seat.
double share_against_random(int players, int deals) {
    double won = 0;
    Random random(static_cast<std::uint64_t>(players));
    for (int deal = 0; deal < deals; ++deal) {
        State dealt = start({}, players);
        apply_chance(dealt, draw(dealt, random));
        for (const Seat hero : SeatSet::first(players)) {
            won += kit::share_of_win(dealt, random, hero, [&](Seat seat, const Seen<State>& seen) {
                return (seat == hero ? choose_by_rule_of_thumb(seen) : choose_at_random(seen, random)).action;
            });
        }
    }
    return won / (deals * players);
}

/// The figures that were published for this bot before; they hold only if rules and bot are both right.
TEST(TurnTheTideBots, RuleOfThumbWinsAsOftenAsItIsKnownTo) {
    constexpr int deals = 3000 / kit::slowdown;
    constexpr double tolerance = kit::slowdown > 1 ? 0.08 : 0.02;
    EXPECT_NEAR(share_against_random(3, deals), 0.735, tolerance);
    EXPECT_NEAR(share_against_random(4, deals), 0.608, tolerance);
    EXPECT_NEAR(share_against_random(5, deals), 0.536, tolerance);
}

TEST(TurnTheTideBots, BotsPlayWholeGamesThroughTheDoor) {
    EXPECT_EQ(bot_levels("turn_the_tide"),
              (std::vector<std::string>{"random", "rule_of_thumb", "easy", "medium", "hard", "best"}));
    for (int players = 3; players <= 5; ++players) {
        auto table = *new_table("turn_the_tide", {.players = players, .options = {}, .seed = "bots", .position = {}});
        while (!table->over()) {
            const Seat seat = table->to_act().seats.front();
            const auto choice =
                choose(*table, seat, {.level = seat == 0 ? "random" : "rule_of_thumb", .milliseconds = {}, .seed = {}});
            ASSERT_TRUE(choice);
            ASSERT_TRUE(table->play(Actor::seat(seat), choice->action));
        }
        EXPECT_FALSE(table->result().winners.empty());
    }
}

/// Without a seed nobody foretells a bot; with one it can be asked again.
TEST(TurnTheTideBots, LotsAreFreshUnlessASeedIsAskedFor) {
    auto table = *new_table("turn_the_tide", {.players = 3, .options = {}, .seed = "bots", .position = {}});
    std::set<std::string> fresh;
    std::set<std::string> seeded;
    for (int i = 0; i < 100; ++i) {
        fresh.insert(choose(*table, 0, {.level = "random", .milliseconds = {}, .seed = {}})->action);
        seeded.insert(choose(*table, 0, {.level = "random", .milliseconds = {}, .seed = 5})->action);
    }
    EXPECT_GE(fresh.size(), 6U);
    EXPECT_EQ(seeded.size(), 1U);
}

/// The same view and memory, different hidden cards: the same choice.
TEST(TurnTheTideBots, BotsAreBlindToHiddenCards) {
    State state = dealt_table(4);
    apply_chance(state, tides(6, 9));
    const auto seen = observe(state, Observer::seat(2));
    Random random(7);
    for (int i = 0; i < 50; ++i) {
        const auto other = observe(resample(seen, random), Observer::seat(2));
        Random one(9);
        Random two(9);
        EXPECT_EQ(choose_at_random(other, one).action, choose_at_random(seen, two).action);
        EXPECT_EQ(choose_by_rule_of_thumb(other).action, choose_by_rule_of_thumb(seen).action);
    }
}

/// random_action is only a shortcut: the same draw gives what the sorted list has at that place.
TEST(TurnTheTideBots, ARandomCardIsOneOfTheList) {
    State state = dealt_table(5);
    trick(state, 0, 1, 3, 5);
    apply_chance(state, tides(1, 2));
    Random one(5);
    Random two(5);
    for (int i = 0; i < 200; ++i) {
        const auto actions = legal_actions(state, 3);
        EXPECT_EQ(random_action(state, 3, one), actions[two.below(static_cast<std::uint32_t>(actions.size()))]);
    }
}

}  // namespace
}  // namespace springtide::turn_the_tide
