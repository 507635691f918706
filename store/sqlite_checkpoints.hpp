#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

struct sqlite3;

namespace springtide {

/// How long the journal of a SQLite file gets, in bytes.
struct JournalSizes {
    std::int64_t is_long = 16LL * 1024 * 1024;      ///< from here on it is copied beside the writer
    std::int64_t is_too_long = 64LL * 1024 * 1024;  ///< from this size on the writer helps the thread
};

/// Copies the journal of a SQLite file into the file itself (a checkpoint) while the writer continues. SQLite does this
/// within a commit, whose players then wait for some tens of thousands of pages; here a thread with a connection of its
/// own copies nearly all of them, and the writer only the few new ones: then the journal can restart. A crash at any
/// moment loses nothing, as with SQLite's own.
class SqliteCheckpoints {
  public:
    /// `failed` hears the code of SQLite if the disk fails, in the thread that copies; then nothing more is copied.
    explicit SqliteCheckpoints(std::string file, JournalSizes sizes = {}, std::function<void(int)> failed = {})
        : file_(std::move(file)), sizes_(sizes), failed_(std::move(failed)) {}
    ~SqliteCheckpoints();
    SqliteCheckpoints(const SqliteCheckpoints&) = delete;
    SqliteCheckpoints& operator=(const SqliteCheckpoints&) = delete;

    /// From now on the writer's commits say here how long the journal is, and SQLite copies nothing by itself.
    void watch(sqlite3* writer, std::int64_t page_bytes);
    /// After a commit, in the thread of the writer.
    void after_commit();
    /// Waits until nothing is being copied.
    void settle();

  private:
    enum class Copying : std::uint8_t { resting, asked, copied };

    void run();
    void copy_beside(sqlite3* connection);
    int copy_pages(sqlite3* connection);

    std::string file_;
    JournalSizes sizes_;
    std::function<void(int)> failed_;
    std::mutex copying_;       ///< held by the one thread that copies
    bool has_failed_ = false;  ///< only used with `copying_`
    sqlite3* writer_ = nullptr;
    std::int64_t page_bytes_ = 0;
    std::int64_t journal_pages_ = 0;  ///< after the last commit
    std::mutex mutex_;
    std::condition_variable changed_;
    Copying state_ = Copying::resting;
    bool stopping_ = false;
    std::thread thread_;  ///< begins when it is first needed
};

}  // namespace springtide
