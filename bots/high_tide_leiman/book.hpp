#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rules/high_tide_leiman/rules.hpp"

/// Winning moves that are known before any search (data/high_tide_leiman/book.bin, made by springtide-leiman-book): the
/// first move of every set-up that can be won, and the answers to those replies after it whose proof takes long. From
/// every other position on the way a search proves the win within `book_nodes` positions. So a level that thinks for
/// some milliseconds never lets a win slip that it had from the start.
namespace springtide::high_tide_leiman {

/// Under two milliseconds of a core; four in a browser.
inline constexpr std::uint64_t book_nodes = 16'000;

struct BookMove {
    Seat winner;
    Action action;  ///< if the mover wins
};

/// The book's entry: at the first move of a round the winner and a move; later a winning move, if it has one. Nothing
/// while the book is missing.
std::optional<BookMove> look_up(const State& state);

/// Takes the bytes of the file; false if they are something else.
bool provide_book(std::span<const unsigned char> bytes);
/// Did a bot look something up while the book was missing?
bool book_was_missed();

/// The move of a set-up in which blue starts as a number for the first part of the file, where each set-up has the
/// place of the table in balanced.hpp: one more than the move's place in legal_actions. 0 stands for a set-up that is
/// lost.
std::uint8_t opening_number(const Setup& setup, Action action);

/// A position and a move as one number of 48 bits for the second part of the file: the same number for all twelve ways
/// to lay the position, and for exchanged colours.
std::uint64_t reply_number(const State& state, Action action);

/// The file. `replies` are sorted.
std::vector<std::uint8_t> pack_book(std::span<const std::uint8_t> openings, std::span<const std::uint64_t> replies);

}  // namespace springtide::high_tide_leiman
