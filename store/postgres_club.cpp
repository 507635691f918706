// Club nights, in PostgreSQL.
#include "store/postgres_store.hpp"

namespace springtide {

Expected<WriteOutcome> PostgresStore::append_club(const ClubEventRow& row) {
    const auto stored = connection_.ask(
        "INSERT INTO club_event (club_id, seq, at, body) VALUES ($1, $2::bigint, $3::bigint, $4) "
        "ON CONFLICT DO NOTHING RETURNING 1",
        {row.club, std::to_string(row.event.seq), std::to_string(row.event.at), row.event.body});
    if (!stored) return std::unexpected(stored.error());
    return stored->size() == 0 ? WriteOutcome::conflict : WriteOutcome::stored;
}

Expected<void> PostgresStore::write_club_result(const ClubResult& result) {
    const auto done = connection_.ask(
        "INSERT INTO club_result (table_id, club_id, at, body) VALUES ($1, $2, $3::bigint, $4) ON CONFLICT DO NOTHING",
        {result.table, result.club, std::to_string(result.at), result.body});
    return done ? Expected<void>() : std::unexpected(done.error());
}

Expected<ClubLog> PostgresStore::club(std::string_view id) {
    ClubLog log;
    const auto events =
        connection_.ask("SELECT seq, at, body FROM club_event WHERE club_id = $1 ORDER BY seq", {std::string(id)});
    if (!events) return std::unexpected(events.error());
    for (int row = 0; row < events->size(); ++row)
        log.events.push_back(
            {.seq = events->number(row, 0), .at = events->number(row, 1), .body = events->text(row, 2)});
    const auto results =
        connection_.ask("SELECT table_id, at, body FROM club_result WHERE club_id = $1", {std::string(id)});
    if (!results) return std::unexpected(results.error());
    for (int row = 0; row < results->size(); ++row)
        log.results.push_back({.club = std::string(id),
                               .table = results->text(row, 0),
                               .at = results->number(row, 1),
                               .body = results->text(row, 2)});
    return log;
}

}  // namespace springtide
