// The writes of PostgresStore: a batch is one transaction, with one statement for all rows of a kind.
#include "store/postgres_store.hpp"

#include <algorithm>
#include <set>

#include "store/migrations.hpp"
#include "store/person_change.hpp"
#include "store/schema_version.hpp"
#include "store/store_news.hpp"

namespace springtide {

namespace {

constexpr const char* migration_lock = "SELECT pg_advisory_xact_lock(7263748265)";

}  // namespace

Expected<std::unique_ptr<PostgresStore>> PostgresStore::open(const std::string& url, std::shared_ptr<NodeLease> lease) {
    auto store = std::unique_ptr<PostgresStore>(new PostgresStore(url, std::move(lease)));
    if (auto connected = store->connection_.connect(); !connected) return std::unexpected(connected.error());
    if (auto done = store->migrate(); !done) return std::unexpected(done.error());
    return store;
}

Expected<void> PostgresStore::migrate() {
    std::size_t found = postgres_migrations.size();
    const auto upgrade = [&]() -> Expected<void> {
        for (const char* sql : {migration_lock, "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)"})
            if (auto done = connection_.ask(sql); !done) return std::unexpected(done.error());
        const auto known = connection_.ask("SELECT coalesce(max(version), 0) FROM schema_version");
        if (!known) return std::unexpected(known.error());
        const auto at = static_cast<std::size_t>(known->number(0, 0));
        if (at > postgres_migrations.size())
            return fail(ErrorCode::unavailable, "the database is of version " + std::to_string(at) +
                                                    ", but this program knows only version " +
                                                    std::to_string(postgres_migrations.size()) +
                                                    "; use the newer program, or restore a backup");
        found = at;
        if (at == postgres_migrations.size()) return {};
        for (std::size_t next = at; next < postgres_migrations.size(); ++next)
            if (auto done = connection_.run(postgres_migrations[next]); !done) return done;
        const auto noted = connection_.ask("INSERT INTO schema_version (version) VALUES ($1::bigint)",
                                           {std::to_string(postgres_migrations.size())});
        return noted ? Expected<void>() : std::unexpected(noted.error());
    };
    if (auto begun = connection_.run("BEGIN"); !begun) return begun;
    auto done = upgrade();
    const auto ended = connection_.run(done ? "COMMIT" : "ROLLBACK");
    const bool is_changed = done && ended && found < postgres_migrations.size();
    if (is_changed && store_news.migrated != nullptr) store_news.migrated(found, postgres_migrations.size());
    return done ? ended : done;
}

std::size_t postgres_schema_version() { return postgres_migrations.size(); }

Expected<std::vector<WriteOutcome>> PostgresStore::write(std::span<const Write> batch) {
    if (auto ready = prepare_to_write(); !ready) return std::unexpected(ready.error());
    if (auto allowed = may_write(batch); !allowed) return std::unexpected(allowed.error());
    auto outcomes = write_fenced(batch);
    if (outcomes || !has_lease_ended()) return outcomes;
    // It had run out, but perhaps no other node has ended it.
    const auto is_held = extend(lease_->token());
    return is_held && *is_held ? write_fenced(batch) : outcomes;
}

Expected<std::vector<WriteOutcome>> PostgresStore::write_fenced(std::span<const Write> batch) {
    const auto is_written = write_at_once(batch);
    if (!is_written) return std::unexpected(is_written.error());
    if (*is_written) return std::vector<WriteOutcome>(batch.size(), WriteOutcome::stored);
    if (auto begun = begin(); !begun) return std::unexpected(begun.error());
    auto outcomes = write_all(batch);
    const auto ended = connection_.run(outcomes ? "COMMIT" : "ROLLBACK");
    if (outcomes && !ended) return std::unexpected(ended.error());
    return outcomes;
}

/// False if another node did something there: then nothing of it goes. An event that is being appended holds the one
/// before it (see append), so it is either seen here or finds nothing to follow. Events come first here as there: so no
/// two nodes wait for each other.
Expected<bool> PostgresStore::forget(const Write& write) {
    if (auto made = connection_.run("SAVEPOINT one"); !made) return std::unexpected(made.error());
    const auto events = connection_.ask("DELETE FROM event WHERE table_id = $1", {write.table});
    if (!events) return std::unexpected(events.error());
    const auto row = connection_.ask("DELETE FROM room WHERE table_id = $1 AND at = $2::bigint RETURNING 1",
                                     {write.table, std::to_string(*write.forget)});
    if (!row) return std::unexpected(row.error());
    const auto left = connection_.ask("SELECT FROM event WHERE table_id = $1 LIMIT 1", {write.table});
    if (!left) return std::unexpected(left.error());
    const bool is_gone = row->size() > 0 && left->size() == 0;
    if (is_gone)
        for (const char* sql : {"DELETE FROM seat WHERE table_id = $1",
                                "DELETE FROM note WHERE kind IN ('read', 'quiet', 'called') AND key = $1"})
            if (const auto rest = connection_.ask(sql, {write.table}); !rest) return std::unexpected(rest.error());
    const auto ended = connection_.run(is_gone ? "RELEASE one" : "ROLLBACK TO one");
    if (!ended) return std::unexpected(ended.error());
    return is_gone;
}

/// People are held before any row is: so no two nodes wait for each other. Conditional writes come last, each after the
/// one before it: they see the batch as it is by then.
Expected<std::vector<WriteOutcome>> PostgresStore::write_all(std::span<const Write> batch) {
    if (auto held = hold_people(batch); !held) return std::unexpected(held.error());
    auto outcomes = write_unconditional(batch);
    if (!outcomes) return outcomes;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!is_conditional(batch[i])) continue;
        const auto outcome = write_conditional(batch[i]);
        if (!outcome) return std::unexpected(outcome.error());
        (*outcomes)[i] = *outcome;
    }
    return outcomes;
}

