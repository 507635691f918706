#include "bots/turn_the_tide/opponent_model.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bots/bot_random.hpp"
#include "bots/choose.hpp"
#include "bots/turn_the_tide/bots.hpp"
#include "core/decisions.hpp"
#include "notation/turn_the_tide.hpp"
#include "table/games.hpp"
#include "table/table_of.hpp"

namespace springtide::turn_the_tide {
namespace {

/// What seat 0 has noticed of the others, who all play at this level, when the given round begins.
OpponentModel watched(std::string_view level, int players, int until_round, std::uint64_t game) {
    State state = start({}, players);
    Random random(game);
    OpponentModel notes;
    Decisions<State> decisions;
    const BotRequest request{.level = {}, .milliseconds = {}, .seed = {}, .nodes = 60};
    while (!is_over(state) && state.round < until_round) {
        if (to_act(state).chance) {
            apply_chance(state, draw(state, random));
            continue;
        }
        const Seat seat = to_act(state).seats.front();
        const Action action = GameBots<State>::choose(seat == 0 ? "network" : level,
                                                      observe(state, Observer::seat(seat)), request, random)
                                  .action;
        decisions.decided(state, seat, action);
        apply(state, seat, action);
        decisions.tell(state, [&](const State& before, Seat who, Action played) {
            if (who != 0) notes.saw(observe(before, Observer::seat(0)), who, played);
        });
    }
    return notes;
}

/// How likely the others are taken to choose so, on average over some games.
double mean_of(ChoosesBy way, std::string_view level, int players, int until_round) {
    constexpr int games = 8;
    double sum = 0;
    for (std::uint64_t game = 0; game < games; ++game) {
        const OpponentModel notes = watched(level, players, until_round, game);
        for (Seat seat = 1; seat < players; ++seat) sum += notes.of(seat, way);
    }
    return sum / (games * (players - 1));
}

TEST(TurnTheTideOpponents, CardsTellWhoPlaysAnyCard) {
    for (const int players : {3, 5}) {
        EXPECT_GT(mean_of(ChoosesBy::lot, "random", players, 3), .5) << players;
        EXPECT_LT(mean_of(ChoosesBy::lot, "hard", players, 3), .2) << players;
        EXPECT_LT(mean_of(ChoosesBy::lot, "network", players, 3), .01) << players;
        EXPECT_GT(mean_of(ChoosesBy::policy, "network", players, 3), .5) << players;
    }
}

TEST(TurnTheTideOpponents, CardsTellHowOthersChoose) {
    for (const int players : {3, 5}) {
        EXPECT_GT(mean_of(ChoosesBy::one_trick, "easy", players, 3), .5) << players;
        EXPECT_GT(mean_of(ChoosesBy::foresight, "hard", players, 3), .5) << players;
        EXPECT_GT(mean_of(ChoosesBy::extremes, "rule_of_thumb", players, 3), .9) << players;
        EXPECT_LT(mean_of(ChoosesBy::extremes, "random", players, 3), .01) << players;
    }
}

TEST(TurnTheTideOpponents, NobodyIsTakenForCarelessUnseen) {
    const OpponentModel nothing_seen;
    EXPECT_TRUE(nothing_seen.careless().empty());
    float all = 0;
    for (const float way : nothing_seen.of(1)) all += way;
    EXPECT_NEAR(all, 1, 1e-5);
}

/// What is thought of somebody depends on what the seat may know, not on what really lies there.
TEST(TurnTheTideOpponents, DoNotDependOnHiddenCards) {
    State state = start({}, 4);
    Random random(5);
    OpponentModel of_one;
    OpponentModel of_other;
    Decisions<State> decisions;
    while (state.round == 1) {
        if (to_act(state).chance) {
            apply_chance(state, draw(state, random));
            continue;
        }
        const Seat seat = to_act(state).seats.front();
        const auto legal = legal_actions(state, seat);
        const Action action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
        decisions.decided(state, seat, action);
        apply(state, seat, action);
        decisions.tell(state, [&](const State& before, Seat who, Action played) {
            if (who == 0) return;
            const auto seen = observe(before, Observer::seat(0));
            of_one.saw(seen, who, played);
            of_other.saw(observe(resample(seen, random), Observer::seat(0)), who, played);
        });
    }
    EXPECT_EQ(of_one, of_other);
    EXPECT_NE(of_one, OpponentModel());
}

struct Told {
    int trick;
    Seat who;
    int card;
    friend bool operator==(const Told&, const Told&) = default;
};

std::vector<Told> told_to(const Table& table, Seat seat) {
    std::vector<Told> told;
    static_cast<const TableOf<State>&>(table).retell(
        Observer::seat(seat), [&](const Seen<State>& before, Seat who, Action played) {
            EXPECT_EQ(retractable(before.state()), SeatSet()) << "what is told was known when nobody had chosen";
            told.push_back({.trick = before.state().trick, .who = who, .card = played.card});
        });
    return told;
}

/// T7: nobody knows a choice before the last one is in, and one that was taken back never was.
TEST(TurnTheTideOpponents, NothingIsToldOfATrickThatIsNotUncovered) {
    TableSetup setup;
    setup.players = 3;
    setup.seed = "secret";
    const auto table = *new_table("turn_the_tide", setup);
    const auto card = [&](Seat seat, std::size_t rank) { return table->legal(seat)[rank]; };
    ASSERT_TRUE(table->play(Actor::seat(1), card(1, 0)));
    const std::string second = card(2, 5);
    ASSERT_TRUE(table->play(Actor::seat(2), card(2, 3)));
    EXPECT_TRUE(told_to(*table, 0).empty());
    ASSERT_TRUE(table->retract(2));
    ASSERT_TRUE(table->play(Actor::seat(2), second));
    EXPECT_TRUE(told_to(*table, 0).empty());
    ASSERT_TRUE(table->play(Actor::seat(0), card(0, 0)));
    const auto told = told_to(*table, 0);
    ASSERT_EQ(told.size(), 3U);
    for (const Told& each : told) {
        EXPECT_EQ(each.trick, 1);
        if (each.who == 2) {
            EXPECT_EQ(std::to_string(each.card), second);
        }
    }
    ASSERT_TRUE(table->play(Actor::seat(1), card(1, 0)));
    EXPECT_EQ(told_to(*table, 0), told);
}

TEST(TurnTheTideOpponents, AtATableBestKnowsHowTheOthersPlayed) {
    TableSetup setup;
    setup.players = 5;
    setup.seed = "careless";
    const auto table = *new_table("turn_the_tide", setup);
    const BotRequest careless{.level = "random", .milliseconds = {}, .seed = 1};
    const auto& state = static_cast<const TableOf<State>&>(*table).state();
    while (state.round < 3) {
        const Seat seat = table->to_act().seats.front();
        ASSERT_TRUE(table->play(Actor::seat(seat), choose(*table, seat, careless)->action));
    }
    const Seat seat = table->to_act().seats.front();
    BotRequest best{.level = "best", .milliseconds = {}, .seed = 1, .nodes = 200};
    const auto knowing = choose(*table, seat, best);
    Random random = random_for(best);
    const auto unknowing = GameBots<State>::choose("best", observe(state, Observer::seat(seat)), best, random);
    // Among people who play any card a skilled player expects to win more often.
    EXPECT_GT(*knowing->value, *unknowing.value + .05);
}

}  // namespace
}  // namespace springtide::turn_the_tide
