#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Text set for a terminal: as wide as the window, never broken inside a word. Escape sequences take no room.
namespace springtide::cli {

/// Columns that a text takes.
std::size_t columns_of(std::string_view text);

/// `text` with every line that is too long broken at a space; continuation lines begin with `indent` spaces. Lines that
/// fit do not change. A word that is wider than the window stays whole.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

/// Two texts beside each other, the right one from column `at` on.
std::string side_by_side(std::string_view left, const std::vector<std::string>& right, std::size_t at);

/// The widest line.
std::size_t width_of(std::string_view text);

}  // namespace springtide::cli
