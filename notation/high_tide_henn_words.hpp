#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/enum_table.hpp"
#include "rules/high_tide_henn/state.hpp"

/// The small words of Henn's game that its notation is built from.
namespace springtide::high_tide_henn {

inline constexpr std::string_view colour_letters = "kpboyw";
inline constexpr ByColour<std::string_view> colour_names = {"black", "purple", "blue", "orange", "yellow", "white"};
inline constexpr BySeat<std::string_view> seat_names = {"red", "brown", "green", "beige", "pink", "blue"};
inline constexpr std::array<std::string_view, tile_count> tile_names = {
    "rental", "adjust", "swap", "reroll", "recolour", "backward", "queue_jump", "head_start", "pool_die"};

inline constexpr auto phase_names = enum_table(std::to_array<EnumRow<Phase, std::string_view>>({
    {Phase::piling_towels, "towels"},
    {Phase::laying_coins, "coins"},
    {Phase::dealing_surfers, "surfers"},
    {Phase::revealing_tile, "baywatch"},
    {Phase::raising_alert, "alert"},
    {Phase::rolling, "roll"},
    {Phase::rerolling, "reroll"},
    {Phase::rolling_waves, "waves"},
    {Phase::revealing_shark, "shark"},
    {Phase::before_turn, "before_turn"},
    {Phase::choosing, "choose"},
    {Phase::answering, "answer"},
    {Phase::choosing_reroll, "choose_reroll"},
    {Phase::using_tiles, "use_tiles"},
    {Phase::ordering, "order"},
    {Phase::landing, "coin"},
    {Phase::over, "over"},
}));

inline std::string letter(int colour) { return std::string(1, colour_letters[static_cast<std::size_t>(colour)]); }

/// The names of the places that earn points on a beach, in the order of Reason.
inline constexpr std::array<std::string_view, 6> reason_words = {"first", "second", "third",
                                                                 "bar",   "surfer", "surfer_at_bar"};

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
