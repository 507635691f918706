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

Expected<std::vector<Due>> SqliteStore::take_unclaimed(std::int64_t due_before, int limit) {
    Statement select(*statements_,
                     "SELECT table_id, due, at FROM room WHERE phase = 'running' AND duty = 1 AND due > 0 AND due < ? "
                     "LIMIT ?");
    select.bind(due_before).bind(std::int64_t{limit});
    return all_rows<Due>(select, [](const Statement& row) {
        return Due{.table = row.text(0), .at = row.number(1), .last = row.number(2)};
    });
}

Expected<std::vector<RoomRow>> SqliteStore::rooms(std::string_view phase, bool listed_only, int limit) {
    // Two questions, so that the index gives the order: a list costs what it shows.
    Statement select(*statements_, listed_only ? "SELECT table_id, game, phase, listed, at, summary, duty, -1, due, '' "
                                                 "FROM room WHERE phase = ? AND listed = 1 ORDER BY at DESC LIMIT ?"
                                               : "SELECT table_id, game, phase, listed, at, summary, duty, -1, due, '' "
                                                 "FROM room WHERE phase = ? ORDER BY at DESC LIMIT ?");
    select.bind(phase).bind(std::int64_t{limit});
    return all_rows<RoomRow>(select, read_room);
}

Expected<std::vector<RoomRow>> SqliteStore::stale(std::string_view phase, std::int64_t from, std::int64_t before,
                                                  int limit) {
    Statement select(*statements_,
                     "SELECT table_id, game, phase, listed, at, summary, duty, (SELECT coalesce(max(seat), -1) "
                     "FROM seat WHERE seat.table_id = room.table_id), due, '' FROM room "
                     "WHERE phase = ? AND at >= ? AND at < ? ORDER BY at LIMIT ?");
    select.bind(phase).bind(from).bind(before).bind(std::int64_t{limit});
    return all_rows<RoomRow>(select, read_room);
}

Expected<std::vector<RoomRow>> SqliteStore::rooms_of(std::string_view guest, int limit) {
    // Of those that are not over the latest hundreds, of the others only what is shown.
    Statement select(
        *statements_,
        "WITH mine AS (SELECT * FROM (SELECT table_id, seat FROM seat WHERE guest_id = ?1 AND done = 0 AND seat >= 0 "
        "ORDER BY at DESC LIMIT 300) UNION ALL SELECT * FROM (SELECT table_id, seat FROM seat WHERE guest_id = ?1 "
        "AND done = 1 AND seat >= 0 ORDER BY at DESC LIMIT ?2)), shown AS (SELECT room.table_id, game, phase, listed, "
        "at, summary, duty, mine.seat, due FROM mine JOIN room ON room.table_id = mine.table_id "
        "ORDER BY phase = 'over', phase = 'open', at DESC LIMIT ?2), told AS (SELECT shown.*, CASE phase WHEN "
        "'running' "
        "THEN (SELECT max(seq) FROM event WHERE event.table_id = shown.table_id) ELSE 0 END AS number FROM shown) "
        "SELECT told.table_id, game, phase, listed, coalesce(event.at, told.at) AS lately, summary, duty, seat, due, "
        "coalesce(event.body, ''), coalesce(note.body, '') FROM told LEFT JOIN event ON event.table_id = told.table_id "
        "AND seq = number LEFT JOIN note ON note.guest_id = ?1 AND note.kind = 'read' AND note.key = told.table_id "
        "ORDER BY phase = 'over', phase = 'open', lately DESC");
    select.bind(guest).bind(std::int64_t{limit});
    return all_rows<RoomRow>(select, [](const Statement& row) {
        RoomRow room = read_room(row);
        room.read = row.text(10);
        return room;
    });
}

Expected<int> SqliteStore::seat_of(std::string_view table, std::string_view guest) {
    Statement select(*statements_, "SELECT seat FROM seat WHERE guest_id = ? AND table_id = ?");
    const auto found = select.bind(guest).bind(table).step();
    if (!found) return std::unexpected(found.error());
    return *found ? static_cast<int>(select.number(0)) : -1;
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

Expected<std::vector<GuestRow>> SqliteStore::claimed_guests(std::string_view after) {
    return guests(
        "SELECT id, name, claimed, password, valid_from FROM guest WHERE claimed IS NOT NULL AND id > ? ORDER BY id "
        "LIMIT 1000",
        after);
}

Expected<std::vector<RatingRow>> SqliteStore::ratings(const char* sql, std::string_view key, int limit,
                                                      std::optional<std::int64_t> at) {
    Statement select(*statements_, sql);
    select.bind(key).bind(std::int64_t{limit});
    if (at) select.bind(*at);
    return all_rows<RatingRow>(select, [](const Statement& row) {
        return RatingRow{.guest = row.text(0),
                         .game = row.text(1),
                         .rating = row.real(2),
                         .deviation = row.real(3),
                         .volatility = row.real(4),
                         .games = static_cast<int>(row.number(5)),
                         .listed_until = row.number(7),
                         .name = row.text(6)};
    });
}

Expected<std::vector<RatingRow>> SqliteStore::ratings_of(std::string_view guest) {
    return ratings(
        "SELECT guest_id, game, rating, deviation, volatility, games, name, listed_until FROM rating "
        "JOIN guest ON guest.id = guest_id WHERE guest_id = ? LIMIT ?",
        guest, 100);
}

Expected<std::vector<RatingRow>> SqliteStore::best_ratings(std::string_view game, int limit) {
    return ratings(
        "SELECT guest_id, game, rating, deviation, volatility, games, name, listed_until FROM rating "
        "JOIN guest ON guest.id = guest_id WHERE game = ? ORDER BY rating - 2 * deviation DESC LIMIT ?",
        game, limit);
}

Expected<std::vector<RatingRow>> SqliteStore::listed_ratings(std::string_view game, std::int64_t at, int limit) {
    return ratings(
        "SELECT guest_id, game, rating, deviation, volatility, games, name, listed_until FROM rating "
        "JOIN guest ON guest.id = guest_id WHERE game = ?1 AND listed_until > 0 AND listed_until > ?3 "
        "ORDER BY rating - 2 * deviation DESC LIMIT ?2",
        game, limit, at);
}

Expected<std::optional<std::string>> SqliteStore::fact(std::string_view name) {
    Statement select(*statements_, "SELECT value FROM fact WHERE name = ?");
    select.bind(name);
    return first(all_rows<std::string>(select, [](const Statement& row) { return row.text(0); }));
}

}  // namespace springtide
