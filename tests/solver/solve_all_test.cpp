#include "cli/solve_all.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace springtide::test {

using namespace high_tide_leiman;

namespace {

/// A folder of its own for each test, gone afterwards.
class SolveAllTest : public testing::Test {
  protected:
    SolveAllTest() { std::filesystem::remove_all(folder_); }
    ~SolveAllTest() override { std::filesystem::remove_all(folder_); }

    /// A share of five classes.
    [[nodiscard]] cli::SolveAll small_job(unsigned threads) const {
        return {.column = Column::winner,
                .folder = folder_,
                .threads = threads,
                .share = 3,
                .shares = 25000,
                .quiet = true};
    }
    [[nodiscard]] std::filesystem::path part() const { return folder_ / "winner.3of25000.part"; }

    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() /
        ("springtide_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

}  // namespace

TEST_F(SolveAllTest, solves_its_share_and_nothing_else) {
    const auto found = small_job(2).run();
    ASSERT_TRUE(found);
    const SetupClasses classes;
    Solver solver;
    for (std::uint32_t index = 0; index < classes.size(); ++index) {
        const bool mine = index % 25000 == 3;
        ASSERT_EQ((*found)[index] != 0, mine) << index;
        if (mine) {
            EXPECT_EQ((*found)[index] - 1, solve_class(solver, classes.representative(index), Column::winner));
        }
    }
    EXPECT_FALSE(small_job(1).write(*found)) << "the other shares are missing";
}

TEST_F(SolveAllTest, goes_on_from_what_was_saved) {
    const auto found = *small_job(1).run();
    auto marked = found;
    marked[3] = 99;     // an earlier run's finding is believed
    marked[25003] = 0;  // and what is missing is found
    std::ofstream(part(), std::ios::binary)
        .write(reinterpret_cast<const char*>(marked.data()), static_cast<std::streamsize>(marked.size()));
    const auto resumed = *small_job(1).run();
    marked[25003] = found[25003];
    EXPECT_EQ(resumed, marked);
}

TEST_F(SolveAllTest, refuses_a_part_of_something_else) {
    std::filesystem::create_directories(folder_);
    std::ofstream(part()) << "hello";
    EXPECT_EQ(small_job(1).run().error().code, ErrorCode::bad_request);
}

TEST_F(SolveAllTest, writes_the_packed_file_when_everything_is_known) {
    cli::SolveAll job = small_job(1);
    std::filesystem::create_directories(folder_);
    const cli::SolveAll::Found found(setup_class_count, 2);
    const auto file = job.write(found);
    ASSERT_TRUE(file);
    std::ifstream stream(*file, std::ios::binary);
    const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_EQ(unpack(Column::winner, bytes), std::vector<std::uint8_t>(setup_class_count, 1));
}

}  // namespace springtide::test
