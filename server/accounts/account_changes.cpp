// Names, passwords and sessions of accounts, and how accounts end.
#include "server/accounts/account_changes.hpp"

#include "protocol/server_reasons.hpp"
#include "server/accounts/account_addresses.hpp"
#include "server/accounts/bot_accounts.hpp"
#include "server/accounts/company.hpp"
#include "server/accounts/host_desk.hpp"
#include "server/accounts/without_name.hpp"
#include "server/identity/identity.hpp"
#include "server/notify/calls.hpp"
#include "server/storing/claims.hpp"
#include "server/storing/shared_log.hpp"
#include "store/person_change.hpp"

namespace springtide::server {

namespace {

constexpr std::ptrdiff_t most_sessions = 100;

/// The session goes on.
OnlyIf asked_by(const Caller& caller) {
    OnlyIf only_if;
    if (caller.token) only_if.session = session_mark(*caller.token);
    return only_if;
}

Change changing(const Caller& caller) {
    Change change;
    change.write.only_if = proven_by(caller);
    change.write.person = PersonChange{.id = caller.guest};
    return change;
}

}  // namespace

void end_all_sessions(Write& write, const std::string& guest, std::int64_t now) {
    write.person->sessions_end = now;
    write.ended_session = EndedSession{.id = all_sessions_of(guest), .guest = guest, .at = now};
}

OnlyIf proven_by(const Caller& caller) {
    OnlyIf only_if = asked_by(caller);
    only_if.password = PasswordSeen{.guest = caller.guest, .hash = caller.password};
    if (const auto& passkey = caller.passkey)
        only_if.notes.push_back({.guest = passkey->guest,
                                 .kind = passkey->kind,
                                 .key = passkey->key,
                                 .found = {{passkey->key, passkey->body}}});
    return only_if;
}

PersonChange::Name name_change(const std::string& name, const std::optional<GuestRow>& before) {
    const bool has_it = before && before->claimed && is_claim_of(*before->claimed, name);
    return {.shown = name, .folded = has_it ? *before->claimed : claim_of(name)};
}

SessionMark session_mark(const Token& token) {
    return {.guest = token.guest, .id = token.session, .issued = token.issued};
}

Change adding(const std::string& guest, const std::string& nameless) {
    Change change;
    change.write.person = PersonChange{.id = guest, .name = PersonChange::Name{.shown = nameless, .folded = {}}};
    return change;
}

Expected<Change> renaming(Store& store, const Caller& caller, const std::string& name) {
    const auto owner = owner_of_name(store, name);
    if (!owner) return std::unexpected(owner.error());
    if (*owner && (*owner)->id != caller.guest) return refuse(server_reason("name_claimed"));
    const auto row = store.guest(caller.guest);
    if (!row) return std::unexpected(row.error());
    if (*row && (*row)->claimed && !is_claim_of(*(*row)->claimed, name)) return refuse(server_reason("name_kept"));
    Change change;
    change.write.only_if = asked_by(caller);
    change.write.person = PersonChange{.id = caller.guest, .name = name_change(name, *row)};
    return change;
}

Expected<Change> keeping(Store& store, const Caller& caller, const std::string& name, const std::string& hash,
                         const std::string& objection, std::int64_t now) {
    const auto owner = owner_of_name(store, name);
    if (!owner) return std::unexpected(owner.error());
    if (*owner && (*owner)->id != caller.guest) return refuse(server_reason("name_claimed"));
    const auto row = store.guest(caller.guest);
    if (!row) return std::unexpected(row.error());
    const bool is_account = *row && (*row)->claimed;
    if (is_account && !caller.is_proven()) return refuse(server_reason("password_first"));
    Change change = changing(caller);
    change.name = name;
    PersonChange& person = *change.write.person;
    person.name = name_change(name, *row);
    person.keeps_name = true;
    person.password = hash;
    end_all_sessions(change.write, caller.guest, now);
    if (!is_account) return change;
    // Links from before the change open nothing any more.
    for (const char* kind : {note_kinds::mail_link, note_kinds::recovery})
        if (auto done = forget_all(store, change.write, caller.guest, kind); !done)
            return std::unexpected(done.error());
    const auto told = let_object(store, change, caller.guest, objection, now);
    if (!told) return std::unexpected(told.error());
    return change;
}

Expected<Change> beginning_session(Store& store, const GuestRow& guest, const Token& token, const std::string& device,
                                   std::int64_t now, const std::optional<NoteRow>& passkey) {
    Change change;
    change.write.only_if =
        proven_by({.guest = guest.id, .token = token, .password = guest.password, .passkey = passkey});
    const auto sessions = notes_seen(store, change.write.only_if, guest.id, note_kinds::session);
    if (!sessions) return std::unexpected(sessions.error());
    if (std::ssize(*sessions) >= most_sessions) {  // the latest come first
        const NoteRow& oldest = sessions->back();
        change.write.forgotten_notes = {{.guest = oldest.guest, .kind = oldest.kind, .key = oldest.key}};
        change.write.ended_session = EndedSession{.id = oldest.key, .guest = guest.id, .at = now};
    }
    change.write.notes = {
        {.guest = guest.id, .kind = note_kinds::session, .key = token.session, .at = now, .body = device}};
    return change;
}

Change ending_sessions(const Caller& caller, std::int64_t now) {
    Change change;
    change.write.only_if = asked_by(caller);
    change.write.person = PersonChange{.id = caller.guest};
    end_all_sessions(change.write, caller.guest, now);
    return change;
}

/// Where their name is in the log of a night must be known as long as it is there.
Expected<Change> giving_name_up(Store& store, const Caller& caller, const std::string& nameless, std::int64_t now) {
    Change change = changing(caller);
    const auto bots = notes_seen(store, change.write.only_if, caller.guest, note_kinds::owns);
    if (!bots) return std::unexpected(bots.error());
    if (!bots->empty()) return refuse(server_reason("bots_first"));
    auto kept = notes_seen(store, change.write.only_if, caller.guest, note_kinds::club);
    if (!kept) return std::unexpected(kept.error());
    change.write.notes = std::move(*kept);
    change.write.person->name = PersonChange::Name{.shown = nameless, .folded = {}};
    change.write.person->gives_up_name = true;
    change.write.forgotten_guest = caller.guest;
    end_all_sessions(change.write, caller.guest, now);
    return change;
}

Expected<Change> forgetting(Store& store, const Caller& caller, const std::string& nameless, std::int64_t now) {
    Change change = changing(caller);
    change.write.person->name = PersonChange::Name{.shown = nameless, .folded = {}};
    change.write.person->gives_up_name = true;
    change.write.forgotten_guest = caller.guest;
    change.write.forgotten_by_others = true;
    end_all_sessions(change.write, caller.guest, now);
    auto desk = desk_without_name(store, caller.guest);
    if (!desk) return std::unexpected(desk.error());
    for (const NoteRow& note : *desk) {
        const auto seen = note_seen(store, change.write.only_if, {note.guest, note.kind, note.key});
        if (!seen) return std::unexpected(seen.error());
    }
    change.write.notes = std::move(*desk);
    return change;
}

}  // namespace springtide::server
