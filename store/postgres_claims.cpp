// Claims of tables: a table's row names the session of the node that claimed it. A session that is over claims nothing,
// however many tables name it.
#include "store/postgres_store.hpp"

namespace springtide {

namespace {

// A node whose own session is over claims nothing either.
constexpr const char* claim_sql =
    "UPDATE room SET claimed_by = $1::bigint WHERE table_id = $2 AND (claimed_by IN (0, $1::bigint) "
    "OR claimed_by NOT IN (SELECT session FROM node_session WHERE NOT is_over)) "
    "AND EXISTS (SELECT FROM node_session WHERE session = $1::bigint AND NOT is_over FOR KEY SHARE) RETURNING 1";

// It skips locked rows: a row that is being written belongs to another node. So no two nodes wait for each other.
constexpr const char* take_sql =
    "WITH free AS MATERIALIZED (SELECT 0::bigint AS session UNION ALL SELECT session FROM node_session WHERE is_over), "
    "found AS MATERIALIZED (SELECT one.table_id FROM free, "
    "LATERAL (SELECT table_id FROM room "
    "WHERE phase = 'running' AND duty = 1 AND claimed_by = free.session AND due > 0 AND due < $2::bigint "
    "ORDER BY due LIMIT $3::bigint FOR NO KEY UPDATE SKIP LOCKED) AS one LIMIT $3::bigint) "
    "UPDATE room SET claimed_by = $1::bigint FROM found WHERE room.table_id = found.table_id "
    "AND EXISTS (SELECT FROM node_session WHERE session = $1::bigint AND NOT is_over FOR KEY SHARE) "
    "RETURNING room.table_id, room.due, room.at";

}  // namespace

/// A store joins by itself when it first needs claims.
Expected<PostgresRows> PostgresStore::ask_in_session(const char* sql, PostgresConnection::Values values) {
    if (lease_->token() == NodeLease::unjoined)
        if (auto joined = join(); !joined) return std::unexpected(joined.error());
    const auto token = lease_->token();
    if (claimed_in_ != token) claimed_.clear();
    claimed_in_ = token;
    values.insert(values.begin(), std::to_string(token));
    return connection_.ask(sql, values);
}

Expected<bool> PostgresStore::claim(std::string_view table) {
    if (claimed_in_ == lease_->token() && claimed_.contains(std::string(table))) return true;
    const auto got = ask_in_session(claim_sql, {std::string(table)});
    if (!got) return std::unexpected(got.error());
    if (got->size() > 0) claimed_.emplace(table);
    return got->size() > 0;
}

void PostgresStore::release(std::string_view table) {
    claimed_.erase(std::string(table));
    // If it fails, the table is still ours: it is taken up again when something is due there.
    [[maybe_unused]] const auto released = ask_in_session(
        "UPDATE room SET claimed_by = 0 WHERE table_id = $2 AND claimed_by = $1::bigint", {std::string(table)});
}

Expected<std::vector<Due>> PostgresStore::take_unclaimed(std::int64_t due_before, int limit) {
    if (const auto ended = end_dead_nodes(); !ended) return std::unexpected(ended.error());
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
