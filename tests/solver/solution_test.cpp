#include "bots/high_tide_leiman/solution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/solver/brute_force.hpp"

namespace springtide::test {

using namespace high_tide_leiman;

namespace {

const SetupClasses& classes() {
    static const SetupClasses made;
    return made;
}

Setup moved(const Setup& setup, const CellMap& map) {
    Setup made{};
    for (std::size_t cell = 0; cell < cell_count; ++cell) made[map[cell]] = setup[cell];
    return made;
}

}  // namespace

TEST(SetupClasses, L3_all_set_ups_fall_into_124920_classes) {
    EXPECT_EQ(classes().size(), setup_class_count);
    std::uint32_t all = 0;
    for (std::uint32_t index = 0; index < classes().size(); ++index) all += classes().members(index);
    EXPECT_EQ(all, setup_count);
}

TEST(SetupClasses, L3_numbers_and_set_ups_belong_together) {
    Random random(1);
    for (int round = 0; round < 2000; ++round) {
        const auto setup = draw_setup(random);
        const auto number = classes().number(setup);
        EXPECT_LT(number, setup_count);
        EXPECT_EQ(classes().setup(number), setup);
    }
    EXPECT_TRUE(is_setup(classes().setup(0)));
    EXPECT_TRUE(is_setup(classes().setup(setup_count - 1)));
}

TEST(SetupClasses, twins_are_in_one_class_and_others_are_not) {
    Random random(2);
    for (int round = 0; round < 500; ++round) {
        const auto setup = draw_setup(random);
        const auto index = classes().class_of(setup);
        for (const auto& map : symmetries) EXPECT_EQ(classes().class_of(moved(setup, map)), index);
        EXPECT_EQ(classes().class_of(classes().representative(index)), index);
        const auto other = draw_setup(random);
        const bool twins =
            std::ranges::any_of(symmetries, [&](const CellMap& map) { return moved(setup, map) == other; });
        EXPECT_EQ(classes().class_of(other) == index, twins);
    }
}

TEST(Solution, endings_are_numbered_from_the_worst_to_the_best_for_the_starter) {
    EXPECT_EQ(ending_code(seat_blue, {seat_pink, -7}), 0);
    EXPECT_EQ(ending_code(seat_blue, {seat_pink, -1}), 6);
    EXPECT_EQ(ending_code(seat_blue, {seat_pink, 0}), 7);
    EXPECT_EQ(ending_code(seat_blue, {seat_blue, 0}), 8);
    EXPECT_EQ(ending_code(seat_pink, {seat_pink, -1}), 9);
    EXPECT_EQ(ending_code(seat_blue, {seat_blue, 7}), 15);
}

TEST(Solution, the_columns_of_a_class_agree) {
    Random random(3);
    Solver solver;
    for (int round = 0; round < 5; ++round) {
        const auto setup = draw_setup(random);
        const auto number = [&](Column column) { return *ClassSolver(column).solve(setup); };
        const bool wins = number(Column::winner) == 1;
        const int winning = number(Column::winning_moves);
        EXPECT_EQ(winning > 0, wins);
        EXPECT_EQ(number(Column::only_move) == 1, winning == 1);
        EXPECT_EQ(winning,
                  std::ranges::count(*solver.move_winners(first_position(setup)), seat_blue, &MoveResult<Seat>::found));
        EXPECT_EQ(number(Column::ending) >= 8, wins);
    }
}

TEST(Solution, packing_keeps_every_number) {
    for (const unsigned largest : {0U, 1U, 2U, 15U, 31U, 77U, 255U}) {
        for (const std::size_t count : {0U, 1U, 7U, 8U, 1000U}) {
            std::vector<std::uint8_t> numbers(count);
            Random random(count);
            for (auto& number : numbers) number = static_cast<std::uint8_t>(random.below(largest + 1));
            EXPECT_EQ(unpack(Column::ending, pack(Column::ending, numbers)), numbers);
        }
    }
    EXPECT_LT(pack(Column::winner, std::vector<std::uint8_t>(setup_class_count, 1)).size(), 16'000U);
}

TEST(Solution, a_changed_file_is_refused) {
    std::vector<std::uint8_t> numbers(100);
    std::iota(numbers.begin(), numbers.end(), std::uint8_t{0});
    const auto bytes = pack(Column::winner, numbers);
    EXPECT_FALSE(unpack(Column::ending, bytes)) << "another column";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        auto changed = bytes;
        changed[i] ^= 4U;
        EXPECT_FALSE(unpack(Column::winner, changed)) << "byte " << i;
        changed.resize(i);
        EXPECT_FALSE(unpack(Column::winner, changed)) << "cut to " << i;
    }
}

}  // namespace springtide::test