Expected<void> PostgresStore::hold_people(std::span<const Write> batch) {
    std::array<PostgresArray, 1> people;
    for (const Write& write : batch)
        if (is_conditional(write))
            for (const std::string& one : concerns(write)) people[0].add(one);
    if (people[0].empty()) return {};
    const auto held = connection_.ask_often(
        {"SELECT pg_advisory_xact_lock(mark) FROM (SELECT DISTINCT hashtextextended(one, 7263748265) AS mark "
         "FROM unnest($1::text[]) AS one ORDER BY 1) AS marks",
         values_of(people)});
    return held ? Expected<void>() : std::unexpected(held.error());
}

Expected<WriteOutcome> PostgresStore::write_conditional(const Write& write) {
    if (const auto fits = fits_conditions(write); !fits) return std::unexpected(fits.error());
    const auto is_so = holds(*this, write.only_if);
    if (!is_so) return std::unexpected(is_so.error());
    if (!*is_so) return WriteOutcome::conflict;
    if (auto made = connection_.run("SAVEPOINT conditional"); !made) return std::unexpected(made.error());
    const auto outcome = apply(write);
    if (!outcome) return outcome;
    const auto ended =
        connection_.run(*outcome == WriteOutcome::stored ? "RELEASE conditional" : "ROLLBACK TO conditional");
    return ended ? outcome : std::unexpected(ended.error());
}

Expected<WriteOutcome> PostgresStore::apply(const Write& write) {
    if (const auto outcome = change_notes(write); !outcome || *outcome == WriteOutcome::conflict) return outcome;
    if (write.person)
        if (const auto outcome = change_person(*write.person); !outcome || *outcome == WriteOutcome::conflict)
            return outcome;
    if (auto done = forget_guest(write); !done) return std::unexpected(done.error());
    if (auto done = write_notes(write); !done) return std::unexpected(done.error());
    if (write.ended_session)
        if (auto done = end_session(*write.ended_session); !done) return std::unexpected(done.error());
    return WriteOutcome::stored;
}

/// The sessions that end are the listed ones, whenever their tokens were signed: the clocks of two nodes may differ.
Expected<WriteOutcome> PostgresStore::change_person(const PersonChange& change) {
    const auto row = after(*this, change);
    if (!row) return std::unexpected(row.error());
    if (!*row) return WriteOutcome::conflict;
    if (const auto done = write_guest(**row); !done || *done == WriteOutcome::conflict) return done;
    if (!change.sessions_end) return WriteOutcome::stored;
    const auto ended = connection_.ask(
        "INSERT INTO ended_session (id, guest_id, at) SELECT key, guest_id, $2::bigint FROM note WHERE guest_id = $1 "
        "AND kind = 'session' ON CONFLICT (id) DO NOTHING",
        {change.id, std::to_string(*change.sessions_end)});
    if (!ended) return std::unexpected(ended.error());
    const auto gone = connection_.ask("DELETE FROM note WHERE guest_id = $1 AND kind = 'session'", {change.id});
    return gone ? Expected<WriteOutcome>(WriteOutcome::stored) : std::unexpected(gone.error());
}

