// The lease of a node. All times are the database's: the clocks of two machines are never compared.
#include <algorithm>
#include <random>

#include "store/postgres_store.hpp"

namespace springtide {

namespace {

// Two nodes never draw the same one: 62 bits at random.
std::string new_token() {
    std::random_device device;
    const auto bits = (static_cast<std::uint64_t>(device()) << 32U) | device();
    return std::to_string((bits >> 2U) | 1U);
}

std::string milliseconds(std::chrono::milliseconds time) { return std::to_string(time.count()); }

constexpr std::chrono::milliseconds longest_without_lock{2000};  // time enough to reconnect

constexpr const char* join_sql =
    "INSERT INTO node_session (session, until) VALUES ($1::bigint, clock_timestamp() + $2::bigint * interval '1 ms')";
constexpr const char* renew_sql =
    "UPDATE node_session SET until = clock_timestamp() + $2::bigint * interval '1 ms' WHERE session = $1::bigint "
    "AND NOT is_over RETURNING 1";

// A node that did not renew its lease, or whose process is gone: it lost its lock, and has not renewed the lease since
// ($2: the rest of the lease at that time). While the database was down no node could renew ($3). Such a node may be in
// the middle of a transaction, which holds its session until it commits (hold_lease): it is passed over and checked
// again a second later.
constexpr const char* end_dead_sql =
    "WITH dead AS MATERIALIZED (SELECT session FROM node_session WHERE NOT is_over AND session <> $1::bigint "
    "AND (until < clock_timestamp() OR (session NOT IN (SELECT session FROM live_session) "
    "AND (until = 'infinity' OR until < clock_timestamp() + $2::bigint * interval '1 ms'))) "
    "AND (until = 'infinity' OR clock_timestamp() > pg_postmaster_start_time() + $3::bigint * interval '1 ms') "
    "AND EXISTS (SELECT FROM node_session AS own WHERE own.session = $1::bigint AND NOT own.is_over) "
    "FOR UPDATE OF node_session SKIP LOCKED) "
    "UPDATE node_session SET is_over = true FROM dead WHERE node_session.session = dead.session "
    "RETURNING node_session.session";

// Those that are over and that nothing names any more.
constexpr const char* forget_sessions_sql =
    "DELETE FROM node_session WHERE is_over AND NOT EXISTS (SELECT FROM room "
    "WHERE phase = 'running' AND duty = 1 AND claimed_by = session)";

}  // namespace

/// The lock tells other nodes at once that this process has ended.
Expected<void> PostgresStore::join() {
    const std::string token = new_token();
    if (auto unlocked = connection_.run("SELECT pg_advisory_unlock_all()"); !unlocked) return unlocked;
    if (auto locked = lock_session(token); !locked) return locked;
    const auto sent = NodeLease::Clock::now();
    const auto noted = connection_.ask(join_sql, {token, milliseconds(NodeLease::length)});
    if (!noted) return std::unexpected(noted.error());
    if (const auto gone = connection_.ask(forget_sessions_sql); !gone) return std::unexpected(gone.error());
    lease_->joined(std::stoll(token), sent);
    return {};
}

Expected<void> PostgresStore::lock_session(const std::string& token) {
    const auto locked = connection_.ask("SELECT pg_try_advisory_lock($1::bigint)", {token});
    if (!locked) return std::unexpected(locked.error());
    // A connection that was lost may keep its lock for some seconds; then the next renewal tries again.
    if (locked->text(0, 0) == "t") locked_in_ = connection_.sessions();
    return {};
}

Expected<bool> PostgresStore::renew() {
    const auto token = lease_->token();
    if (token == NodeLease::unjoined) return true;
    if (token == NodeLease::lost) return false;
    const auto is_held = extend(token);
    if (is_held && *is_held && locked_in_ != connection_.sessions())
        if (auto locked = lock_session(std::to_string(token)); !locked) return std::unexpected(locked.error());
    return is_held;
}

Expected<bool> PostgresStore::extend(std::int64_t token) {
    const auto sent = NodeLease::Clock::now();
    const auto renewed = connection_.ask_often({renew_sql, {std::to_string(token), milliseconds(NodeLease::length)}});
    if (!renewed) return std::unexpected(renewed.error());
    renewed->size() > 0 ? lease_->renewed(sent) : lease_->lose(token);
    return renewed->size() > 0;
}

Expected<void> PostgresStore::leave() {
    const auto token = lease_->token();
    if (token <= 0) return {};
    lease_->lose(token);
    const auto left =
        connection_.ask("UPDATE node_session SET is_over = true WHERE session = $1::bigint", {std::to_string(token)});
    return left ? Expected<void>() : std::unexpected(left.error());
}

Expected<void> PostgresStore::end_dead_nodes() {
    const auto ended = connection_.ask(
        end_dead_sql, {std::to_string(lease_->token()), milliseconds(NodeLease::length - longest_without_lock),
                       milliseconds(NodeLease::length)});
    return ended ? Expected<void>() : std::unexpected(ended.error());
}

/// Decisions from another lease are not written: their rooms are gone, and other nodes may have played on. A lease that
/// was not renewed in time is renewed first, if no other node ended it.
Expected<void> PostgresStore::may_write(std::span<const Write> batch) {
    const auto token = lease_->token();
    const auto is_older = [&](const Write& write) { return write.under != 0 && write.under != token; };
    if (token == NodeLease::lost || std::ranges::any_of(batch, is_older)) return refuse_lost();
    if (token == NodeLease::unjoined || lease_->is_fresh()) return {};
    const auto is_held = extend(token);
    if (!is_held) return std::unexpected(is_held.error());
    return *is_held ? Expected<void>() : refuse_lost();
}

std::unexpected<Error> PostgresStore::refuse_lost() {
    return fail(ErrorCode::unavailable,
                "this node stood still for too long, and others took its tables; it joins them "
                "again by itself");
}

std::optional<PostgresQuestion> PostgresStore::fence() const {
    const auto token = lease_->token();
    if (token == NodeLease::unjoined) return {};
    return PostgresQuestion{"SELECT hold_lease($1::bigint)", {std::to_string(token)}};
}

Expected<void> PostgresStore::begin() {
    if (auto begun = connection_.run("BEGIN"); !begun) return begun;
    const auto fenced = fence();
    if (!fenced) return {};
    const auto held = connection_.ask_often(*fenced);
    if (held) return {};
    const bool is_ended = has_lease_ended();
    [[maybe_unused]] const auto undone = connection_.run("ROLLBACK");
    return is_ended ? refuse_lost() : std::unexpected(held.error());
}

}  // namespace springtide
