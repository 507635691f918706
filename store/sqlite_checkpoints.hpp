#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

struct sqlite3;

namespace springtide {

/// Copies what the journal of a SQLite file has gathered into the file itself (a checkpoint) while the writer goes on.
/// SQLite does this within a commit, whose players then wait for some tens of thousands of pages; here a thread with a
/// connection of its own copies nearly all of them, and the writer only the few that came meanwhile: then the journal
/// can begin anew. A crash at any moment loses nothing, as with SQLite's own.
class SqliteCheckpoints {
  public:
    explicit SqliteCheckpoints(std::string file) : file_(std::move(file)) {}
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
    static void copy_beside(sqlite3* connection);

    std::string file_;
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
