#pragma once

#include <array>

#include "learn/action_ids.hpp"
#include "learn/batch.hpp"
#include "learn/features.hpp"
#include "rules/high_tide_leiman/rules.hpp"

namespace springtide {

namespace high_tide_leiman {

/// All 84 steps from a cell to a neighbour, in reading order of both.
inline constexpr auto all_steps = [] {
    std::array<Action, 84> steps{};
    std::size_t next = 0;
    for (int from = 0; from < cell_count; ++from)
        for (int to = 0; to < cell_count; ++to)
            if (from != to && (spread(bit(from)) & bit(to)) != 0)
                steps[next++] = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
    return steps;
}();

/// Where a step stands in all_steps, by the cells it leaves and enters.
inline constexpr auto step_ids = [] {
    std::array<std::array<std::uint8_t, cell_count>, cell_count> ids{};
    for (std::size_t id = 0; id < all_steps.size(); ++id)
        ids[all_steps[id].from][all_steps[id].to] = static_cast<std::uint8_t>(id);
    return ids;
}();

}  // namespace high_tide_leiman

template <>
struct ActionIds<high_tide_leiman::State> {
    using Action = high_tide_leiman::Action;
    static constexpr int count = static_cast<int>(high_tide_leiman::all_steps.size());
    static constexpr int id(Action action) { return high_tide_leiman::step_ids[action.from][action.to]; }
    static constexpr Action action(int id) { return high_tide_leiman::all_steps[static_cast<std::size_t>(id)]; }
};

template <>
struct Features<high_tide_leiman::State> {
    using State = high_tide_leiman::State;

    template <class Out>
    static void observation(const Seen<State>& seen, Out& out) {
        using namespace high_tide_leiman;
        const State& state = seen.state;
        const Seat self = seen.observer.seat();
        const Seat other = opponent(self);
        out.field("own_on_top", "by cell: a tile of the observer is on top");
        each_cell([&](int cell) { out.flag(is_on_top(state, cell, static_cast<Tile>(self))); });
        out.field("other_on_top", "by cell: a tile of the opponent is on top");
        each_cell([&](int cell) { out.flag(is_on_top(state, cell, static_cast<Tile>(other))); });
        out.field("neutral_on_top", "by cell: a neutral tile is on top");
        each_cell([&](int cell) { out.flag(is_on_top(state, cell, Tile::neutral)); });
        out.field("height", "by cell: the tiles there, of 19");
        each_cell([&](int cell) { out.share(height(state, cell), cell_count); });
        out.field("own", "by level from the table and cell: a tile of the observer");
        for (std::size_t level = 0; level < cell_count; ++level)
            each_cell([&](int cell) { out.flag((state.levels[level].owned[self] & bit(cell)) != 0); });
        out.field("other", "by level from the table and cell: a tile of the opponent");
        for (std::size_t level = 0; level < cell_count; ++level)
            each_cell([&](int cell) { out.flag((state.levels[level].owned[other] & bit(cell)) != 0); });
        out.field("is_blue", "the observer is seat 0");
        out.flag(self == seat_blue);
        out.field("to_move", "the observer is to move");
        out.flag(state.phase == Phase::moving && state.mover == self);
        out.field("moved_last", "in this round the observer, the opponent moved last");
        out.flag(state.last_mover == self);
        out.flag(state.last_mover == other);
        out.field("stones", "of the observer and the opponent, of those that win the match");
        out.share(state.stones[self], state.options.stones);
        out.share(state.stones[other], state.options.stones);
    }

    /// Everything lies open.
    template <class Out>
    static void memory(const Seen<State>&, Out&) {}

  private:
    template <class Visit>
    static void each_cell(Visit&& visit) {
        for (int cell = 0; cell < high_tide_leiman::cell_count; ++cell) visit(cell);
    }
    static bool is_on_top(const State& state, int cell, high_tide_leiman::Tile tile) {
        return height(state, cell) > 0 && top(state, cell) == tile;
    }
};

template <>
struct GameLength<high_tide_leiman::State> {
    /// Every move lifts a tile by a level or more: at most 0 + 1 + … + 18 in a round.
    static std::optional<int> most_decisions(const high_tide_leiman::State::Options& options, int) {
        return 171 * (2 * options.stones - 1);
    }
};

std::unique_ptr<Batch> make_batch(const high_tide_leiman::State::Options& options, int players, BatchSetup setup);

}  // namespace springtide
