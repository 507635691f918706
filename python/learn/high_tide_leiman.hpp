#pragma once

#include <array>

#include "python/learn/action_ids.hpp"
#include "python/learn/batch.hpp"
#include "python/learn/features.hpp"
#include "rules/high_tide_leiman/pie.hpp"
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

/// The number of a step in all_steps, by the cells it leaves and enters.
inline constexpr auto step_ids = [] {
    std::array<std::array<std::uint8_t, cell_count>, cell_count> ids{};
    for (std::size_t id = 0; id < all_steps.size(); ++id)
        ids[all_steps[id].from][all_steps[id].to] = static_cast<std::uint8_t>(id);
    return ids;
}();

/// The actions before a round with the option `first` = `pie`; their numbers follow those of the steps.
inline constexpr std::array<Action, 5> pie_actions = {lay(Tile::blue), lay(Tile::pink), lay(Tile::neutral), keep_sides,
                                                      swap_sides};

}  // namespace high_tide_leiman

template <>
struct ActionIds<high_tide_leiman::State> {
    using Action = high_tide_leiman::Action;
    static constexpr int steps = static_cast<int>(high_tide_leiman::all_steps.size());
    static constexpr int count = steps + static_cast<int>(high_tide_leiman::pie_actions.size());
    static constexpr int id(Action action) {
        if (high_tide_leiman::is_move(action)) return high_tide_leiman::step_ids[action.from][action.to];
        return steps + (action.from == high_tide_leiman::lay_mark ? 0 : 3) + action.to;
    }
    static constexpr Action action(int id) {
        return id < steps ? high_tide_leiman::all_steps[static_cast<std::size_t>(id)]
                          : high_tide_leiman::pie_actions[static_cast<std::size_t>(id - steps)];
    }
};

template <>
struct Features<high_tide_leiman::State> {
    using State = high_tide_leiman::State;

    template <class Out>
    static void observation(const Seen<State>& seen, Out& out) {
        using namespace high_tide_leiman;
        const State& state = seen.state();
        const Seat self = seen.observer().seat();
        const Seat other = opponent(self);
        const auto bits = [&](Bits cells) { out.bits(by_cell(cells), cell_count); };
        const auto on_levels = [&](Seat seat) {
            std::size_t level = 0;
            for (; state.levels.tiles[level] != 0; ++level) bits(state.levels.owned[seat][level]);
            out.zeros((cell_count - level) * cell_count);
        };
        const Tops tops = tops_of(state);
        out.field("own_on_top", "by cell: a tile of the observer is on top");
        bits(tops.owned[self]);
        out.field("other_on_top", "by cell: a tile of the opponent is on top");
        bits(tops.owned[other]);
        out.field("neutral_on_top", "by cell: a neutral tile is on top");
        bits(state.levels.tiles[0] & ~tops.owned[self] & ~tops.owned[other]);
        out.field("height", "by cell: the tiles there, of 19");
        for (const int tiles : tops.height) out.share(tiles, cell_count);
        out.field("own", "by level from the table and cell: a tile of the observer");
        on_levels(self);
        out.field("other", "by level from the table and cell: a tile of the opponent");
        on_levels(other);
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
    /// The board from above: the owner of the top tile, and the height of each stack.
    struct Tops {
        std::array<high_tide_leiman::Bits, 2> owned{};
        std::array<int, high_tide_leiman::cell_count> height{};
    };
    static Tops tops_of(const State& state) {
        Tops tops;
        const auto& [tiles, owned] = state.levels;
        for (std::size_t level = 0; tiles[level] != 0; ++level) {
            for (const Seat seat : SeatSet::first(2))
                tops.owned[seat] = (tops.owned[seat] & ~tiles[level]) | owned[seat][level];
            const high_tide_leiman::Bits cells = high_tide_leiman::by_cell(tiles[level]);
            for (std::size_t cell = 0; cell < tops.height.size(); ++cell)
                tops.height[cell] += static_cast<int>((cells >> cell) & 1U);
        }
        return tops;
    }
};

template <>
struct GameBounds<high_tide_leiman::State> {
    /// Every move lifts a tile by a level or more: at most 0 + 1 + … + 18 in a round. With `first` = `pie` 18 tiles are
    /// laid before it and a side is chosen.
    static int most_decisions(const high_tide_leiman::State::Options& options, int) {
        const int before = options.first == high_tide_leiman::First::pie ? 19 : 0;
        return (171 + before) * (2 * options.stones - 1);
    }
    static int least_points(const high_tide_leiman::State::Options&, int) { return 0; }
    /// L12: the player who has that many has won.
    static int most_points(const high_tide_leiman::State::Options& options, int) { return options.stones; }
};

std::unique_ptr<Batch> make_batch(const high_tide_leiman::State::Options& options, int players, BatchSetup setup);

}  // namespace springtide
