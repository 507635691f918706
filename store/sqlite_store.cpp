#include "store/sqlite_store.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "files/files.hpp"
#include "store/migrations.hpp"
#include "store/person_change.hpp"
#include "store/schema_version.hpp"
#include "store/sqlite_file.hpp"
#include "store/sqlite_journal.hpp"
#include "store/sqlite_statement.hpp"
#include "store/store_news.hpp"

namespace springtide {

namespace {

constexpr int busy_timeout_ms = 10'000;
constexpr std::int64_t journal_bytes = 32 * 1024 * 1024;  // before it is copied into the database
constexpr std::size_t most_remembered = 4000;             // tables whose last event is known without looking

Expected<void> run(sqlite3* database, const char* sql) {
    if (database == nullptr || sqlite3_exec(database, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        return sqlite_error(database);
    return {};
}

/// Runs a statement that gives no rows.
Expected<WriteOutcome> finish(Statement& statement) {
    const auto done = statement.step();
    if (done) return WriteOutcome::stored;
    if (statement.in_conflict()) return WriteOutcome::conflict;
    return std::unexpected(done.error());
}

}  // namespace

Expected<std::unique_ptr<SqliteStore>> SqliteStore::open(const std::string& file, JournalSizes sizes) {
    auto store = std::unique_ptr<SqliteStore>(new SqliteStore(file, sizes));
    const std::scoped_lock lock(store->file_->reopening);
    if (store->file_->is_closed) return fail(ErrorCode::unavailable, "the disk of the database " + file + " failed");
    if (auto done = store->connect(true); !done) return std::unexpected(done.error());
    return store;
}

SqliteStore::SqliteStore(const std::string& path, JournalSizes sizes)
    : path_(path),
      sizes_(sizes),
      file_(SqliteFile::at(path)),
      statements_(std::make_unique<Statements>([this] { reopen(); }, [this] { checkpoints_.reset(); })) {
    file_->add(*statements_);
}

SqliteStore::~SqliteStore() {
    // After a failed sync, the journal that SQLite would remove then may be all that the disk has.
    statements_->close(file_->doubt() != SqliteFile::Doubt::cache);
    file_->remove(*statements_);
}

Expected<void> SqliteStore::connect(bool migrates) {
    sqlite3* database = nullptr;
    // Without a lock of its own: a store is used by one thread at a time.
    const int opened = sqlite3_open_v2(
        path_.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, gathered_journal());
    statements_->opened(database);
    const auto set_up = [&]() -> Expected<void> {
        if (opened != SQLITE_OK) return fail(ErrorCode::unavailable, "cannot open the database " + path_);
        sqlite3_busy_timeout(database, busy_timeout_ms);
        sqlite3_extended_result_codes(database, 1);
        // Every table that is played at writes its own page again and again: small pages (of a file that is made now;
        // others keep theirs) and a long journal make that less.
        for (const char* sql :
             {"PRAGMA page_size=2048", "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON"})
            if (auto done = run(database, sql); !done) return done;
        const auto page = page_size();
        if (!page) return std::unexpected(page.error());
        const auto pages =
            "PRAGMA wal_autocheckpoint=" + std::to_string(journal_bytes / std::max<std::int64_t>(*page, 512));
        if (auto done = run(database, pages.c_str()); !done) return done;
        if (migrates)
            if (auto done = migrate(); !done) return done;
        // A migration may change more than fits into memory, and is alone with the file; nothing after it does.
        return run(database, gathered_journal_needs);
    };
    auto done = set_up();
    if (!done) statements_->close(false);
    return done;
}

/// If it cannot be opened, this request is refused, and the next one tries again.
void SqliteStore::reopen() {
    const std::scoped_lock lock(file_->reopening);
    if (!file_->is_closed) [[maybe_unused]]
        const auto done = connect(false);
}

/// If even that fails, SQLite has done it by itself.
void SqliteStore::roll_back() { [[maybe_unused]] const auto done = run(statements_->database(), "ROLLBACK"); }

Expected<std::size_t> SqliteStore::version() {
    Statement version(*statements_, "PRAGMA user_version");
    if (const auto row = version.step(); !row) return std::unexpected(row.error());
    return static_cast<std::size_t>(version.number(0));
}

Expected<std::int64_t> SqliteStore::page_size() {
    Statement size(*statements_, "PRAGMA page_size");
    if (const auto row = size.step(); !row) return std::unexpected(row.error());
    return size.number(0);
}

Expected<void> SqliteStore::migrate() {
    sqlite3* database = statements_->database();
    if (auto begun = run(database, "BEGIN IMMEDIATE"); !begun) return begun;
    std::size_t found = migrations.size();
    const auto upgrade = [&]() -> Expected<void> {
        const auto known = version();
        if (!known) return std::unexpected(known.error());
        const std::size_t at = *known;
        found = std::min(at, migrations.size());
        if (at > migrations.size())
            return fail(ErrorCode::unavailable,
                        "the database is of version " + std::to_string(at) + ", but this program knows only version " +
                            std::to_string(migrations.size()) + "; use the newer program, or restore a backup");
        for (std::size_t next = at; next < migrations.size(); ++next)
            if (auto done = run(database, migrations[next]); !done) return done;
        return run(database, ("PRAGMA user_version=" + std::to_string(migrations.size())).c_str());
    };
    auto done = upgrade();
    const auto ended = run(database, done ? "COMMIT" : "ROLLBACK");
    const bool is_changed = done && ended && found < migrations.size();
    if (is_changed && store_news.migrated != nullptr) store_news.migrated(found, migrations.size());
    return done ? ended : done;
}

std::size_t sqlite_schema_version() { return migrations.size(); }

/// Each active table writes to the same three or four pages again: the writer caches up to 3 MB of pages, not 2.
Expected<void> SqliteStore::begin_to_write() {
    if (auto done = run(statements_->database(), "PRAGMA cache_size=-3000"); !done) return done;
    const auto page = page_size();
    if (!page) return std::unexpected(page.error());
    checkpoints_ = std::make_unique<SqliteCheckpoints>(path_, sizes_, [file = file_](int code) { file->failed(code); });
    checkpoints_->watch(statements_->database(), *page);
    return {};
}

/// After a failure of the disk, of a checkpoint too, the store first makes certain what its file holds. It tries at
/// once, so that a reader who hears of the error reads the truth.
Expected<std::vector<WriteOutcome>> SqliteStore::write(std::span<const Write> batch) {
    if (file_->doubt() != SqliteFile::Doubt::none)
        if (auto done = recover(); !done) return std::unexpected(done.error());
    auto outcomes = commit(batch);
    if (file_->doubt() != SqliteFile::Doubt::none) [[maybe_unused]]
        const auto done = recover();
    return outcomes;
}

Expected<std::vector<WriteOutcome>> SqliteStore::commit(std::span<const Write> batch) {
    const auto held = statements_->lock();
    if (!checkpoints_)
        if (auto done = begin_to_write(); !done) return std::unexpected(done.error());
    const auto give_up = [this](const Error& why) {
        if (sqlite3* database = statements_->database(); database != nullptr)
            file_->failed(sqlite3_extended_errcode(database));
        roll_back();
        last_written_.clear();
        return std::unexpected(why);
    };
    if (auto begun = Statement(*statements_, "BEGIN IMMEDIATE").step(); !begun) return give_up(begun.error());
    if (auto looked = look_whether_others_wrote(); !looked) return give_up(looked.error());
    std::vector<WriteOutcome> outcomes;
    for (const Write& write : batch) {
        const auto outcome = write_or_undo(write);
        if (!outcome) return give_up(outcome.error());
        outcomes.push_back(*outcome);
    }
    if (auto committed = Statement(*statements_, "COMMIT").step(); !committed) return give_up(committed.error());
    checkpoints_->after_commit();
    return outcomes;
}

/// The last write stays in memory for as long as no other connection writes.
Expected<void> SqliteStore::look_whether_others_wrote() {
    Statement version(*statements_, "PRAGMA data_version");
    if (const auto row = version.step(); !row) return std::unexpected(row.error());
    const auto before = std::exchange(data_version_, version.number(0));
    if (before != data_version_ || last_written_.size() > most_remembered) last_written_.clear();
    return {};
}

Expected<bool> SqliteStore::has_event(const std::string& table, std::int64_t seq) {
    if (const auto last = last_written_.find(table); last != last_written_.end() && last->second == seq) return true;
    Statement select(*statements_, "SELECT 1 FROM event WHERE table_id = ? AND seq = ?");
    return select.bind(table).bind(seq).step();
}

/// All events of a write, or none of them.
Expected<WriteOutcome> SqliteStore::append(const Write& write) {
    if (write.events.empty()) return WriteOutcome::stored;
    if (write.events.front().seq > 1 && !write.as_it_is) {
        const auto there = has_event(write.table, write.events.front().seq - 1);
        if (!there) return std::unexpected(there.error());
        if (!*there) return WriteOutcome::conflict;  // the table was forgotten
    }
    for (const StoredEvent& event : write.events) {
        Statement insert(*statements_, "INSERT INTO event (table_id, seq, at, body) VALUES (?, ?, ?, ?)");
        insert.bind(write.table).bind(event.seq).bind(event.at).bind(event.body);
        const auto done = finish(insert);
        if (!done) return done;
        if (*done == WriteOutcome::stored) continue;
        Statement remove(*statements_, "DELETE FROM event WHERE table_id = ? AND seq >= ? AND seq < ?");
        remove.bind(write.table).bind(write.events.front().seq).bind(event.seq);
        if (auto removed = finish(remove); !removed) return removed;
        return WriteOutcome::conflict;
    }
    last_written_[write.table] = write.events.back().seq;
    return WriteOutcome::stored;
}

Expected<WriteOutcome> SqliteStore::forget(const Write& write) {
    Statement remove(*statements_, "DELETE FROM room WHERE table_id = ? AND at = ?");
    remove.bind(write.table).bind(*write.forget);
    if (auto done = finish(remove); !done) return done;
    if (sqlite3_changes(statements_->database()) == 0) return WriteOutcome::conflict;
    last_written_.erase(write.table);
    for (const char* sql : {"DELETE FROM event WHERE table_id = ?", "DELETE FROM seat WHERE table_id = ?",
                            "DELETE FROM note WHERE kind IN ('read', 'quiet', 'called') AND key = ?"}) {
        Statement rest(*statements_, sql);
        rest.bind(write.table);
        if (auto done = finish(rest); !done) return done;
    }
    return WriteOutcome::stored;
}

/// The seats of a table; once its game is over, who sat there and when it ended.
Expected<void> SqliteStore::write_seats(const Write& write) {
    for (const SeatRow& seat : write.seats) {
        Statement upsert(*statements_,
                         "INSERT INTO seat (table_id, guest_id, seat, at) VALUES (?, ?, ?, ?) "
                         "ON CONFLICT (guest_id, table_id) DO UPDATE SET seat = excluded.seat, at = excluded.at");
        upsert.bind(seat.table).bind(seat.guest).bind(std::int64_t{seat.seat});
        upsert.bind(seat.at != 0 || write.events.empty() ? seat.at : write.events.back().at);
        if (auto done = finish(upsert); !done) return std::unexpected(done.error());
    }
    if (!write.room || write.room->phase != "over") return {};
    Statement over(*statements_, "UPDATE seat SET done = 1, at = ? WHERE table_id = ?");
    over.bind(write.room->at).bind(write.table);
    if (auto done = finish(over); !done) return std::unexpected(done.error());
    return {};
}

/// Rows that come only from another store (migrate-store).
Expected<void> SqliteStore::write_moved(const Write& write) {
    for (const MeetingRow& meeting : write.meetings) {
        Statement insert(*statements_,
                         "INSERT OR IGNORE INTO meeting (guest_id, other_id, at, table_id, place, settled) VALUES "
                         "(?, ?, ?, ?, ?, ?)");
        insert.bind(meeting.guest).bind(meeting.other).bind(meeting.at).bind(meeting.table);
        meeting.place ? insert.bind(*meeting.place) : insert.bind_null();
        insert.bind(std::int64_t{meeting.settled});
        if (auto done = finish(insert); !done) return std::unexpected(done.error());
    }
    for (const SetAsideRow& row : write.set_aside) {
        Statement insert(*statements_,
                         "INSERT OR REPLACE INTO set_aside (table_id, seq, at, body, why) VALUES (?, ?, ?, ?, ?)");
        insert.bind(write.table).bind(row.event.seq).bind(row.event.at).bind(row.event.body).bind(row.why);
        if (auto done = finish(insert); !done) return std::unexpected(done.error());
    }
    return {};
}

Expected<WriteOutcome> SqliteStore::write_guest(const GuestRow& guest) {
    Statement upsert(*statements_,
                     "INSERT INTO guest (id, name, claimed, password, valid_from) VALUES (?, ?, ?, ?, ?) "
                     "ON CONFLICT (id) DO UPDATE SET name = excluded.name, claimed = excluded.claimed, "
                     "password = excluded.password, valid_from = max(valid_from, excluded.valid_from)");
    upsert.bind(guest.id).bind(guest.name);
    for (const auto& field : {guest.claimed, guest.password}) field ? upsert.bind(*field) : upsert.bind_null();
    upsert.bind(guest.valid_from);
    return finish(upsert);
}

/// The sessions that end are the listed ones, whenever their tokens were signed: the clocks of two nodes may differ.
Expected<WriteOutcome> SqliteStore::change_person(const PersonChange& change) {
    const auto row = after(*this, change);
    if (!row) return std::unexpected(row.error());
    if (!*row) return WriteOutcome::conflict;
    if (auto done = write_guest(**row); !done || *done == WriteOutcome::conflict) return done;
    if (!change.sessions_end) return WriteOutcome::stored;
    Statement end(*statements_,
                  "INSERT INTO ended_session (id, guest_id, at) SELECT key, guest_id, ? FROM note WHERE guest_id = ? "
                  "AND kind = 'session' ON CONFLICT (id) DO NOTHING");
    end.bind(*change.sessions_end).bind(change.id);
    if (auto done = finish(end); !done) return done;
    Statement remove(*statements_, "DELETE FROM note WHERE guest_id = ? AND kind = 'session'");
    remove.bind(change.id);
    return finish(remove);
}

/// A write that turns out to be in conflict after some of it was written leaves nothing.
Expected<WriteOutcome> SqliteStore::write_or_undo(const Write& write) {
    if (!is_conditional(write) && write.rewritten.empty() && !write.club_rewrite) return write_one(write);
    if (const auto fits = fits_conditions(write); !fits) return std::unexpected(fits.error());
    const auto is_so = holds(*this, write.only_if);
    if (!is_so) return std::unexpected(is_so.error());
    if (!*is_so) return WriteOutcome::conflict;
    if (auto begun = Statement(*statements_, "SAVEPOINT one").step(); !begun) return std::unexpected(begun.error());
    const auto outcome = write_one(write);
    if (!outcome) return outcome;  // the whole batch is given up
    if (*outcome == WriteOutcome::conflict) {
        last_written_.clear();
        if (auto back = Statement(*statements_, "ROLLBACK TO one").step(); !back) return std::unexpected(back.error());
    }
    if (auto ended = Statement(*statements_, "RELEASE one").step(); !ended) return std::unexpected(ended.error());
    return outcome;
}

/// Possible conflicts come first, so that nothing of such a write is there.
Expected<WriteOutcome> SqliteStore::write_one(const Write& write) {
    if (write.forget) return forget(write);
    if (auto done = append(write); !done || *done == WriteOutcome::conflict) return done;
    if (auto done = change_notes(write); !done || *done == WriteOutcome::conflict) return done;
    if (write.moved_guest)
        if (auto done = write_guest(*write.moved_guest); !done || *done == WriteOutcome::conflict) return done;
    if (write.person)
        if (auto done = change_person(*write.person); !done || *done == WriteOutcome::conflict) return done;
    if (write.club)
        if (auto done = append_club(*write.club, write.as_it_is); !done || *done == WriteOutcome::conflict) return done;
    if (write.club_forgotten)
        if (auto done = forget_club(*write.club_forgotten); !done || *done == WriteOutcome::conflict) return done;
    if (auto done = rewrite(write); !done || *done == WriteOutcome::conflict) return done;
    if (write.room) {
        Statement upsert(
            *statements_,
            "INSERT INTO room (table_id, game, phase, listed, at, summary, duty, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (table_id) DO UPDATE SET game = excluded.game, phase = excluded.phase, "
            "listed = excluded.listed, at = excluded.at, summary = excluded.summary, duty = excluded.duty, "
            "due = excluded.due");
        upsert.bind(write.table).bind(write.room->game).bind(write.room->phase);
        upsert.bind(std::int64_t{write.room->listed}).bind(write.room->at).bind(write.room->summary);
        upsert.bind(std::int64_t{write.room->duty}).bind(write.room->due);
        if (auto done = finish(upsert); !done) return done;
    }
    if (auto done = write_seats(write); !done) return std::unexpected(done.error());
    if (auto done = write_moved(write); !done) return std::unexpected(done.error());
    if (write.in_use)
        for (const std::string& table : write.in_use->tables) {
            Statement touch(*statements_, "UPDATE room SET at = ? WHERE table_id = ? AND phase = 'open' AND at < ?");
            touch.bind(write.in_use->at).bind(table).bind(write.in_use->since);
            if (auto done = finish(touch); !done) return done;
        }
    if (auto done = write_ratings(write.ratings); !done) return std::unexpected(done.error());
    if (write.rating_change)
        if (auto done = change_ratings(*write.rating_change, write.table); !done) return std::unexpected(done.error());
    if (write.daily)
        if (auto done = write_daily(*write.daily); !done) return std::unexpected(done.error());
    if (write.club_result)
        if (auto done = write_club_result(*write.club_result); !done) return std::unexpected(done.error());
    if (auto done = write_notes(write); !done) return std::unexpected(done.error());
    if (write.ended_session) {
        Statement upsert(*statements_,
                         "INSERT INTO ended_session (id, guest_id, at) VALUES (?, ?, ?) "
                         "ON CONFLICT (id) DO UPDATE SET at = excluded.at");
        upsert.bind(write.ended_session->id).bind(write.ended_session->guest).bind(write.ended_session->at);
        if (auto done = finish(upsert); !done) return done;
    }
    for (const auto& [name, value] : write.facts) {
        Statement upsert(*statements_,
                         "INSERT INTO fact (name, value) VALUES (?, ?) "
                         "ON CONFLICT (name) DO UPDATE SET value = excluded.value");
        upsert.bind(name).bind(value);
        if (auto done = finish(upsert); !done) return done;
    }
    for (const auto& [name, value] : write.first_facts) {
        Statement insert(*statements_, "INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING");
        insert.bind(name).bind(value);
        if (auto done = finish(insert); !done) return done;
    }
    return WriteOutcome::stored;
}

Expected<void> SqliteStore::write_ratings(const std::vector<RatingRow>& rows) {
    for (const RatingRow& row : rows) {
        Statement upsert(*statements_,
                         "INSERT INTO rating (guest_id, game, rating, deviation, volatility, games, listed_until) "
                         "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, guest_id) DO UPDATE SET rating = "
                         "excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, games = "
                         "excluded.games, listed_until = excluded.listed_until");
        upsert.bind(row.guest).bind(row.game).bind(row.rating).bind(row.deviation).bind(row.volatility);
        upsert.bind(std::int64_t{row.games}).bind(row.listed_until);
        if (auto done = finish(upsert); !done) return std::unexpected(done.error());
    }
    return {};
}

Expected<void> SqliteStore::copy_to(const std::string& file) {
    // Into a file beside it first: after a full disk nothing is left that looks like a backup and blocks the next one.
    const std::string draft = file + ".new";
    std::error_code error;
    std::filesystem::remove(draft, error);
    Expected<void> copied;
    {
        Statement copy(*statements_, "VACUUM INTO ?");
        copy.bind(draft);
        if (const auto done = copy.step(); !done)
            copied = fail(done.error().code, "cannot write " + file + ": " + done.error().message);
    }
    if (copied) copied = move_new_file(draft, file);
    if (!copied) std::filesystem::remove(draft, error);
    return copied;
}

}  // namespace springtide
