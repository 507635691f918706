#include "server/accounts/company.hpp"

#include <algorithm>

#include "protocol/server_reasons.hpp"
#include "server/identity/bot_names.hpp"
#include "store/person_change.hpp"

namespace springtide::server {

namespace {

// What the note of a tie says of the person who has it.
constexpr const char* mutual = "friend";
constexpr const char* asks = "asks";
constexpr const char* asked = "asked";

Expected<Acquaintance> acquaintance(Store& store, const NoteRow& note) {
    const auto row = store.guest(note.key);
    if (!row) return std::unexpected(row.error());
    Acquaintance one{.guest = note.key, .name = {}, .is_claimed = false, .at = note.at};
    one.name = *row ? (*row)->name : "Guest " + note.key.substr(0, 4);
    one.is_claimed = *row && (*row)->claimed.has_value();
    one.is_bot = is_bot_account(note.key);
    return one;
}

NoteRow tie(const std::string& guest, const std::string& other, const char* says, std::int64_t at) {
    return {.guest = guest, .kind = note_kinds::tie, .key = other, .at = at, .body = says};
}
NoteKey key_of_tie(const std::string& guest, const std::string& other) {
    return {.guest = guest, .kind = note_kinds::tie, .key = other};
}

}  // namespace

Expected<std::set<std::string>> read_blocked(Store& store, const std::string& guest) {
    const auto notes = store.notes(guest, note_kinds::block, most_blocked);
    if (!notes) return std::unexpected(notes.error());
    std::set<std::string> blocked;
    for (const NoteRow& note : *notes) blocked.insert(note.key);
    return blocked;
}

Expected<std::set<std::string>> read_blocked_by(Store& store, const std::string& guest) {
    const auto notes = store.notes_by_key(note_kinds::block, guest, most_blocked);
    if (!notes) return std::unexpected(notes.error());
    std::set<std::string> by;
    for (const NoteRow& note : *notes) by.insert(note.guest);
    return by;
}

Expected<std::set<std::string>> read_kept_apart(Store& store, const std::string& guest) {
    auto apart = read_blocked(store, guest);
    if (!apart) return apart;
    const auto by_others = read_blocked_by(store, guest);
    if (!by_others) return by_others;
    apart->insert(by_others->begin(), by_others->end());
    return apart;
}

Expected<bool> are_friends(Store& store, const std::string& guest, const std::string& other) {
    const auto note = store.note(key_of_tie(guest, other));
    if (!note) return std::unexpected(note.error());
    return *note && (*note)->body == mutual;
}

Expected<Company> read_company(Store& store, const std::string& guest) {
    Company company;
    const auto blocked = store.notes(guest, note_kinds::block, most_blocked);
    if (!blocked) return std::unexpected(blocked.error());
    const auto is_blocked = [&](const std::string& other) {
        return std::ranges::find(*blocked, other, &NoteRow::key) != blocked->end();
    };
    const auto ties = store.notes(guest, note_kinds::tie, most_ties);
    if (!ties) return std::unexpected(ties.error());
    const auto met = store.notes(guest, note_kinds::met, most_met);
    if (!met) return std::unexpected(met.error());
    for (const auto* notes : {&*blocked, &*ties, &*met})
        for (const NoteRow& note : *notes) {
            auto one = acquaintance(store, note);
            if (!one) return std::unexpected(one.error());
            if (note.kind == note_kinds::block)
                company.blocked.push_back(std::move(*one));
            else if (note.kind == note_kinds::tie)
                (note.body == mutual ? company.friends
                 : note.body == asks ? company.asking
                                     : company.asked)
                    .push_back(std::move(*one));
            else if (!is_blocked(note.key)) {
                one->table = note.body;
                company.met.push_back(std::move(*one));
            }
        }
    return company;
}

Expected<Write> befriend(Store& store, const std::string& guest, const std::string& other, std::int64_t at) {
    Write write;
    if (is_bot_account(other)) return refuse(server_reason("bots_no_friends"));
    const auto own = note_seen(store, write.only_if, key_of_tie(guest, other));
    if (!own) return std::unexpected(own.error());
    if (*own && (*own)->body != asked) return write;  // nothing new
    if (*own) {
        write.notes = {tie(guest, other, mutual, at), tie(other, guest, mutual, at)};
        return write;
    }
    for (const std::string& who : {guest, other}) {
        const auto ties = store.notes(who, note_kinds::tie, most_ties);
        if (!ties) return std::unexpected(ties.error());
        if (std::ssize(*ties) >= most_ties) return refuse(server_reason("many_friends"), {{"limit", most_ties}});
    }
    const auto mine = note_seen(store, write.only_if, {.guest = guest, .kind = note_kinds::block, .key = other});
    if (!mine) return std::unexpected(mine.error());
    if (*mine) return refuse(server_reason("unblock_first"));
    const auto theirs = note_seen(store, write.only_if, {.guest = other, .kind = note_kinds::block, .key = guest});
    if (!theirs) return std::unexpected(theirs.error());
    write.notes = {tie(guest, other, asks, at)};
    if (!*theirs) write.notes.push_back(tie(other, guest, asked, at));
    return write;
}

Write part(const std::string& guest, const std::string& other) {
    Write write;
    write.forgotten_notes = {key_of_tie(guest, other), key_of_tie(other, guest)};
    return write;
}

Expected<Write> block(Store& store, const std::string& guest, const std::string& other, std::int64_t at) {
    const auto blocked = store.notes(guest, note_kinds::block, most_blocked);
    if (!blocked) return std::unexpected(blocked.error());
    if (std::ssize(*blocked) >= most_blocked) return refuse(server_reason("many_blocked"), {{"limit", most_blocked}});
    Write write = part(guest, other);
    write.notes = {{.guest = guest, .kind = note_kinds::block, .key = other, .at = at, .body = {}}};
    return write;
}

Write unblock(const std::string& guest, const std::string& other) {
    Write write;
    write.forgotten_notes = {{.guest = guest, .kind = note_kinds::block, .key = other}};
    return write;
}

std::vector<NoteRow> have_met(const std::vector<std::string>& guests, const std::string& table, std::int64_t at) {
    std::vector<NoteRow> notes;
    for (const std::string& guest : guests)
        for (const std::string& other : guests)
            if (guest != other)
                notes.push_back({.guest = guest, .kind = note_kinds::met, .key = other, .at = at, .body = table});
    return notes;
}

}  // namespace springtide::server
