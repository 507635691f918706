// Club nights, in SQLite.
#include "store/sqlite_statement.hpp"
#include "store/sqlite_store.hpp"

namespace springtide {

/// Follows the event before it: the night may have been forgotten.
Expected<WriteOutcome> SqliteStore::append_club(const ClubEventRow& row, bool as_it_is) {
    Statement insert(*statements_,
                     "INSERT INTO club_event (club_id, seq, at, body) SELECT ?1, ?2, ?3, ?4 WHERE ?5 = 0 OR EXISTS "
                     "(SELECT 1 FROM club_event WHERE club_id = ?1 AND seq = ?5) ON CONFLICT DO NOTHING");
    insert.bind(row.club).bind(row.event.seq).bind(row.event.at).bind(row.event.body);
    insert.bind(as_it_is ? std::int64_t{0} : row.event.seq - 1);
    if (const auto done = insert.step(); !done) return std::unexpected(done.error());
    return sqlite3_changes(statements_->database()) == 0 ? WriteOutcome::conflict : WriteOutcome::stored;
}

Expected<void> SqliteStore::write_club_result(const ClubResult& result) {
    Statement insert(
        *statements_,
        "INSERT INTO club_result (table_id, club_id, at, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING");
    insert.bind(result.table).bind(result.club).bind(result.at).bind(result.body);
    if (const auto done = insert.step(); !done) return std::unexpected(done.error());
    return {};
}

/// Of a club night, or of a table.
Expected<WriteOutcome> SqliteStore::rewrite(const Write& write) {
    const auto change = [&](const char* sql, const std::string& of,
                            const std::vector<RewrittenEvent>& events) -> Expected<WriteOutcome> {
        for (const RewrittenEvent& event : events) {
            Statement update(*statements_, sql);
            update.bind(event.after).bind(of).bind(event.seq).bind(event.before);
            if (const auto done = update.step(); !done) return std::unexpected(done.error());
            if (sqlite3_changes(statements_->database()) == 0) return WriteOutcome::conflict;
        }
        return WriteOutcome::stored;
    };
    if (write.club_rewrite) {
        const auto done = change("UPDATE club_event SET body = ? WHERE club_id = ? AND seq = ? AND body = ?",
                                 write.club_rewrite->club, write.club_rewrite->events);
        if (!done || *done == WriteOutcome::conflict) return done;
    }
    return change("UPDATE event SET body = ? WHERE table_id = ? AND seq = ? AND body = ?", write.table,
                  write.rewritten);
}

Expected<WriteOutcome> SqliteStore::forget_club(const ClubForgotten& club) {
    Statement events(*statements_,
                     "DELETE FROM club_event WHERE club_id = ?1 AND (SELECT max(seq) FROM club_event WHERE "
                     "club_id = ?1) = ?2");
    events.bind(club.club).bind(club.seq);
    if (const auto done = events.step(); !done) return std::unexpected(done.error());
    if (sqlite3_changes(statements_->database()) == 0) return WriteOutcome::conflict;
    for (const char* sql :
         {"DELETE FROM club_result WHERE club_id = ?", "DELETE FROM note WHERE kind = 'club' AND key = ?"}) {
        Statement rest(*statements_, sql);
        rest.bind(club.club);
        if (const auto done = rest.step(); !done) return std::unexpected(done.error());
    }
    return WriteOutcome::stored;
}

Expected<std::vector<ClubRow>> SqliteStore::clubs(std::int64_t from, std::int64_t before, int limit) {
    Statement select(*statements_,
                     "SELECT club_id, at FROM club_event WHERE seq = 1 AND at >= ? AND at < ? ORDER BY at LIMIT ?");
    select.bind(from).bind(before).bind(std::int64_t{limit});
    std::vector<ClubRow> clubs;
    for (;;) {
        const auto more = select.step();
        if (!more) return std::unexpected(more.error());
        if (!*more) return clubs;
        clubs.push_back({.club = select.text(0), .at = select.number(1)});
    }
}

Expected<ClubLog> SqliteStore::club(std::string_view id) {
    ClubLog log;
    Statement events(*statements_, "SELECT seq, at, body FROM club_event WHERE club_id = ? ORDER BY seq");
    events.bind(id);
    for (;;) {
        const auto more = events.step();
        if (!more) return std::unexpected(more.error());
        if (!*more) break;
        log.events.push_back({.seq = events.number(0), .at = events.number(1), .body = events.text(2)});
    }
    Statement results(*statements_, "SELECT table_id, at, body FROM club_result WHERE club_id = ?");
    results.bind(id);
    for (;;) {
        const auto more = results.step();
        if (!more) return std::unexpected(more.error());
        if (!*more) return log;
        log.results.push_back(
            {.club = std::string(id), .table = results.text(0), .at = results.number(1), .body = results.text(2)});
    }
}

}  // namespace springtide
