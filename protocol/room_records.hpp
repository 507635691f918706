#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/json_writer.hpp"

/// Events at a server's table besides the game: arrivals, departures, requests. Described once, like the events of the
/// games.
namespace springtide {

enum class RoomHappening : std::uint8_t {
    sat,
    back,
    second_device,
    device_asks,
    device_refused,
    one_device,
    left,
    left_to_bot,
    removed,
    spectator_removed,
    out_of_time,
    bot_moves,
    begun,
    took_back,
    disagreed,
    asks_end,
    asks_takeback,
    agreed_end,
    took_back_agreed,
    resigned,
    committed_anew,
};

struct RoomKind {
    std::string_view name;
    std::string_view sentence;  ///< {name} stands for the person
};

/// In the order of RoomHappening.
inline constexpr auto room_kinds = std::to_array<RoomKind>({
    {"room.sat", "{name} sits down"},
    {"room.back", "{name} is back"},
    {"room.second_device", "{name} now plays from another device too"},
    {"room.device_asks", "another device asks for the seat of {name}"},
    {"room.device_refused", "{name} lets no other device in"},
    {"room.one_device", "{name} plays from one device again"},
    {"room.left", "{name} left"},
    {"room.left_to_bot", "{name} left; a bot plays on"},
    {"room.removed", "{name} was asked to leave"},
    {"room.spectator_removed", "a spectator was asked to leave"},
    {"room.out_of_time", "{name} ran out of time; a bot plays on"},
    {"room.bot_moves", "time is up: a bot moves for {name}"},
    {"room.begun", "the game begins"},
    {"room.took_back", "{name} takes the last action back without asking"},
    {"room.disagreed", "{name} does not agree"},
    {"room.asks_end", "{name} asks to end the game here"},
    {"room.asks_takeback", "{name} asks to take an action back"},
    {"room.agreed_end", "everybody agrees to end the game here"},
    {"room.took_back_agreed", "{name} takes an action back"},
    {"room.resigned", "{name} resigns"},
    {"room.committed_anew", "the dice are committed anew; everybody says again that they are ready"},
});

inline bool names_somebody(const RoomKind& kind) { return kind.sentence.find("{name}") != std::string_view::npos; }

inline std::string sentence_of(RoomHappening happening, std::string_view name) {
    std::string text(room_kinds[static_cast<std::size_t>(happening)].sentence);
    if (const auto at = text.find("{name}"); at != std::string::npos) text.replace(at, 6, name);
    return text;
}

/// The record `{"kind":"room.sat","seat":0,"name":"Anna"}` as a row: `["room.sat",0,"Anna"]`.
inline void write_room_row(JsonWriter& json, RoomHappening happening, int seat, std::string_view name) {
    const RoomKind& kind = room_kinds[static_cast<std::size_t>(happening)];
    json.begin_array().value(kind.name);
    if (seat >= 0)
        json.value(seat);
    else
        json.null();
    if (names_somebody(kind)) json.value(name);
    json.end_array();
}

}  // namespace springtide
