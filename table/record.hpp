#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/result.hpp"
#include "core/seat.hpp"
#include "notation/options.hpp"

namespace springtide {

/// Stands for taking back a secret choice.
inline constexpr std::string_view retract_word = "retract";

/// A whole game as people read it: tags in brackets, an empty line, then one event per line,
///
///     [Springtide "1"]
///     [Game "high_tide_leiman"]
///     [Players "2"]
///     [stones "3"]
///     [Result "*"]
///
///     chance first blue
///     chance setup b,p,n/…
///     0 a1-b2
///
/// Lines that begin with '#' are comments. Tags with a small first letter are the game's options.
struct Record {
    struct Line {
        Actor by;
        std::string action;
        int line = 0;  ///< its line in the text, for error messages
        /// Does it take back a secret choice?
        [[nodiscard]] bool retracts() const { return !by.is_chance() && action == retract_word; }
    };
    std::string game;
    int players = 0;
    OptionTexts options;
    std::optional<std::string> seed;
    std::optional<std::string> position;
    std::string result;
    OptionTexts tags;  ///< all others: names, places, the proof of honest chance
    std::vector<Line> events;
};

std::string to_text(const Record& record);
/// Checks the form only; games.hpp re-plays it through the rules.
Expected<Record> parse_record(std::string_view text);

/// "*" while the game runs, then the winners and all points.
std::string result_text(bool over, const Result& result, int players);

/// "3 to 5", or "2".
std::string player_range(const GameInfo& game);

}  // namespace springtide
