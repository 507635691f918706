// The recovery of a SQLite store after its disk has failed: it makes certain of the file's contents before new writes.
#include <sqlite3.h>

#include <algorithm>
#include <vector>

#include "store/sqlite_file.hpp"
#include "store/sqlite_statement.hpp"
#include "store/sqlite_store.hpp"

namespace springtide {

namespace {

std::unexpected<Error> still_failing() {
    return fail(ErrorCode::unavailable, "the disk failed, and does not work again yet");
}

sqlite3_file* file_of(sqlite3* database, int which) {
    sqlite3_file* file = nullptr;
    const bool is_there = sqlite3_file_control(database, "main", which, static_cast<void*>(&file)) == SQLITE_OK &&
                          file != nullptr && file->pMethods != nullptr;
    return is_there ? file : nullptr;
}

/// Reads a part of a file and writes the same there. False where the disk fails.
bool write_again(sqlite3_file* file, std::vector<char>& part, sqlite3_int64 at) {
    const int bytes = static_cast<int>(part.size());
    return file->pMethods->xRead(file, part.data(), bytes, at) == SQLITE_OK &&
           file->pMethods->xWrite(file, part.data(), bytes, at) == SQLITE_OK;
}

}  // namespace

/// An error says that the disk does not work yet.
Expected<void> SqliteStore::recover() {
    const std::scoped_lock lock(file_->reopening);
    file_->pause_before_attempt();
    if (file_->doubt() == SqliteFile::Doubt::none) return {};  // another connection has done it
    if (file_->doubt() == SqliteFile::Doubt::cache) {
        // As long as it fails the others may read on: they see only what was stored before.
        if (auto works = find_out_whether_the_disk_works(); !works) return works;
        file_->close_all();
    }
    statements_->close(false);
    last_written_.clear();
    if (auto opened = connect(false); !opened) return opened;
    if (file_->doubt() == SqliteFile::Doubt::cache) {
        if (auto stored = store_what_the_journal_holds(); !stored) {
            statements_->close(false);  // stops reads of data that may not be on the disk
            return stored;
        }
        file_->is_closed = false;
    }
    file_->is_trusted();
    return {};
}

/// Writes the first bytes of the file once more, which are always the same.
Expected<void> SqliteStore::find_out_whether_the_disk_works() {
    if (!statements_->is_open()) return {};
    const auto held = statements_->lock();
    sqlite3_file* file = file_of(statements_->database(), SQLITE_FCNTL_FILE_POINTER);
    std::vector<char> first(16);
    if (file == nullptr || !write_again(file, first, 0) || file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) != SQLITE_OK)
        return still_failing();
    return {};
}

/// SQLite has read the journal again, but perhaps from the cache of the system.
Expected<void> SqliteStore::store_what_the_journal_holds() {
    if (auto begun = Statement(*statements_, "BEGIN IMMEDIATE").step(); !begun) return std::unexpected(begun.error());
    const auto held = statements_->lock();
    bool is_done = true;
    if (sqlite3_file* journal = file_of(statements_->database(), SQLITE_FCNTL_JOURNAL_POINTER)) {
        constexpr sqlite3_int64 most_at_once = 64 * 1024;
        sqlite3_int64 size = 0;
        is_done = journal->pMethods->xFileSize(journal, &size) == SQLITE_OK;
        for (sqlite3_int64 at = 0; is_done && at < size; at += most_at_once) {
            std::vector<char> part(static_cast<std::size_t>(std::min(most_at_once, size - at)));
            is_done = write_again(journal, part, at);
        }
        is_done = is_done && journal->pMethods->xSync(journal, SQLITE_SYNC_NORMAL) == SQLITE_OK;
    }
    roll_back();
    return is_done ? Expected<void>() : still_failing();
}

}  // namespace springtide
