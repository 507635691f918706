// Who looks after a table. A row names the session that claimed it, and a session holds one lock while it lives:
// however many tables there are, a node needs one lock, and what a dead node claimed is free at once.
#include <random>

#include "store/postgres_store.hpp"

namespace springtide {

namespace {

constexpr const char* claim_sql =
    "UPDATE room SET claimed_by = $1::bigint WHERE table_id = $2 AND (claimed_by IN (0, $1::bigint) "
    "OR claimed_by NOT IN (SELECT session FROM live_session)) RETURNING 1";

// It skips locked rows: a row that is being written belongs to another node. So no two nodes wait for each other.
constexpr const char* take_sql =
    "WITH free AS MATERIALIZED (SELECT 0::bigint AS session UNION ALL SELECT session FROM node_session "
    "WHERE session NOT IN (SELECT session FROM live_session)), found AS MATERIALIZED (SELECT one.table_id FROM free, "
    "LATERAL (SELECT table_id FROM room "
    "WHERE phase = 'running' AND duty = 1 AND claimed_by = free.session AND due > 0 AND due < $2::bigint "
    "ORDER BY due LIMIT $3::bigint FOR NO KEY UPDATE SKIP LOCKED) AS one LIMIT $3::bigint) "
    "UPDATE room SET claimed_by = $1::bigint FROM found WHERE room.table_id = found.table_id "
    "RETURNING room.table_id, room.due, room.at";

// Those of sessions that ended and that nothing names any more.
constexpr const char* forget_sessions_sql =
    "DELETE FROM node_session WHERE session NOT IN (SELECT session FROM live_session) AND NOT EXISTS (SELECT FROM room "
    "WHERE phase = 'running' AND duty = 1 AND claimed_by = session)";

/// Nobody else's: 62 bits at random.
std::string new_session() {
    std::random_device device;
    const auto bits = (static_cast<std::uint64_t>(device()) << 32U) | device();
    return std::to_string((bits >> 2U) | 1U);
}

}  // namespace

/// The lock is taken before anything is claimed: a session that is named anywhere either holds it or is dead.
Expected<void> PostgresStore::begin_session() {
    const std::string session = new_session();
    const auto locked = connection_.ask("SELECT pg_try_advisory_lock($1::bigint)", {session});
    if (!locked) return std::unexpected(locked.error());
    const auto in = connection_.sessions();  // where the connection is lost from here on, so is this session
    const auto noted = connection_.ask("INSERT INTO node_session (session) VALUES ($1::bigint)", {session});
    if (!noted) return std::unexpected(noted.error());
    const auto forgotten = connection_.ask(forget_sessions_sql);
    if (!forgotten) return std::unexpected(forgotten.error());
    claimed_.clear();
    session_ = session;
    claimed_in_ = in;
    return {};
}

Expected<PostgresRows> PostgresStore::ask_in_session(const char* sql, PostgresConnection::Values values) {
    constexpr int attempts = 3;
    values.insert(values.begin(), std::nullopt);
    for (int attempt = 0; attempt < attempts; ++attempt) {
        if (claimed_in_ != connection_.sessions())
            if (auto begun = begin_session(); !begun) return std::unexpected(begun.error());
        values.front() = session_;
        auto rows = connection_.ask(sql, values);
        if (!rows || claimed_in_ == connection_.sessions()) return rows;
    }
    return fail(ErrorCode::unavailable, "the connection to the database is lost again and again");
}

Expected<bool> PostgresStore::claim(std::string_view table) {
    if (claimed_in_ == connection_.sessions() && claimed_.contains(std::string(table))) return true;
    const auto got = ask_in_session(claim_sql, {std::string(table)});
    if (!got) return std::unexpected(got.error());
    if (got->size() > 0) claimed_.emplace(table);
    return got->size() > 0;
}

void PostgresStore::release(std::string_view table) {
    claimed_.erase(std::string(table));
    // Where it fails, the session is gone, and its claims with it.
    [[maybe_unused]] const auto released = ask_in_session(
        "UPDATE room SET claimed_by = 0 WHERE table_id = $2 AND claimed_by = $1::bigint", {std::string(table)});
}

Expected<std::vector<Due>> PostgresStore::take_unclaimed(std::int64_t due_before, int limit) {
    const auto rows = ask_in_session(
        take_sql, {std::to_string(due_before), limit < 0 ? std::optional<std::string>() : std::to_string(limit)});
    if (!rows) return std::unexpected(rows.error());
    std::vector<Due> taken;
    for (int row = 0; row < rows->size(); ++row) {
        taken.push_back({.table = rows->text(row, 0), .at = rows->number(row, 1), .last = rows->number(row, 2)});
        claimed_.insert(taken.back().table);
    }
    return taken;
}

}  // namespace springtide