Expected<std::vector<WriteOutcome>> PostgresStore::write_unconditional(std::span<const Write> batch) {
    auto outcomes = append(batch);
    if (!outcomes) return outcomes;
    for (std::size_t i = 0; i < batch.size(); ++i)
        if (is_conditional(batch[i])) (*outcomes)[i] = WriteOutcome::conflict;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!batch[i].forget) continue;
        const auto is_gone = forget(batch[i]);
        if (!is_gone) return std::unexpected(is_gone.error());
        if (!*is_gone) (*outcomes)[i] = WriteOutcome::conflict;
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if ((*outcomes)[i] == WriteOutcome::conflict) continue;
        auto outcome = change_notes(batch[i]);
        if (outcome && *outcome == WriteOutcome::stored) outcome = rewrite(batch[i]);
        if (!outcome) return std::unexpected(outcome.error());
        (*outcomes)[i] = *outcome;
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!batch[i].moved_guest || (*outcomes)[i] == WriteOutcome::conflict) continue;
        const auto outcome = write_guest(*batch[i].moved_guest);
        if (!outcome) return std::unexpected(outcome.error());
        (*outcomes)[i] = *outcome;
    }
    std::map<std::pair<std::string, std::int64_t>, std::size_t> clubs;  // one order for all nodes here, too
    for (std::size_t i = 0; i < batch.size(); ++i)
        if (batch[i].club && (*outcomes)[i] != WriteOutcome::conflict &&
            !clubs.try_emplace({batch[i].club->club, batch[i].club->event.seq}, i).second)
            (*outcomes)[i] = WriteOutcome::conflict;
    for (const auto& [key, i] : clubs) {
        const auto outcome = append_club(*batch[i].club, batch[i].as_it_is);
        if (!outcome) return std::unexpected(outcome.error());
        (*outcomes)[i] = *outcome;
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if ((*outcomes)[i] == WriteOutcome::conflict) continue;
        if (!batch[i].club_forgotten) continue;
        const auto outcome = forget_club(*batch[i].club_forgotten);
        if (!outcome) return std::unexpected(outcome.error());
        (*outcomes)[i] = *outcome;
    }
    if (auto done = write_rows(batch, *outcomes); !done) return std::unexpected(done.error());
    if (auto done = write_facts(batch, *outcomes); !done) return std::unexpected(done.error());
    return outcomes;
}

/// The events of all tables in one statement; those that do not come back were too late, or follow nothing: their table
/// was forgotten. They are inserted in one order by every node, so that two nodes never wait for each other.
Expected<std::vector<WriteOutcome>> PostgresStore::append(std::span<const Write> batch) {
    std::vector<WriteOutcome> outcomes(batch.size(), WriteOutcome::stored);
    const auto columns = event_columns(batch);
    if (columns[0].empty()) return outcomes;
    const auto stored = connection_.ask_often(
        {"INSERT INTO event (table_id, seq, at, body) SELECT id, number, time, text FROM unnest($1::text[], "
         "$2::bigint[], $3::bigint[], $4::text[], $5::bigint[]) AS fresh (id, number, time, text, follows) "
         "WHERE follows = 0 OR EXISTS (SELECT FROM event AS before WHERE before.table_id = id AND before.seq = follows "
         "FOR KEY SHARE) ORDER BY 1, 2 ON CONFLICT DO NOTHING RETURNING table_id, seq",
         values_of(columns)});
    if (!stored) return std::unexpected(stored.error());
    std::set<std::pair<std::string, std::int64_t>> appended;
    for (int row = 0; row < stored->size(); ++row) appended.emplace(stored->text(row, 0), stored->number(row, 1));
    std::array<PostgresArray, 2> orphans;  // behind an event that was too late
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const auto is_there = [&](const StoredEvent& event) { return appended.contains({batch[i].table, event.seq}); };
        if (std::ranges::all_of(batch[i].events, is_there)) {
            for (const StoredEvent& event : batch[i].events) appended.erase({batch[i].table, event.seq});
            continue;
        }
        outcomes[i] = WriteOutcome::conflict;
        for (const StoredEvent& event : batch[i].events)
            if (appended.erase({batch[i].table, event.seq}) > 0) {
                orphans[0].add(batch[i].table);
                orphans[1].add(event.seq);
            }
    }
    if (orphans[0].empty()) return outcomes;
    const auto removed = connection_.ask(
        "DELETE FROM event USING unnest($1::text[], $2::bigint[]) AS orphan (id, number) "
        "WHERE table_id = id AND seq = number",
        values_of(orphans));
    if (!removed) return std::unexpected(removed.error());
    return outcomes;
}

