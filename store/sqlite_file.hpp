#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace springtide {

class Statements;

/// The state of the disk, shared by all connections of this process to one SQLite file.
///
/// After a failed sync, Linux considers the lost pages written: a later sync succeeds without writing them, and a read
/// may return them although the disk lacks them. SQLite does not expect this. So all connections are closed, which
/// makes SQLite read the journal from its beginning; its contents are written once more and synced before the next
/// read.
class SqliteFile {
  public:
    enum class Doubt : std::uint8_t {
        none,
        connection,  ///< a write failed: the connection's memory may be wrong
        cache        ///< a sync failed: the system's cache may differ from the disk
    };

    /// The one for this path.
    static std::shared_ptr<SqliteFile> at(const std::string& path);

    void add(Statements& connection);
    void remove(Statements& connection);

    [[nodiscard]] Doubt doubt() const { return doubt_; }
    /// Only makes it worse.
    void doubt(Doubt doubt);
    /// With the code that SQLite gave for a failure.
    void failed(int extended_code);

    // Only for the connection that recovers, which holds `reopening`.
    void close_all();
    void is_trusted() { doubt_ = Doubt::none; }
    /// So long after the last attempt there is another.
    void pause_before_attempt();

    /// Held while a connection is opened.
    std::recursive_mutex reopening;
    /// True while nothing may be read: the connections are closed because the cache is in doubt.
    bool is_closed = false;

  private:
    std::atomic<Doubt> doubt_ = Doubt::none;
    std::mutex mutex_;
    std::vector<Statements*> connections_;
    std::chrono::steady_clock::time_point last_attempt_;
};

}  // namespace springtide
