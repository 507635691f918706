#include "store/sqlite_file.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <thread>

#include "store/sqlite_statement.hpp"

namespace springtide {

namespace {

constexpr auto between_attempts = std::chrono::milliseconds(50);

}  // namespace

std::shared_ptr<SqliteFile> SqliteFile::at(const std::string& path) {
    static std::mutex mutex;
    static std::map<std::string, std::weak_ptr<SqliteFile>> all;
    std::error_code error;
    const auto name = std::filesystem::absolute(path, error).lexically_normal().string();
    const std::scoped_lock lock(mutex);
    std::erase_if(all, [](const auto& one) { return one.second.expired(); });
    auto& known = all[name];
    auto file = known.lock();
    if (!file) known = file = std::make_shared<SqliteFile>();
    return file;
}

void SqliteFile::add(Statements& connection) {
    const std::scoped_lock lock(mutex_);
    connections_.push_back(&connection);
}

void SqliteFile::remove(Statements& connection) {
    const std::scoped_lock lock(mutex_);
    std::erase(connections_, &connection);
}

void SqliteFile::doubt(Doubt doubt) {
    Doubt before = doubt_;
    while (before < doubt && !doubt_.compare_exchange_weak(before, doubt)) {
    }
}

void SqliteFile::failed(int extended_code) {
    switch (extended_code & 0xFF) {
        case SQLITE_FULL:
        case SQLITE_READONLY:
        case SQLITE_CANTOPEN: doubt(Doubt::connection); break;
        case SQLITE_IOERR: {
            const bool is_no_sync = extended_code == SQLITE_IOERR_WRITE || extended_code == SQLITE_IOERR_READ ||
                                    extended_code == SQLITE_IOERR_SHORT_READ || extended_code == SQLITE_IOERR_NOMEM;
            doubt(is_no_sync ? Doubt::connection : Doubt::cache);
            break;
        }
        default: break;
    }
}

/// None of them waits for this file while it is open, so each can be waited for.
void SqliteFile::close_all() {
    is_closed = true;
    const std::scoped_lock lock(mutex_);
    for (Statements* connection : connections_)
        if (connection->is_open()) connection->close(false);
}

void SqliteFile::pause_before_attempt() {
    std::this_thread::sleep_until(last_attempt_ + between_attempts);
    last_attempt_ = std::chrono::steady_clock::now();
}

}  // namespace springtide
