#include "bots/high_tide_henn/why.hpp"

#include <cmath>
#include <optional>

#include "rules/high_tide_henn/round.hpp"

namespace springtide::high_tide_henn {

namespace {

using Kind = Action::Kind;

/// The pair that the action settles for, if it does.
std::optional<Pair> pair_of(const State& state, Action action) {
    if (action.kind() == Kind::take || action.kind() == Kind::use_swap) return state.track.dice(action.space());
    if (action.kind() == Kind::accept || action.kind() == Kind::move) return state.hand;
    if (action == Action::reroll(0)) return state.hand;
    return std::nullopt;
}

bool is_first(const State& state, Colour colour, Seat seat, int space) {
    const Beach& beach = state.beaches[colour];
    for (Seat other = 0; other < state.players; ++other)
        if (other != seat && !beach.is_wet(other) && beach.space(other) > space) return false;
    return true;
}

void add_beach(const State& state, Seat seat, Colour colour, int spaces, std::vector<Why>& why) {
    const Beach& beach = state.beaches[colour];
    if (beach.is_wet(seat)) return why.push_back({.code = "die_lost", .numbers = {colour}});
    const int to = beach.reach(beach.space(seat), spaces);
    if (to == water_space) return why.push_back({.code = "into_water", .numbers = {colour}});
    if (is_first(state, colour, seat, to)) why.push_back({.code = "goes_first", .numbers = {colour, to}});
    const int dry_ahead = beach.water - 1 - to;
    if (dry_ahead < large_wave) why.push_back({.code = "in_reach_of_waves", .numbers = {colour, dry_ahead}});
}

void add_pair(const State& state, Seat seat, Pair pair, std::vector<Why>& why) {
    const Die left = pair.left;
    const Die right = pair.right;
    if (left.colour() == right.colour()) return add_beach(state, seat, left.colour(), pair.total(), why);
    add_beach(state, seat, left.colour(), left.number(), why);
    add_beach(state, seat, right.colour(), right.number(), why);
}

int per_thousand(double share) { return static_cast<int>(std::lround(1000 * share)); }

double share(const Candidate<Action>& candidate) { return candidate.wins / candidate.playouts; }

}  // namespace

std::vector<Why> why_choose(const Seen<State>& seen, const Candidate<Action>& chosen,
                            const Candidate<Action>& next_best) {
    const State& state = seen.state();
    const Action action = chosen.action;
    std::vector<Why> why;
    if (const auto pair = pair_of(state, action)) add_pair(state, seen.observer().seat(), *pair, why);
    if (action.kind() == Kind::roll || action.kind() == Kind::decline)
        why.push_back(
            {.code = "rolls_left", .numbers = {free_spaces(state) - (action.kind() == Kind::decline ? 1 : 0)}});
    if (action.uses_tile()) why.push_back({.code = "tile", .numbers = {static_cast<int>(action.tile())}});
    if (share(chosen) >= share(next_best))  // else it is taken because they are as good as equal
        why.push_back({.code = "wins", .numbers = {per_thousand(share(chosen)), per_thousand(share(next_best))}});
    return why;
}

}  // namespace springtide::high_tide_henn
