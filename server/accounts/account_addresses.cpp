// The address of an account: confirmed, changed, removed, and what it can undo.
#include "server/accounts/account_addresses.hpp"

#include <algorithm>
#include <charconv>

#include "protocol/server_reasons.hpp"
#include "server/accounts/passkeys.hpp"
#include "server/identity/identity.hpp"
#include "server/notify/calls.hpp"
#include "server/storing/claims.hpp"
#include "store/person_change.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t between_letters_ms = 2LL * 60'000;
constexpr std::ptrdiff_t most_objections = 10;

/// What an address was before a change.
struct Objection {
    std::int64_t confirmed_at = 0;
    std::string address;
};

std::string to_text(const Objection& objection) {
    return std::to_string(objection.confirmed_at) + " " + objection.address;
}

Objection objection_from(const std::string& text) {
    Objection objection;
    const auto space = std::min(text.find(' '), text.size() - 1);
    [[maybe_unused]] const auto read = std::from_chars(text.data(), text.data() + space, objection.confirmed_at);
    objection.address = text.substr(space + 1);
    return objection;
}

NoteKey key_of(const NoteRow& note) { return {.guest = note.guest, .kind = note.kind, .key = note.key}; }

/// The note behind a link that still counts; the write that follows takes it, so a link works once.
Expected<NoteRow> note_behind(Store& store, const std::string& mark, const char* kind, std::int64_t since) {
    auto found = store.notes_by_key(kind, mark, 1);
    if (!found) return std::unexpected(found.error());
    if (found->empty() || found->front().at < since) return refuse(server_reason("link_is_void"));
    return std::move(found->front());
}

/// Links are not sent as often as somebody clicks.
Expected<bool> has_fresh_link(Store& store, OnlyIf& only_if, const std::string& guest, const char* kind,
                              std::int64_t now) {
    const auto notes = notes_seen(store, only_if, guest, kind);
    if (!notes) return std::unexpected(notes.error());
    return std::ranges::any_of(*notes, [&](const NoteRow& note) { return note.at > now - between_letters_ms; });
}

}  // namespace

std::string mark_of(std::string_view link) { return to_hex(sha256(link)); }

Expected<void> forget_all(Store& store, Write& write, const std::string& guest, const char* kind) {
    const auto notes = notes_seen(store, write.only_if, guest, kind);
    if (!notes) return std::unexpected(notes.error());
    for (const NoteRow& note : *notes) write.forgotten_notes.push_back(key_of(note));
    return {};
}

Expected<void> let_object(Store& store, Change& change, const std::string& guest, const std::string& mark,
                          std::int64_t now) {
    Write& write = change.write;
    const auto address = notes_seen(store, write.only_if, guest, note_kinds::mail);
    if (!address) return std::unexpected(address.error());
    if (address->empty()) return {};
    const auto before = notes_seen(store, write.only_if, guest, note_kinds::objection);
    if (!before) return std::unexpected(before.error());
    const auto is_over = [&](const NoteRow& note) { return note.at < now - objection_lasts_ms; };
    for (const NoteRow& note : *before)
        if (is_over(note)) write.forgotten_notes.push_back(key_of(note));
    if (std::ssize(*before) - std::ranges::count_if(*before, is_over) >= most_objections)
        return refuse(server_reason("many_account_changes"));
    change.address = address->front().key;
    const Objection objection{.confirmed_at = address->front().at, .address = change.address};
    write.notes.push_back(
        {.guest = guest, .kind = note_kinds::objection, .key = mark, .at = now, .body = to_text(objection)});
    return {};
}

Expected<Change> asking_mail(Store& store, const Caller& caller, const std::string& address, const std::string& link,
                             std::int64_t now) {
    Change change;
    const auto guest = store.guest(caller.guest);
    if (!guest) return std::unexpected(guest.error());
    if (!*guest || !(*guest)->claimed) return refuse(server_reason("no_name_kept"));
    change.name = (*guest)->name;
    Write& write = change.write;
    write.only_if = proven_by(caller);
    const auto fresh = has_fresh_link(store, write.only_if, caller.guest, note_kinds::mail_link, now);
    if (!fresh) return std::unexpected(fresh.error());
    if (*fresh) return refuse(server_reason("letter_on_its_way"));
    if (auto done = forget_all(store, write, caller.guest, note_kinds::mail_link); !done)
        return std::unexpected(done.error());
    write.notes = {{.guest = caller.guest, .kind = note_kinds::mail_link, .key = link, .at = now, .body = address}};
    return change;
}

Expected<Change> confirming_mail(Store& store, const std::string& link, const std::string& objection,
                                 std::int64_t now) {
    const auto note = note_behind(store, link, note_kinds::mail_link, now - link_lasts_ms);
    if (!note) return std::unexpected(note.error());
    const auto guest = store.guest(note->guest);
    if (!guest) return std::unexpected(guest.error());
    Change change;
    change.name = *guest ? (*guest)->name : "";
    Write& write = change.write;
    write.taken_note = key_of(*note);
    const auto before = notes_seen(store, write.only_if, note->guest, note_kinds::mail);
    if (!before) return std::unexpected(before.error());
    if (!before->empty() && before->front().key == note->body) return change;  // confirmed already
    if (auto told = let_object(store, change, note->guest, objection, now); !told) return std::unexpected(told.error());
    for (const NoteRow& old : *before) write.forgotten_notes.push_back(key_of(old));
    write.notes.push_back({.guest = note->guest, .kind = note_kinds::mail, .key = note->body, .at = now, .body = {}});
    return change;
}

