// The questions of PostgresStore.
#include <array>

#include "store/postgres_store.hpp"

namespace springtide {

namespace {

/// Every row, read with `read(rows, number)`.
template <class Row, class Read>
Expected<std::vector<Row>> all_rows(const Expected<PostgresRows>& found, Read read) {
    if (!found) return std::unexpected(found.error());
    std::vector<Row> rows;
    rows.reserve(static_cast<std::size_t>(found->size()));
    for (int row = 0; row < found->size(); ++row) rows.push_back(read(*found, row));
    return rows;
}

template <class Row>
Expected<std::optional<Row>> first(Expected<std::vector<Row>> rows) {
    if (!rows) return std::unexpected(rows.error());
    if (rows->empty()) return std::optional<Row>();
    return std::optional<Row>(std::move(rows->front()));
}

std::optional<std::string> optional_text(const PostgresRows& rows, int row, int column) {
    if (rows.is_null(row, column)) return std::nullopt;
    return rows.text(row, column);
}

RoomRow read_room(const PostgresRows& rows, int row) {
    return {.table = rows.text(row, 0),
            .game = rows.text(row, 1),
            .phase = rows.text(row, 2),
            .listed = rows.number(row, 3) != 0,
            .at = rows.number(row, 4),
            .summary = rows.text(row, 5),
            .duty = rows.number(row, 6) != 0,
            .seat = static_cast<int>(rows.number(row, 7)),
            .due = rows.number(row, 8),
            .last = rows.text(row, 9)};
}

std::string read_text(const PostgresRows& rows, int row) { return rows.text(row, 0); }

/// No limit if it is below 0.
std::optional<std::string> limit_of(int limit) {
    return limit < 0 ? std::nullopt : std::optional<std::string>(std::to_string(limit));
}

}  // namespace

Expected<std::vector<StoredEvent>> PostgresStore::events(std::string_view table, std::int64_t after, int limit) {
    const auto found = connection_.ask_often(
        {"SELECT seq, at, body FROM event WHERE table_id = $1 AND seq > $2::bigint ORDER BY seq LIMIT $3::int",
         {std::string(table), std::to_string(after), limit_of(limit)}});
    return all_rows<StoredEvent>(found, [](const PostgresRows& rows, int row) {
        return StoredEvent{.seq = rows.number(row, 0), .at = rows.number(row, 1), .body = rows.text(row, 2)};
    });
}

Expected<std::vector<std::vector<StoredEvent>>> PostgresStore::events_after(std::span<const After> tables, int limit) {
    std::array<PostgresArray, 2> wanted;
    for (const After& one : tables) {
        wanted[0].add(one.table);
        wanted[1].add(one.seq);
    }
    auto values = values_of(wanted);
    values.push_back(limit_of(limit));
    const auto found = connection_.ask_often(
        {"SELECT place, seq, at, body FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS want (id, after, "
         "place), "
         "LATERAL (SELECT seq, at, body FROM event WHERE table_id = id AND seq > after ORDER BY seq LIMIT $3::int) AS "
         "one ORDER BY place, seq",
         values});
    if (!found) return std::unexpected(found.error());
    std::vector<std::vector<StoredEvent>> all(tables.size());
    for (int row = 0; row < found->size(); ++row)
        all[static_cast<std::size_t>(found->number(row, 0) - 1)].push_back(
            {.seq = found->number(row, 1), .at = found->number(row, 2), .body = found->text(row, 3)});
    return all;
}

Expected<std::int64_t> PostgresStore::last_seq(std::string_view table) {
    const auto found =
        connection_.ask_often({"SELECT coalesce(max(seq), 0) FROM event WHERE table_id = $1", {std::string(table)}});
    if (!found) return std::unexpected(found.error());
    return found->number(0, 0);
}

Expected<std::optional<RoomRow>> PostgresStore::room(std::string_view table) {
    return first(all_rows<RoomRow>(
        connection_.ask("SELECT table_id, game, phase, listed, at, summary, duty, -1, due, '' FROM room "
                        "WHERE table_id = $1",
                        {std::string(table)}),
        read_room));
}

Expected<std::vector<std::string>> PostgresStore::tables(std::string_view after, int limit) {
    return all_rows<std::string>(
        connection_.ask("SELECT DISTINCT table_id COLLATE \"C\" AS id FROM event WHERE table_id COLLATE \"C\" > $1 "
                        "ORDER BY id LIMIT $2::int",
                        {std::string(after), limit_of(limit)}),
        read_text);
}

Expected<std::vector<RoomRow>> PostgresStore::rooms(std::string_view phase, bool listed_only, int limit) {
    // Two questions, so that the index gives the order: a list costs what it shows.
    const char* sql = listed_only ? "SELECT table_id, game, phase, listed, at, summary, duty, -1, due, '' FROM room "
                                    "WHERE phase = $1 AND listed = 1 ORDER BY at DESC LIMIT $2::int"
                                  : "SELECT table_id, game, phase, listed, at, summary, duty, -1, due, '' FROM room "
                                    "WHERE phase = $1 ORDER BY at DESC LIMIT $2::int";
    return all_rows<RoomRow>(connection_.ask(sql, {std::string(phase), limit_of(limit)}), read_room);
}

Expected<std::vector<RoomRow>> PostgresStore::stale(std::string_view phase, std::int64_t from, std::int64_t before,
                                                    int limit) {
    return all_rows<RoomRow>(
        connection_.ask(
            "SELECT table_id, game, phase, listed, at, summary, duty, (SELECT coalesce(max(seat), -1) FROM seat "
            "WHERE seat.table_id = room.table_id), due, '' FROM room WHERE phase = $1 AND at >= $2::bigint "
            "AND at < $3::bigint ORDER BY at LIMIT $4::int",
            {std::string(phase), std::to_string(from), std::to_string(before), limit_of(limit)}),
        read_room);
}

Expected<std::vector<RoomRow>> PostgresStore::rooms_of(std::string_view guest, int limit) {
    return all_rows<RoomRow>(
        // Of those that are not over the latest hundreds, of the others only what is shown.
        connection_.ask("WITH mine AS ((SELECT table_id, seat FROM seat WHERE guest_id = $1 AND done = 0 AND seat >= 0 "
                        "ORDER BY at DESC LIMIT 300) UNION ALL (SELECT table_id, seat FROM seat WHERE guest_id = $1 "
                        "AND done = 1 AND seat >= 0 ORDER BY at DESC LIMIT $2::int)), shown AS (SELECT room.table_id, "
                        "game, phase, listed, at, summary, duty, mine.seat, due FROM mine JOIN room "
                        "ON room.table_id = mine.table_id ORDER BY phase = 'over', phase = 'open', at DESC "
                        "LIMIT $2::int), told AS (SELECT shown.*, CASE phase WHEN 'running' THEN (SELECT max(seq) "
                        "FROM event WHERE event.table_id = shown.table_id) ELSE 0 END AS number FROM shown) "
                        "SELECT told.table_id, game, phase, listed, coalesce(event.at, told.at) AS lately, summary, "
                        "duty, seat, due, coalesce(event.body, ''), coalesce(note.body, '') FROM told LEFT JOIN event "
                        "ON event.table_id = told.table_id AND seq = number LEFT JOIN note ON note.guest_id = $1 "
                        "AND note.kind = 'read' AND note.key = told.table_id "
                        "ORDER BY phase = 'over', phase = 'open', lately DESC",
                        {std::string(guest), limit_of(limit)}),
        [](const PostgresRows& rows, int row) {
            RoomRow room = read_room(rows, row);
            room.read = rows.text(row, 10);
            return room;
        });
}

Expected<int> PostgresStore::seat_of(std::string_view table, std::string_view guest) {
    const auto found = connection_.ask_often(
        {"SELECT seat FROM seat WHERE guest_id = $1 AND table_id = $2", {std::string(guest), std::string(table)}});
    if (!found) return std::unexpected(found.error());
    return found->size() > 0 ? static_cast<int>(found->number(0, 0)) : -1;
}

Expected<std::vector<GuestRow>> PostgresStore::guests(const char* sql, std::string_view key) {
    return all_rows<GuestRow>(connection_.ask_often({sql, {std::string(key)}}), [](const PostgresRows& rows, int row) {
        return GuestRow{.id = rows.text(row, 0),
                        .name = rows.text(row, 1),
                        .claimed = optional_text(rows, row, 2),
                        .password = optional_text(rows, row, 3),
                        .valid_from = rows.number(row, 4)};
    });
}

Expected<std::optional<GuestRow>> PostgresStore::guest(std::string_view id) {
    return first(guests("SELECT id, name, claimed, password, valid_from FROM guest WHERE id = $1", id));
}

Expected<std::optional<GuestRow>> PostgresStore::guest_by_claim(std::string_view claimed) {
    return first(guests("SELECT id, name, claimed, password, valid_from FROM guest WHERE claimed = $1", claimed));
}

Expected<std::vector<GuestRow>> PostgresStore::claimed_guests(std::string_view after) {
    return guests(
        "SELECT id, name, claimed, password, valid_from FROM guest WHERE claimed IS NOT NULL AND id > $1 ORDER BY id "
        "LIMIT 1000",
        after);
}

Expected<std::vector<RatingRow>> PostgresStore::ratings(const char* sql, std::string_view key, int limit,
                                                        std::optional<std::int64_t> at) {
    PostgresConnection::Values values = {std::string(key), limit_of(limit)};
    if (at) values.emplace_back(std::to_string(*at));
    const auto found = connection_.ask(sql, values);
    return all_rows<RatingRow>(found, [](const PostgresRows& rows, int row) {
        return RatingRow{.guest = rows.text(row, 0),
                         .game = rows.text(row, 1),
                         .rating = rows.real(row, 2),
                         .deviation = rows.real(row, 3),
                         .volatility = rows.real(row, 4),
                         .games = static_cast<int>(rows.number(row, 5)),
                         .listed_until = rows.number(row, 7),
                         .name = rows.text(row, 6)};
    });
}

Expected<std::vector<RatingRow>> PostgresStore::ratings_of(std::string_view guest) {
    return ratings(
        "SELECT guest_id, game, rating, deviation, volatility, games, name, listed_until FROM rating "
        "JOIN guest ON guest.id = guest_id WHERE guest_id = $1 LIMIT $2::int",
        guest, 100);
}

Expected<std::vector<RatingRow>> PostgresStore::best_ratings(std::string_view game, int limit) {
    return ratings(
        "SELECT guest_id, game, rating, deviation, volatility, games, name, listed_until FROM rating "
        "JOIN guest ON guest.id = guest_id WHERE game = $1 ORDER BY rating - 2 * deviation DESC LIMIT $2::int",
        game, limit);
}

Expected<std::vector<RatingRow>> PostgresStore::listed_ratings(std::string_view game, std::int64_t at, int limit) {
    return ratings(
        "SELECT guest_id, game, rating, deviation, volatility, games, name, listed_until FROM rating "
        "JOIN guest ON guest.id = guest_id WHERE game = $1 AND listed_until > 0 AND listed_until > $3::bigint "
        "ORDER BY rating - 2 * deviation DESC LIMIT $2::int",
        game, limit, at);
}

Expected<std::optional<std::string>> PostgresStore::fact(std::string_view name) {
    return first(all_rows<std::string>(connection_.ask("SELECT value FROM fact WHERE name = $1", {std::string(name)}),
                                       read_text));
}

}  // namespace springtide
