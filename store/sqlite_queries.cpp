// The questions of SqliteStore.
#include "store/sqlite_statement.hpp"
#include "store/sqlite_store.hpp"

namespace springtide {

namespace {

/// Reads every row with `read`.
template <class Row, class Read>
Expected<std::vector<Row>> all_rows(Statement& statement, Read read) {
    std::vector<Row> rows;
    for (;;) {
        const auto more = statement.step();
        if (!more) return std::unexpected(more.error());
        if (!*more) return rows;
        rows.push_back(read(statement));
    }
}

template <class Row>
Expected<std::optional<Row>> first(Expected<std::vector<Row>> rows) {
    if (!rows) return std::unexpected(rows.error());
    if (rows->empty()) return std::optional<Row>();
    return std::optional<Row>(std::move(rows->front()));
}

std::optional<std::string> optional_text(const Statement& statement, int column) {
    if (statement.is_null(column)) return std::nullopt;
    return statement.text(column);
}

RoomRow read_room(const Statement& row) {
    return {.table = row.text(0),
            .game = row.text(1),
            .phase = row.text(2),
            .listed = row.number(3) != 0,
            .at = row.number(4),
            .summary = row.text(5),
            .duty = row.number(6) != 0,
            .seat = static_cast<int>(row.number(7)),
            .due = row.number(8),
            .last = row.text(9)};
}

}  // namespace

Expected<std::vector<StoredEvent>> SqliteStore::events(std::string_view table, std::int64_t after, int limit) {
    Statement select(*statements_,
                     "SELECT seq, at, body FROM event WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?");
    select.bind(table).bind(after).bind(std::int64_t{limit});
    return all_rows<StoredEvent>(select, [](const Statement& row) {
        return StoredEvent{.seq = row.number(0), .at = row.number(1), .body = row.text(2)};
    });
}

Expected<std::int64_t> SqliteStore::last_seq(std::string_view table) {
    Statement select(*statements_, "SELECT max(seq) FROM event WHERE table_id = ?");
    select.bind(table);
    if (const auto row = select.step(); !row) return std::unexpected(row.error());
    return select.number(0);
}

Expected<std::optional<RoomRow>> SqliteStore::room(std::string_view table) {
    Statement select(*statements_,
                     "SELECT table_id, game, phase, listed, at, summary, duty, -1, due, '' FROM room "
                     "WHERE table_id = ?");
    select.bind(table);
    return first(all_rows<RoomRow>(select, read_room));
}

Expected<std::vector<std::string>> SqliteStore::tables(std::string_view after, int limit) {
    Statement select(*statements_, "SELECT DISTINCT table_id FROM event WHERE table_id > ? ORDER BY table_id LIMIT ?");
    select.bind(after).bind(std::int64_t{limit});
    return all_rows<std::string>(select, [](const Statement& row) { return row.text(0); });
}

Expected<std::vector<Due>> SqliteStore::unclaimed(int limit) {
    Statement select(*statements_, "SELECT table_id, due, at FROM room WHERE phase = 'running' AND duty = 1 LIMIT ?");
    select.bind(std::int64_t{limit});
    return all_rows<Due>(select, [](const Statement& row) {
        return Due{.table = row.text(0), .at = row.number(1), .last = row.number(2)};
    });
}

Expected<std::vector<RoomRow>> SqliteStore::rooms(std::string_view phase, bool listed_only, int limit) {
    Statement select(*statements_,
                     "SELECT table_id, game, phase, listed, at, summary, duty, -1, due, '' FROM room "
                     "WHERE phase = ? AND listed >= ? ORDER BY at DESC LIMIT ?");
    select.bind(phase).bind(std::int64_t{listed_only}).bind(std::int64_t{limit});
    return all_rows<RoomRow>(select, read_room);
}

Expected<std::vector<RoomRow>> SqliteStore::stale(std::string_view phase, std::int64_t before, int limit) {
    Statement select(
        *statements_,
        "SELECT table_id, game, phase, listed, at, summary, duty, -1, due, '' FROM room "
        "WHERE phase = ? AND listed IN (0, 1) AND at < ? AND (phase <> 'open' OR NOT EXISTS "
        "(SELECT 1 FROM seat WHERE seat.table_id = room.table_id AND seat.seat >= 0)) ORDER BY at LIMIT ?");
    select.bind(phase).bind(before).bind(std::int64_t{limit});
    return all_rows<RoomRow>(select, read_room);
}

Expected<std::vector<RoomRow>> SqliteStore::rooms_of(std::string_view guest, int limit) {
    Statement select(*statements_,
                     "SELECT room.table_id, game, phase, listed, at, summary, duty, seat.seat, due, "
                     "CASE phase WHEN 'running' THEN (SELECT body FROM event WHERE event.table_id = room.table_id "
                     "ORDER BY seq DESC LIMIT 1) ELSE '' END FROM seat "
                     "JOIN room ON room.table_id = seat.table_id WHERE seat.guest_id = ? AND seat.seat >= 0 "
                     "ORDER BY phase = 'over', phase = 'open', at DESC LIMIT ?");
    select.bind(guest).bind(std::int64_t{limit});
    return all_rows<RoomRow>(select, read_room);
}

Expected<std::vector<GuestRow>> SqliteStore::guests(const char* sql, std::string_view key) {
    Statement select(*statements_, sql);
    select.bind(key);
    return all_rows<GuestRow>(select, [](const Statement& row) {
        return GuestRow{.id = row.text(0),
                        .name = row.text(1),
                        .claimed = optional_text(row, 2),
                        .password = optional_text(row, 3),
                        .valid_from = row.number(4)};
    });
}

Expected<std::optional<GuestRow>> SqliteStore::guest(std::string_view id) {
    return first(guests("SELECT id, name, claimed, password, valid_from FROM guest WHERE id = ?", id));
}

Expected<std::optional<GuestRow>> SqliteStore::guest_by_claim(std::string_view claimed) {
    return first(guests("SELECT id, name, claimed, password, valid_from FROM guest WHERE claimed = ?", claimed));
}

Expected<std::vector<RatingRow>> SqliteStore::ratings(const char* sql, std::string_view key, int limit) {
    Statement select(*statements_, sql);
    select.bind(key).bind(std::int64_t{limit});
    return all_rows<RatingRow>(select, [](const Statement& row) {
        return RatingRow{.guest = row.text(0),
                         .game = row.text(1),
                         .rating = row.real(2),
                         .deviation = row.real(3),
                         .volatility = row.real(4),
                         .games = static_cast<int>(row.number(5)),
                         .name = row.text(6)};
    });
}

Expected<std::vector<RatingRow>> SqliteStore::ratings_of(std::string_view guest) {
    return ratings(
        "SELECT guest_id, game, rating, deviation, volatility, games, name FROM rating "
        "JOIN guest ON guest.id = guest_id WHERE guest_id = ? LIMIT ?",
        guest, 100);
}

Expected<std::vector<RatingRow>> SqliteStore::best_ratings(std::string_view game, int limit) {
    return ratings(
        "SELECT guest_id, game, rating, deviation, volatility, games, name FROM rating "
        "JOIN guest ON guest.id = guest_id WHERE game = ? ORDER BY rating - 2 * deviation DESC LIMIT ?",
        game, limit);
}

Expected<std::optional<std::string>> SqliteStore::fact(std::string_view name) {
    Statement select(*statements_, "SELECT value FROM fact WHERE name = ?");
    select.bind(name);
    return first(all_rows<std::string>(select, [](const Statement& row) { return row.text(0); }));
}

}  // namespace springtide
