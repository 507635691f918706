#pragma once

// Checks a certificate of Leiman's High Tide. This file knows the rules (L4 to L11) in their plainest form and the text
// of docs/reference/certificates.md; it includes nothing of the rest of the repository, so a mistake there cannot hide
// here.

#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace leiman_checker {

/// Why a certificate proves nothing.
struct Flaw : std::runtime_error {
    using std::runtime_error::runtime_error;
};

constexpr int cells = 19;
using Board = std::array<std::string, cells>;  ///< a stack per cell in reading order, from its ground up, in b, p, n
using Move = std::pair<int, int>;

/// The cell in a direction (0 to 5, going round), -1 outside the hexagon.
inline int beside(int cell, int direction) {
    static const auto table = [] {
        std::array<std::array<int, 6>, cells> made{};
        const std::array<int, 5> lengths = {3, 4, 5, 4, 3};
        std::array<std::pair<int, int>, cells> places{};  // steps to the right and down right from the centre
        int next = 0;
        for (int row = 0; row < 5; ++row)
            for (int i = 0; i < lengths[static_cast<std::size_t>(row)]; ++i)
                places[static_cast<std::size_t>(next++)] = {i + std::max(0, 2 - row) - 2, row - 2};
        const std::array<std::pair<int, int>, 6> steps = {{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};
        for (std::size_t from = 0; from < cells; ++from)
            for (std::size_t d = 0; d < 6; ++d) {
                const std::pair wanted{places[from].first + steps[d].first, places[from].second + steps[d].second};
                const auto found = std::find(places.begin(), places.end(), wanted);
                made[from][d] = found == places.end() ? -1 : static_cast<int>(found - places.begin());
            }
        return made;
    }();
    return table[static_cast<std::size_t>(cell)][static_cast<std::size_t>(direction)];
}

inline int height(const Board& board, int cell) {
    return cell < 0 ? 0 : static_cast<int>(board[static_cast<std::size_t>(cell)].size());
}

/// L7: are all tiles in one piece?
inline bool connected(const Board& board) {
    std::vector<int> reached;
    std::array<bool, cells> seen{};
    for (int cell = 0; cell < cells && reached.empty(); ++cell)
        if (height(board, cell) > 0) reached.push_back(cell);
    for (const int cell : reached) seen[static_cast<std::size_t>(cell)] = true;
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (int d = 0; d < 6; ++d)
            if (const int other = beside(reached[i], d);
                height(board, other) > 0 && !std::exchange(seen[static_cast<std::size_t>(other)], true))
                reached.push_back(other);
    return std::count_if(board.begin(), board.end(), [](const auto& stack) { return !stack.empty(); }) ==
           static_cast<std::ptrdiff_t>(reached.size());
}

inline Board after(Board board, Move move) {
    std::string& from = board[static_cast<std::size_t>(move.first)];
    board[static_cast<std::size_t>(move.second)].push_back(from.back());
    from.pop_back();
    return board;
}

/// By the cell left, then by the cell entered, in reading order.
inline std::vector<Move> legal_moves(const Board& board, char mover) {
    std::vector<Move> moves;
    for (int from = 0; from < cells; ++from) {
        const int high = height(board, from);
        if (high == 0) continue;
        const char tile = board[static_cast<std::size_t>(from)].back();
        if (tile != mover && tile != 'n') continue;  // L4
        bool loose = false;                          // L6: two sides in a row touch nothing at this level
        for (int d = 0; d < 6; ++d)
            loose = loose || (height(board, beside(from, d)) < high && height(board, beside(from, (d + 1) % 6)) < high);
        if (!loose) continue;
        std::vector<Move> found;
        for (int d = 0; d < 6; ++d)
            if (const int to = beside(from, d); to >= 0 && height(board, to) >= high)  // L5
                if (high > 1 || connected(after(board, {from, to}))) found.emplace_back(from, to);
        std::sort(found.begin(), found.end());
        moves.insert(moves.end(), found.begin(), found.end());
    }
    return moves;
}

/// Visible tiles of a player less those of the other.
inline int ahead(const Board& board, char player) {
    int tiles = 0;
    for (const auto& stack : board)
        if (!stack.empty() && stack.back() != 'n') tiles += stack.back() == player ? 1 : -1;
    return tiles;
}

/// L9 to L11: who has won when nobody can move on.
inline char winner_of(const Board& board, char last_mover) {
    if (const int tiles = ahead(board, 'b'); tiles != 0) return tiles > 0 ? 'b' : 'p';
    std::size_t highest = 0;
    for (const auto& stack : board) highest = std::max(highest, stack.size());
    bool blue = false;
    bool pink = false;
    for (const auto& stack : board) {
        if (stack.size() != highest) continue;
        blue = blue || stack.back() == 'b';
        pink = pink || stack.back() == 'p';
    }
    if (blue != pink) return blue ? 'b' : 'p';
    return last_mover;
}

struct Certificate {
    Board board;
    char mover = 'b';
    char last_mover = '-';
    char winner = 'b';
    int tiles = 0;  ///< at least so many more visible at the end; 0: only the win is claimed
    std::string position;
    std::string answers;
};

struct Checked {
    Certificate certificate;
    std::size_t positions = 0;
    std::size_t endings = 0;
};

inline Certificate read(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    const bool claims_tiles = line == "springtide certificate 2 high_tide_leiman";
    if (line.rfind("springtide certificate ", 0) != 0) throw Flaw("this is no certificate");
    if (line != "springtide certificate 1 high_tide_leiman" && !claims_tiles)
        throw Flaw("the certificate is of another version or another game");
    const auto named = [&](const std::string& name) {
        if (!std::getline(lines, line) || line.rfind(name + " ", 0) != 0)
            throw Flaw("the certificate is cut or changed: it has no line '" + name + "'");
        return line.substr(name.size() + 1);
    };
    const auto number = [&](const std::string& name) {
        const std::string digits = named(name);
        if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos)
            throw Flaw("the certificate has no number in the line '" + name + "'");
        return static_cast<std::size_t>(std::stoul(digits));
    };
    Certificate made;
    made.position = named("position");
    std::istringstream words(made.position);
    std::string rows, mover, last, more;
    if (!(words >> rows >> mover >> last) || (words >> more)) throw Flaw("the position has not three words");
    std::replace(rows.begin(), rows.end(), '/', ',');
    std::istringstream stacks(rows + ",");
    int next = 0;
    std::array<int, 3> count{};
    for (std::string stack; std::getline(stacks, stack, ',');) {
        if (next == cells) throw Flaw("the position has too many cells");
        if (stack == ".") stack.clear();
        for (const char tile : stack) {
            const auto kind = std::string("bpn").find(tile);
            if (kind == std::string::npos) throw Flaw("the position has a tile that is none");
            ++count[kind];
        }
        made.board[static_cast<std::size_t>(next++)] = stack;
    }
    if (next != cells || count != std::array{7, 7, 5})
        throw Flaw("the position has not 19 cells with 7, 7 and 5 tiles");
    if (!connected(made.board)) throw Flaw("the position is not in one piece (L7)");
    if ((mover != "b" && mover != "p") || (last != "b" && last != "p" && last != "-"))
        throw Flaw("the position does not say who moves");
    made.mover = mover[0];
    made.last_mover = last[0];
    const std::string winner = named("winner");
    if (winner != "blue" && winner != "pink") throw Flaw("the certificate does not say who wins");
    made.winner = winner[0];
    if (claims_tiles) made.tiles = static_cast<int>(number("tiles"));
    const std::size_t answers = number("answers");
    while (made.answers.size() < answers && std::getline(lines, line)) made.answers += line;
    if (made.answers.size() != answers)
        throw Flaw("the certificate is cut or changed: the answers are not as many as it says");
    named("sum");
    return made;
}

