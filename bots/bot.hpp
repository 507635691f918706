#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules.hpp"

namespace springtide {

/// The caller's settings for a bot.
struct BotRequest {
    std::string level;                  ///< empty: the strongest there is
    std::optional<int> milliseconds;    ///< how long it may think, where its level thinks in time
    std::optional<std::uint64_t> seed;  ///< seeds the bot's random choices; without one they are unpredictable
    /// How much it may search instead, counted in simulations or positions: the answer is the same on every machine.
    std::optional<std::uint64_t> nodes = std::nullopt;
    /// The milliseconds are processor time of the asking thread, so that a busy machine costs a bot no strength.
    bool cpu_time = false;
};

/// Why a bot chose as it did, for people: a code that a page has words for in every language, and its numbers. The
/// codes of High Tide (Henn) are listed in docs/explanation/bots-high-tide-henn.md.
struct Why {
    std::string_view code;
    std::vector<int> numbers;
    friend bool operator==(const Why&, const Why&) = default;
};

/// A bot's answer.
template <class Action>
struct Choice {
    Action action;
    bool exact = false;             ///< the result is proven
    std::optional<Seat> winner{};   ///< if it is proven
    std::optional<double> value{};  ///< the bot's estimate for its own seat
    std::vector<Action> line{};     ///< the bot's expected line, its own action first
    std::vector<Why> why{};         ///< the weightiest first
};

}  // namespace springtide
