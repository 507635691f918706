#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "rules/high_tide_henn/state.hpp"

/// The small words of Henn's game that its notation is built from.
namespace springtide::high_tide_henn {

inline constexpr std::string_view colour_letters = "kpboyw";
inline constexpr ByColour<std::string_view> colour_names = {"black", "purple", "blue", "orange", "yellow", "white"};
inline constexpr BySeat<std::string_view> seat_names = {"red", "brown", "green", "beige", "pink", "blue"};
inline constexpr std::array<std::string_view, tile_count> tile_names = {
    "rental", "adjust", "swap", "reroll", "recolour", "backward", "queue_jump", "head_start", "pool_die"};

/// In the order of Phase.
inline constexpr std::array<std::string_view, 17> phase_names = {
    "towels",      "coins",  "surfers", "baywatch",      "alert",     "roll",  "reroll", "waves", "shark",
    "before_turn", "choose", "answer",  "choose_reroll", "use_tiles", "order", "coin",   "over"};

inline std::string letter(int colour) { return std::string(1, colour_letters[static_cast<std::size_t>(colour)]); }

inline std::string die_text(Die die) { return letter(die.colour()) + std::to_string(die.number()); }
inline std::string pair_text(Pair pair) { return die_text(pair.left) + " " + die_text(pair.right); }

inline std::optional<Colour> parse_colour(std::string_view text) {
    const auto at = text.size() == 1 ? colour_letters.find(text.front()) : std::string_view::npos;
    if (at == std::string_view::npos) return std::nullopt;
    return static_cast<Colour>(at);
}

inline std::optional<Die> parse_die(std::string_view text) {
    if (text.size() != 2 || text[1] < '1' || text[1] > '6') return std::nullopt;
    const auto colour = parse_colour(text.substr(0, 1));
    if (!colour) return std::nullopt;
    return Die(*colour, text[1] - '0');
}

}  // namespace springtide::high_tide_henn
