#include "bots/turn_the_tide/game_evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "bots/search/logarithm.hpp"

namespace springtide::turn_the_tide {

namespace {

constexpr float luck_of_a_round = 1.5F;    ///< about the square of what the table errs by
constexpr float worth_of_a_point = 0.02F;  ///< so that a lost game is still played for points, and a won one too
constexpr float furthest_behind = 60.0F;   ///< in units of luck; beyond that nothing changes

}  // namespace

GameEvaluator::GameEvaluator(const State& state, const EvaluationTable& table) : table_(&table), round_(state.round) {
    const int later = state.players - state.round;
    luck_of_later_rounds_ = luck_of_a_round * static_cast<float>(later);
    if (later == 0) return;
    State fresh = state;
    fresh.hand = fresh.dealt;
    fresh.preservers = fresh.worth;
    fresh.tide = {};
    fresh.still_in = SeatSet::first(state.players);
    fresh.trick = 1;
    std::array<float, max_players> by_hand{};
    for (const Seat seat : fresh.still_in)
        by_hand[seat] = static_cast<float>(fresh.worth[seat]) + expected_points(fresh, seat, *table_);
    for (int seat = 0; seat < state.players; ++seat)
        for (int rounds = 1; rounds <= later; ++rounds)  // hands come from the right
            later_points_[at(seat)] += by_hand[at((seat - rounds + state.players) % state.players)];
}

Expectation GameEvaluator::expectation(const State& state) const {
    const auto seats = SeatSet::first(state.players);
    const bool over = round_is_over(state);
    Expectation expected;
    auto& [shares, points] = expected;
    for (const Seat seat : seats) {
        points[seat] = static_cast<float>(state.scores[seat]) + later_points_[seat];
        if (over) continue;
        const bool in = state.still_in.contains(seat);
        points[seat] += in ? static_cast<float>(state.preservers[seat]) + expected_points(state, seat, *table_)
                           : static_cast<float>(out_points);
    }
    const float most = *std::max_element(points.begin(), points.begin() + state.players);
    float luck = luck_of_later_rounds_;
    if (!over) luck += luck_of_a_round * static_cast<float>(hand_size + 1 - state.trick) / hand_size;

    float all = 0;
    for (const Seat seat : seats) {
        const float behind = most - points[seat];
        if (luck > 0)
            shares[seat] = exponential(-std::min(furthest_behind, behind / std::sqrt(luck)));
        else
            shares[seat] = behind == 0 ? 1.0F : 0.0F;  // T17
        all += shares[seat];
    }
    for (const Seat seat : seats) shares[seat] = shares[seat] / all;
    return expected;
}

std::array<float, max_seats> GameEvaluator::rewards(const State& state) const {
    const auto [shares, points] = expectation(state);
    float sum = 0;
    for (const Seat seat : SeatSet::first(state.players)) sum += points[seat];
    const float average = sum / static_cast<float>(state.players);
    std::array<float, max_seats> rewards{};
    for (const Seat seat : SeatSet::first(state.players))
        rewards[seat] = shares[seat] + worth_of_a_point * (points[seat] - average);
    return rewards;
}

}  // namespace springtide::turn_the_tide
