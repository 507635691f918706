#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Leiman's High Tide a second time: slow, with texts and maps, written clause by clause and sharing nothing with
/// rules/. What both say is taken to be right.
namespace slow_high_tide {

using Cell = std::string;   // "a1"
using Stack = std::string;  // from bottom to top, letters b p n
using Board = std::map<Cell, Stack>;

/// Where a cell lies, in half cells from the left and in rows.
inline std::pair<int, int> place(const Cell& cell) {
    const int row = cell[0] - 'a';
    const std::array<int, 5> start = {2, 1, 0, 1, 2};  // row b begins half a cell left of row a, and so on
    return {start.at(static_cast<std::size_t>(row)) + 2 * (cell[1] - '1'), row};
}

inline std::vector<Cell> all_cells() {
    std::vector<Cell> cells;
    const std::array<int, 5> lengths = {3, 4, 5, 4, 3};
    for (int row = 0; row < 5; ++row)
        for (int i = 0; i < lengths.at(static_cast<std::size_t>(row)); ++i)
            cells.push_back({static_cast<char>('a' + row), static_cast<char>('1' + i)});
    return cells;
}

/// The six places around a cell, clockwise from the right; "" where the board ends.
inline std::vector<Cell> find_around(const Cell& cell) {
    const std::vector<std::pair<int, int>> steps = {{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}};
    std::vector<Cell> neighbours;
    for (const auto& [dx, dy] : steps) {
        Cell found;
        for (const Cell& other : all_cells())
            if (place(other) == std::pair(place(cell).first + dx, place(cell).second + dy)) found = other;
        neighbours.push_back(found);
    }
    return neighbours;
}

/// The same, found once for every cell.
inline const std::vector<Cell>& around(const Cell& cell) {
    static const auto table = [] {
        std::map<Cell, std::vector<Cell>> found;
        for (const Cell& each : all_cells()) found[each] = find_around(each);
        return found;
    }();
    return table.at(cell);
}

inline std::size_t height(const Board& board, const Cell& cell) { return cell.empty() ? 0 : board.at(cell).size(); }

/// L7
inline bool in_one_piece(const Board& board) {
    std::set<Cell> occupied;
    for (const auto& [cell, stack] : board)
        if (!stack.empty()) occupied.insert(cell);
    if (occupied.empty()) return true;
    std::set<Cell> reached;
    std::vector<Cell> open = {*occupied.begin()};
    while (!open.empty()) {
        const Cell cell = open.back();
        open.pop_back();
        if (!reached.insert(cell).second) continue;
        for (const Cell& next : around(cell))
            if (occupied.contains(next)) open.push_back(next);
    }
    return reached == occupied;
}

inline Board moved(Board board, const Cell& from, const Cell& to) {
    board[to] += board[from].back();
    board[from].pop_back();
    return board;
}

/// "a1-b2" for every legal move of the player with this letter.
inline std::vector<std::string> moves(const Board& board, char player) {
    std::vector<std::string> found;
    for (const Cell& from : all_cells()) {
        const std::size_t k = height(board, from);
        if (k == 0) continue;
        const char tile = board.at(from).back();
        if (tile != player && tile != 'n') continue;  // L4
        const auto neighbours = around(from);
        bool loose = false;  // L6
        for (std::size_t side = 0; side < 6; ++side)
            if (height(board, neighbours[side]) < k && height(board, neighbours[(side + 1) % 6]) < k) loose = true;
        if (!loose) continue;
        for (const Cell& to : neighbours) {
            if (to.empty() || height(board, to) < k) continue;    // L5
            if (!in_one_piece(moved(board, from, to))) continue;  // L7
            found.push_back(from + "-" + to);
        }
    }
    std::ranges::sort(found);
    return found;
}

inline int visible(const Board& board, char player) {
    return static_cast<int>(std::ranges::count_if(
        board, [&](const auto& cell) { return !cell.second.empty() && cell.second.back() == player; }));
}

/// Who wins a finished round: 'b' or 'p'.
inline char winner(const Board& board, char last_mover) {
    if (visible(board, 'b') != visible(board, 'p')) return visible(board, 'b') > visible(board, 'p') ? 'b' : 'p';  // L9
    std::size_t highest = 0;
    for (const auto& [cell, stack] : board) highest = std::max(highest, stack.size());
    std::set<char> tops;
    for (const auto& [cell, stack] : board)
        if (stack.size() == highest && stack.back() != 'n') tops.insert(stack.back());
    if (tops.size() == 1) return *tops.begin();  // L10
    return last_mover;                           // L11
}

inline std::uint64_t perft(const Board& board, char player, int depth) {
    const auto list = moves(board, player);
    if (depth == 1) return list.size();
    std::uint64_t nodes = 0;
    for (const auto& move : list)
        nodes += perft(moved(board, move.substr(0, 2), move.substr(3)), player == 'b' ? 'p' : 'b', depth - 1);
    return nodes;
}

}  // namespace slow_high_tide
