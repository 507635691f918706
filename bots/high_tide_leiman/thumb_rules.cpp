#include "bots/high_tide_leiman/thumb_rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "bots/high_tide_leiman/after.hpp"

namespace springtide::high_tide_leiman {

namespace {

constexpr int decisive = 1'000'000;

bool covers(const State& before, Action action, Seat seat) { return top(before, action.to) == static_cast<Tile>(seat); }
bool covers_theirs(const State& before, Action action) { return covers(before, action, opponent(before.mover)); }
bool is_neutral(const State& before, Action action) { return top(before, action.from) == Tile::neutral; }
bool on_rim(Action action) { return std::ranges::find(outer_ring, action.to) != outer_ring.end(); }

int movable(const State& state, Seat seat) { return std::popcount(moves_of(state, seat).movers()); }
int ahead(const State& state, Seat seat) { return visible(state, seat) - visible(state, opponent(seat)); }
/// Theirs before all, then with a neutral tile, then on the rim.
int cover_well(const State& before, Action action) {
    return 4 * (covers_theirs(before, action) ? 1 : 0) + 2 * (is_neutral(before, action) ? 1 : 0) +
           (on_rim(action) ? 1 : 0);
}

constexpr std::array<ThumbRule, 11> rules = {{
    {"anything", "play any move", [](const State&, const State&, Action) { return 0; }},
    {"cover_own", "cover a tile of your own",
     [](const State& before, const State&, Action action) { return covers(before, action, before.mover) ? 1 : 0; }},
    {"cover", "cover a tile of theirs",
     [](const State& before, const State&, Action action) { return covers_theirs(before, action) ? 1 : 0; }},
    {"lead", "show as many more tiles than they do as you can",
     [](const State& before, const State& next, Action) { return ahead(next, before.mover); }},
    {"rim", "cover a tile of theirs, on the rim if you can",
     [](const State& before, const State&, Action action) {
         return covers_theirs(before, action) ? 1 + (on_rim(action) ? 1 : 0) : 0;
     }},
    {"neutral", "cover a tile of theirs, with a neutral tile if you can",
     [](const State& before, const State&, Action action) {
         return covers_theirs(before, action) ? 1 + (is_neutral(before, action) ? 1 : 0) : 0;
     }},
    {"neutral_rim", "cover a tile of theirs, with a neutral tile if you can, on the rim if you can",
     [](const State& before, const State&, Action action) { return cover_well(before, action); }},
    {"few_moves", "leave them as few moves as you can",
     [](const State& before, const State& next, Action) { return -moves_of(next, opponent(before.mover)).count(); }},
    {"few_tiles", "leave them as few tiles that can move as you can",
     [](const State& before, const State& next, Action) { return -movable(next, opponent(before.mover)); }},
    {"few_tiles_cover", "leave them as few tiles that can move as you can; of equal moves show the most more tiles",
     [](const State& before, const State& next, Action) {
         return -32 * movable(next, opponent(before.mover)) + ahead(next, before.mover);
     }},
    {"tiles_and_lead",
     "add up: a tile of theirs that cannot move any more counts three, a tile you show more counts one, a move with a "
     "neutral tile one",
     [](const State& before, const State& next, Action action) {
         return -3 * movable(next, opponent(before.mover)) + ahead(next, before.mover) +
                (is_neutral(before, action) ? 1 : 0);
     }},
}};

}  // namespace

std::span<const ThumbRule> thumb_rules() { return rules; }

const ThumbRule* thumb_rule(std::string_view name) {
    const auto found = std::ranges::find(rules, name, &ThumbRule::name);
    return found == rules.end() ? nullptr : &*found;
}

State::ActionList fitting_moves(const ThumbRule& rule, const State& state) {
    State::ActionList best;
    int most = std::numeric_limits<int>::min();
    for (const Action action : legal_actions(state, state.mover)) {
        const State next = after(state, action);
        int worth = rule.worth(state, next, action);
        if (!has_move(next, next.mover)) worth = round_result(next).winner == state.mover ? decisive : -decisive;
        if (worth > most) {
            most = worth;
            best.clear();
        }
        if (worth == most) best.push_back(action);
    }
    return best;
}

Action follow(const ThumbRule& rule, const State& state, Random& random) {
    const auto moves = fitting_moves(rule, state);
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

}  // namespace springtide::high_tide_leiman
