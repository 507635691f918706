#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "notation/high_tide_leiman.hpp"
#include "table/games.hpp"
#include "tests/high_tide_leiman/perft_file.hpp"
#include "tests/high_tide_leiman/slow_model.hpp"

namespace springtide::test {

using Leiman = GameText<high_tide_leiman::State>;

/// A position in the middle of a round; matches of one round unless said otherwise.
inline high_tide_leiman::State at(std::string_view position, int stones = 1) {
    high_tide_leiman::Options options;
    options.stones = static_cast<std::uint8_t>(stones);
    const auto state = Leiman::parse_position(position, options);
    EXPECT_TRUE(state) << (state ? "" : state.error().message);
    return state.value_or(high_tide_leiman::State{});
}

/// Any tiles on any cells, to show one clause with as few as it takes: {"a1", "bpn"} is a stack from bottom to top.
inline high_tide_leiman::State with_stacks(const std::map<std::string, std::string>& stacks, Seat mover) {
    high_tide_leiman::State state;
    for (const auto& [cell, stack] : stacks)
        for (const char letter : stack)
            put(state, *Leiman::parse_cell(cell),
                static_cast<high_tide_leiman::Tile>(std::string_view("bpn").find(letter)));
    state.mover = mover;
    state.last_mover = static_cast<std::int8_t>(high_tide_leiman::opponent(mover));
    state.phase = high_tide_leiman::Phase::moving;
    return state;
}

inline high_tide_leiman::Action move(std::string_view text) { return *Leiman::parse_action({}, 0, text); }

inline bool legal(const high_tide_leiman::State& state, std::string_view text) {
    return is_legal(state, state.mover, move(text));
}

inline std::vector<std::string> legal_texts(const high_tide_leiman::State& state) {
    std::vector<std::string> texts;
    for (const auto action : legal_actions(state, state.mover))
        texts.push_back(Leiman::action_text(state, state.mover, action));
    return texts;
}

/// The board of a position for the slow model.
inline slow_high_tide::Board slow_board(const high_tide_leiman::State& state) {
    slow_high_tide::Board board;
    int cell = 0;
    for (const auto& name : slow_high_tide::all_cells()) board[name] = Leiman::stack_text(state, cell++);
    return board;
}

}  // namespace springtide::test
