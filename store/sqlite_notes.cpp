// Notes about people in SQLite.
#include "store/sqlite_statement.hpp"
#include "store/sqlite_store.hpp"

namespace springtide {

namespace {

Expected<void> run(Statement& statement) {
    const auto done = statement.step();
    if (!done) return std::unexpected(done.error());
    return {};
}

Expected<std::vector<NoteRow>> read_notes(Statement& select) {
    std::vector<NoteRow> notes;
    for (;;) {
        const auto more = select.step();
        if (!more) return std::unexpected(more.error());
        if (!*more) return notes;
        notes.push_back({.guest = select.text(0),
                         .kind = select.text(1),
                         .key = select.text(2),
                         .at = select.number(3),
                         .body = select.text(4)});
    }
}

}  // namespace

Expected<WriteOutcome> SqliteStore::change_notes(const Write& write) {
    if (const auto& note = write.changed_note) {
        Statement upsert(*statements_,
                         "INSERT INTO note (guest_id, kind, key, at, body) VALUES (?, ?, ?, ?, ?) "
                         "ON CONFLICT (guest_id, kind, key) DO UPDATE SET at = excluded.at, body = excluded.body "
                         "WHERE note.body <> excluded.body");
        upsert.bind(note->guest).bind(note->kind).bind(note->key).bind(note->at).bind(note->body);
        if (auto done = run(upsert); !done) return std::unexpected(done.error());
        if (sqlite3_changes(statements_->database()) == 0) return WriteOutcome::conflict;
    }
    if (const auto& key = write.taken_note) {
        Statement remove(*statements_, "DELETE FROM note WHERE guest_id = ? AND kind = ? AND key = ?");
        remove.bind(key->guest).bind(key->kind).bind(key->key);
        if (auto done = run(remove); !done) return std::unexpected(done.error());
        if (sqlite3_changes(statements_->database()) == 0) return WriteOutcome::conflict;
    }
    return WriteOutcome::stored;
}

Expected<void> SqliteStore::write_notes(const Write& write) {
    if (write.forgotten_guest)
        for (const char* sql : {"DELETE FROM note WHERE guest_id = ?1", "DELETE FROM rating WHERE guest_id = ?1",
                                "DELETE FROM meeting WHERE guest_id = ?1 OR other_id = ?1"}) {
            Statement remove(*statements_, sql);
            remove.bind(*write.forgotten_guest);
            if (auto done = run(remove); !done) return done;
        }
    if (write.forgotten_guest && write.forgotten_by_others) {
        Statement remove(*statements_, "DELETE FROM note WHERE kind IN ('friend', 'block', 'met', 'owns') AND key = ?");
        remove.bind(*write.forgotten_guest);
        if (auto done = run(remove); !done) return done;
    }
    for (const NoteKey& key : write.forgotten_notes) {
        Statement remove(*statements_, "DELETE FROM note WHERE guest_id = ? AND kind = ? AND key = ?");
        remove.bind(key.guest).bind(key.kind).bind(key.key);
        if (auto done = run(remove); !done) return done;
    }
    for (const NoteRow& note : write.notes) {
        Statement upsert(*statements_,
                         "INSERT INTO note (guest_id, kind, key, at, body) VALUES (?, ?, ?, ?, ?) "
                         "ON CONFLICT (guest_id, kind, key) DO UPDATE SET at = excluded.at, body = excluded.body");
        upsert.bind(note.guest).bind(note.kind).bind(note.key).bind(note.at).bind(note.body);
        if (auto done = run(upsert); !done) return done;
    }
    return {};
}

Expected<std::vector<NoteRow>> SqliteStore::notes(std::string_view guest, std::string_view kind, int limit) {
    Statement select(*statements_,
                     kind.empty() ? "SELECT guest_id, kind, key, at, body FROM note WHERE guest_id = ? AND kind <> ? "
                                    "ORDER BY at DESC, key LIMIT ?"
                                  : "SELECT guest_id, kind, key, at, body FROM note WHERE guest_id = ? AND kind = ? "
                                    "ORDER BY at DESC, key LIMIT ?");
    select.bind(guest).bind(kind).bind(std::int64_t{limit});
    return read_notes(select);
}

Expected<std::optional<NoteRow>> SqliteStore::note(const NoteKey& key) {
    Statement select(*statements_,
                     "SELECT guest_id, kind, key, at, body FROM note WHERE guest_id = ? AND kind = ? AND key = ?");
    select.bind(key.guest).bind(key.kind).bind(key.key);
    auto found = read_notes(select);
    if (!found) return std::unexpected(found.error());
    return found->empty() ? std::nullopt : std::optional(std::move(found->front()));
}

Expected<std::vector<std::string>> SqliteStore::tables_of(std::string_view guest) {
    Statement select(*statements_, "SELECT table_id FROM seat WHERE guest_id = ? ORDER BY table_id");
    select.bind(guest);
    std::vector<std::string> tables;
    for (;;) {
        const auto more = select.step();
        if (!more) return std::unexpected(more.error());
        if (!*more) return tables;
        tables.push_back(select.text(0));
    }
}

Expected<std::vector<NoteRow>> SqliteStore::notes_by_key(std::string_view kind, std::string_view key, int limit) {
    Statement select(*statements_,
                     "SELECT guest_id, kind, key, at, body FROM note WHERE kind = ? AND key = ? "
                     "ORDER BY at DESC, guest_id LIMIT ?");
    select.bind(kind).bind(key).bind(std::int64_t{limit});
    return read_notes(select);
}

}  // namespace springtide
