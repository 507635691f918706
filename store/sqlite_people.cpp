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
    }
    const auto meetings = meet(change, table);
    if (!meetings) return std::unexpected(meetings.error());
    return write_ratings(change.compute(std::move(rows), *meetings));
}

/// How often they met before; notes that they met.
Expected<RatingChange::Meetings> SqliteStore::meet(const RatingChange& change, const std::string& table) {
    RatingChange::Meetings meetings;
    const auto place_of = [&](std::size_t i) { return i < change.places.size() ? change.places[i] : std::string(); };
    for (const std::string& guest : change.guests) {
        auto& met = meetings.often.emplace_back();
        for (std::size_t q = 0; q < change.guests.size(); ++q) {
            Statement count(*statements_,
                            "SELECT count(*) FROM meeting WHERE guest_id = ?1 AND ((other_id = ?2 AND at >= ?3) OR "
                            "(other_id <> ?2 AND place = ?4 AND ?4 <> '' AND at >= ?5))");
            count.bind(guest).bind(change.guests[q]).bind(change.since).bind(place_of(q)).bind(change.places_since);
            if (const auto counted = count.step(); !counted) return std::unexpected(counted.error());
            met.push_back(static_cast<int>(count.number(0)));
        }
        Statement forget(*statements_, "DELETE FROM meeting WHERE guest_id = ? AND at < ?");
        forget.bind(guest).bind(change.lately);
        if (const auto done = forget.step(); !done) return std::unexpected(done.error());
    }
    for (const std::string& guest : change.guests)
        for (std::size_t q = 0; q < change.guests.size(); ++q) {
            if (guest == change.guests[q]) continue;
            Statement insert(
                *statements_,
                "INSERT OR IGNORE INTO meeting (guest_id, other_id, at, table_id, place) VALUES (?, ?, ?, ?, ?)");
            insert.bind(guest).bind(change.guests[q]).bind(change.at).bind(table);
            if (change.counts && place_of(q).empty())
                insert.bind_null();
            else
                insert.bind(change.counts ? place_of(q) : "");
            if (const auto done = insert.step(); !done) return std::unexpected(done.error());
        }
    const auto opponents_of = [&](const std::string& guest, bool settled) -> Expected<int> {
        Statement count(*statements_,
                        "SELECT min(count(DISTINCT other_id), count(DISTINCT coalesce(place, other_id))) FROM meeting "
                        "WHERE guest_id = ? AND at >= ? AND (place IS NULL OR place <> '') AND settled >= ?");
        count.bind(guest).bind(change.lately).bind(std::int64_t{settled});
        if (const auto counted = count.step(); !counted) return std::unexpected(counted.error());
        return static_cast<int>(count.number(0));
    };
    for (const std::string& guest : change.guests) {
        const auto all = opponents_of(guest, false);
        if (!all) return std::unexpected(all.error());
        meetings.opponents.push_back({.all = *all, .settled = 0});
        if (*all < change.settled_from) continue;
        for (const std::string& other : change.guests) {
            Statement mark(*statements_,
                           "UPDATE meeting SET settled = 1 WHERE guest_id = ? AND other_id = ? AND at = ? AND "
                           "table_id = ?");
            mark.bind(other).bind(guest).bind(change.at).bind(table);
            if (const auto done = mark.step(); !done) return std::unexpected(done.error());
        }
    }
    for (std::size_t i = 0; i < change.guests.size(); ++i) {
        const auto settled = opponents_of(change.guests[i], true);
        if (!settled) return std::unexpected(settled.error());
        meetings.opponents[i].settled = *settled;
    }
    return meetings;
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
