#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "rules/high_tide_leiman/rules.hpp"

/// A certificate of the winner of a position of Leiman's High Tide, and of the margin in tiles: the winner's answer
/// to every move of the loser, to the end of every round. Checking it needs no solver, only the rules;
/// docs/reference/certificates.md describes the text.
namespace springtide::high_tide_leiman {

struct Certificate {
    State position;  ///< with a player to move
    Seat winner = seat_blue;
    int tiles = 0;        ///< the winner shows at least so many more at the end; 0: only the win is claimed
    std::string answers;  ///< a character for each of the winner's moves, in the order in which check() asks for them
};

/// The winner's answer in a position in which the winner is to move; nothing to stop.
using Answerer = std::function<std::optional<Action>(const State&)>;

/// Asks for every answer a certificate needs; nothing if the answerer stopped, an answer is not legal, or a round ends
/// otherwise than claimed.
std::optional<Certificate> make_certificate(const State& position, Seat winner, const Answerer& answerer,
                                            int tiles = 0);

struct Checked {
    std::size_t positions = 0;  ///< of the winner, each once
    std::size_t endings = 0;    ///< rounds that came to their end
};
/// Plays every move of the loser against the answers. An error says why the certificate proves nothing.
Expected<Checked> check(const Certificate& certificate);

std::string certificate_text(const Certificate& certificate);
Expected<Certificate> parse_certificate(std::string_view text);

}  // namespace springtide::high_tide_leiman
