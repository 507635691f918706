// Ratings in PostgreSQL: several nodes may end games of one player at the same moment.
#include "store/postgres_store.hpp"

namespace springtide {

/// The rows after each change, computed from the present ones. They are locked first, all together and in one order, so
/// that no update is lost and no two nodes wait for each other; missing rows are made, so that there is something to
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
        "SELECT guest_id, game, rating, deviation, volatility, games, listed_until FROM rating WHERE (game, guest_id) "
        "IN "
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
                                                               .listed_until = locked->number(row, 6),
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

/// Counts their earlier meetings, and notes this one. Their rows are locked: no other node counts them now.
Expected<RatingChange::Meetings> PostgresStore::meet(const RatingChange& change, const std::string& table) {
    RatingChange::Meetings meetings;
    const auto place_of = [&](std::size_t i) { return i < change.places.size() ? change.places[i] : std::string(); };
    const auto lately = std::to_string(change.lately);
    for (const std::string& guest : change.guests) {
        auto& met = meetings.often.emplace_back();
        for (std::size_t q = 0; q < change.guests.size(); ++q) {
            const auto counted = connection_.ask(
                "SELECT count(*) FROM meeting WHERE guest_id = $1 AND ((other_id = $2 AND at >= $3::bigint) OR "
                "(other_id <> $2 AND place = $4 AND $4 <> '' AND at >= $5::bigint))",
                {guest, change.guests[q], std::to_string(change.since), place_of(q),
                 std::to_string(change.places_since)});
            if (!counted) return std::unexpected(counted.error());
            met.push_back(static_cast<int>(counted->number(0, 0)));
        }
        const auto forgot =
            connection_.ask("DELETE FROM meeting WHERE guest_id = $1 AND at < $2::bigint", {guest, lately});
        if (!forgot) return std::unexpected(forgot.error());
    }
    for (const std::string& guest : change.guests)
        for (std::size_t q = 0; q < change.guests.size(); ++q) {
            if (guest == change.guests[q]) continue;
            const bool is_known = !change.counts || !place_of(q).empty();
            const auto noted = connection_.ask(
                "INSERT INTO meeting (guest_id, other_id, at, table_id, place) VALUES ($1, $2, $3::bigint, $4, $5) "
                "ON CONFLICT DO NOTHING",
                {guest, change.guests[q], std::to_string(change.at), table,
                 is_known ? std::optional(change.counts ? place_of(q) : "") : std::nullopt});
            if (!noted) return std::unexpected(noted.error());
        }
    const auto opponents_of = [&](const std::string& guest, bool settled) -> Expected<int> {
        const auto counted = connection_.ask(
            "SELECT least(count(DISTINCT other_id), count(DISTINCT coalesce(place, other_id))) FROM meeting WHERE "
            "guest_id = $1 AND at >= $2::bigint AND (place IS NULL OR place <> '') AND settled >= $3::int",
            {guest, lately, std::to_string(int{settled})});
        if (!counted) return std::unexpected(counted.error());
        return static_cast<int>(counted->number(0, 0));
    };
    for (const std::string& guest : change.guests) {
        const auto all = opponents_of(guest, false);
        if (!all) return std::unexpected(all.error());
        meetings.opponents.push_back({.all = *all, .settled = 0});
        if (*all < change.settled_from) continue;
        for (const std::string& other : change.guests) {
            const auto marked = connection_.ask(
                "UPDATE meeting SET settled = 1 WHERE guest_id = $1 AND other_id = $2 AND at = $3::bigint AND "
                "table_id = $4",
                {other, guest, std::to_string(change.at), table});
            if (!marked) return std::unexpected(marked.error());
        }
    }
    for (std::size_t i = 0; i < change.guests.size(); ++i) {
        const auto settled = opponents_of(change.guests[i], true);
        if (!settled) return std::unexpected(settled.error());
        meetings.opponents[i].settled = *settled;
    }
    return meetings;
}

Expected<void> PostgresStore::write_ratings(const Ratings& ratings) {
    return insert_ratings(
        ratings,
        "(game, guest_id) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
        "volatility = excluded.volatility, games = excluded.games, listed_until = excluded.listed_until");
}

Expected<void> PostgresStore::insert_ratings(const Ratings& ratings, const std::string& on_conflict) {
    if (ratings.empty()) return {};
    std::array<PostgresArray, 7> columns;
    for (const auto& [key, row] : ratings) {
        columns[0].add(row.guest);
        columns[1].add(row.game);
        columns[2].add(row.rating);
        columns[3].add(row.deviation);
        columns[4].add(row.volatility);
        columns[5].add(std::int64_t{row.games});
        columns[6].add(row.listed_until);
    }
    const std::string sql =
        "INSERT INTO rating (guest_id, game, rating, deviation, volatility, games, listed_until) SELECT * FROM "
        "unnest($1::text[], $2::text[], $3::float8[], $4::float8[], $5::float8[], $6::int[], $7::bigint[]) ON "
        "CONFLICT " +
        on_conflict;
    const auto done = connection_.ask(sql.c_str(), values_of(columns));
    if (!done) return std::unexpected(done.error());
    return {};
}

}  // namespace springtide
