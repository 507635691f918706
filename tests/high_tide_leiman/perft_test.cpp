#include "tests/high_tide_leiman/positions.hpp"
#include "tests/kit/settings.hpp"

namespace springtide::test {

class Perft : public testing::TestWithParam<const char*> {};

TEST_P(Perft, CountsAreThoseOfTheFile) {
    const auto cases = read_perft(GetParam());
    ASSERT_FALSE(cases.empty());
    for (const auto& [position, nodes] : cases)
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i] > 50'000'000U / kit::slowdown) break;
            EXPECT_EQ(perft(at(position), static_cast<int>(i + 1), ~0ULL), nodes[i]) << position << " depth " << i + 1;
        }
}

TEST_P(Perft, TheSlowModelCountsTheSame) {
    for (const auto& [position, nodes] : read_perft(GetParam())) {
        const auto state = at(position);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i] > 3000U / kit::slowdown) break;
            const auto counted =
                state.phase == high_tide_leiman::Phase::over
                    ? 0
                    : slow_high_tide::perft(slow_board(state), state.mover == 0 ? 'b' : 'p', static_cast<int>(i + 1));
            EXPECT_EQ(counted, nodes[i]) << position << " depth " << i + 1;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(HighTideLeiman, Perft, testing::Values("start.perft", "middle.perft", "end.perft"));

TEST(PerftLimit, StopsWhenThereAreTooMany) {
    const auto state = at(read_perft("start.perft").front().position);
    EXPECT_EQ(perft(state, 0, 1), 1U);
    EXPECT_FALSE(perft(state, 4, 1000).has_value());
}

}  // namespace springtide::test
