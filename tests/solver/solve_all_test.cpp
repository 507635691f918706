#include "cli/solve_all.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

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
                .sample = 0,
                .seed = {},
                .table_bytes = Solver::default_table_bytes,
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
    ClassSolver solver(Column::winner);
    for (std::uint32_t index = 0; index < found.size(); ++index) {
        ASSERT_EQ(found[index] == 0, index % 2 == 1) << index;
        ASSERT_EQ(rest[index] == 0, index % 2 == 0) << index;
        found[index] = std::max(found[index], rest[index]);
        EXPECT_EQ(found[index] - 1, solver.solve(classes.representative(index)));
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

TEST_F(SolveAllTest, a_sample_is_drawn_again_with_its_seed) {
    auto job = small_job(0);
    job.shares = 1;
    job.classes = 1000;
    job.sample = 4;
    job.seed = "a";
    const auto found = *job.run();
    EXPECT_EQ(std::ranges::count(found, 0), 996);
    std::ifstream file(*job.write(found));
    std::stringstream text;
    text << file.rdbuf();
    std::string wanted = "# springtide solve --all --column winner --sample 4 --seed a\n";
    const SetupClasses classes;
    ClassSolver solver(Column::winner);
    for (std::uint32_t index = 0; index < found.size(); ++index)
        if (found[index] != 0)
            wanted += std::to_string(index) + " " + std::to_string(*solver.solve(classes.representative(index))) + "\n";
    EXPECT_EQ(text.str(), wanted);
    EXPECT_EQ(*job.run(), found) << "nothing is left to do";
    job.seed = "b";
    EXPECT_FALSE(job.write(found)) << "other classes are missing";
}

TEST_F(SolveAllTest, what_is_lost_is_not_searched_for_winning_moves) {
    std::filesystem::create_directories(folder_);
    const auto lost = pack(Column::winner, std::vector<std::uint8_t>(10, 0));
    std::ofstream(folder_ / "winner.bin", std::ios::binary)
        .write(reinterpret_cast<const char*>(lost.data()), static_cast<std::streamsize>(lost.size()));
    auto job = small_job(0);
    job.column = Column::winning_moves;
    EXPECT_EQ(*job.run(), cli::SolveAll::Found(10, 1)) << "the folder says that all ten are lost";
}

TEST_F(SolveAllTest, stops_at_ctrl_c_keeps_what_it_found_and_goes_on_later) {
    const auto handler_before = std::signal(SIGINT, SIG_IGN);
    auto job = small_job(0);
    job.shares = 1;
    job.classes = setup_class_count;
    std::atomic<bool> ended = false;
    cli::SolveAll::Found found;
    {
        std::jthread work([&] {
            found = *job.run();
            ended = true;
        });
        while (!ended) {  // until it is heard: before the work begins nobody listens
            std::raise(SIGINT);
            std::this_thread::yield();
        }
    }
    EXPECT_FALSE(job.write(found)) << "it is not complete";
    job.sample = 2;
    const auto resumed = *job.run();
    for (std::size_t index = 0; index < found.size(); ++index)
        if (found[index] != 0) {
            EXPECT_EQ(resumed[index], found[index]);
        }
    EXPECT_GE(std::ranges::count_if(resumed, [](auto number) { return number != 0; }), 2);
    std::signal(SIGINT, handler_before);
}

TEST_F(SolveAllTest, refuses_a_part_of_something_else) {
    std::filesystem::create_directories(folder_);
    std::ofstream(part()) << "hello";
    EXPECT_EQ(small_job(0).run().error().code, ErrorCode::unavailable);
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