/// Plays every move of the loser against the answers; throws a Flaw if that proves nothing.
inline Checked check(const std::string& text) {
    Checked checked{read(text)};
    const Certificate& claim = checked.certificate;
    if (legal_moves(claim.board, claim.mover).empty()) throw Flaw("the round is over");
    std::unordered_set<std::string> met;
    std::size_t next = 0;
    const auto other = [](char player) { return player == 'b' ? 'p' : 'b'; };
    const auto walk = [&](auto&& self, const Board& board, char mover, char last_mover) -> void {
        if (mover == claim.winner) {
            std::string key;
            for (const auto& stack : board) key += stack + ',';
            if (!met.insert(std::move(key)).second) return;  // shown before
        }
        const auto moves = legal_moves(board, mover);
        if (moves.empty()) {  // L8
            ++checked.endings;
            if (winner_of(board, last_mover) != claim.winner)
                throw Flaw("a round is lost after answer " + std::to_string(next));
            if (claim.tiles > 0 && ahead(board, claim.winner) < claim.tiles)
                throw Flaw("a round is won by fewer tiles after answer " + std::to_string(next));
            return;
        }
        if (mover != claim.winner) {
            for (const Move& move : moves) self(self, after(board, move), other(mover), mover);
            return;
        }
        ++checked.positions;
        if (next == claim.answers.size()) throw Flaw("the certificate has too few answers");
        const int place = claim.answers[next++] - '!';
        if (place < 0 || place >= static_cast<int>(moves.size()))
            throw Flaw("answer " + std::to_string(next) + " is no legal move");
        self(self, after(board, moves[static_cast<std::size_t>(place)]), other(mover), mover);
    };
    walk(walk, claim.board, claim.mover, claim.last_mover);
    if (next != claim.answers.size()) throw Flaw("the certificate has more answers than there are positions");
    return checked;
}

}  // namespace leiman_checker
