#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/bot.hpp"
#include "core/error.hpp"

namespace springtide::arena {

/// A player of the arena: a level of our own bots with its budget, or a program from outside.
struct Contestant {
    std::string name;     ///< as it was written
    std::string command;  ///< of a program from outside; empty for our own
    BotRequest request;   ///< level and budget

    [[nodiscard]] bool is_program() const { return !command.empty(); }
};

/// The budget of a move if the contestant does not set one.
struct Budget {
    std::optional<int> milliseconds;
    std::optional<std::uint64_t> nodes;
};

/// `hard`, `best@10ms` (processor time a move), `best@5000n` (simulations a move) or `exec:COMMAND`.
Expected<Contestant> parse_contestant(std::string_view text, const std::vector<std::string>& levels,
                                      const Budget& budget);

/// Several, separated by commas; a command keeps its commas and stands alone.
Expected<std::vector<Contestant>> parse_contestants(const std::vector<std::string>& texts,
                                                    const std::vector<std::string>& levels, const Budget& budget);

}  // namespace springtide::arena
