#include "server/accounts/reading.hpp"

#include <algorithm>
#include <charconv>

#include "server/room/room.hpp"

namespace springtide::server {

namespace {

constexpr int most_looked_at = 300;  // events, where lines are looked at one by one

std::int64_t number_at(std::string_view text) {
    std::int64_t number = 0;
    [[maybe_unused]] const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// As Room::row() wrote it; a quotation mark within a name is written with a backslash, so this is none.
std::int64_t lines_of(std::string_view summary) {
    constexpr std::string_view key = R"("said":)";
    const auto found = summary.find(key);
    return found == std::string_view::npos ? 0 : number_at(summary.substr(found + key.size()));
}

}  // namespace

std::string to_text(const ReadMark& mark) { return std::to_string(mark.seq) + " " + std::to_string(mark.lines); }

ReadMark read_mark(std::string_view text) {
    const auto space = text.find(' ');
    if (space == std::string_view::npos) return {};
    return {.seq = number_at(text), .lines = number_at(text.substr(space + 1))};
}

std::vector<NoteRow> have_read(const std::vector<std::string>& guests, const Room& room, std::int64_t seq,
                               std::int64_t at) {
    const ReadMark mark{.seq = seq, .lines = room.lines_until(seq)};
    std::vector<NoteRow> notes;
    notes.reserve(guests.size());
    for (const std::string& guest : guests)
        notes.push_back({.guest = guest, .kind = note_kinds::read, .key = room.id(), .at = at, .body = to_text(mark)});
    return notes;
}

Expected<std::int64_t> unread_lines(Store& store, const RoomRow& room, const std::string& guest,
                                    const std::set<std::string>& blocked) {
    const ReadMark mark = read_mark(room.read);
    const std::int64_t fresh = std::max<std::int64_t>(0, lines_of(room.summary) - mark.lines);
    if (fresh == 0 || blocked.empty()) return fresh;
    const auto events = store.events(room.table, mark.seq, most_looked_at);
    if (!events) return std::unexpected(events.error());
    std::int64_t heard = 0;
    for (const StoredEvent& stored : *events) {
        const auto event = from_stored(stored);
        if (event && std::holds_alternative<ChatSaid>(event->what) && event->guest != guest &&
            !blocked.contains(event->guest))
            ++heard;
    }
    return heard;
}

}  // namespace springtide::server
