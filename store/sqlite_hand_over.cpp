// Everything in a SQLite store, as writes for another one.
#include "store/sqlite_statement.hpp"
#include "store/sqlite_store.hpp"

namespace springtide {

namespace {

constexpr std::size_t batch_size = 500;

std::optional<std::string> optional_text(const Statement& row, int column) {
    if (row.is_null(column)) return std::nullopt;
    return row.text(column);
}

Write event_write(const Statement& row) {
    Write write;
    write.table = row.text(0);
    write.events = {{.seq = row.number(1), .at = row.number(2), .body = row.text(3)}};
    write.as_it_is = true;
    return write;
}

Write room_write(const Statement& row) {
    Write write;
    write.table = row.text(0);
    write.room = RoomRow{.table = row.text(0),
                         .game = row.text(1),
                         .phase = row.text(2),
                         .listed = row.number(3) != 0,
                         .at = row.number(4),
                         .summary = row.text(5),
                         .duty = row.number(6) != 0,
                         .seat = -1,
                         .due = row.number(7),
                         .last = {}};
    return write;
}

Write seat_write(const Statement& row) {
    Write write;
    write.seats = {
        {.table = row.text(0), .guest = row.text(1), .seat = static_cast<int>(row.number(2)), .at = row.number(3)}};
    return write;
}

Write guest_write(const Statement& row) {
    Write write;
    write.moved_guest = GuestRow{.id = row.text(0),
                                 .name = row.text(1),
                                 .claimed = optional_text(row, 2),
                                 .password = optional_text(row, 3),
                                 .valid_from = row.number(4)};
    return write;
}

Write rating_write(const Statement& row) {
    Write write;
    write.ratings = {{.guest = row.text(0),
                      .game = row.text(1),
                      .rating = row.real(2),
                      .deviation = row.real(3),
                      .volatility = row.real(4),
                      .games = static_cast<int>(row.number(5)),
                      .listed_until = row.number(6),
                      .name = {}}};
    return write;
}

Write session_write(const Statement& row) {
    Write write;
    write.ended_session = EndedSession{.id = row.text(0), .guest = row.text(1), .at = row.number(2)};
    return write;
}

Write meeting_write(const Statement& row) {
    Write write;
    write.meetings = {{.guest = row.text(0),
                       .other = row.text(1),
                       .at = row.number(2),
                       .table = row.text(3),
                       .place = optional_text(row, 4),
                       .settled = row.number(5) != 0}};
    return write;
}

Write set_aside_write(const Statement& row) {
    Write write;
    write.table = row.text(0);
    write.set_aside = {{.event = {.seq = row.number(1), .at = row.number(2), .body = row.text(3)}, .why = row.text(4)}};
    return write;
}

Write daily_write(const Statement& row) {
    Write write;
    write.daily = DailyAttempt{.day = row.number(0),
                               .game = row.text(1),
                               .guest = row.text(2),
                               .device = row.text(3),
                               .table = row.text(4),
                               .begun_at = row.number(5),
                               .done_at = row.number(6),
                               .score = static_cast<int>(row.number(7)),
                               .points = static_cast<int>(row.number(8)),
                               .way = row.text(9),
                               .name = {}};
    return write;
}

Write club_write(const Statement& row) {
    Write write;
    write.club =
        ClubEventRow{.club = row.text(0), .event = {.seq = row.number(1), .at = row.number(2), .body = row.text(3)}};
    write.as_it_is = true;
    return write;
}

Write club_result_write(const Statement& row) {
    Write write;
    write.club_result = ClubResult{.club = row.text(0), .table = row.text(1), .at = row.number(2), .body = row.text(3)};
    return write;
}

Write note_write(const Statement& row) {
    Write write;
    write.notes = {
        {.guest = row.text(0), .kind = row.text(1), .key = row.text(2), .at = row.number(3), .body = row.text(4)}};
    return write;
}

Write fact_write(const Statement& row) {
    Write write;
    write.facts = {{row.text(0), row.text(1)}};
    return write;
}

}  // namespace

Expected<void> SqliteStore::hand_over(const Take& take) {
    struct Part {
        const char* sql;
        Write (*read)(const Statement&);
    };
    for (const Part& part :
         {Part{"SELECT table_id, seq, at, body FROM event ORDER BY table_id, seq", &event_write},
          Part{"SELECT table_id, guest_id, seat, at FROM seat", &seat_write},
          Part{"SELECT table_id, game, phase, listed, at, summary, duty, due FROM room", &room_write},
          Part{"SELECT id, name, claimed, password, valid_from FROM guest", &guest_write},
          Part{"SELECT guest_id, game, rating, deviation, volatility, games, listed_until FROM rating", &rating_write},
          Part{"SELECT id, guest_id, at FROM ended_session", &session_write},
          Part{"SELECT guest_id, other_id, at, table_id, place, settled FROM meeting", &meeting_write},
          Part{"SELECT table_id, seq, at, body, why FROM set_aside", &set_aside_write},
          Part{"SELECT day, game, guest_id, device, table_id, begun_at, done_at, score, points, way FROM daily_attempt "
               "LEFT JOIN daily_way USING (table_id)",
               &daily_write},
          Part{"SELECT club_id, seq, at, body FROM club_event ORDER BY club_id, seq", &club_write},
          Part{"SELECT club_id, table_id, at, body FROM club_result", &club_result_write},
          Part{"SELECT guest_id, kind, key, at, body FROM note", &note_write},
          Part{"SELECT name, value FROM fact", &fact_write}}) {
        Statement select(*statements_, part.sql);
        std::vector<Write> batch;
        for (;;) {
            const auto more = select.step();
            if (!more) return std::unexpected(more.error());
            if (*more) batch.push_back(part.read(select));
            if (!batch.empty() && (!*more || batch.size() == batch_size)) {
                if (auto taken = take(batch); !taken) return taken;
                batch.clear();
            }
            if (!*more) break;
        }
    }
    return {};
}

}  // namespace springtide
