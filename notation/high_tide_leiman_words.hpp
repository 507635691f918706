#pragma once

#include <array>
#include <string>
#include <string_view>

/// The small words of Leiman's game that its notation is built from.
namespace springtide::high_tide_leiman {

inline constexpr std::array<int, 5> row_length = {3, 4, 5, 4, 3};
inline constexpr std::array<std::string_view, 2> colour_names = {"blue", "pink"};
inline constexpr std::array<std::string_view, 3> tile_names = {"blue", "pink", "neutral"};
inline constexpr std::string_view tile_letters = "bpn";
/// The second player's answer after the first has laid the tiles.
inline constexpr std::array<std::string_view, 2> side_words = {"keep", "swap"};

/// Writes a board row by row; `write` gives the text of a cell.
template <class Write>
std::string rows_text(Write&& write) {
    std::string text;
    int cell = 0;
    for (const int length : row_length) {
        if (cell > 0) text += '/';
        for (int i = 0; i < length; ++i, ++cell) {
            if (i > 0) text += ',';
            text += write(cell);
        }
    }
    return text;
}

}  // namespace springtide::high_tide_leiman