/// A claimed name may be taken: then only this guest is not written.
Expected<WriteOutcome> PostgresStore::write_guest(const GuestRow& guest) {
    if (auto made = connection_.run("SAVEPOINT one"); !made) return std::unexpected(made.error());
    const auto written = connection_.ask(
        "INSERT INTO guest (id, name, claimed, password, valid_from) VALUES ($1, $2, $3, $4, $5::bigint) "
        "ON CONFLICT (id) DO UPDATE SET name = excluded.name, claimed = excluded.claimed, "
        "password = excluded.password, valid_from = greatest(guest.valid_from, excluded.valid_from)",
        {guest.id, guest.name, guest.claimed, guest.password, std::to_string(guest.valid_from)});
    if (!written && !connection_.in_conflict()) return std::unexpected(written.error());
    const auto ended = connection_.run(written ? "RELEASE one" : "ROLLBACK TO one");
    if (!ended) return std::unexpected(ended.error());
    return written ? WriteOutcome::stored : WriteOutcome::conflict;
}

Expected<void> PostgresStore::write_rows(std::span<const Write> batch, const std::vector<WriteOutcome>& outcomes) {
    Ratings ratings;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (outcomes[i] == WriteOutcome::conflict) continue;
        if (auto done = write_moved(batch[i]); !done) return done;
        if (batch[i].daily)
            if (auto done = write_daily(*batch[i].daily); !done) return done;
        if (batch[i].club_result)
            if (auto done = write_club_result(*batch[i].club_result); !done) return done;
        for (const RatingRow& rating : batch[i].ratings) ratings[{rating.game, rating.guest}] = rating;
    }
    if (auto done = change_ratings(batch, outcomes, ratings); !done) return done;
    for (const PostgresQuestion& question : rows_of(batch, outcomes))
        if (const auto done = connection_.ask_often(question); !done) return std::unexpected(done.error());
    return write_ratings(ratings);
}

Expected<void> PostgresStore::end_session(const EndedSession& session) {
    const auto done = connection_.ask(
        "INSERT INTO ended_session (id, guest_id, at) VALUES ($1, $2, $3::bigint) "
        "ON CONFLICT (id) DO UPDATE SET at = excluded.at",
        {session.id, session.guest, std::to_string(session.at)});
    return done ? Expected<void>() : std::unexpected(done.error());
}

Expected<void> PostgresStore::write_facts(std::span<const Write> batch, const std::vector<WriteOutcome>& outcomes) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (outcomes[i] == WriteOutcome::conflict) continue;
        const Write& write = batch[i];
        if (write.ended_session)
            if (auto done = end_session(*write.ended_session); !done) return done;
        if (write.in_use) {
            std::array<PostgresArray, 1> tables;
            for (const std::string& table : write.in_use->tables) tables[0].add(table);
            if (const auto done = connection_.ask(
                    "UPDATE room SET at = $2::bigint WHERE table_id = ANY($1::text[]) AND phase = 'open' "
                    "AND at < $3::bigint",
                    {values_of(tables)[0], std::to_string(write.in_use->at), std::to_string(write.in_use->since)});
                !done)
                return std::unexpected(done.error());
        }
        for (const auto& [name, value] : write.first_facts)
            if (const auto done = connection_.ask(
                    "INSERT INTO fact (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", {name, value});
                !done)
                return std::unexpected(done.error());
    }
    return {};
}

/// Rows that come only from another store (migrate-store).
Expected<void> PostgresStore::write_moved(const Write& write) {
    for (const MeetingRow& meeting : write.meetings) {
        const auto done = connection_.ask(
            "INSERT INTO meeting (guest_id, other_id, at, table_id, place, settled) VALUES ($1, $2, $3::bigint, $4, "
            "$5, $6::int) ON CONFLICT DO NOTHING",
            {meeting.guest, meeting.other, std::to_string(meeting.at), meeting.table, meeting.place,
             std::to_string(int{meeting.settled})});
        if (!done) return std::unexpected(done.error());
    }
    for (const SetAsideRow& row : write.set_aside) {
        const auto done = connection_.ask(
            "INSERT INTO set_aside (table_id, seq, at, body, why) VALUES ($1, $2::bigint, $3::bigint, $4, $5) "
            "ON CONFLICT (table_id, seq) DO UPDATE SET body = excluded.body, why = excluded.why",
            {write.table, std::to_string(row.event.seq), std::to_string(row.event.at), row.event.body, row.why});
        if (!done) return std::unexpected(done.error());
    }
    return {};
}

/// As they are in this session, which has set synchronous_commit by itself.
Expected<std::string> PostgresStore::unsafe_setting() {
    const auto found = connection_.ask(
        "SELECT name FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit') AND setting = 'off' ORDER BY name");
    if (!found) return std::unexpected(found.error());
    return found->size() == 0 ? "" : found->text(0, 0) + " is off";
}

Expected<void> PostgresStore::tell_others(std::string_view words) {
    const auto sent =
        connection_.ask("SELECT pg_notify('springtide_word', $1)", {lease_->name() + " " + std::string(words)});
    return sent ? Expected<void>() : std::unexpected(sent.error());
}

}  // namespace springtide
