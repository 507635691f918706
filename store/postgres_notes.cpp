// Notes about people in PostgreSQL.
#include "store/postgres_store.hpp"

namespace springtide {

namespace {

Expected<std::vector<NoteRow>> read_notes(const Expected<PostgresRows>& found) {
    if (!found) return std::unexpected(found.error());
    std::vector<NoteRow> notes;
    notes.reserve(static_cast<std::size_t>(found->size()));
    for (int row = 0; row < found->size(); ++row)
        notes.push_back({.guest = found->text(row, 0),
                         .kind = found->text(row, 1),
                         .key = found->text(row, 2),
                         .at = found->number(row, 3),
                         .body = found->text(row, 4)});
    return notes;
}

PostgresConnection::Values values_of_note(const NoteRow& note) {
    return {note.guest, note.kind, note.key, std::to_string(note.at), note.body};
}

}  // namespace

Expected<WriteOutcome> PostgresStore::change_notes(const Write& write) {
    if (write.changed_note) {
        const auto changed = connection_.ask(
            "INSERT INTO note (guest_id, kind, key, at, body) VALUES ($1, $2, $3, $4::bigint, $5) "
            "ON CONFLICT (guest_id, kind, key) DO UPDATE SET at = excluded.at, body = excluded.body "
            "WHERE note.body <> excluded.body RETURNING 1",
            values_of_note(*write.changed_note));
        if (!changed) return std::unexpected(changed.error());
        if (changed->size() == 0) return WriteOutcome::conflict;
    }
    if (const auto& key = write.taken_note) {
        const auto taken =
            connection_.ask("DELETE FROM note WHERE guest_id = $1 AND kind = $2 AND key = $3 RETURNING 1",
                            {key->guest, key->kind, key->key});
        if (!taken) return std::unexpected(taken.error());
        if (taken->size() == 0) return WriteOutcome::conflict;
    }
    return WriteOutcome::stored;
}

Expected<void> PostgresStore::forget_guest(const Write& write) {
    if (!write.forgotten_guest) return {};
    std::vector<const char*> statements = {"DELETE FROM note WHERE guest_id = $1",
                                           "DELETE FROM rating WHERE guest_id = $1",
                                           "DELETE FROM meeting WHERE guest_id = $1 OR other_id = $1"};
    if (write.forgotten_by_others)
        statements.push_back("DELETE FROM note WHERE kind IN ('friend', 'block', 'met', 'owns') AND key = $1");
    for (const char* sql : statements)
        if (const auto done = connection_.ask(sql, {write.forgotten_guest}); !done)
            return std::unexpected(done.error());
    return {};
}

/// At once, while the person is held.
Expected<void> PostgresStore::write_notes(const Write& write) {
    for (const NoteKey& key : write.forgotten_notes)
        if (const auto done = connection_.ask("DELETE FROM note WHERE guest_id = $1 AND kind = $2 AND key = $3",
                                              {key.guest, key.kind, key.key});
            !done)
            return std::unexpected(done.error());
    for (const NoteRow& note : write.notes)
        if (const auto done = connection_.ask(
                "INSERT INTO note (guest_id, kind, key, at, body) VALUES ($1, $2, $3, $4::bigint, $5) "
                "ON CONFLICT (guest_id, kind, key) DO UPDATE SET at = excluded.at, body = excluded.body",
                values_of_note(note));
            !done)
            return std::unexpected(done.error());
    return {};
}

Expected<std::vector<NoteRow>> PostgresStore::notes(std::string_view guest, std::string_view kind, int limit) {
    return read_notes(connection_.ask_often(
        {"SELECT guest_id, kind, key, at, body FROM note WHERE guest_id = $1 AND ($2 = '' OR kind = $2) "
         "ORDER BY at DESC, key LIMIT $3::int",
         {std::string(guest), std::string(kind),
          limit < 0 ? std::nullopt : std::optional<std::string>(std::to_string(limit))}}));
}

Expected<std::optional<NoteRow>> PostgresStore::note(const NoteKey& key) {
    auto found = read_notes(connection_.ask_often(
        {"SELECT guest_id, kind, key, at, body FROM note WHERE guest_id = $1 AND kind = $2 AND key = $3",
         {key.guest, key.kind, key.key}}));
    if (!found) return std::unexpected(found.error());
    return found->empty() ? std::nullopt : std::optional(std::move(found->front()));
}

Expected<std::vector<std::string>> PostgresStore::tables_of(std::string_view guest) {
    const auto found =
        connection_.ask("SELECT table_id FROM seat WHERE guest_id = $1 ORDER BY table_id", {std::string(guest)});
    if (!found) return std::unexpected(found.error());
    std::vector<std::string> tables;
    tables.reserve(static_cast<std::size_t>(found->size()));
    for (int row = 0; row < found->size(); ++row) tables.push_back(found->text(row, 0));
    return tables;
}

Expected<std::vector<NoteRow>> PostgresStore::notes_by_key(std::string_view kind, std::string_view key, int limit) {
    return read_notes(connection_.ask_often(
        {"SELECT guest_id, kind, key, at, body FROM note WHERE kind = $1 AND key = $2 ORDER BY at DESC, guest_id "
         "LIMIT $3::int",
         {std::string(kind), std::string(key), std::to_string(limit)}}));
}

}  // namespace springtide
