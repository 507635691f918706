// Club nights, in PostgreSQL.
#include "store/postgres_store.hpp"

namespace springtide {

/// An event holds the one that it follows, so that another node does not forget the night meanwhile.
Expected<WriteOutcome> PostgresStore::append_club(const ClubEventRow& row, bool as_it_is) {
    const std::int64_t follows = as_it_is ? 0 : row.event.seq - 1;
    const auto stored = connection_.ask(
        "INSERT INTO club_event (club_id, seq, at, body) SELECT $1, $2::bigint, $3::bigint, $4 WHERE $5::bigint = 0 "
        "OR EXISTS (SELECT FROM club_event WHERE club_id = $1 AND seq = $5::bigint FOR KEY SHARE) "
        "ON CONFLICT DO NOTHING RETURNING 1",
        {row.club, std::to_string(row.event.seq), std::to_string(row.event.at), row.event.body,
         std::to_string(follows)});
    if (!stored) return std::unexpected(stored.error());
    return stored->size() == 0 ? WriteOutcome::conflict : WriteOutcome::stored;
}

Expected<void> PostgresStore::write_club_result(const ClubResult& result) {
    const auto done = connection_.ask(
        "INSERT INTO club_result (table_id, club_id, at, body) VALUES ($1, $2, $3::bigint, $4) ON CONFLICT DO NOTHING",
        {result.table, result.club, std::to_string(result.at), result.body});
    return done ? Expected<void>() : std::unexpected(done.error());
}

/// Of a club night, or of a table: all of it, or nothing.
Expected<WriteOutcome> PostgresStore::rewrite(const Write& write) {
    if (write.rewritten.empty() && !write.club_rewrite) return WriteOutcome::stored;
    const auto change = [&](const char* sql, const std::string& of,
                            const std::vector<RewrittenEvent>& events) -> Expected<WriteOutcome> {
        for (const RewrittenEvent& event : events) {
            const auto done = connection_.ask(sql, {of, std::to_string(event.seq), event.before, event.after});
            if (!done) return std::unexpected(done.error());
            if (done->size() == 0) return WriteOutcome::conflict;
        }
        return WriteOutcome::stored;
    };
    if (auto made = connection_.run("SAVEPOINT one"); !made) return std::unexpected(made.error());
    auto outcome =
        change("UPDATE event SET body = $4 WHERE table_id = $1 AND seq = $2::bigint AND body = $3 RETURNING 1",
               write.table, write.rewritten);
    if (outcome && *outcome == WriteOutcome::stored && write.club_rewrite)
        outcome =
            change("UPDATE club_event SET body = $4 WHERE club_id = $1 AND seq = $2::bigint AND body = $3 RETURNING 1",
                   write.club_rewrite->club, write.club_rewrite->events);
    if (!outcome) return outcome;
    const auto ended = connection_.run(*outcome == WriteOutcome::stored ? "RELEASE one" : "ROLLBACK TO one");
    return ended ? outcome : std::unexpected(ended.error());
}

/// Like forget() of a table: nothing of it goes where something happened there since.
Expected<WriteOutcome> PostgresStore::forget_club(const ClubForgotten& club) {
    if (auto made = connection_.run("SAVEPOINT one"); !made) return std::unexpected(made.error());
    const auto gone = connection_.ask("DELETE FROM club_event WHERE club_id = $1 AND seq <= $2::bigint RETURNING 1",
                                      {club.club, std::to_string(club.seq)});
    if (!gone) return std::unexpected(gone.error());
    const auto left = connection_.ask("SELECT FROM club_event WHERE club_id = $1 LIMIT 1", {club.club});
    if (!left) return std::unexpected(left.error());
    const bool is_gone = gone->size() == club.seq && left->size() == 0;
    if (is_gone)
        for (const char* sql :
             {"DELETE FROM club_result WHERE club_id = $1", "DELETE FROM note WHERE kind = 'club' AND key = $1"})
            if (const auto done = connection_.ask(sql, {club.club}); !done) return std::unexpected(done.error());
    const auto ended = connection_.run(is_gone ? "RELEASE one" : "ROLLBACK TO one");
    if (!ended) return std::unexpected(ended.error());
    return is_gone ? WriteOutcome::stored : WriteOutcome::conflict;
}

Expected<std::vector<ClubRow>> PostgresStore::clubs(std::int64_t from, std::int64_t before, int limit) {
    const auto found = connection_.ask(
        "SELECT club_id, at FROM club_event WHERE seq = 1 AND at >= $1::bigint AND at < $2::bigint ORDER BY at "
        "LIMIT $3::int",
        {std::to_string(from), std::to_string(before), std::to_string(limit)});
    if (!found) return std::unexpected(found.error());
    std::vector<ClubRow> clubs;
    clubs.reserve(static_cast<std::size_t>(found->size()));
    for (int row = 0; row < found->size(); ++row)
        clubs.push_back({.club = found->text(row, 0), .at = found->number(row, 1)});
    return clubs;
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
