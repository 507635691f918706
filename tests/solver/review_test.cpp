#include "bots/high_tide_leiman/review.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <map>
#include <set>

#include "bots/high_tide_leiman/lookahead.hpp"
#include "bots/high_tide_leiman/puzzle.hpp"
#include "core/text.hpp"
#include "notation/high_tide_leiman.hpp"
#include "table/games.hpp"
#include "tests/solver/brute_force.hpp"
#include "tests/source_dir.hpp"

namespace springtide::test {

using namespace high_tide_leiman;
using Text = GameText<State>;

namespace {

/// The record of a match of one stone between two who move at random, and who won it.
std::pair<std::string, Seat> random_match(std::uint64_t seed) {
    Random random(seed);
    auto table = *new_table(Text::info().id, {.players = 2,
                                              .options = {{"stones", "1"}, {"first", "blue"}},
                                              .seed = "review " + std::to_string(seed),
                                              .position = {}});
    while (!table->over()) {
        const Seat seat = table->to_act().seats.front();
        const auto legal = table->legal(seat);
        EXPECT_TRUE(table->play(Actor::seat(seat), legal[random.below(static_cast<std::uint32_t>(legal.size()))]));
    }
    return {table->record(), table->result().winners.front()};
}

}  // namespace

TEST(Review, says_for_every_move_what_it_did_to_the_result) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const auto [record, winner] = random_match(seed);
        const auto moves = *review(record);
        ASSERT_FALSE(moves.empty());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            EXPECT_EQ(moves[i].mover, i % 2);
            EXPECT_EQ(moves[i].winning > 0, moves[i].before.winner == moves[i].mover)
                << "won if and only if a move wins";
            if (i > 0) {
                EXPECT_EQ(moves[i].before, moves[i - 1].after);
            }
            EXPECT_EQ(moves[i].better.has_value(), moves[i].turning_point());
            if (moves[i].turning_point()) {
                EXPECT_EQ(moves[i].before.winner, moves[i].mover) << "nobody gains by their own error";
            }
        }
        EXPECT_EQ(moves.back().after.winner, winner);
    }
}

TEST(Review, as_data_it_says_the_same) {
    const auto moves = *review(random_match(7).first);
    const auto data = boost::json::parse(review_json(moves));
    const auto& listed = data.at("moves").as_array();
    ASSERT_EQ(listed.size(), moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        EXPECT_EQ(listed[i].at("by").to_number<int>(), moves[i].mover);
        EXPECT_EQ(listed[i].at("winning").to_number<int>(), moves[i].winning);
        EXPECT_EQ(listed[i].at("after").at("margin").to_number<int>(), moves[i].after.margin);
        EXPECT_EQ(listed[i].at("turning_point").as_bool(), moves[i].turning_point());
        EXPECT_EQ(listed[i].at("better").is_null(), !moves[i].better);
    }
}

TEST(Review, refuses_other_games_and_broken_records) {
    auto other = *new_table("turn_the_tide", {.players = 3, .options = {}, .seed = "a", .position = {}});
    EXPECT_EQ(review(other->record()).error().code, ErrorCode::bad_request);
    EXPECT_FALSE(review("hello"));
}

TEST(Puzzles, every_shipped_puzzle_has_exactly_its_solution_and_its_rating) {
    std::ifstream file(SPRINGTIDE_SOURCE_DIR "/data/high_tide_leiman/puzzles.txt");
    ASSERT_TRUE(file);
    Solver solver;
    std::set<std::string> positions;
    std::map<int, int> by_rating;
    for (std::string line; std::getline(file, line);) {
        const auto words = split(line, ' ');
        const std::string position = line.substr(words[0].size() + words[1].size() + 2);
        const auto state = Text::parse_position(position, {.stones = 1, .first = First::blue});
        ASSERT_TRUE(state) << position;
        EXPECT_EQ(Text::position_text(*state), position);
        solver.clear();
        const auto puzzle = puzzle_of(solver, *state);
        ASSERT_TRUE(puzzle) << position;
        EXPECT_EQ(Text::action_text(*state, state->mover, puzzle->solution), words[1]);
        EXPECT_EQ(puzzle->rating, *parse_int(words[0]));
        EXPECT_TRUE(positions.insert(position).second) << "twice: " << position;
        ++by_rating[puzzle->rating];
    }
    EXPECT_EQ(by_rating, (std::map<int, int>{{1, 60}, {2, 60}, {3, 60}, {4, 60}, {5, 60}}));
}

TEST(Puzzles, the_same_lots_make_the_same_puzzles) {
    Random once(1);
    Random again(1);
    const auto first = make_puzzles(1, once);
    const auto second = make_puzzles(1, again);
    ASSERT_EQ(first.size(), 5U);
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].rating, static_cast<int>(i) + 1);
        EXPECT_EQ(first[i].state, second[i].state);
    }
}

}  // namespace springtide::test
