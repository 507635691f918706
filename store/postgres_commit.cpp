// The frequent kind of commit: events, with rows of lists, notes and facts beside them. It needs no reads before the
// write, so all of it goes to the database with one round trip, and is refused as a whole on a conflict: then
// PostgresStore::write_all finds the conflicting one.
#include <algorithm>
#include <set>

#include "store/person_change.hpp"
#include "store/postgres_store.hpp"

namespace springtide {

namespace {

constexpr std::size_t longest_notification = 7000;  // PostgreSQL allows 8000 bytes
constexpr int careful_commits = 16;  // after one that was refused: nodes that meet at a table meet there again

/// The last value of each key: one statement may not touch a row twice. In one order, so that no two nodes wait for
/// each other.
template <class Key, class Row>
using Last = std::map<Key, const Row*>;

/// Is it unconditional except for its place in the log? A change of ratings is checked apart.
bool is_plain(const Write& write) {
    const auto& [table, under, events, as_it_is, forget, room, seats, only_if, person, moved_guest, ratings,
                 rating_change, ended_session, meetings, set_aside, in_use, daily, club, club_result, club_rewrite,
                 club_forgotten, changed_note, taken_note, notes, forgotten_notes, forgotten_guest, forgotten_by_others,
                 rewritten, facts, first_facts] = write;
    return only_if.is_empty() && !person && !as_it_is && !forget && !moved_guest && ratings.empty() && !ended_session &&
           meetings.empty() && set_aside.empty() && !in_use && !daily && !club && !club_result && !club_rewrite &&
           !club_forgotten && !changed_note && !taken_note && !forgotten_guest && !forgotten_by_others &&
           rewritten.empty() && first_facts.empty();
}

using Questions = std::vector<PostgresQuestion>;

void add_rooms(Questions& questions, const Last<std::string, RoomRow>& rooms) {
    if (rooms.empty()) return;
    std::array<PostgresArray, 8> columns;
    std::array<PostgresArray, 2> over;
    for (const auto& [table, room] : rooms) {
        columns[0].add(table);
        columns[1].add(room->game);
        columns[2].add(room->phase);
        columns[3].add(std::int64_t{room->listed});
        columns[4].add(room->at);
        columns[5].add(room->summary);
        columns[6].add(std::int64_t{room->duty});
        columns[7].add(room->due);
        if (room->phase != "over") continue;
        over[0].add(table);
        over[1].add(room->at);
    }
    questions.push_back(
        {"INSERT INTO room (table_id, game, phase, listed, at, summary, duty, due) SELECT * FROM unnest($1::text[], "
         "$2::text[], $3::text[], $4::smallint[], $5::bigint[], $6::text[], $7::smallint[], $8::bigint[]) ON "
         "CONFLICT (table_id) DO UPDATE SET game = excluded.game, phase = excluded.phase, listed = excluded.listed, "
         "at = excluded.at, summary = excluded.summary, duty = excluded.duty, due = excluded.due",
         values_of(columns)});
    if (!over[0].empty())
        questions.push_back(
            {"UPDATE seat SET done = 1, at = ended FROM unnest($1::text[], $2::bigint[]) AS game (id, ended) "
             "WHERE table_id = id",
             values_of(over)});
}

void add_seats(Questions& questions, std::span<const Write> batch, const std::vector<WriteOutcome>& outcomes) {
    Last<std::pair<std::string, std::string>, SeatRow> seats;
    std::map<std::string, std::int64_t> times;  // of the last event of a table
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (outcomes[i] == WriteOutcome::conflict) continue;
        for (const SeatRow& seat : batch[i].seats) seats[{seat.guest, seat.table}] = &seat;
        if (!batch[i].events.empty()) times[batch[i].table] = batch[i].events.back().at;
    }
    if (seats.empty()) return;
    std::array<PostgresArray, 4> columns;
    for (const auto& [key, seat] : seats) {
        columns[0].add(seat->table);
        columns[1].add(seat->guest);
        columns[2].add(std::int64_t{seat->seat});
        columns[3].add(seat->at != 0 ? seat->at : times[seat->table]);
    }
    questions.push_back(
        {"INSERT INTO seat (table_id, guest_id, seat, at) SELECT * FROM unnest($1::text[], $2::text[], $3::int[], "
         "$4::bigint[]) ON CONFLICT (guest_id, table_id) DO UPDATE SET seat = excluded.seat, at = excluded.at",
         values_of(columns)});
}

/// The final state of each note: written, or gone.
void add_notes(Questions& questions, std::span<const Write> batch, const std::vector<WriteOutcome>& outcomes) {
    Last<std::array<std::string, 3>, NoteRow> notes;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (outcomes[i] == WriteOutcome::conflict) continue;
        for (const NoteKey& key : batch[i].forgotten_notes) notes[{key.guest, key.kind, key.key}] = nullptr;
        for (const NoteRow& note : batch[i].notes) notes[{note.guest, note.kind, note.key}] = &note;
    }
    std::array<PostgresArray, 3> gone;
    std::array<PostgresArray, 5> columns;
    for (const auto& [key, note] : notes) {
        for (std::size_t i = 0; i < key.size(); ++i) note == nullptr ? gone[i].add(key[i]) : columns[i].add(key[i]);
        if (note == nullptr) continue;
        columns[3].add(note->at);
        columns[4].add(note->body);
    }
    if (!gone[0].empty())
        questions.push_back(
            {"DELETE FROM note USING unnest($1::text[], $2::text[], $3::text[]) AS gone (who, what, which) "
             "WHERE guest_id = who AND kind = what AND key = which",
             values_of(gone)});
    if (!columns[0].empty())
        questions.push_back(
            {"INSERT INTO note (guest_id, kind, key, at, body) SELECT * FROM unnest($1::text[], $2::text[], "
             "$3::text[], $4::bigint[], $5::text[]) ON CONFLICT (guest_id, kind, key) DO UPDATE SET at = excluded.at, "
             "body = excluded.body",
             values_of(columns)});
}

