// Attempts at the deal of a day, in SQLite.
#include "store/sqlite_statement.hpp"
#include "store/sqlite_store.hpp"

namespace springtide {

Expected<void> SqliteStore::write_daily(const DailyAttempt& attempt) {
    Statement begin(*statements_,
                    "INSERT INTO daily_attempt (day, game, guest_id, device, table_id, begun_at) "
                    "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
    begin.bind(attempt.day).bind(attempt.game).bind(attempt.guest).bind(attempt.device).bind(attempt.table);
    if (const auto done = begin.bind(attempt.begun_at).step(); !done) return std::unexpected(done.error());
    if (attempt.done_at == 0) return {};
    Statement end(*statements_,
                  "UPDATE daily_attempt SET done_at = ?, score = ?, points = ? "
                  "WHERE day = ? AND game = ? AND guest_id = ? AND table_id = ? AND done_at = 0");
    end.bind(attempt.done_at).bind(std::int64_t{attempt.score}).bind(std::int64_t{attempt.points});
    end.bind(attempt.day).bind(attempt.game).bind(attempt.guest).bind(attempt.table);
    if (const auto done = end.step(); !done) return std::unexpected(done.error());
    Statement way(*statements_, "INSERT INTO daily_way (table_id, way) VALUES (?, ?) ON CONFLICT DO NOTHING");
    if (const auto done = way.bind(attempt.table).bind(attempt.way).step(); !done) return std::unexpected(done.error());
    return {};
}

Expected<std::optional<DailyAttempt>> SqliteStore::daily_attempt(std::int64_t day, std::string_view game,
                                                                 std::string_view guest) {
    Statement select(*statements_,
                     "SELECT device, table_id, begun_at, done_at, score, points, way FROM daily_attempt "
                     "LEFT JOIN daily_way USING (table_id) WHERE day = ? AND game = ? AND guest_id = ?");
    const auto found = select.bind(day).bind(game).bind(guest).step();
    if (!found) return std::unexpected(found.error());
    if (!*found) return std::nullopt;
    return DailyAttempt{.day = day,
                        .game = std::string(game),
                        .guest = std::string(guest),
                        .device = select.text(0),
                        .table = select.text(1),
                        .begun_at = select.number(2),
                        .done_at = select.number(3),
                        .score = static_cast<int>(select.number(4)),
                        .points = static_cast<int>(select.number(5)),
                        .way = select.text(6),
                        .name = {}};
}

Expected<std::vector<DailyAttempt>> SqliteStore::daily_attempts_of(std::string_view guest) {
    Statement select(*statements_,
                     "SELECT day, game, table_id, begun_at, done_at, score, points FROM daily_attempt "
                     "WHERE guest_id = ? ORDER BY day, game");
    select.bind(guest);
    std::vector<DailyAttempt> attempts;
    for (;;) {
        const auto more = select.step();
        if (!more) return std::unexpected(more.error());
        if (!*more) return attempts;
        attempts.push_back({.day = select.number(0),
                            .game = select.text(1),
                            .guest = std::string(guest),
                            .device = {},
                            .table = select.text(2),
                            .begun_at = select.number(3),
                            .done_at = select.number(4),
                            .score = static_cast<int>(select.number(5)),
                            .points = static_cast<int>(select.number(6)),
                            .way = {},
                            .name = {}});
    }
}

Expected<std::vector<DailyAttempt>> SqliteStore::daily_best(std::int64_t day, std::string_view game, int limit) {
    Statement select(*statements_,
                     "SELECT guest_id, table_id, done_at, score, points, name, claimed FROM daily_attempt "
                     "LEFT JOIN guest ON id = guest_id WHERE day = ? AND game = ? AND done_at > 0 "
                     "ORDER BY score DESC, points DESC, done_at LIMIT ?");
    select.bind(day).bind(game).bind(std::int64_t{limit});
    std::vector<DailyAttempt> best;
    for (;;) {
        const auto more = select.step();
        if (!more) return std::unexpected(more.error());
        if (!*more) return best;
        best.push_back({.day = day,
                        .game = std::string(game),
                        .guest = select.text(0),
                        .device = {},
                        .table = select.text(1),
                        .done_at = select.number(2),
                        .score = static_cast<int>(select.number(3)),
                        .points = static_cast<int>(select.number(4)),
                        .way = {},
                        .name = select.text(5),
                        .is_claimed = !select.is_null(6)});
    }
}

Expected<std::vector<DailyScore>> SqliteStore::daily_scores(std::int64_t day, std::string_view game) {
    Statement select(*statements_,
                     "SELECT score, count(*) FROM daily_attempt WHERE day = ? AND game = ? AND done_at > 0 "
                     "GROUP BY score ORDER BY score DESC");
    select.bind(day).bind(game);
    std::vector<DailyScore> scores;
    for (;;) {
        const auto more = select.step();
        if (!more) return std::unexpected(more.error());
        if (!*more) return scores;
        scores.push_back({.score = static_cast<int>(select.number(0)), .attempts = select.number(1)});
    }
}

Expected<void> SqliteStore::daily_ways(std::int64_t day, std::string_view game, int limit, const TakeWay& take) {
    Statement select(*statements_,
                     "SELECT score, way FROM daily_attempt JOIN daily_way USING (table_id) "
                     "WHERE day = ? AND game = ? AND done_at > 0 LIMIT ?");
    select.bind(day).bind(game).bind(std::int64_t{limit});
    for (;;) {
        const auto more = select.step();
        if (!more) return std::unexpected(more.error());
        if (!*more) return {};
        take(select.text(1), static_cast<int>(select.number(0)));
    }
}

}  // namespace springtide
