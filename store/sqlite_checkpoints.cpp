#include "store/sqlite_checkpoints.hpp"

#include <sqlite3.h>

#include <utility>

#include "store/sqlite_journal.hpp"

namespace springtide {

namespace {

constexpr int few_pages = 64;  // those are left to the writer
constexpr int most_rounds = 8;

int count_pages(void* pages, sqlite3* /*writer*/, const char* /*database*/, int in_journal) {
    *static_cast<std::int64_t*>(pages) = in_journal;
    return SQLITE_OK;
}

}  // namespace

SqliteCheckpoints::~SqliteCheckpoints() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
    if (writer_ != nullptr) sqlite3_wal_hook(writer_, nullptr, nullptr);
}

void SqliteCheckpoints::watch(sqlite3* writer, std::int64_t page_bytes) {
    writer_ = writer;
    page_bytes_ = page_bytes;
    sqlite3_wal_hook(writer, count_pages, &journal_pages_);
}

/// Copies pages whose old form has no readers any more. Returns the number of pages in the journal at the start, or 0
/// if nothing could be done now. After a failed sync it copies no more: SQLite considers pages copied that it wrote
/// before that, and would restart the journal, but the disk may lack them.
int SqliteCheckpoints::copy_pages(sqlite3* connection) {
    const std::unique_lock alone(copying_, std::try_to_lock);
    if (!alone || has_failed_) return 0;
    int in_journal = 0;
    const int done = sqlite3_wal_checkpoint_v2(connection, nullptr, SQLITE_CHECKPOINT_PASSIVE, &in_journal, nullptr);
    if (done == SQLITE_OK) return in_journal;
    const int why = sqlite3_extended_errcode(connection);
    if ((why & 0xFF) == SQLITE_IOERR && why != SQLITE_IOERR_WRITE) {
        has_failed_ = true;
        if (failed_) failed_(why);
    }
    return 0;
}

void SqliteCheckpoints::after_commit() {
    const std::int64_t bytes = journal_pages_ * page_bytes_;
    if (bytes < sizes_.is_long) return;
    {
        const std::scoped_lock lock(mutex_);
        if (state_ == Copying::resting) {
            state_ = Copying::asked;
            if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
            changed_.notify_all();
        }
        if (state_ == Copying::asked && bytes < sizes_.is_too_long) return;
        if (state_ == Copying::copied) state_ = Copying::resting;
    }
    copy_pages(writer_);
}

void SqliteCheckpoints::settle() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return state_ != Copying::asked; });
}

void SqliteCheckpoints::run() {
    sqlite3* connection = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    // It finds the journal when it first reads something.
    const bool is_open = sqlite3_open_v2(file_.c_str(), &connection, flags, gathered_journal()) == SQLITE_OK &&
                         sqlite3_exec(connection, "PRAGMA schema_version", nullptr, nullptr, nullptr) == SQLITE_OK;
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, [this] { return stopping_ || state_ == Copying::asked; }), !stopping_) {
        lock.unlock();
        if (is_open) copy_beside(connection);
        lock.lock();
        state_ = Copying::copied;
        changed_.notify_all();
    }
    lock.unlock();
    sqlite3_close_v2(connection);
}

/// In rounds: while pages are copied new ones come, fewer each time.
void SqliteCheckpoints::copy_beside(sqlite3* connection) {
    for (int round = 0, before = -few_pages; round < most_rounds; ++round) {
        const int in_journal = copy_pages(connection);
        if (in_journal - std::exchange(before, in_journal) < few_pages) return;
    }
}

}  // namespace springtide
