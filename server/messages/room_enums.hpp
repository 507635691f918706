#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace springtide::server {

/// The names of an enum's values in their order, as requests, pushes and the log write them.
template <class Enum>
inline constexpr std::array<std::string_view, 0> enum_names{};

enum class Phase { open, running, over };
template <>
inline constexpr auto enum_names<Phase> = std::to_array<std::string_view>({"open", "running", "over"});

enum class SeatKind { open, reserved, bot, person };
template <>
inline constexpr auto enum_names<SeatKind> = std::to_array<std::string_view>({"open", "reserved", "bot", "person"});

/// The cause of a game's end: its rules, a resignation, or an agreement.
enum class Ending { played, resigned, agreed };
template <>
inline constexpr auto enum_names<Ending> = std::to_array<std::string_view>({"played", "resigned", "agreed"});

enum class ClockKind { none, live, days };
template <>
inline constexpr auto enum_names<ClockKind> = std::to_array<std::string_view>({"none", "live", "days"});

/// Of a table of play_now.
enum class Speed { live, days };
template <>
inline constexpr auto enum_names<Speed> = std::to_array<std::string_view>({"live", "days"});

/// A bot's task after a player's time is up: one move, or the seat.
enum class OnTimeout { move, seat };
template <>
inline constexpr auto enum_names<OnTimeout> = std::to_array<std::string_view>({"move", "seat"});

/// A player's answer in a vote.
enum class VoteAnswer { ask, agree, refuse };
template <>
inline constexpr auto enum_names<VoteAnswer> = std::to_array<std::string_view>({"ask", "agree", "refuse"});

/// The answer of a seat's first device to a request of another one.
enum class DeviceAnswer { admit, refuse, only };
template <>
inline constexpr auto enum_names<DeviceAnswer> = std::to_array<std::string_view>({"admit", "refuse", "only"});

/// The permission that a request needs.
enum class Who {
    anyone,
    watcher,   ///< may see the table: has a seat, is its host, or spectators are welcome
    seated,    ///< has a seat
    player,    ///< has a seat in a game that runs, and no bot plays for them
    arranger,  ///< the host; at a table of play_now any of its players
    host,      ///< made the table
};
template <>
inline constexpr auto enum_names<Who> =
    std::to_array<std::string_view>({"anyone", "watcher", "seated", "player", "arranger", "host"});

template <class Enum>
concept NamedEnum = std::is_enum_v<Enum> && !enum_names<Enum>.empty();

template <NamedEnum Enum>
constexpr std::string_view enum_name(Enum value) {
    return enum_names<Enum>.at(static_cast<std::size_t>(value));
}

template <NamedEnum Enum>
constexpr std::optional<Enum> enum_from_name(std::string_view name) {
    const auto& names = enum_names<Enum>;
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Enum>(found - names.begin());
}

/// "ask", "agree" or "refuse", quoted like this.
template <NamedEnum Enum>
std::string quoted_names() {
    const auto& names = enum_names<Enum>;
    std::string all;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) all += i + 1 < names.size() ? ", " : " or ";
        all.append("\"").append(names[i]).append("\"");
    }
    return all;
}

}  // namespace springtide::server
