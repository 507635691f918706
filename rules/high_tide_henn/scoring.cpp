#include "rules/high_tide_henn/scoring.hpp"

#include <algorithm>

#include "rules/high_tide_henn/moments.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide::high_tide_henn {

namespace {

Ranking rank(const State& state, Colour colour) {
    const Beach& beach = state.beaches[colour];
    Ranking ranking;
    for (Seat seat = 0; seat < state.players; ++seat) {
        if (beach.is_at_bar(seat)) {
            ranking.at_bar.insert(seat);
            continue;
        }
        if (!beach.is_wet(seat)) ranking.on_sand.push_back(seat);
    }
    std::ranges::sort(ranking.on_sand, [&](Seat a, Seat b) { return beach.places[a] > beach.places[b]; });
    return ranking;
}

/// H21, H22
void score_beach(const State& state, Colour colour, BySeat<Earned>& earned) {
    Ranking ranking = rank(state, colour);
    moments::ranking(state, colour, ranking, earned);
    for (const Seat seat : ranking.at_bar) earned[seat] = {bar_points, Reason::bar};
    int place = ranking.next_place;
    for (const Seat seat : ranking.on_sand) {
        const auto points = place_points(state.players, place);
        if (points == 0) break;
        earned[seat] = {points, static_cast<Reason>(place++)};
    }
}

}  // namespace

Scores score(const State& state) {
    Scores scores;
    for (const Colour colour : all_colours) score_beach(state, colour, scores.beaches[colour]);
    moments::scoring(state, scores);
    for (Seat seat = 0; seat < state.players; ++seat) {
        int total = scores.coins[seat] + scores.baywatch[seat];
        for (const auto& beach : scores.beaches) total += beach[seat].points;
        scores.totals[seat] = static_cast<std::int16_t>(total);
    }
    return scores;
}

Result result(const State& state) {
    Result result;
    if (state.phase != Phase::over) return result;  // points are given at the end
    result.points = score(state).totals;
    std::int16_t most = 0;
    for (Seat seat = 0; seat < state.players; ++seat) most = std::max(most, result.points[seat]);
    for (Seat seat = 0; seat < state.players; ++seat)
        if (result.points[seat] == most) result.winners.insert(seat);  // H23
    return result;
}

void tell_scores(const State& state, EventList* events) {
    const Scores scores = score(state);
    tell(events, Happening::game_ended, -1, {state.round, anyone_wet(state)});
    moments::showing(state, events);
    for (const Colour colour : all_colours)
        for (Seat seat = 0; seat < state.players; ++seat)
            if (const Earned earned = scores.beaches[colour][seat]; earned.points > 0)
                tell(events, Happening::beach_scored, seat,
                     {colour, earned.points, static_cast<std::int16_t>(earned.reason)});
    for (Seat seat = 0; seat < state.players; ++seat) {
        if (scores.coins[seat] > 0)
            tell(events, Happening::coins_scored, seat, {scores.coin_totals[seat], scores.coins[seat]});
        if (scores.baywatch[seat] > 0) tell(events, Happening::last_point, seat);
    }
    for (const Seat seat : result(state).winners) tell(events, Happening::won, seat, {scores.totals[seat]});
}

}  // namespace springtide::high_tide_henn
