// Sessions and tables set aside, in PostgreSQL.
#include "store/postgres_store.hpp"

namespace springtide {

Expected<bool> PostgresStore::is_ended(std::string_view session) {
    const auto found = connection_.ask("SELECT 1 FROM ended_session WHERE id = $1", {std::string(session)});
    if (!found) return std::unexpected(found.error());
    return found->size() > 0;
}

Expected<std::vector<EndedSession>> PostgresStore::sessions_ended(std::int64_t after) {
    const auto found = connection_.ask("SELECT id, guest_id, at FROM ended_session WHERE at > $1::bigint ORDER BY at",
                                       {std::to_string(after)});
    if (!found) return std::unexpected(found.error());
    std::vector<EndedSession> ended;
    ended.reserve(static_cast<std::size_t>(found->size()));
    for (int row = 0; row < found->size(); ++row)
        ended.push_back({.id = found->text(row, 0), .guest = found->text(row, 1), .at = found->number(row, 2)});
    return ended;
}

Expected<void> PostgresStore::set_aside(std::string_view table, std::string_view why) {
    const std::string id(table);
    const auto all = [&]() -> Expected<void> {
        const auto kept = connection_.ask(
            "INSERT INTO set_aside (table_id, seq, at, body, why) SELECT table_id, seq, at, body, $2 FROM event "
            "WHERE table_id = $1 ON CONFLICT (table_id, seq) DO UPDATE SET body = excluded.body, why = excluded.why",
            {id, std::string(why)});
        if (!kept) return std::unexpected(kept.error());
        for (const char* sql : {"DELETE FROM event WHERE table_id = $1", "DELETE FROM room WHERE table_id = $1",
                                "DELETE FROM seat WHERE table_id = $1"})
            if (const auto done = connection_.ask(sql, {id}); !done) return std::unexpected(done.error());
        return {};
    };
    if (auto begun = begin(); !begun) return begun;
    auto done = all();
    const auto ended = connection_.run(done ? "COMMIT" : "ROLLBACK");
    return done ? ended : done;
}

}  // namespace springtide
