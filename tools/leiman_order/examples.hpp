#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "bots/high_tide_leiman/after.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"
#include "bots/high_tide_leiman/solver.hpp"
#include "core/random.hpp"
#include "tools/leiman_order/features.hpp"

/// Positions that the solver meets, and what it takes to prove or to refute each of their moves.
namespace leiman_order {

struct Try {
    Features features;
    bool succeeds;
    double effort;  ///< positions searched
};
struct Example {
    int ply;
    std::vector<Try> tries;  ///< the moves that need a search
};

struct Met {
    SearchBoard board;
    springtide::Seat mover;
    Score want;
    Hop before;
};

/// Keeps a few of the crossroads of a search at each ply, any of them as likely as another.
class Sample {
  public:
    explicit Sample(springtide::Random& random) : random_(&random) {}

    static void look(void* sample, const Crossroads& at) { static_cast<Sample*>(sample)->add(at); }
    void add(const Crossroads& at) {
        const auto ply = static_cast<std::size_t>(at.ply);
        if (ply >= plies) return;
        auto& kept = kept_[ply];
        const std::size_t most = ply < 3 ? 1 : 4;
        const Met met{.board = at.board, .mover = at.mover, .want = at.want, .before = at.before};
        const auto number = static_cast<std::size_t>(random_->below(static_cast<std::uint32_t>(++seen_[ply])));
        if (kept.size() < most)
            kept.push_back(met);
        else if (number < most)
            kept[number] = met;
    }
    [[nodiscard]] const auto& kept() const { return kept_; }

  private:
    static constexpr std::size_t plies = 26;
    springtide::Random* random_;
    std::array<std::vector<Met>, plies> kept_;
    std::array<std::uint64_t, plies> seen_{};
};

/// Every move of the position proven or refuted by itself.
template <springtide::Seat mover>
std::vector<Try> tries_of(const Met& met, State state, Solver& solver) {
    std::vector<Try> tries;
    Outlines outlines;
    SearchBoard board = met.board;
    state.levels = {.tiles = board.tiles, .owned = board.owned};
    state.tiles_hash = board.hash;
    state.mover = mover;
    HopEffect effect;
    any_hop<mover>(
        board, outlines, [&effect]() -> HopEffect& { return effect; },
        [&](const HopEffect&) {
            if (effect.replies() == 0) return false;
            solver.clear();
            const bool refuted = *solver.gets(after(state, action_of(effect.hop)), top_score + 1 - met.want);
            const Followed undo = follow<mover>(board, effect);
            tries.push_back({.features = features(board, effect, mover, met.before, met.want),
                             .succeeds = !refuted,
                             .effort = static_cast<double>(solver.nodes())});
            take_back<mover>(board, effect, undo);
            return false;
        });
    return tries;
}

/// From the questions that find winner and margin of a set-up.
inline void add_examples(std::vector<Example>& examples, const State& start, springtide::Random& random) {
    Solver solver;
    Sample sample(random);
    solver.set_onlooker(Sample::look, &sample);
    if (random.below(2) == 0)
        solver.winner(start);
    else
        solver.ending(start);
    Solver fresh(std::size_t{1} << 17U);
    int ply = 0;
    for (const auto& kept : sample.kept()) {
        for (const auto& met : kept) {
            auto tries = met.mover == seat_blue ? tries_of<seat_blue>(met, start, fresh)
                                                : tries_of<seat_pink>(met, start, fresh);
            if (std::ranges::any_of(tries, &Try::succeeds)) examples.push_back({ply, std::move(tries)});
        }
        ++ply;
    }
}

}  // namespace leiman_order
