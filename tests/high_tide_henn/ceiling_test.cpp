#include "bots/training/henn_ceiling.hpp"
#include "tests/high_tide_henn/situation.hpp"

/// The study of what `best` could still win judges rightly where it is plain what is right.
namespace springtide::high_tide_henn::ceiling {
namespace {

constexpr Effort little = {.best = 32, .inner = 32, .flat = 64, .deep = 64, .pairs = 32};
constexpr Effort least = {.best = 16, .inner = 16, .flat = 16, .deep = 32, .pairs = 4};

Moment moment(const Situation& game, Action chosen) {
    return {.seen = observe(game.state, Observer::seat(static_cast<Seat>(game.acting()))), .chosen = chosen};
}

/// The last turn of a game, for seat 3: the pair that it rolled makes it first on two beaches.
Situation winning_pair() {
    Situation game(4);
    game.chance("towels 0,1,2,3");
    game.state.round = round_count;
    for (const auto dice : {"k1 p1", "b1 o1", "y1 w1"}) game.turn(dice);
    game.stand(3, 'k', 9).stand(0, 'k', 10).stand(3, 'p', 9).stand(0, 'p', 10);
    game.stand(1, 'b', 15).stand(2, 'o', 15).stand(0, 'y', 15).stand(3, 'w', 15);
    game.play("roll").chance("roll k2 p2");
    return game;
}

TEST(HennCeiling, FindsABlunderAndWhatItCosts) {
    const Verdicts verdicts =
        Judge({.players = 4}, little).judge(moment(winning_pair(), Action(Action::Kind::decline)), 1);
    for (const Verdict& verdict : verdicts) {
        EXPECT_EQ(verdict.action, Action(Action::Kind::accept));
        EXPECT_GT(verdict.gain, .2);
        EXPECT_EQ(verdict.gain, verdicts[0].gain) << "one action has one value";
    }
}

TEST(HennCeiling, WhatWasChosenRightlyGainsNothing) {
    const Verdicts verdicts =
        Judge({.players = 4}, little).judge(moment(winning_pair(), Action(Action::Kind::accept)), 1);
    for (const Verdict& verdict : verdicts) {
        EXPECT_EQ(verdict.action, Action(Action::Kind::accept));
        EXPECT_EQ(verdict.gain, 0);
    }
}

/// Two equal pairs lie on the track in the last round, and nothing is in doubt any more: it is the same which is taken.
TEST(HennCeiling, EqualActionsAreWorthTheSame) {
    Situation game(6);
    game.chance("towels 0,1,2,3,4,5");
    game.state.round = round_count;
    game.turn("b1 o1").turn("b1 o1").play("roll").chance("roll k6 p6").play("decline");
    game.chance("roll k6 p6").play("decline").chance("roll y1 w1").play("accept");
    game.state.track.rental = 6;  // so that no space is free to roll
    const auto actions = legal_actions(game.state, 3);
    ASSERT_EQ(actions.size(), 2U);
    const Judge judge({.players = 6}, little);
    int others = 0;
    for (const Action chosen : actions) {
        const Verdicts verdicts = judge.judge(moment(game, chosen), 1);
        EXPECT_EQ(verdicts[deep].action, chosen) << "of equals what was chosen is kept";
        for (const Verdict& verdict : verdicts) {
            EXPECT_EQ(verdict.gain, 0);
            others += verdict.action == chosen ? 0 : 1;
        }
    }
    EXPECT_GT(others, 0) << "somebody takes the other one, so that it was compared";
}

TEST(HennCeiling, DrawsAChoiceOfTheSeatAndJudgesItAlikeTwice) {
    Company company{.options = Options::everything(), .players = 5};
    company.options.surfers_hidden = true;
    const Judge judge(company, least);
    for (std::uint64_t game = 1; game <= 3; ++game) {
        const Moment drawn = draw_moment(company, least, game);
        const Seat seat = drawn.seen.observer().seat();
        EXPECT_EQ(seat, game % 5) << "every seat in its turn";
        EXPECT_GT(legal_actions(drawn.seen.state(), seat).size(), 1U);
        EXPECT_TRUE(is_legal(drawn.seen.state(), seat, drawn.chosen));
        EXPECT_GE(drawn.of, 1U);
        const Moment again = draw_moment(company, least, game);
        EXPECT_EQ(drawn.seen, again.seen);
        const Verdicts first = judge.judge(drawn, game);
        const Verdicts second = judge.judge(again, game);
        for (std::size_t r = 0; r < rival_names.size(); ++r) {
            EXPECT_EQ(first[r].action, second[r].action);
            EXPECT_EQ(first[r].gain, second[r].gain);
        }
    }
}

TEST(HennCeiling, ADecisionStandsForAllOfItsGame) {
    Gains all;
    Gains rolls;
    const Finding first{.of = 10, .asked = "roll_again", .differs = {1, 0, 1}, .gain = {-.25, 0, .5}};
    const Finding second{.of = 20, .asked = "coin", .differs = {0, 0, 1}, .gain = {0, 0, .05}};
    for (const Finding& found : {first, second}) {
        all.add(found);
        rolls.add(found, found.asked == "roll_again");
    }
    EXPECT_EQ(all.decisions, 2U);
    EXPECT_EQ(all.differ[deep], 2U);
    EXPECT_DOUBLE_EQ(all.per_game[deep].mean(), (10 * .5 + 20 * .05) / 2);
    EXPECT_DOUBLE_EQ(all.per_game[hard].mean(), -1.25);
    EXPECT_NEAR(all.per_game[deep].margin(), 12.706 * 2, .01) << "Student's t for one degree of freedom, of 5 and 1";
    EXPECT_EQ(rolls.decisions, 1U);
    EXPECT_EQ(rolls.differ[deep], 1U);
    EXPECT_DOUBLE_EQ(rolls.per_game[deep].mean(), 2.5) << "over all games, those that were asked otherwise too";
}

}  // namespace
}  // namespace springtide::high_tide_henn::ceiling
