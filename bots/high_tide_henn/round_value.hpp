#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "rules/high_tide_henn/rules.hpp"

/// Predicts the winner at the start of a round from the second on: a small network that learned from games of the quick
/// players (bots/training/henn_value.cpp). Beaches are alike and so are seats: each seat's inputs on a beach go through
/// one layer, the beaches are added up, and a second layer scores the seat, also by the others' inputs.
namespace springtide::high_tide_henn {

/// The position as rows of tables, one of every table.
struct RoundView {
    static constexpr std::size_t beach_facts = 9;
    static constexpr std::size_t seat_facts = 17;
    static constexpr std::size_t beach_rows = 959;
    static constexpr std::size_t seat_rows = 230;

    int players = 0;
    BySeat<ByColour<std::array<std::uint16_t, beach_facts>>> beaches;
    BySeat<std::array<std::uint16_t, seat_facts>> seats;

    /// `kinds`: which quick player plays each seat (opponent_model.hpp).
    RoundView(const State& state, const BySeat<std::uint8_t>& kinds);
};

struct RoundNetwork {
    static constexpr std::size_t width = 32;  ///< of both layers
    static constexpr std::string_view mark = "HennVal1";

    using Units = std::array<float, width>;

    alignas(64) std::array<Units, RoundView::beach_rows> beach;
    alignas(64) std::array<Units, RoundView::seat_rows> seat;
    alignas(64) std::array<Units, width> own;     ///< the first layer's output for the seat, by its units
    alignas(64) std::array<Units, width> others;  ///< the same of the mean of the others
    alignas(64) Units score;

    /// False where these bytes are no such network; data/high_tide_henn/README.md says what they are.
    bool read(std::span<const unsigned char> bytes);
    /// The share of the win that each seat may expect.
    [[nodiscard]] BySeat<float> shares(const RoundView& view) const;
};

/// The shipped network, or nothing before it is loaded: a page fetches it at its first use
/// (provide_round_network); elsewhere it is part of the program.
const RoundNetwork* round_network();
/// Did a bot need it before it was loaded?
bool round_network_was_missed();
/// False where these bytes are no such network.
bool provide_round_network(std::span<const unsigned char> bytes);

/// The expansions the shipped network learned, as bits of `expansions`. A later expansion is added here only after
/// training with it.
inline constexpr unsigned learned_expansions = 0b1111;

/// Whether the network learned from such tables: every edition and mixture of those expansions, all else as usual.
bool is_usual(const Options& options);

}  // namespace springtide::high_tide_henn
