#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bots/bot.hpp"
#include "core/error.hpp"
#include "table/table.hpp"

namespace springtide {

/// A bot's answer in notation.
struct BotAnswer {
    std::string action;
    bool exact = false;
    std::optional<Seat> winner;
    std::optional<double> value;
    std::vector<std::string> line;
    std::vector<Why> why;
};

/// A bot as players see it.
struct BotName {
    std::string name;
    std::string sentence;   ///< how it plays
    bool is_level = false;  ///< offered to players; the others are for studies
};

/// Every bot that choose() knows: the levels, weakest first, then those for studies.
std::vector<BotName> bots_of(std::string_view game);
/// The names of the levels a game offers, weakest first.
std::vector<std::string> bot_levels(std::string_view game);
/// The names of all of them.
std::vector<std::string> bot_names(std::string_view game);

/// A bot's choice in this seat, from the seat's knowledge alone.
Expected<BotAnswer> choose(const Table& table, Seat seat, const BotRequest& request);

}  // namespace springtide
