// The passkeys of an account: used, added, removed.
#include "server/accounts/passkeys.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>

#include "core/json_writer.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/accounts/account_addresses.hpp"
#include "server/notify/web_push.hpp"
#include "server/storing/claims.hpp"
#include "store/person_change.hpp"

namespace springtide::server {

namespace {

/// A challenge counts once, on whichever node: its mark is noted with whatever it was for.
Expected<void> take_challenge(Store& store, Write& write, const std::string& guest, const AnsweredChallenge& answered,
                              std::int64_t now) {
    const NoteKey key{.guest = guest, .kind = note_kinds::passkey_used, .key = answered.mark};
    const auto used = note_seen(store, write.only_if, key);
    if (!used) return std::unexpected(used.error());
    if (*used) return refuse(server_reason("passkey_too_late"));
    const auto before = store.notes(guest, note_kinds::passkey_used, -1);
    if (!before) return std::unexpected(before.error());
    for (const NoteRow& old : *before)
        if (old.at < now - 2 * challenge_lasts_ms)
            write.forgotten_notes.push_back({.guest = old.guest, .kind = old.kind, .key = old.key});
    write.notes.push_back({.guest = guest, .kind = key.kind, .key = key.key, .at = now, .body = {}});
    return {};
}

/// A passkey that no account has.
Expected<Passkey> read_passkey(Store& store, const MadePasskey& made, const AnsweredChallenge& answered,
                               const std::string& called, std::int64_t now) {
    const auto read = read_new_passkey(answered.request, made);
    if (!read) return std::unexpected(read.error());
    Passkey passkey{.id = to_base64url(read->id),
                    .public_key = to_base64url(read->public_key),
                    .count = read->count,
                    .name = called,
                    .made_at = now,
                    .used_at = now};
    const auto owners = store.notes_by_key(note_kinds::passkey, passkey.id, 1);
    if (!owners) return std::unexpected(owners.error());
    if (!owners->empty()) return refuse(server_reason("passkey_known"));
    return passkey;
}

}  // namespace

std::optional<Passkey> passkey_from(const NoteRow& note) {
    boost::system::error_code error;
    const auto value = boost::json::parse(note.body, error);
    if (error || !value.is_object()) return std::nullopt;
    const Fields fields(value.get_object());
    const auto key = fields.text("key");
    const auto count = fields.number("count");
    const auto used = fields.number("used");
    const auto name = fields.text("name");
    if (!key || !count || !used || !name) return std::nullopt;
    return Passkey{.id = note.key,
                   .public_key = *key,
                   .count = static_cast<std::uint32_t>(*count),
                   .name = *name,
                   .made_at = note.at,
                   .used_at = *used};
}

NoteRow note_of(const std::string& guest, const Passkey& passkey) {
    JsonWriter json;
    json.begin_object().key("name").value(passkey.name).key("key").value(passkey.public_key);
    json.key("count").value(static_cast<std::int64_t>(passkey.count)).key("used").value(passkey.used_at).end_object();
    return {.guest = guest,
            .kind = note_kinds::passkey,
            .key = passkey.id,
            .at = passkey.made_at,
            .body = std::string(json.take())};
}

Expected<Change> using_passkey(Store& store, const std::string& guest, const PasskeyUse& use, std::int64_t now) {
    Change change;
    Write& write = change.write;
    if (const auto taken = take_challenge(store, write, guest, use.answered, now); !taken)
        return std::unexpected(taken.error());
    const auto note = note_seen(store, write.only_if, {.guest = guest, .kind = note_kinds::passkey, .key = use.id});
    if (!note) return std::unexpected(note.error());
    auto passkey = *note ? passkey_from(**note) : std::nullopt;
    const auto key = passkey ? from_base64url(passkey->public_key) : std::nullopt;
    if (!key) return refuse(server_reason("passkey_unknown"));
    const auto count =
        check_assertion(use.answered.request, use.assertion, {.public_key = *key, .count = passkey->count});
    if (!count) return std::unexpected(count.error());
    passkey->count = *count;
    passkey->used_at = now;
    write.notes.insert(write.notes.begin(), note_of(guest, *passkey));
    return change;
}

Expected<Change> keeping_by_passkey(Store& store, const Caller& caller, const std::string& name,
                                    const MadePasskey& made, const AnsweredChallenge& answered,
                                    const std::string& called, std::int64_t now) {
    const auto owner = owner_of_name(store, name);
    if (!owner) return std::unexpected(owner.error());
    const auto row = store.guest(caller.guest);
    if (!row) return std::unexpected(row.error());
    if ((*owner && (*owner)->id != caller.guest) || (*row && (*row)->claimed))
        return refuse(server_reason("name_claimed"));
    const auto passkey = read_passkey(store, made, answered, called, now);
    if (!passkey) return std::unexpected(passkey.error());
    Change change;
    change.name = name;
    Write& write = change.write;
    write.only_if = proven_by(caller);
    write.person = PersonChange{.id = caller.guest, .name = name_change(name, *row), .keeps_name = true};
    write.notes.push_back(note_of(caller.guest, *passkey));
    end_all_sessions(write, caller.guest, now);
    if (const auto taken = take_challenge(store, write, caller.guest, answered, now); !taken)
        return std::unexpected(taken.error());
    return change;
}

Expected<Change> adding_passkey(Store& store, const Caller& caller, const MadePasskey& made,
                                const AnsweredChallenge& answered, const std::string& called,
                                const std::string& objection, std::int64_t now) {
    const auto row = store.guest(caller.guest);
    if (!row) return std::unexpected(row.error());
    if (!*row || !(*row)->claimed) return refuse(server_reason("no_name_kept"));
    if (!caller.is_proven()) return refuse(server_reason("password_first"));
    Change change;
    change.name = (*row)->name;
    Write& write = change.write;
    write.only_if = proven_by(caller);
    const auto known = notes_seen(store, write.only_if, caller.guest, note_kinds::passkey);
    if (!known) return std::unexpected(known.error());
    if (known->size() >= most_passkeys)
        return refuse(server_reason("many_passkeys"), {{"most", static_cast<std::int64_t>(most_passkeys)}});
    const auto passkey = read_passkey(store, made, answered, called, now);
    if (!passkey) return std::unexpected(passkey.error());
    write.notes.push_back(note_of(caller.guest, *passkey));
    if (const auto taken = take_challenge(store, write, caller.guest, answered, now); !taken)
        return std::unexpected(taken.error());
    if (const auto told = let_object(store, change, caller.guest, objection, now); !told)
        return std::unexpected(told.error());
    return change;
}

Expected<Change> removing_passkey(Store& store, const Caller& caller, const std::string& id,
                                  const std::string& objection, std::int64_t now) {
    const auto row = store.guest(caller.guest);
    if (!row) return std::unexpected(row.error());
    if (!caller.is_proven()) return refuse(server_reason("password_first"));
    Change change;
    change.name = *row ? (*row)->name : "";
    Write& write = change.write;
    write.only_if = proven_by(caller);
    const auto known = notes_seen(store, write.only_if, caller.guest, note_kinds::passkey);
    if (!known) return std::unexpected(known.error());
    if (std::ranges::find(*known, id, &NoteRow::key) == known->end()) return refuse(server_reason("no_such_passkey"));
    if (known->size() == 1 && caller.password.value_or(no_password_fits) == no_password_fits)
        return refuse(server_reason("last_passkey"));
    write.forgotten_notes.push_back({.guest = caller.guest, .kind = note_kinds::passkey, .key = id});
    if (const auto told = let_object(store, change, caller.guest, objection, now); !told)
        return std::unexpected(told.error());
    return change;
}

}  // namespace springtide::server
