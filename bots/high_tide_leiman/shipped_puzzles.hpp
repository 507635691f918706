#pragma once

#include <string_view>
#include <vector>

namespace springtide::high_tide_leiman {

/// A puzzle as it is shipped, in notation.
struct ShippedPuzzle {
    int number;  ///< from 1
    int rating;  ///< see Puzzle
    std::string_view solution;
    std::string_view position;
};

/// All of them, the easiest first.
const std::vector<ShippedPuzzle>& shipped_puzzles();

/// Those of one rating.
std::vector<ShippedPuzzle> shipped_puzzles(int rating);

}  // namespace springtide::high_tide_leiman
