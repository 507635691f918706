#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/kit/random_games.hpp"
#include "tests/kit/signature.hpp"

namespace springtide::kit {

/// The signature that tests/signatures.txt gives for a game, "" if it gives none.
inline std::string expected_signature(std::string_view game) {
    std::ifstream file(std::string(SPRINGTIDE_SOURCE_DIR) + "/tests/signatures.txt");
    for (std::string id, number; file >> id >> number;)
        if (id == game) return number;
    return "";
}

}  // namespace springtide::kit

/// Everything the kit has for a game: SPRINGTIDE_GAME_KIT(HighTideLeiman, springtide::high_tide_leiman::State)
#define SPRINGTIDE_GAME_KIT(Name, State)                                                                      \
    TEST(Name##Kit, RandomGamesOverAllOptionsAndPlayerCounts) {                                               \
        const auto report = springtide::kit::random_games<State>(1, 1024 / springtide::kit::slowdown,         \
                                                                 200 / springtide::kit::slowdown);            \
        EXPECT_EQ(report.problem, "");                                                                        \
        EXPECT_GT(report.states, report.games);                                                               \
    }                                                                                                         \
    TEST(Name##Kit, ChanceIsFair) {                                                                           \
        const auto report = springtide::kit::chance_is_fair<State>(2, 40, 20000 / springtide::kit::slowdown); \
        EXPECT_EQ(report.problem, "");                                                                        \
        EXPECT_EQ(report.states, 40U);                                                                        \
    }                                                                                                         \
    TEST(Name##Kit, SignatureIsTheRecordedOne) {                                                              \
        EXPECT_EQ(springtide::kit::signature_text(springtide::kit::signature<State>()),                       \
                  springtide::kit::expected_signature(springtide::GameText<State>::info().id));               \
    }                                                                                                         \
    static_assert(springtide::TextRules<State>)
