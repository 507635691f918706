#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "store/store.hpp"

namespace springtide::server {

/// Something that happened at a table, as the log keeps it. What each kind does is said in room.cpp.
struct RoomEvent {
    std::string kind;
    int seat = -1;
    std::string guest;                ///< who did it; empty for bots and the server itself
    std::string name;                 ///< how he was called then
    std::string text;                 ///< an action, a sentence, a contribution, a level …
    std::string key;                  ///< of a seat
    std::string message;              ///< the id the client gave, so that repeating it does nothing
    std::string origin;               ///< where somebody came from who sat down, asked or talked
    std::int64_t number = 0;          ///< a time or a length of the game's log
    std::vector<std::string> chance;  ///< the chance events that followed, in order
    std::string setup;                ///< JSON, of kind "created"
    std::uint32_t turn = 0;           ///< the seats that are to act afterwards, one bit each; for lists
    std::int64_t seq = 0;
    std::int64_t at = 0;
};

StoredEvent to_stored(const RoomEvent& event);
Expected<RoomEvent> from_stored(const StoredEvent& stored);

}  // namespace springtide::server
