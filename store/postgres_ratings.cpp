// Ratings in PostgreSQL: several nodes may end games of one player at the same moment.
#include "store/postgres_store.hpp"

namespace springtide {

/// What each change makes of the rows as they are. They are locked first, all together and in one order, so that no
/// update is lost and no two nodes wait for each other; rows that are missing are made, so that there is something to
/// lock.
Expected<void> PostgresStore::change_ratings(std::span<const Write> batch, const std::vector<WriteOutcome>& outcomes,
                                             Ratings& ratings) {
    Ratings known;
    std::vector<bool> counts(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!batch[i].rating_change || outcomes[i] == WriteOutcome::conflict) continue;
        const auto all_claimed = have_claimed(batch[i].rating_change->guests);
        if (!all_claimed) return std::unexpected(all_claimed.error());
        counts[i] = *all_claimed;
        if (!counts[i]) continue;
        for (const std::string& guest : batch[i].rating_change->guests) {
            RatingRow fresh;
            fresh.guest = guest;
            fresh.game = batch[i].rating_change->game;
            known.insert({{fresh.game, guest}, fresh});
        }
    }
    if (known.empty()) return {};
    if (auto made = insert_ratings(known, "DO NOTHING"); !made) return made;
    std::array<PostgresArray, 2> keys;
    for (const auto& [key, row] : known) {
        keys[0].add(key.first);
        keys[1].add(key.second);
    }
    const auto locked = connection_.ask(
        "SELECT guest_id, game, rating, deviation, volatility, games FROM rating WHERE (game, guest_id) IN "
        "(SELECT * FROM unnest($1::text[], $2::text[])) ORDER BY game COLLATE \"C\", guest_id COLLATE \"C\" FOR UPDATE",
        values_of(keys));
    if (!locked) return std::unexpected(locked.error());
    for (int row = 0; row < locked->size(); ++row)
        known[{locked->text(row, 1), locked->text(row, 0)}] = {.guest = locked->text(row, 0),
                                                               .game = locked->text(row, 1),
                                                               .rating = locked->real(row, 2),
                                                               .deviation = locked->real(row, 3),
                                                               .volatility = locked->real(row, 4),
                                                               .games = static_cast<int>(locked->number(row, 5)),
                                                               .name = {}};
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!counts[i]) continue;
        std::vector<RatingRow> players;
        for (const std::string& guest : batch[i].rating_change->guests)
            players.push_back(known[{batch[i].rating_change->game, guest}]);
        const auto met = meet(*batch[i].rating_change, batch[i].table);
        if (!met) return std::unexpected(met.error());
        for (const RatingRow& row : batch[i].rating_change->compute(std::move(players), *met))
            ratings[{row.game, row.guest}] = known[{row.game, row.guest}] = row;
    }
    return {};
}

Expected<bool> PostgresStore::have_claimed(const std::vector<std::string>& guests) {
    std::array<PostgresArray, 1> ids;
    for (const std::string& guest : guests) ids[0].add(guest);
    const auto claimed = connection_.ask(
        "SELECT count(*) FROM guest WHERE id = ANY($1::text[]) AND claimed IS NOT NULL", values_of(ids));
    if (!claimed) return std::unexpected(claimed.error());
    return claimed->number(0, 0) == std::ssize(guests);
}

/// How often they met before; notes that they met. Their rows are locked: nobody else counts them now.
Expected<RatingChange::Meetings> PostgresStore::meet(const RatingChange& change, const std::string& table) {
    RatingChange::Meetings meetings;
    for (const std::string& guest : change.guests) {
        auto& met = meetings.emplace_back();
        for (const std::string& other : change.guests) {
            const auto counted = connection_.ask(
                "SELECT count(*) FROM meeting WHERE guest_id = $1 AND other_id = $2 AND at >= $3::bigint",
                {guest, other, std::to_string(change.since)});
            if (!counted) return std::unexpected(counted.error());
            met.push_back(static_cast<int>(counted->number(0, 0)));
        }
    }
    for (const std::string& guest : change.guests)
        for (const std::string& other : change.guests) {
            if (guest == other) continue;
            const auto noted = connection_.ask(
                "INSERT INTO meeting (guest_id, other_id, at, table_id) VALUES ($1, $2, $3::bigint, $4) "
                "ON CONFLICT DO NOTHING",
                {guest, other, std::to_string(change.at), table});
            if (!noted) return std::unexpected(noted.error());
        }
    return meetings;
}

Expected<void> PostgresStore::write_ratings(const Ratings& ratings) {
    return insert_ratings(ratings,
                          "(game, guest_id) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
                          "volatility = excluded.volatility, games = excluded.games");
}

Expected<void> PostgresStore::insert_ratings(const Ratings& ratings, const std::string& on_conflict) {
    if (ratings.empty()) return {};
    std::array<PostgresArray, 6> columns;
    for (const auto& [key, row] : ratings) {
        columns[0].add(row.guest);
        columns[1].add(row.game);
        columns[2].add(row.rating);
        columns[3].add(row.deviation);
        columns[4].add(row.volatility);
        columns[5].add(std::int64_t{row.games});
    }
    const std::string sql =
        "INSERT INTO rating (guest_id, game, rating, deviation, volatility, games) SELECT * FROM unnest($1::text[], "
        "$2::text[], $3::float8[], $4::float8[], $5::float8[], $6::int[]) ON CONFLICT " +
        on_conflict;
    const auto done = connection_.ask(sql.c_str(), values_of(columns));
    if (!done) return std::unexpected(done.error());
    return {};
}

}  // namespace springtide
