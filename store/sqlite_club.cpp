// Club nights, in SQLite.
#include "store/sqlite_statement.hpp"
#include "store/sqlite_store.hpp"

namespace springtide {

Expected<WriteOutcome> SqliteStore::append_club(const ClubEventRow& row) {
    Statement insert(*statements_,
                     "INSERT INTO club_event (club_id, seq, at, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING");
    insert.bind(row.club).bind(row.event.seq).bind(row.event.at).bind(row.event.body);
    if (const auto done = insert.step(); !done) return std::unexpected(done.error());
    return sqlite3_changes(database_) == 0 ? WriteOutcome::conflict : WriteOutcome::stored;
}

Expected<void> SqliteStore::write_club_result(const ClubResult& result) {
    Statement insert(
        *statements_,
        "INSERT INTO club_result (table_id, club_id, at, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING");
    insert.bind(result.table).bind(result.club).bind(result.at).bind(result.body);
    if (const auto done = insert.step(); !done) return std::unexpected(done.error());
    return {};
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
