// The journal of SQLite is written with one call for a commit, and nothing else about it changes.
#include "store/sqlite_journal.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>
#include <string>

#include "tests/server/loop_fixture.hpp"

namespace springtide::server {
namespace {

/// How often this process has asked the system to write.
std::int64_t calls_to_write() {
    std::ifstream io("/proc/self/io");
    std::string name;
    for (std::int64_t count = 0; io >> name >> count;)
        if (name == "syscw:") return count;
    return -1;
}

Write move_at(const std::string& table, std::int64_t seq) {
    Write write;
    write.table = table;
    write.events = {{.seq = seq, .at = 1, .body = std::string(1000, 'x')}};
    return write;
}

TEST(SqliteJournal, ACommitIsOneCallHoweverManyTablesItIsFor) {
    ASSERT_GE(calls_to_write(), 0) << "the system does not count calls";
    const Folder folder;
    const auto store = *SqliteStore::open(folder.file());
    for (std::int64_t seq = 1; seq < 4; ++seq) {
        std::vector<Write> group;
        for (int table = 0; table < 50; ++table) group.push_back(move_at("table " + std::to_string(table), seq));
        const auto before = calls_to_write();
        ASSERT_TRUE(store->write(group));
        EXPECT_LE(calls_to_write() - before, 4) << "SQLite by itself: two for each of at least 25 pages";
        EXPECT_EQ((*SqliteStore::open(folder.file()))->events("table 49", 0)->size(), seq) << "everybody sees it";
    }
}

class RawDatabase {
  public:
    explicit RawDatabase(const std::string& file, const char* way) {
        EXPECT_EQ(sqlite3_open_v2(file.c_str(), &database_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, way),
                  SQLITE_OK);
        run("PRAGMA journal_mode=WAL");
    }
    RawDatabase(const RawDatabase&) = delete;
    RawDatabase& operator=(const RawDatabase&) = delete;
    ~RawDatabase() { sqlite3_close(database_); }
    void run(const char* sql) {
        EXPECT_EQ(sqlite3_exec(database_, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database_);
    }
    std::string ask(const char* sql) {
        std::string answer;
        sqlite3_stmt* statement = nullptr;
        EXPECT_EQ(sqlite3_prepare_v2(database_, sql, -1, &statement, nullptr), SQLITE_OK);
        if (sqlite3_step(statement) == SQLITE_ROW)
            answer = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
        sqlite3_finalize(statement);
        return answer;
    }

  private:
    sqlite3* database_ = nullptr;
};

constexpr const char* much =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
    "INSERT INTO t SELECT i, hex(randomblob(100)) FROM n";

TEST(SqliteJournal, WhatDoesNotFitIntoMemoryIsReadBackFromIt) {
    const Folder folder;
    RawDatabase ours(folder.file(), gathered_journal());
    RawDatabase other(folder.file(), nullptr);
    ours.run("PRAGMA cache_size=10; CREATE TABLE t (i INTEGER PRIMARY KEY, text TEXT)");
    ours.run("BEGIN");
    ours.run(much);
    EXPECT_EQ(ours.ask("SELECT count(*) FROM t WHERE length(text) = 200"), "20000");
    EXPECT_EQ(other.ask("SELECT count(*) FROM t"), "0") << "not committed yet";
    ours.run("ROLLBACK");
    EXPECT_EQ(ours.ask("SELECT count(*) FROM t"), "0");
    ours.run("BEGIN");
    ours.run(much);
    ours.run("UPDATE t SET text = 'later' WHERE i % 7 = 0");  // pages that were written already
    ours.run("COMMIT");
    EXPECT_EQ(other.ask("SELECT count(*) FROM t WHERE text = 'later'"), "2857");
    EXPECT_EQ(other.ask("PRAGMA integrity_check"), "ok");
    ours.run("PRAGMA wal_checkpoint(TRUNCATE)");
    ours.run("DELETE FROM t WHERE i > 10000");
    EXPECT_EQ(other.ask("SELECT count(*) FROM t"), "10000");
    EXPECT_EQ(other.ask("PRAGMA integrity_check"), "ok");
}

TEST(SqliteJournal, WhatWasRolledBackIsNeverWrittenOverWhatOthersCommitted) {
    const Folder folder;
    RawDatabase ours(folder.file(), gathered_journal());
    RawDatabase other(folder.file(), nullptr);
    ours.run("PRAGMA cache_size=10; CREATE TABLE t (i INTEGER PRIMARY KEY, text TEXT)");
    ours.run("PRAGMA wal_checkpoint(TRUNCATE)");  // so that rolling back reads nothing from the journal
    ours.run(gathered_journal_needs);
    other.run("PRAGMA wal_autocheckpoint=0");
    ours.run("BEGIN");
    ours.run(much);
    ours.run("ROLLBACK");
    other.run("BEGIN");  // takes the same part of the journal, and more
    other.run(much);
    other.run("INSERT INTO t SELECT i + 20000, text FROM t; INSERT INTO t SELECT i + 40000, text FROM t");
    other.run("UPDATE t SET text = 'other' || substr(text, 6)");
    other.run("COMMIT");
    EXPECT_EQ(ours.ask("SELECT count(*) FROM t WHERE text LIKE 'other%'"), "80000");
    EXPECT_EQ(ours.ask("PRAGMA integrity_check"), "ok");
    EXPECT_EQ(other.ask("PRAGMA integrity_check"), "ok");
    ours.run("INSERT INTO t VALUES (80001, 'one more')");
    EXPECT_EQ(other.ask("SELECT count(*) FROM t"), "80001");
}

}  // namespace
}  // namespace springtide::server
