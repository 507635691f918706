// A guest who logs in keeps their seats: they become the account's, table by table, each in its own shard.
#include "server/shard/shard.hpp"

namespace springtide::server {

void Shard::move_seats(const SeatMove& move, const std::function<void(const Expected<void>&)>& done) {
    people_.store(begin_move(move, now_ms()), [this, move, done](const Expected<WriteOutcome>& stored) {
        if (!stored) return done(std::unexpected(stored.error()));
        go_on_moving(move, done);
    });
}

void Shard::finish_moves(const std::vector<SeatMove>& moves) {
    for (const SeatMove& move : moves) go_on_moving(move, [](const Expected<void>&) {});
}

void Shard::go_on_moving(const SeatMove& move, const std::function<void(const Expected<void>&)>& done) {
    const auto read = [from = move.from](Store& store) { return tables_to_move(store, from); };
    reads_.ask(read, [this, move, done](const Expected<std::vector<std::string>>& tables) {
        if (!tables) return done(std::unexpected(tables.error()));
        const auto left = std::make_shared<std::size_t>(1 + tables->size());
        const auto all_moved = std::make_shared<bool>(true);
        const auto one_less = [this, left, all_moved, move, done](bool moved) {
            *all_moved = *all_moved && moved;
            if (--*left > 0) return;
            if (!*all_moved) return done(fail(ErrorCode::unavailable, "some seats have not been moved yet"));
            people_.store(end_move(move), [done](const Expected<WriteOutcome>&) { done({}); });
        };
        for (const std::string& table : *tables)
            ask_owner<bool>(
                table,
                [table, move](Shard& home, const std::function<void(bool)>& moved) {
                    home.move_seat(table, move, moved);
                },
                one_less);
        one_less(true);
    });
}

/// A seat stays if the account sits at that table itself, and in the daily tide, of which each person has one attempt.
void Shard::move_seat(const std::string& table, const SeatMove& move, const std::function<void(bool)>& done) {
    tables_.when_free(table, [this, table, move, done] {
        const auto found = tables_.entry(table);
        if (!found) return done(found.error().code != ErrorCode::unavailable);
        const Room& room = *(*found)->room;
        const auto seat = room.seat_of(move.from);
        if (!seat || room.seat_of(move.to) || !room.setup().daily.empty() || room.damage()) return done(true);
        tables_.perform(table,
                        {.what = PlayerMoved{.seat = *seat, .from = move.from}, .guest = move.to, .name = move.name},
                        [this, table, move, done](const Expected<std::int64_t>& stored) {
                            if (!stored && stored.error().code == ErrorCode::stale) return move_seat(table, move, done);
                            tables_.forget_soon_if_idle(table);
                            done(stored.has_value());
                        });
    });
}

}  // namespace springtide::server
