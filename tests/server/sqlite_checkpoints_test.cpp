// SQLite's journal is copied into its file beside the writer, and nothing of it is lost.
#include "store/sqlite_checkpoints.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <string>

#include "store/sqlite_journal.hpp"
#include "tests/server/loop_fixture.hpp"

namespace springtide::server {
namespace {

constexpr std::uintmax_t megabyte = 1024 * 1024;

std::uintmax_t journal_size(const Folder& folder) { return std::filesystem::file_size(folder.file() + "-wal"); }

Write large_event(std::int64_t seq) {
    Write write;
    write.table = "table";
    write.events = {{.seq = seq, .at = 1, .body = std::string(megabyte / 2, static_cast<char>('a' + seq % 26))}};
    return write;
}

class Writer {
  public:
    explicit Writer(const std::string& file) {
        EXPECT_EQ(
            sqlite3_open_v2(file.c_str(), &database_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, gathered_journal()),
            SQLITE_OK);
        run("PRAGMA journal_mode=WAL");
        run(gathered_journal_needs);
        run("CREATE TABLE t (i INTEGER PRIMARY KEY, data BLOB)");
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { sqlite3_close(database_); }
    void run(const char* sql) {
        EXPECT_EQ(sqlite3_exec(database_, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database_);
    }
    /// So many megabytes, each in a commit of its own, which is told.
    void write(int megabytes, SqliteCheckpoints& checkpoints) {
        for (int i = 0; i < megabytes; ++i) {
            run("INSERT INTO t (data) VALUES (randomblob(1048576))");
            checkpoints.after_commit();
        }
    }
    [[nodiscard]] sqlite3* database() const { return database_; }

  private:
    sqlite3* database_ = nullptr;
};

TEST(SqliteCheckpoints, ALongJournalIsCopiedWhileTheWriterDoesNothing) {
    const Folder folder;
    Writer writer(folder.file());
    SqliteCheckpoints checkpoints(folder.file());
    checkpoints.watch(writer.database(), 4096);
    writer.write(10, checkpoints);
    checkpoints.settle();
    EXPECT_LT(std::filesystem::file_size(folder.file()), megabyte) << "a short journal is left alone";
    writer.write(6, checkpoints);  // and no more: the next commit would copy what the thread has left
    checkpoints.settle();
    EXPECT_GT(std::filesystem::file_size(folder.file()), 15 * megabyte) << "the thread has copied it";
}

TEST(SqliteCheckpoints, TheJournalBeginsAnew) {
    const Folder folder;
    Writer writer(folder.file());
    {
        SqliteCheckpoints checkpoints(folder.file());
        checkpoints.watch(writer.database(), 4096);
        for (int i = 0; i < 60; ++i) {
            writer.write(1, checkpoints);
            checkpoints.settle();
        }
    }
    EXPECT_LT(journal_size(folder), 24 * megabyte) << "of 60 that were written";
    writer.run("INSERT INTO t (data) VALUES (x'00')");  // nobody is told any more
}

TEST(SqliteCheckpoints, WhereTheThreadCannotCopyTheWriterDoes) {
    const Folder folder;
    Writer writer(folder.file());
    SqliteCheckpoints checkpoints(folder.file() + "-that-is-not-there");
    checkpoints.watch(writer.database(), 4096);
    for (int i = 0; i < 60; ++i) {
        writer.write(1, checkpoints);
        checkpoints.settle();
    }
    EXPECT_LT(journal_size(folder), 24 * megabyte);
}

TEST(SqliteCheckpoints, AStoreThatWritesMuchHasAllOfIt) {
    const Folder folder;
    constexpr std::int64_t events = 150;
    {
        const auto store = *SqliteStore::open(folder.file());
        for (std::int64_t seq = 1; seq <= events; ++seq)
            ASSERT_EQ(store->write(std::vector{large_event(seq)})->front(), WriteOutcome::stored);
        EXPECT_GT(std::filesystem::file_size(folder.file()), 8 * megabyte) << "not all of it is in the journal";
    }
    const auto store = *SqliteStore::open(folder.file());
    const auto kept = *store->events("table", 0, events + 1);
    ASSERT_EQ(kept.size(), events);
    for (const StoredEvent& event : kept) EXPECT_EQ(event.body, large_event(event.seq).events.front().body);
    EXPECT_TRUE(store->damages()->empty());
}

}  // namespace
}  // namespace springtide::server
