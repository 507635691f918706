#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "bots/high_tide_leiman/learned_score.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"
#include "tests/solver/brute_force.hpp"
#include "tests/solver/twins.hpp"
#include "tools/leiman_order/features.hpp"

namespace springtide::test {

using namespace high_tide_leiman;

namespace {

struct Scores {
    int learned;
    int neighbours;
    friend bool operator==(const Scores&, const Scores&) = default;
};

/// Calls visit(effect, board after it, scores) for every hop of a position.
template <Seat mover, class Visit>
void for_each_score(const State& state, Hop before, Score want, const Visit& visit) {
    Outlines outlines;
    SearchBoard board = search_board(state, outlines);
    HopEffect effect;
    any_hop<mover>(
        board, outlines, [&effect]() -> HopEffect& { return effect; },
        [&](const HopEffect&) {
            const int learned = learned_score<mover>(board, effect, before, want);
            const Followed undo = follow<mover>(board, effect);
            visit(effect, board, Scores{learned, neighbour_score<mover>(board)});
            take_back<mover>(board, effect, undo);
            return false;
        });
}

/// By cells left and entered.
std::map<Action, Scores> scores(const State& state, Score want) {
    std::map<Action, Scores> found;
    const auto note = [&](const HopEffect& effect, const SearchBoard&, Scores given) {
        found[action_of(effect.hop)] = given;
    };
    if (state.mover == seat_blue)
        for_each_score<seat_blue>(state, {}, want, note);
    else
        for_each_score<seat_pink>(state, {}, want, note);
    return found;
}

/// The learned weights in the order of the features from which they were learned.
std::vector<int> flat_weights() {
    const auto& w = learned_weights;
    std::vector<int> flat = {w.level_left,    w.neighbour_of_target,         w.reply, w.own_mobile, w.opponents_visible,
                             w.neutral_moved, w.from_where_the_opponent_came};
    flat.insert(flat.end(), w.mobile.begin(), w.mobile.end());
    for (const auto& of_want : w.cells)
        for (const auto& of_kind : of_want)
            for (const auto& of_tops : of_kind) flat.insert(flat.end(), of_tops.begin(), of_tops.end());
    for (const auto& of_neighbours : w.top) flat.insert(flat.end(), of_neighbours.begin(), of_neighbours.end());
    for (const auto& of_one : w.pair)
        for (const auto& of_other : of_one) flat.insert(flat.end(), of_other.begin(), of_other.end());
    return flat;
}

/// Hops of one position, scored as in the search, less the sum of their features: the same for all of them.
template <Seat mover>
void expect_sums_of_features(const State& state, Hop before, Score want) {
    static const auto weights = flat_weights();
    std::vector<int> rest;
    for_each_score<mover>(state, before, want, [&](const HopEffect& effect, const SearchBoard& after, Scores given) {
        Scores sum{};
        for (const auto& [number, value] : leiman_order::features(after, effect, mover, before, want))
            (number < leiman_order::first_top ? sum.learned : sum.neighbours) +=
                weights[number] * static_cast<int>(value);
        EXPECT_EQ(given.neighbours, sum.neighbours);
        rest.push_back(given.learned - sum.learned);
    });
    for (const int one : rest) EXPECT_EQ(one, rest.front());
}

}  // namespace

TEST(LearnedOrder, is_that_of_the_features_it_was_learned_from) {
    ASSERT_EQ(flat_weights().size(), leiman_order::feature_count);
    Random random(31);
    for (int round = 0; round < 40; ++round) {
        for (const State& state : random_round(random)) {
            const Hop before{bit_of_cell[random.below(19)], bit_of_cell[random.below(19)]};
            const Score want = static_cast<Score>(random.below(9)) + 4;
            if (state.mover == seat_blue)
                expect_sums_of_features<seat_blue>(state, before, want);
            else
                expect_sums_of_features<seat_pink>(state, before, want);
        }
    }
}

TEST(LearnedOrder, sees_twins_alike) {
    Random random(32);
    for (int round = 0; round < 10; ++round) {
        for (const State& state : random_round(random)) {
            for (const auto& map : symmetries) {
                for (const bool swap : {false, true}) {
                    const auto here = scores(state, least_win + 1);
                    const auto there = scores(twin(state, map, swap), least_win + 1);
                    ASSERT_EQ(here.size(), there.size());
                    for (const auto& [action, given] : here)
                        EXPECT_EQ(there.at({map[action.from], map[action.to]}), given);
                }
            }
        }
    }
}

TEST(Solver, shows_an_onlooker_where_it_chooses_and_is_not_changed_by_it) {
    Random random(33);
    const State state = first_position(draw_setup(random));
    struct Seen {
        std::uint64_t positions = 0;
        int deepest = 0;
    } seen;
    Solver plain;
    Solver watched;
    watched.set_onlooker(
        [](void* context, const Crossroads& at) {
            auto& noted = *static_cast<Seen*>(context);
            ++noted.positions;
            noted.deepest = std::max(noted.deepest, at.ply);
            EXPECT_NE(at.board.movers(at.mover), 0U);
        },
        &seen);
    EXPECT_EQ(watched.winner(state), plain.winner(state));
    EXPECT_EQ(watched.nodes(), plain.nodes());
    EXPECT_GT(seen.positions, 100U);
    EXPECT_LT(seen.positions, plain.nodes());
    EXPECT_GT(seen.deepest, 5);
}

TEST(Solver, says_whether_the_mover_gets_a_score) {
    Random random(34);
    Solver solver;
    for (int round = 0; round < 20; ++round) {
        for (const auto& [state, ending] : late_positions(random, 200)) {
            const bool wins = ending.winner == state.mover;
            const int margin = state.mover == seat_blue ? ending.margin : -ending.margin;
            const Score score = (wins ? least_win : least_win - 1) + margin;
            for (const Score want : {score - 1, score, score + 1}) {
                if (want < 0 || want > top_score) continue;
                EXPECT_EQ(solver.gets(state, want), want <= score);
            }
        }
    }
}

}  // namespace springtide::test