Expected<Change> forgetting_mail(Store& store, const Caller& caller, const std::string& objection, std::int64_t now) {
    Change change;
    const auto guest = store.guest(caller.guest);
    if (!guest) return std::unexpected(guest.error());
    change.name = *guest ? (*guest)->name : "";
    change.write.only_if = proven_by(caller);
    if (auto told = let_object(store, change, caller.guest, objection, now); !told)
        return std::unexpected(told.error());
    for (const char* kind : {note_kinds::mail, note_kinds::mail_link, note_kinds::recovery, note_kinds::mail_calls})
        if (auto done = forget_all(store, change.write, caller.guest, kind); !done)
            return std::unexpected(done.error());
    return change;
}

Expected<std::optional<Change>> recovering(Store& store, const std::string& name, const std::string& link,
                                           std::int64_t now) {
    const auto guest = owner_of_name(store, name);
    if (!guest) return std::unexpected(guest.error());
    if (!*guest) return std::nullopt;
    Change change;
    change.name = name;
    Write& write = change.write;
    const std::string& id = (*guest)->id;
    const auto address = notes_seen(store, write.only_if, id, note_kinds::mail);
    if (!address) return std::unexpected(address.error());
    const auto objections = notes_seen(store, write.only_if, id, note_kinds::objection);
    if (!objections) return std::unexpected(objections.error());
    const auto fresh = has_fresh_link(store, write.only_if, id, note_kinds::recovery, now);
    if (!fresh) return std::unexpected(fresh.error());
    if (!address->empty()) change.address = address->front().key;
    const NoteRow* oldest = nullptr;
    for (const NoteRow& note : *objections)
        if (note.at >= now - objection_lasts_ms && (oldest == nullptr || note.at < oldest->at)) oldest = &note;
    if (oldest != nullptr) change.address = objection_from(oldest->body).address;
    if (change.address.empty() || *fresh) return std::nullopt;
    if (auto done = forget_all(store, write, id, note_kinds::recovery); !done) return std::unexpected(done.error());
    write.notes = {{.guest = id, .kind = note_kinds::recovery, .key = link, .at = now, .body = {}}};
    return change;
}

Expected<std::string> recovers(Store& store, const std::string& link, std::int64_t now) {
    const auto note = note_behind(store, link, note_kinds::recovery, now - link_lasts_ms);
    if (!note) return std::unexpected(note.error());
    return note->guest;
}

Expected<Change> recovered(Store& store, const std::string& link, const std::string& hash, std::int64_t now) {
    const auto note = note_behind(store, link, note_kinds::recovery, now - link_lasts_ms);
    if (!note) return std::unexpected(note.error());
    const auto guest = store.guest(note->guest);
    if (!guest) return std::unexpected(guest.error());
    if (!*guest || !(*guest)->claimed) return refuse(server_reason("link_is_void"));
    Change change;
    change.name = (*guest)->name;
    Write& write = change.write;
    write.taken_note = key_of(*note);
    if (auto done = forget_all(store, write, note->guest, note_kinds::mail_link); !done)
        return std::unexpected(done.error());
    // A passkey that a thief added of late would outlast the new password.
    const auto passkeys = notes_seen(store, write.only_if, note->guest, note_kinds::passkey);
    if (!passkeys) return std::unexpected(passkeys.error());
    for (const NoteRow& passkey : *passkeys)
        if (passkey.at >= now - objection_lasts_ms) write.forgotten_notes.push_back(key_of(passkey));
    write.person = PersonChange{.id = note->guest, .password = hash, .sessions_end = now};
    write.ended_session = EndedSession{.id = all_sessions_of(note->guest), .guest = note->guest, .at = now};
    return change;
}

Expected<Change> objecting(Store& store, const std::string& objection, const std::string& recovery, std::int64_t now) {
    const auto note = note_behind(store, objection, note_kinds::objection, now - objection_lasts_ms);
    if (!note) return std::unexpected(note.error());
    const auto guest = store.guest(note->guest);
    if (!guest) return std::unexpected(guest.error());
    if (!*guest || !(*guest)->claimed) return refuse(server_reason("link_is_void"));
    Change change;
    change.name = (*guest)->name;
    Write& write = change.write;
    write.taken_note = key_of(*note);
    for (const char* kind : {note_kinds::mail, note_kinds::mail_link, note_kinds::recovery, note_kinds::passkey})
        if (auto done = forget_all(store, write, note->guest, kind); !done) return std::unexpected(done.error());
    const auto all = notes_seen(store, write.only_if, note->guest, note_kinds::objection);
    if (!all) return std::unexpected(all.error());
    for (const NoteRow& later : *all)
        if (later.at >= note->at) write.forgotten_notes.push_back(key_of(later));
    const Objection before = objection_from(note->body);
    write.notes = {
        {.guest = note->guest, .kind = note_kinds::mail, .key = before.address, .at = before.confirmed_at, .body = {}},
        {.guest = note->guest, .kind = note_kinds::recovery, .key = recovery, .at = now, .body = {}}};
    write.person = PersonChange{.id = note->guest, .password = no_password_fits, .sessions_end = now};
    write.ended_session = EndedSession{.id = all_sessions_of(note->guest), .guest = note->guest, .at = now};
    return change;
}

}  // namespace springtide::server
