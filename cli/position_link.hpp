#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/high_tide_leiman/setup_classes.hpp"

/// Positions of Leiman's High Tide as a few signs, the same as in the addresses of the page
/// (web/src/games/leiman/solved/setups.ts).
namespace springtide::cli {

/// A set-up, who starts, and the moves since.
struct Walk {
    std::uint32_t setup = 0;  ///< its number
    Seat starter = 0;
    std::vector<high_tide_leiman::Action> moves;
};

/// A round at its start with either player to move: a match of one stone.
high_tide_leiman::State start_of(const high_tide_leiman::Setup& setup, Seat starter);

std::string link_text(const high_tide_leiman::SetupClasses& classes, const Walk& walk);
/// Nothing if it is no such text, or holds a move that cannot be made.
std::optional<Walk> parse_link(const high_tide_leiman::SetupClasses& classes, std::string_view text);

/// Any position that is no walk from a set-up: its tiles, three to a sign.
std::string placed_text(const high_tide_leiman::State& state);
/// The text of the position that such a link means; nothing if it is none. Whether tiles may lie so, it does not ask.
std::optional<std::string> placed_position(std::string_view text);

}  // namespace springtide::cli
