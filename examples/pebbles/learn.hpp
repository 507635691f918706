#pragma once

#include "examples/pebbles/bots.hpp"
#include "python/learn/action_ids.hpp"
#include "python/learn/batch_of.hpp"
#include "python/learn/features.hpp"

namespace springtide {

/// Pebbles in numbers: action 0 takes one pebble, action 2 takes three.
template <>
struct ActionIds<pebbles::State> {
    using Action = pebbles::Action;
    static constexpr int count = pebbles::most_taken;
    static constexpr int id(Action action) { return action.pebbles - 1; }
    static constexpr Action action(int id) { return {static_cast<std::uint8_t>(id + 1)}; }
};

template <>
struct Features<pebbles::State> {
    using State = pebbles::State;

    template <class Out>
    static void observation(const Seen<State>& seen, Out& out) {
        const State& state = seen.state();
        out.field("heap", "pebbles on the beach, of 24");
        out.share(state.heap, pebbles::most_pebbles);
        out.field("to_take", "the observer is to take");
        out.flag(state.phase == pebbles::Phase::taking && state.mover == seen.observer().seat());
        out.field("points", "by seat, the observer first: points, of 33");
        for (int i = 0; i < state.players; ++i) {
            const auto seat = static_cast<std::size_t>((seen.observer().seat() + i) % state.players);
            out.share(state.points[seat], pebbles::most_pebbles + 9);
        }
    }
    /// Everything lies open.
    template <class Out>
    static void memory(const Seen<State>&, Out&) {}
};

template <>
struct GameBounds<pebbles::State> {
    static int most_decisions(const pebbles::Options&, int) { return pebbles::most_pebbles; }
    static int least_points(const pebbles::Options&, int) { return 0; }
    static int most_points(const pebbles::Options& options, int) { return pebbles::most_pebbles + options.shell; }
};

inline std::unique_ptr<Batch> make_batch(const pebbles::Options& options, int players, BatchSetup setup) {
    return std::make_unique<BatchOf<pebbles::State>>(options, players, std::move(setup));
}

}  // namespace springtide
