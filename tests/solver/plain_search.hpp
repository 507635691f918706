#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "bots/high_tide_leiman/proof_table.hpp"
#include "tests/solver/brute_force.hpp"

namespace springtide::test {

/// A second search that is quick enough for whole set-ups, and shares nothing with the solver but the rules and what a
/// score means: positions are compared tile by tile, moves that leave the fewest replies are tried first.
class PlainSearch {
  public:
    explicit PlainSearch(std::size_t most_positions) : most_(most_positions) {}

    /// Does the mover get `want`? Nothing if that takes too many positions. The phase of `state` is moving.
    std::optional<bool> gets(const high_tide_leiman::State& state, high_tide_leiman::Score want) {
        known_.clear();
        wanted_by_ = state.mover;
        want_ = want;
        const bool found = wanted_is_reached(state);
        return known_.size() < most_ ? std::optional(found) : std::nullopt;
    }
    [[nodiscard]] std::size_t positions() const { return known_.size(); }

  private:
    using State = high_tide_leiman::State;
    /// All tiles of a position and who is to move: two bits for each tile and for the end of each stack, 78 in all.
    using Key = std::array<std::uint64_t, 2>;
    struct Hash {
        std::size_t operator()(const Key& key) const {
            return (key[0] * 0x9E3779B97F4A7C15U ^ key[1]) * 0xBF58476D1CE4E5B9U >> 7U;
        }
    };
    static Key key_of(const State& state) {
        Key key{0, state.mover};
        const auto add = [&key](std::uint64_t digit) { key = {key[0] << 2U | key[1] >> 62U, key[1] << 2U | digit}; };
        for (int cell = 0; cell < high_tide_leiman::cell_count; ++cell) {
            const int tiles = height(state, cell);
            for (int level = 0; level < tiles; ++level)
                add(static_cast<std::uint64_t>(tile_at(state, cell, level)) + 1);
            add(0);
        }
        return key;
    }

    [[nodiscard]] bool is_enough(const high_tide_leiman::Ending& ending) const {
        const int ahead = wanted_by_ == high_tide_leiman::seat_blue ? ending.margin : -ending.margin;
        return (ending.winner == wanted_by_ ? 8 : 7) + ahead >= want_;
    }

    bool wanted_is_reached(const State& state) {
        using namespace high_tide_leiman;
        if (state.phase == Phase::over) return is_enough(final_ending(state));
        const Key key = key_of(state);
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        if (known_.size() >= most_) return false;
        const bool ours = state.mover == wanted_by_;
        struct Next {
            std::size_t replies;
            State state;
        };
        std::vector<Next> next;
        for (const Action action : legal_actions(state, state.mover)) {
            State after = state;
            apply(after, state.mover, action);
            next.push_back(
                {after.phase == Phase::over ? 0 : legal_actions(after, after.mover).size(), std::move(after)});
        }
        std::ranges::stable_sort(next, {}, &Next::replies);
        const bool found =
            std::ranges::any_of(next, [&](const Next& one) { return wanted_is_reached(one.state) == ours; }) == ours;
        if (known_.size() < most_) known_.emplace(key, found);
        return found;
    }

    std::size_t most_;
    Seat wanted_by_ = high_tide_leiman::seat_blue;
    high_tide_leiman::Score want_ = high_tide_leiman::least_win;
    std::unordered_map<Key, bool, Hash> known_;
};

}  // namespace springtide::test
