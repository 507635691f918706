#include "bots/playout.hpp"
#include "tests/high_tide_leiman/positions.hpp"
#include "tests/kit/settings.hpp"

namespace springtide::test {

using namespace high_tide_leiman;

/// Every state of random matches: the same moves, and at the end of a round the same winner, visible tiles and starter.
TEST(HighTideLeimanModel, AgreesWithTheSlowModelOverRandomMatches) {
    Random random(7);
    for (int match = 0; match < 120 / kit::slowdown; ++match) {
        State state = start({.stones = 2, .first = First::random}, 2);
        while (!is_over(state)) {
            if (to_act(state).chance) {
                apply_chance(state, draw(state, random));
                continue;
            }
            const char player = state.mover == seat_blue ? 'b' : 'p';
            const auto board = slow_board(state);
            ASSERT_EQ(legal_texts(state), slow_high_tide::moves(board, player)) << Leiman::position_text(state);
            const Action action = pick_random_action(state, state.mover, random);
            const auto text = Leiman::action_text(state, state.mover, action);
            const auto after = slow_high_tide::moved(board, text.substr(0, 2), text.substr(3));
            const auto stones = state.stones;
            const int round = state.round;
            apply(state, state.mover, action);
            ASSERT_EQ(slow_board(state), after);
            const char other = player == 'b' ? 'p' : 'b';
            const bool stuck = slow_high_tide::moves(after, other).empty();
            ASSERT_EQ(stuck, state.stones != stones) << "a round ends exactly when the next player is stuck (L8)";
            if (!stuck) continue;
            const Seat winner = slow_high_tide::winner(after, player) == 'b' ? seat_blue : seat_pink;
            EXPECT_EQ(state.stones[winner], stones[winner] + 1);
            EXPECT_EQ(visible(state, seat_blue), slow_high_tide::visible(after, 'b'));
            EXPECT_EQ(visible(state, seat_pink), slow_high_tide::visible(after, 'p'));
            if (!is_over(state)) {
                EXPECT_EQ(state.mover, opponent(winner));
                EXPECT_EQ(state.round, round + 1);
            }
        }
    }
}

}  // namespace springtide::test
