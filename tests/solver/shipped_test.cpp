#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "bots/high_tide_leiman/solution.hpp"

/// The solution in data/high_tide_leiman/, every column that is shipped.
namespace springtide::test {

using namespace high_tide_leiman;

namespace {

std::filesystem::path file_of(Column column) {
    return std::filesystem::path(SPRINGTIDE_SOURCE_DIR "/data/high_tide_leiman") /
           (std::string(column_names[static_cast<std::size_t>(column)]) + ".bin");
}

std::vector<std::uint8_t> shipped(Column column) {
    std::ifstream stream(file_of(column), std::ios::binary);
    const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(stream), {}};
    return unpack(column, bytes).value_or(std::vector<std::uint8_t>{});
}

std::vector<Column> shipped_columns() {
    std::vector<Column> columns;
    for (const Column column : {Column::winner, Column::winning_moves, Column::ending})
        if (std::filesystem::exists(file_of(column))) columns.push_back(column);
    return columns;
}

}  // namespace

TEST(ShippedSolution, has_a_number_for_every_class) {
    EXPECT_TRUE(std::filesystem::exists(file_of(Column::winner)));
    for (const Column column : shipped_columns()) EXPECT_EQ(shipped(column).size(), setup_class_count);
}

TEST(ShippedSolution, the_columns_agree_on_every_winner) {
    const auto winners = shipped(Column::winner);
    for (const Column column : shipped_columns()) {
        const auto numbers = shipped(column);
        ASSERT_EQ(numbers.size(), winners.size());
        const std::uint8_t least_win = column == Column::ending ? 8 : 1;
        for (std::size_t index = 0; index < winners.size(); ++index)
            ASSERT_EQ(numbers[index] >= least_win, winners[index] == 1) << "class " << index;
    }
}

TEST(ShippedSolution, a_sample_drawn_anew_in_every_run_is_solved_again) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const SetupClasses classes;
    Solver solver;
    for (const Column column : shipped_columns()) {
        const auto numbers = shipped(column);
        ASSERT_EQ(numbers.size(), classes.size());
        for (int round = 0; round < 20; ++round) {
            const auto index = random.below(classes.size());
            EXPECT_EQ(solve_class(solver, classes.representative(index), column), numbers[index]) << "class " << index;
        }
    }
}

}  // namespace springtide::test
