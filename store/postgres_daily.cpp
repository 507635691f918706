// Attempts at the deal of a day, in PostgreSQL.
#include "store/postgres_store.hpp"

namespace springtide {

Expected<void> PostgresStore::write_daily(const DailyAttempt& attempt) {
    const auto day = std::to_string(attempt.day);
    if (const auto done = connection_.ask(
            "INSERT INTO daily_attempt (day, game, guest_id, device, table_id, begun_at) "
            "VALUES ($1::bigint, $2, $3, $4, $5, $6::bigint) ON CONFLICT DO NOTHING",
            {day, attempt.game, attempt.guest, attempt.device, attempt.table, std::to_string(attempt.begun_at)});
        !done)
        return std::unexpected(done.error());
    if (attempt.done_at == 0) return {};
    if (const auto done =
            connection_.ask("UPDATE daily_attempt SET done_at = $1::bigint, score = $2::bigint, points = $3::bigint "
                            "WHERE day = $4::bigint AND game = $5 AND guest_id = $6 AND table_id = $7 AND done_at = 0",
                            {std::to_string(attempt.done_at), std::to_string(attempt.score),
                             std::to_string(attempt.points), day, attempt.game, attempt.guest, attempt.table});
        !done)
        return std::unexpected(done.error());
    if (const auto done =
            connection_.ask("INSERT INTO daily_way (table_id, way) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                            {attempt.table, attempt.way});
        !done)
        return std::unexpected(done.error());
    return {};
}

Expected<std::optional<DailyAttempt>> PostgresStore::daily_attempt(std::int64_t day, std::string_view game,
                                                                   std::string_view guest) {
    const auto found = connection_.ask(
        "SELECT device, table_id, begun_at, done_at, score, points, coalesce(way, '') FROM daily_attempt "
        "LEFT JOIN daily_way USING (table_id) WHERE day = $1::bigint AND game = $2 AND guest_id = $3",
        {std::to_string(day), std::string(game), std::string(guest)});
    if (!found) return std::unexpected(found.error());
    if (found->size() == 0) return std::nullopt;
    return DailyAttempt{.day = day,
                        .game = std::string(game),
                        .guest = std::string(guest),
                        .device = found->text(0, 0),
                        .table = found->text(0, 1),
                        .begun_at = found->number(0, 2),
                        .done_at = found->number(0, 3),
                        .score = static_cast<int>(found->number(0, 4)),
                        .points = static_cast<int>(found->number(0, 5)),
                        .way = found->text(0, 6),
                        .name = {}};
}

Expected<std::vector<DailyAttempt>> PostgresStore::daily_attempts_of(std::string_view guest) {
    const auto found = connection_.ask(
        "SELECT day, game, table_id, begun_at, done_at, score, points FROM daily_attempt WHERE guest_id = $1 "
        "ORDER BY day, game",
        {std::string(guest)});
    if (!found) return std::unexpected(found.error());
    std::vector<DailyAttempt> attempts;
    attempts.reserve(static_cast<std::size_t>(found->size()));
    for (int row = 0; row < found->size(); ++row)
        attempts.push_back({.day = found->number(row, 0),
                            .game = found->text(row, 1),
                            .guest = std::string(guest),
                            .device = {},
                            .table = found->text(row, 2),
                            .begun_at = found->number(row, 3),
                            .done_at = found->number(row, 4),
                            .score = static_cast<int>(found->number(row, 5)),
                            .points = static_cast<int>(found->number(row, 6)),
                            .way = {},
                            .name = {}});
    return attempts;
}

Expected<std::vector<DailyAttempt>> PostgresStore::daily_best(std::int64_t day, std::string_view game, int limit) {
    const auto found = connection_.ask(
        "SELECT guest_id, table_id, done_at, score, points, coalesce(name, ''), claimed FROM daily_attempt "
        "LEFT JOIN guest ON id = guest_id WHERE day = $1::bigint AND game = $2 AND done_at > 0 "
        "ORDER BY score DESC, points DESC, done_at LIMIT $3::bigint",
        {std::to_string(day), std::string(game), std::to_string(limit)});
    if (!found) return std::unexpected(found.error());
    std::vector<DailyAttempt> best;
    best.reserve(static_cast<std::size_t>(found->size()));
    for (int row = 0; row < found->size(); ++row)
        best.push_back({.day = day,
                        .game = std::string(game),
                        .guest = found->text(row, 0),
                        .device = {},
                        .table = found->text(row, 1),
                        .done_at = found->number(row, 2),
                        .score = static_cast<int>(found->number(row, 3)),
                        .points = static_cast<int>(found->number(row, 4)),
                        .way = {},
                        .name = found->text(row, 5),
                        .is_claimed = !found->is_null(row, 6)});
    return best;
}

Expected<std::vector<DailyScore>> PostgresStore::daily_scores(std::int64_t day, std::string_view game) {
    const auto found = connection_.ask(
        "SELECT score, count(*) FROM daily_attempt WHERE day = $1::bigint AND game = $2 AND done_at > 0 "
        "GROUP BY score ORDER BY score DESC",
        {std::to_string(day), std::string(game)});
    if (!found) return std::unexpected(found.error());
    std::vector<DailyScore> scores;
    scores.reserve(static_cast<std::size_t>(found->size()));
    for (int row = 0; row < found->size(); ++row)
        scores.push_back({.score = static_cast<int>(found->number(row, 0)), .attempts = found->number(row, 1)});
    return scores;
}

Expected<void> PostgresStore::daily_ways(std::int64_t day, std::string_view game, int limit, const TakeWay& take) {
    const auto found = connection_.ask(
        "SELECT score, way FROM daily_attempt JOIN daily_way USING (table_id) "
        "WHERE day = $1::bigint AND game = $2 AND done_at > 0 LIMIT $3::bigint",
        {std::to_string(day), std::string(game), std::to_string(limit)});
    if (!found) return std::unexpected(found.error());
    for (int row = 0; row < found->size(); ++row) take(found->text(row, 1), static_cast<int>(found->number(row, 0)));
    return {};
}

}  // namespace springtide
