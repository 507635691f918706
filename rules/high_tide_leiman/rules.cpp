#include "rules/high_tide_leiman/rules.hpp"

#include <algorithm>
#include <cassert>

#include "rules/high_tide_leiman/balanced.hpp"
#include "rules/high_tide_leiman/moves.hpp"
#include "rules/high_tide_leiman/pie.hpp"

namespace springtide::high_tide_leiman {

namespace {

/// L8, L12, L13: the mover cannot move, so the round is over; the loser starts the next one.
void end_round(State& state, EventList* events) {
    const auto [winner, reason] = round_result(state);
    state.round_winner = static_cast<std::int8_t>(winner);
    ++state.stones[winner];
    tell(events, Happening::round_won, winner,
         {state.round, static_cast<std::int16_t>(visible(state, seat_blue)),
          static_cast<std::int16_t>(visible(state, seat_pink)), static_cast<std::int16_t>(reason)});
    if (state.stones[winner] == state.options.stones) {
        state.phase = Phase::over;
        tell(events, Happening::match_won, winner, {state.stones[seat_blue], state.stones[seat_pink]});
        return;
    }
    ++state.round;
    if (state.options.first == First::pie) {
        begin_laying(state, winner, events);
        return;
    }
    state.mover = opponent(winner);
    state.phase = Phase::laying_out;
    tell(events, Happening::next_round, state.mover, {state.round});
}

template <std::size_t Count>
bool ring_holds(const Setup& setup, const std::array<std::uint8_t, Count>& ring, std::array<int, 3> wanted) {
    for (const auto cell : ring) --wanted[static_cast<std::size_t>(setup[cell])];
    return wanted == std::array<int, 3>{};
}

template <std::size_t Count>
void fill_ring(Setup& setup, const std::array<std::uint8_t, Count>& ring, std::array<int, 3> tiles, Random& random) {
    FixedList<Tile, Count> bag;
    for (const auto tile : {Tile::blue, Tile::pink, Tile::neutral})
        for (int i = 0; i < tiles[static_cast<std::size_t>(tile)]; ++i) bag.push_back(tile);
    random.shuffle(bag);
    for (std::size_t i = 0; i < Count; ++i) setup[ring[i]] = bag[i];
}

/// L3: all tiles on the table, each on its cell.
void lay_out(State& state, const Setup& setup) {
    std::array<Bits, 3> of_tile{};
    state.tiles_hash = 0;
    for (std::size_t cell = 0; cell < cell_count; ++cell) {
        of_tile[static_cast<std::size_t>(setup[cell])] |= Bits{1} << bit_of_cell[cell];
        state.tiles_hash ^= tile_key(setup[cell], 0, bit_of_cell[cell]);
    }
    state.levels = {};
    state.levels.tiles[0] = board;
    for (const Seat seat : {seat_blue, seat_pink}) state.levels.owned[seat][0] = of_tile[seat];
}

/// Option `setup`: the mover starts the round that is being laid out.
bool may_be_laid_out(const State& state, const Setup& setup) {
    return state.options.setup == SetupRule::random || is_balanced(setup, state.mover);
}

}  // namespace

std::array<std::int16_t, 4> layout_values(int round, const Setup& setup) {
    auto bits = static_cast<std::uint64_t>(round);
    for (std::size_t cell = 0; cell < setup.size(); ++cell)
        bits |= static_cast<std::uint64_t>(setup[cell]) << (16 + 2 * cell);
    return as_values(bits);
}

State start(const Options& options, [[maybe_unused]] int players) {
    assert(players == 2);
    State state;
    state.options = options;
    if (options.first == First::blue || options.first == First::pink) {
        state.mover = options.first == First::blue ? seat_blue : seat_pink;
        state.phase = Phase::laying_out;
    }
    return state;
}

ToAct to_act(const State& state) {
    switch (state.phase) {
        case Phase::choosing_first:
        case Phase::laying_out: return {.seats = {}, .chance = true};
        case Phase::laying:
        case Phase::choosing_side:
        case Phase::moving: return {.seats = SeatSet::of(state.mover), .chance = false};
        case Phase::over: break;
    }
    return {};
}

namespace {

/// The moves of a round; a function of its own, so that the compiler builds the list in place without a copy.
State::ActionList legal_moves(const State& state, Seat seat) {
    State::ActionList actions;
    for_each_candidate(moves_of(state, seat), [&](int from, int to, bool is_move) {
        actions.push_back_if(is_move, {cell_of_bit(from), cell_of_bit(to)});
    });
    return actions;
}

}  // namespace

State::ActionList legal_actions(const State& state, Seat seat) {
    if (seat != state.mover) return {};
    if (state.phase == Phase::moving) return legal_moves(state, seat);
    if (before_the_round(state)) return actions_before_the_round(state);
    return {};
}

bool is_legal(const State& state, Seat seat, Action action) {
    if (before_the_round(state)) {
        const auto actions = legal_actions(state, seat);
        return std::ranges::find(actions, action) != actions.end();
    }
    if (state.phase != Phase::moving || seat != state.mover) return false;
    if (action.from >= cell_count || action.to >= cell_count) return false;
    const int distance = bit_of_cell[action.to] - bit_of_cell[action.from];
    const auto direction = std::ranges::find(step, distance);
    if (direction == step.end()) return false;
    const Moves moves = moves_of(state, seat);
    return (moves.from[static_cast<std::size_t>(direction - step.begin())] & bit(action.from)) != 0;
}

void apply(State& state, Seat seat, Action action, EventList* events) {
    assert(is_legal(state, seat, action));
    if (!is_move(action)) {
        apply_before_the_round(state, seat, action, events);
        return;
    }
    const int landing = move_tile(state, bit_of_cell[action.from], bit_of_cell[action.to]);
    state.last_mover = static_cast<std::int8_t>(seat);
    state.mover = opponent(seat);
    if (events != nullptr)
        tell(events, Happening::moved, seat,
             {action.from, action.to, static_cast<std::int16_t>(landing + 1),
              static_cast<std::int16_t>(top(state, action.to))});
    if (!has_move(state, state.mover)) end_round(state, events);
}

Action random_action(const State& state, Seat seat, Random& random) {
    if (before_the_round(state)) {
        const auto actions = actions_before_the_round(state);
        return actions[random.below(static_cast<std::uint32_t>(actions.size()))];
    }
    const Moves moves = moves_of(state, seat);
    const auto [from, to] = move_number(moves, random.below(static_cast<std::uint32_t>(moves.count())));
    return {cell_of_bit(from), cell_of_bit(to)};
}

std::uint64_t play_out(State& state, Random& random) {
    std::uint64_t played = 0;
    while (state.phase != Phase::over) {
        while (state.phase != Phase::moving) {
            if (before_the_round(state)) {
                apply(state, state.mover, random_action(state, state.mover, random));
                ++played;
            } else {
                apply_chance(state, draw(state, random));
            }
        }
        for (;;) {
            const Moves moves = moves_of(state, state.mover);
            const int count = moves.count();
            if (count == 0) break;
            const auto [from, to] = move_number(moves, random.below(static_cast<std::uint32_t>(count)));
            move_tile(state, from, to);
            state.last_mover = static_cast<std::int8_t>(state.mover);
            state.mover = opponent(state.mover);
            ++played;
        }
        end_round(state, nullptr);
    }
    return played;
}

bool is_possible(const State& state, const Chance& chance) {
    if (state.phase == Phase::choosing_first) return chance.kind == Chance::Kind::first && chance.first <= seat_pink;
    if (state.phase == Phase::laying_out)
        return chance.kind == Chance::Kind::setup && is_setup(chance.setup) && may_be_laid_out(state, chance.setup);
    return false;
}

void apply_chance(State& state, const Chance& chance, EventList* events) {
    assert(is_possible(state, chance));
    if (chance.kind == Chance::Kind::first) {
        if (state.options.first == First::pie) {
            begin_laying(state, opponent(chance.first), events);
            return;
        }
        state.mover = chance.first;
        state.phase = Phase::laying_out;
        tell(events, Happening::first, chance.first);
        return;
    }
    lay_out(state, chance.setup);
    state.last_mover = -1;
    state.phase = Phase::moving;
    if (events != nullptr) tell(events, Happening::laid_out, state.mover, layout_values(state.round, chance.setup));
}

Chance draw(const State& state, Random& random) {
    Chance chance;
    if (state.phase == Phase::choosing_first) {
        chance.kind = Chance::Kind::first;
        chance.first = static_cast<Seat>(random.below(2));
    } else {
        do chance.setup = draw_setup(random);  // about one in six is balanced, so this ends soon
        while (!may_be_laid_out(state, chance.setup));
    }
    return chance;
}

std::uint32_t outcome_count(const State& state) { return state.phase == Phase::choosing_first ? 2 : 0; }

Outcome<Chance> outcome([[maybe_unused]] const State& state, std::uint32_t index) {
    assert(state.phase == Phase::choosing_first && index < 2);
    return {.chance = {.kind = Chance::Kind::first, .first = static_cast<Seat>(index), .setup = {}}, .weight = 1};
}

Result result(const State& state) {
    Result result;
    for (const Seat seat : {seat_blue, seat_pink}) result.points[seat] = state.stones[seat];
    if (state.phase == Phase::over) result.winners = SeatSet::of(static_cast<Seat>(state.round_winner));
    return result;
}

State resample(const Seen<State>& seen, Random&) { return seen.state(); }

std::uint64_t hash(const State& state) {
    std::uint64_t code = static_cast<std::uint64_t>(state.phase);
    const auto append = [&code](int value) { code = code * 16 + static_cast<std::uint64_t>(value + 1); };
    append(state.mover);
    append(state.last_mover);
    append(state.round_winner);
    append(state.round);
    append(state.stones[seat_blue]);
    append(state.stones[seat_pink]);
    append(state.options.stones);
    // Six mixtures of the first three ways to start, then two of the fourth.
    const int rule = static_cast<int>(state.options.setup);
    append(state.options.first == First::pie ? 6 + rule : static_cast<int>(state.options.first) + 3 * rule);
    return state.tiles_hash ^ mix(code);
}

std::uint64_t hash_from_scratch(const State& state) {
    State again = state;
    again.tiles_hash = 0;
    for (int cell = 0; cell < cell_count; ++cell)
        for (int level = 0; level < height(state, cell); ++level)
            again.tiles_hash ^=
                tile_key(tile_at(state, cell, level), level, bit_of_cell[static_cast<std::size_t>(cell)]);
    return hash(again);
}

const char* broken_invariant(const State& state) {
    if (state.options.stones < 1 || state.options.stones > 5) return "the match needs 1 to 5 stones (L12)";
    if (state.mover > seat_pink) return "the mover is blue or pink (L1)";
    const bool won = state.stones[seat_blue] == state.options.stones || state.stones[seat_pink] == state.options.stones;
    if (won != (state.phase == Phase::over)) return "the match ends exactly when a player has all stones (L12)";
    if (before_the_round(state)) return broken_before_the_round(state);
    if (state.round_winner < 0 && (state.phase == Phase::choosing_first || state.last_mover < 0) &&
        state.phase != Phase::moving)
        return state.levels == Levels{} ? nullptr : "no tiles lie before the first set-up";

    std::array<int, 3> counted{};
    for (std::size_t level = 0; level < level_count; ++level) {
        const Bits tiles = state.levels.tiles[level];
        const Bits blue = state.levels.owned[seat_blue][level];
        const Bits pink = state.levels.owned[seat_pink][level];
        if ((tiles & ~board) != 0) return "a tile lies beside the board (L2)";
        if ((blue & pink) != 0 || ((blue | pink) & ~tiles) != 0) return "a tile has exactly one colour (L1)";
        if (level > 0 && (tiles & ~state.levels.tiles[level - 1]) != 0) return "a tile hangs in the air";
        counted[0] += std::popcount(blue);
        counted[1] += std::popcount(pink);
        counted[2] += std::popcount(tiles & ~blue & ~pink);
    }
    if (counted != tile_count) return "there are 7 blue, 7 pink and 5 neutral tiles (L1)";
    if (!connected(state.levels.tiles[0])) return "all tiles stay connected (L7)";
    if (state.phase == Phase::moving && !has_move(state, state.mover))
        return "a round ends when the mover is stuck (L8)";
    return nullptr;
}

bool is_setup(const Setup& setup) {
    if (std::ranges::any_of(setup, [](Tile tile) { return tile > Tile::neutral; })) return false;
    return setup[centre] == Tile::neutral && ring_holds(setup, inner_ring, inner_tiles) &&
           ring_holds(setup, outer_ring, outer_tiles);
}

Setup draw_setup(Random& random) {
    Setup setup{};
    setup[centre] = Tile::neutral;
    fill_ring(setup, inner_ring, inner_tiles, random);
    fill_ring(setup, outer_ring, outer_tiles, random);
    return setup;
}

RoundResult round_result(const State& state) {
    const int of_blue = visible(state, seat_blue);
    const int of_pink = visible(state, seat_pink);
    if (of_blue != of_pink) return {of_blue > of_pink ? seat_blue : seat_pink, Reason::visible};  // L9

    std::size_t highest = 0;
    while (state.levels.tiles[highest + 1] != 0) ++highest;
    const bool blue_on_top = state.levels.owned[seat_blue][highest] != 0;
    const bool pink_on_top = state.levels.owned[seat_pink][highest] != 0;
    if (blue_on_top != pink_on_top) return {blue_on_top ? seat_blue : seat_pink, Reason::highest};  // L10

    return {opponent(state.mover), Reason::last_move};  // L11: the mover is stuck, so the other moved last
}

void put(State& state, int cell, Tile tile) {
    const int level = height(state, cell);
    auto& [tiles, owned] = state.levels;
    tiles[static_cast<std::size_t>(level)] |= bit(cell);
    if (tile != Tile::neutral) owned[static_cast<std::size_t>(tile)][static_cast<std::size_t>(level)] |= bit(cell);
    state.tiles_hash ^= tile_key(tile, level, bit_of_cell[static_cast<std::size_t>(cell)]);
}

void settle_position(State& state) {
    state.phase = Phase::moving;
    if (!has_move(state, state.mover)) end_round(state, nullptr);
}

namespace {

/// Counts into `nodes`; false once there are more than `limit`.
bool count_sequences(const State& state, Seat mover, int depth, std::uint64_t limit, std::uint64_t& nodes) {
    const Moves moves = moves_of(state, mover);
    if (depth == 1) {
        nodes += static_cast<std::uint64_t>(moves.count());
        return nodes <= limit;
    }
    bool within = true;
    for_each_move(moves, [&](int from, int to) {
        if (!within) return;
        State next = state;
        move_tile(next, from, to);
        within = count_sequences(next, opponent(mover), depth - 1, limit, nodes);
    });
    return within;
}

}  // namespace

std::optional<std::uint64_t> perft(const State& state, int depth, std::uint64_t limit) {
    if (depth == 0) return 1;
    std::uint64_t nodes = 0;
    if (state.phase == Phase::moving && !count_sequences(state, state.mover, depth, limit, nodes)) return std::nullopt;
    return nodes;
}

}  // namespace springtide::high_tide_leiman
