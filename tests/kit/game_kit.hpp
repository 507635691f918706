#pragma once

#include <gtest/gtest.h>

#include "tests/kit/random_games.hpp"

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
    static_assert(springtide::TextRules<State>)