void add_facts(Questions& questions, std::span<const Write> batch) {
    Last<std::string, std::string> facts;
    for (const Write& write : batch)
        for (const auto& [name, value] : write.facts) facts[name] = &value;
    if (facts.empty()) return;
    std::array<PostgresArray, 2> columns;
    for (const auto& [name, value] : facts) {
        columns[0].add(name);
        columns[1].add(*value);
    }
    questions.push_back(
        {"INSERT INTO fact (name, value) SELECT * FROM unnest($1::text[], $2::text[]) "
         "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
         values_of(columns)});
}

/// The sender, then the last event of each table.
void add_notifications(Questions& questions, std::span<const Write> batch, const std::vector<WriteOutcome>& outcomes,
                       const std::string& node) {
    std::string payload = node;
    const auto send = [&] {
        if (payload.size() > node.size())
            questions.push_back({"SELECT pg_notify('springtide', $1)", {std::exchange(payload, node)}});
    };
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (batch[i].events.empty() || outcomes[i] == WriteOutcome::conflict) continue;
        payload += " " + batch[i].table + " " + std::to_string(batch[i].events.back().seq);
        if (payload.size() > longest_notification) send();
    }
    send();
}

}  // namespace

std::array<PostgresArray, 5> PostgresStore::event_columns(std::span<const Write> batch) {
    std::array<PostgresArray, 5> columns;
    std::set<std::pair<std::string_view, std::int64_t>> before;  // in the same batch
    for (const Write& write : batch)
        for (const StoredEvent& event : write.events) {
            columns[0].add(write.table);
            columns[1].add(event.seq);
            columns[2].add(event.at);
            columns[3].add(event.body);
            const bool follows = event.seq > 1 && !write.as_it_is && !before.contains({write.table, event.seq - 1});
            columns[4].add(follows ? event.seq - 1 : 0);
            before.emplace(write.table, event.seq);
        }
    return columns;
}

std::vector<PostgresQuestion> PostgresStore::rows_of(std::span<const Write> batch,
                                                     const std::vector<WriteOutcome>& outcomes) const {
    Last<std::string, RoomRow> rooms;
    for (std::size_t i = 0; i < batch.size(); ++i)
        if (outcomes[i] != WriteOutcome::conflict && batch[i].room) rooms[batch[i].room->table] = &*batch[i].room;
    Questions questions;
    add_seats(questions, batch, outcomes);  // before they are done
    add_rooms(questions, rooms);
    add_notes(questions, batch, outcomes);
    add_facts(questions, batch);
    add_notifications(questions, batch, outcomes, lease_->name());
    return questions;
}

/// Everything that is written is found by its key, however few rows there were when the database last counted them.
Expected<void> PostgresStore::prepare_to_write() {
    if (auto connected = connection_.connect(); !connected) return connected;
    if (written_in_ == connection_.sessions()) return {};
    auto done = connection_.run("SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off");
    if (done) written_in_ = connection_.sessions();
    return done;
}

Expected<bool> PostgresStore::rates_somebody(std::span<const Write> batch) {
    std::array<PostgresArray, 1> guests;
    for (const Write& write : batch)
        if (write.rating_change)
            for (const std::string& guest : write.rating_change->guests) guests[0].add(guest);
    if (guests[0].empty()) return false;
    const auto found = connection_.ask_often(
        {"SELECT id FROM guest WHERE id = ANY($1::text[]) AND claimed IS NOT NULL", values_of(guests)});
    if (!found) return std::unexpected(found.error());
    std::set<std::string> claimed;
    for (int row = 0; row < found->size(); ++row) claimed.insert(found->text(row, 0));
    return std::ranges::any_of(batch, [&](const Write& write) {
        return write.rating_change && std::ranges::all_of(write.rating_change->guests, [&](const std::string& guest) {
                   return claimed.contains(guest);
               });
    });
}

Expected<bool> PostgresStore::write_at_once(std::span<const Write> batch) {
    if (careful_ > 0) {
        --careful_;
        return false;
    }
    if (!std::ranges::all_of(batch, is_plain)) return false;
    const auto rates = rates_somebody(batch);
    if (!rates) return std::unexpected(rates.error());
    if (*rates) return false;
    Questions questions;
    if (auto fenced = fence()) questions.push_back(std::move(*fenced));
    // An event without a text is refused: it would follow nothing.
    if (const auto columns = event_columns(batch); !columns[0].empty())
        questions.push_back(
            {"INSERT INTO event (table_id, seq, at, body) SELECT id, number, time, CASE WHEN follows = 0 OR EXISTS "
             "(SELECT FROM event AS before WHERE before.table_id = id AND before.seq = follows FOR KEY SHARE) "
             "THEN text END FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[]) "
             "AS fresh (id, number, time, text, follows) ORDER BY 1, 2",
             values_of(columns)});
    std::ranges::move(rows_of(batch, std::vector<WriteOutcome>(batch.size(), WriteOutcome::stored)),
                      std::back_inserter(questions));
    const auto is_written = connection_.commit(questions);
    if (!is_written || *is_written) return is_written;
    if (has_lease_ended()) return refuse_lost();
    careful_ = careful_commits;
    return false;
}

}  // namespace springtide
