// Sessions, ratings and tables set aside, in SQLite.
#include "store/sqlite_file.hpp"
#include "store/sqlite_statement.hpp"
#include "store/sqlite_store.hpp"

namespace springtide {

Expected<bool> SqliteStore::is_ended(std::string_view session) {
    Statement select(*statements_, "SELECT 1 FROM ended_session WHERE id = ?");
    return select.bind(session).step();
}

Expected<std::vector<EndedSession>> SqliteStore::sessions_ended(std::int64_t after) {
    Statement select(*statements_, "SELECT id, guest_id, at FROM ended_session WHERE at > ? ORDER BY at");
    select.bind(after);
    std::vector<EndedSession> ended;
    for (;;) {
        const auto more = select.step();
        if (!more) return std::unexpected(more.error());
        if (!*more) return ended;
        ended.push_back({.id = select.text(0), .guest = select.text(1), .at = select.number(2)});
    }
}

Expected<void> SqliteStore::change_ratings(const RatingChange& change, const std::string& table) {
    std::vector<RatingRow> rows;
    RatingChange::Meetings meetings;
    for (const std::string& id : change.guests) {
        const auto known = guest(id);
        if (!known) return std::unexpected(known.error());
        if (!*known || !(*known)->claimed) return {};
    }
    for (const std::string& guest : change.guests) {
        RatingRow row;
        row.guest = guest;
        row.game = change.game;
        const auto known = ratings_of(guest);
        if (!known) return std::unexpected(known.error());
        for (const RatingRow& one : *known)
            if (one.game == row.game) row = one;
        rows.push_back(std::move(row));
        auto& met = meetings.emplace_back();
        for (const std::string& other : change.guests) {
            Statement count(*statements_,
                            "SELECT count(*) FROM meeting WHERE guest_id = ? AND other_id = ? AND at >= ?");
            count.bind(guest).bind(other).bind(change.since);
            if (const auto counted = count.step(); !counted) return std::unexpected(counted.error());
            met.push_back(static_cast<int>(count.number(0)));
        }
    }
    for (const std::string& guest : change.guests)
        for (const std::string& other : change.guests) {
            if (guest == other) continue;
            Statement insert(*statements_,
                             "INSERT OR IGNORE INTO meeting (guest_id, other_id, at, table_id) VALUES (?, ?, ?, ?)");
            insert.bind(guest).bind(other).bind(change.at).bind(table);
            if (const auto done = insert.step(); !done) return std::unexpected(done.error());
        }
    return write_ratings(change.compute(std::move(rows), meetings));
}

Expected<std::vector<std::string>> SqliteStore::damages() {
    Statement check(*statements_, "PRAGMA integrity_check(20)");
    std::vector<std::string> lines;
    for (;;) {
        const auto more = check.step();
        if (!more) return std::unexpected(more.error());
        if (!*more) break;
        lines.push_back(check.text(0));
    }
    if (lines == std::vector<std::string>{"ok"}) lines.clear();
    return lines;
}

Expected<void> SqliteStore::set_aside(std::string_view table, std::string_view why) {
    const auto run = [&](const char* sql, bool with_why) -> Expected<void> {
        Statement statement(*statements_, sql);
        if (with_why) statement.bind(why);
        const auto done = statement.bind(table).step();
        if (!done) return std::unexpected(done.error());
        return {};
    };
    const auto all = [&]() -> Expected<void> {
        if (auto done = run("INSERT OR REPLACE INTO set_aside (table_id, seq, at, body, why) "
                            "SELECT table_id, seq, at, body, ? FROM event WHERE table_id = ?",
                            true);
            !done)
            return done;
        for (const char* sql : {"DELETE FROM event WHERE table_id = ?", "DELETE FROM room WHERE table_id = ?",
                                "DELETE FROM seat WHERE table_id = ?"})
            if (auto done = run(sql, false); !done) return done;
        return {};
    };
    const auto held = statements_->lock();
    sqlite3* database = statements_->database();
    if (database == nullptr || sqlite3_exec(database, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) != SQLITE_OK)
        return sqlite_error(database);
    last_written_.clear();
    auto done = all();
    if (sqlite3_exec(database, done ? "COMMIT" : "ROLLBACK", nullptr, nullptr, nullptr) != SQLITE_OK && done) {
        file_->failed(sqlite3_extended_errcode(database));
        const auto error = sqlite_error(database);
        roll_back();
        return error;
    }
    return done;
}

}  // namespace springtide
