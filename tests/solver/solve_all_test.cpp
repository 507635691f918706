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

    /// One of two shares of ten classes.
    [[nodiscard]] cli::SolveAll small_job(unsigned share, unsigned threads = 1) const {
        return {.column = Column::winner,
                .folder = folder_,
                .threads = threads,
                .classes = 10,
                .share = share,
                .shares = 2,
                .quiet = true};
    }
    [[nodiscard]] std::filesystem::path part() const { return folder_ / "winner.0of2.part"; }

    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() /
        ("springtide_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

}  // namespace

TEST_F(SolveAllTest, two_shares_make_the_whole) {
    auto found = *small_job(0, 2).run();
    const auto rest = *small_job(1).run();
    const SetupClasses classes;
    Solver solver;
    for (std::uint32_t index = 0; index < found.size(); ++index) {
        ASSERT_EQ(found[index] == 0, index % 2 == 1) << index;
        ASSERT_EQ(rest[index] == 0, index % 2 == 0) << index;
        found[index] = std::max(found[index], rest[index]);
        EXPECT_EQ(found[index] - 1, solve_class(solver, classes.representative(index), Column::winner));
    }
    EXPECT_FALSE(small_job(0).write(rest)) << "one share is missing";
    EXPECT_TRUE(small_job(0).write(found));
}

TEST_F(SolveAllTest, goes_on_from_what_was_saved) {
    const auto found = *small_job(0).run();
    auto marked = found;
    marked[2] = 99;  // an earlier run's finding is believed
    marked[4] = 0;   // and what is missing is found
    std::ofstream(part(), std::ios::binary)
        .write(reinterpret_cast<const char*>(marked.data()), static_cast<std::streamsize>(marked.size()));
    const auto resumed = *small_job(0).run();
    marked[4] = found[4];
    EXPECT_EQ(resumed, marked);
}

TEST_F(SolveAllTest, refuses_a_part_of_something_else) {
    std::filesystem::create_directories(folder_);
    std::ofstream(part()) << "hello";
    EXPECT_EQ(small_job(0).run().error().code, ErrorCode::bad_request);
}

TEST_F(SolveAllTest, the_packed_file_holds_what_was_found) {
    std::filesystem::create_directories(folder_);
    const auto file = small_job(0).write(cli::SolveAll::Found(10, 2));
    ASSERT_TRUE(file);
    std::ifstream stream(*file, std::ios::binary);
    const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_EQ(unpack(Column::winner, bytes), std::vector<std::uint8_t>(10, 1));
}

}  // namespace springtide::test
