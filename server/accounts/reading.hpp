#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "store/store.hpp"

/// How far people have read the talk of their tables, on whatever device (docs/decisions/0191).
namespace springtide::server {

class Room;

namespace note_kinds {
inline constexpr const char* read = "read";  ///< a table: a ReadMark
}  // namespace note_kinds

/// Lists know how many lines a table has; so what is new is a difference, and nothing is folded for it.
struct ReadMark {
    std::int64_t seq = 0;    ///< of the last event that was read
    std::int64_t lines = 0;  ///< of talk until then
    friend bool operator==(const ReadMark&, const ReadMark&) = default;
};
std::string to_text(const ReadMark& mark);
/// Nothing was read where it says nothing.
ReadMark read_mark(std::string_view text);

/// The notes of all devices that share a seat: a line read on one of them is read on all.
std::vector<NoteRow> have_read(const std::vector<std::string>& guests, const Room& room, std::int64_t seq,
                               std::int64_t at);

/// How many lines of a table of somebody's list are new to them. For people who block somebody, lines are looked at one
/// by one, a bounded number of them: hidden lines are not new.
Expected<std::int64_t> unread_lines(Store& store, const RoomRow& room, const std::string& guest,
                                    const std::set<std::string>& blocked);

}  // namespace springtide::server
