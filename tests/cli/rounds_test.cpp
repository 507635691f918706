#include "cli/rounds.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "bots/high_tide_leiman/after.hpp"
#include "bots/high_tide_leiman/solution.hpp"
#include "bots/high_tide_leiman/solver.hpp"
#include "bots/high_tide_leiman/thumb_rules.hpp"
#include "rules/high_tide_leiman/balanced.hpp"
#include "tests/high_tide_leiman/positions.hpp"
#include "tests/source_dir.hpp"

namespace springtide::test {

using namespace high_tide_leiman;
using cli::Rounds;

TEST(Rounds, set_ups_are_of_the_kind_that_was_wished_for) {
    Random random(4);
    Solver solver;
    for (const auto wish : cli::setup_wishes) {
        const auto setup = cli::draw_wished(wish, random);
        ASSERT_TRUE(setup && is_setup(*setup)) << wish;
        solver.clear();
        const Ending ending = *solver.ending(first_position(*setup));
        if (wish == "won") {
            EXPECT_EQ(ending.winner, seat_blue);
        }
        if (wish == "lost") {
            EXPECT_EQ(ending.winner, seat_pink);
        }
        if (wish == "balanced") {
            EXPECT_TRUE(is_balanced(*setup, seat_blue));
        }
        if (wish == "level") {
            EXPECT_EQ(ending.margin, 0);
        }
        if (wish == "by_one") {
            EXPECT_EQ(ending.margin, 1);
        }
    }
    EXPECT_FALSE(cli::draw_wished("nice", random));
}

TEST(Rounds, perfect_players_win_what_can_be_won) {
    const auto share = [](std::string starter, std::string other, std::string set_ups, bool both = false) {
        return cli::play_rounds({.starter = std::move(starter),
                                 .other = std::move(other),
                                 .set_ups = std::move(set_ups),
                                 .count = 3,
                                 .seed = "test",
                                 .threads = 2,
                                 .both = both})
            ->won;
    };
    EXPECT_EQ(share("perfect", "random", "won"), 3);
    EXPECT_EQ(share("random", "perfect", "lost"), 0);
    EXPECT_EQ(share("perfect", "perfect", "won"), 3);
    EXPECT_EQ(share("perfect", "perfect", "lost"), 0);
    EXPECT_EQ(share("perfect", "perfect", "any", true), 3) << "of each pair exactly one";
}

TEST(Rounds, the_same_seed_plays_the_same_rounds_with_any_number_of_threads) {
    Rounds rounds{.starter = "medium",
                  .other = "few_tiles",
                  .set_ups = "any",
                  .count = 24,
                  .seed = "again",
                  .threads = 1,
                  .both = true};
    const auto one = cli::play_rounds(rounds);
    rounds.threads = 3;
    const auto three = cli::play_rounds(rounds);
    EXPECT_EQ(one->won, three->won);
    EXPECT_EQ(one->of, 48);
}

TEST(Rounds, the_share_of_first_moves_is_that_of_the_column) {
    std::ifstream file(SPRINGTIDE_SOURCE_DIR "/data/high_tide_leiman/first_moves.bin", std::ios::binary);
    const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
    const auto first_moves = unpack(Column::first_moves, bytes);
    ASSERT_TRUE(first_moves);
    // As tools/study_leiman_first_moves counts them, by another way.
    EXPECT_NEAR(cli::first_move_share(*thumb_rule("anything"), SetupClasses(), *first_moves), 0.192, 0.0005);
    EXPECT_NEAR(cli::first_move_share(*thumb_rule("cover"), SetupClasses(), *first_moves), 0.369, 0.0005);
}

TEST(Rounds, what_is_not_known_is_refused) {
    EXPECT_FALSE(cli::play_rounds({.starter = "clever", .other = "easy"}));
    EXPECT_FALSE(cli::play_rounds({.starter = "easy", .other = "clever"}));
    EXPECT_FALSE(cli::play_rounds({.starter = "easy", .other = "easy", .set_ups = "nice"}));
}

TEST(Rounds, wilsons_interval_is_right_at_the_ends_and_in_the_middle) {
    const cli::Share none{.won = 0, .of = 40};
    EXPECT_EQ(none.low(), 0);
    EXPECT_NEAR(none.high(), 0.0876, 0.0005);
    const cli::Share half{.won = 50, .of = 100};
    EXPECT_NEAR(half.low(), 0.4038, 0.0005);
    EXPECT_NEAR(half.high(), 0.5962, 0.0005);
}

TEST(Rounds, a_fair_set_up_is_even_between_equals_and_perfect_players_have_none) {
    Random random(2);
    const auto fair = cli::make_fair("easy", 40, 500, random);
    ASSERT_TRUE(fair);
    EXPECT_EQ(fair->share.of, 40);
    EXPECT_LE(fair->share.low(), 0.5);
    EXPECT_GE(fair->share.high(), 0.5);
    Solver solver;
    const Ending ending = *solver.ending(first_position(fair->setup));
    EXPECT_EQ(fair->winner == 1, ending.winner == seat_blue);
    EXPECT_EQ(fair->margin, ending.margin);
    EXPECT_EQ(fair->winning_moves > 0, fair->winner == 1);
    EXPECT_FALSE(cli::make_fair("perfect", 40, 2, random));
}

TEST(ThumbRules, moves_fit_what_the_sentence_says) {
    const State state = at("b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b b -");
    const auto fitting = [&](std::string_view name) { return fitting_moves(*thumb_rule(name), state); };
    EXPECT_EQ(fitting("anything").size(), legal_actions(state, seat_blue).size());
    for (const Action action : fitting("cover")) EXPECT_EQ(top(state, action.to), Tile::pink);
    for (const Action action : fitting("cover_own")) EXPECT_EQ(top(state, action.to), Tile::blue);
    for (const Action action : fitting("neutral")) {
        EXPECT_EQ(top(state, action.to), Tile::pink);
        EXPECT_EQ(top(state, action.from), Tile::neutral);
    }
    for (const Action action : fitting("rim")) EXPECT_NE(std::ranges::find(outer_ring, action.to), outer_ring.end());
    std::size_t fewest = 99;
    for (const Action action : legal_actions(state, seat_blue))
        fewest = std::min(fewest, legal_actions(after(state, action), seat_pink).size());
    for (const Action action : fitting("few_moves"))
        EXPECT_EQ(legal_actions(after(state, action), seat_pink).size(), fewest);
    EXPECT_EQ(thumb_rule("no such rule"), nullptr);
}

TEST(ThumbRules, every_rule_takes_a_win_and_leaves_a_loss_that_everybody_sees) {
    Random random(6);
    int wins = 0;
    for (int round = 0; round < 200; ++round) {
        State state = first_position(draw_setup(random));
        while (state.phase == Phase::moving) {
            bool may_win = false;
            for (const Action action : legal_actions(state, state.mover)) {
                State next = state;
                apply(next, state.mover, action);
                may_win |= next.phase == Phase::over && next.round_winner == state.mover;
            }
            if (may_win) {
                ++wins;
                for (const ThumbRule& rule : thumb_rules()) {
                    State next = state;
                    apply(next, state.mover, follow(rule, state, random));
                    ASSERT_EQ(next.phase, Phase::over) << rule.name;
                    ASSERT_EQ(next.round_winner, state.mover) << rule.name;
                }
            }
            apply(state, state.mover, random_action(state, state.mover, random));
        }
    }
    EXPECT_GT(wins, 50);
}

}  // namespace springtide::test
