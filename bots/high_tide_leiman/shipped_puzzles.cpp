#include "bots/high_tide_leiman/shipped_puzzles.hpp"

#include "bots/high_tide_leiman/puzzle_lines.hpp"
#include "core/text.hpp"

namespace springtide::high_tide_leiman {

const std::vector<ShippedPuzzle>& shipped_puzzles() {
    static const std::vector<ShippedPuzzle> all = [] {
        std::vector<ShippedPuzzle> puzzles;
        for (const auto line : split(puzzle_lines, '\n')) {
            if (line.empty()) continue;
            const auto words = split(line, ' ');  // rating, solution, position
            puzzles.push_back({.number = static_cast<int>(puzzles.size()) + 1,
                               .rating = *parse_int(words[0]),
                               .solution = words[1],
                               .position = line.substr(words[0].size() + words[1].size() + 2)});
        }
        return puzzles;
    }();
    return all;
}

std::vector<ShippedPuzzle> shipped_puzzles(int rating) {
    auto puzzles = shipped_puzzles();
    std::erase_if(puzzles, [&](const ShippedPuzzle& puzzle) { return puzzle.rating != rating; });
    return puzzles;
}

}  // namespace springtide::high_tide_leiman
