#pragma once

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "arena/match.hpp"
#include "arena/report.hpp"

/// Small matches for the tests.
namespace springtide::arena {

inline Contestant contestant(const std::string& name) {
    Contestant made{.name = name, .command = {}, .request = {}};
    if (name.starts_with("exec:"))
        made.command = name.substr(5);
    else
        made.request.level = name;
    return made;
}

inline Plan duel(const std::string& game, int players, const std::string& one, const std::string& rest,
                 std::uint64_t deals) {
    Plan plan;
    plan.game = game;
    plan.players = players;
    plan.contestants = {contestant(one), contestant(rest)};
    plan.pairings = {{.one = 0, .rest = 1}};
    plan.deals = deals;
    plan.seed = "test";
    return plan;
}

inline Outcome play(const Plan& plan) {
    const std::atomic<bool> stop = false;
    auto outcome = run(plan, stop, {});
    EXPECT_TRUE(outcome) << (outcome ? "" : outcome.error().message);
    if (outcome) return *outcome;
    Outcome nothing;  // so that the test fails and goes on
    nothing.standings.resize(plan.pairings.size());
    return nothing;
}

/// All figures of a match; how long it took is none of them.
inline std::string figures(const Plan& plan, Outcome outcome) {
    outcome.seconds = 0;
    return json_report(plan, outcome);
}

}  // namespace springtide::arena
