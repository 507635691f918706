#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "store/postgres_connection.hpp"

namespace springtide {

/// Hears what other nodes appended, in a thread of its own.
class PostgresListener {
  public:
    /// Another node appended up to these events, one of each table. All are called from the listener's thread.
    using Heard = std::function<void(std::vector<std::pair<std::string, std::int64_t>> tables)>;
    /// Another node says something (Store::tell_others).
    using Told = std::function<void(std::string node, std::string words)>;
    /// It listens again after a gap: anything may have happened meanwhile.
    using Back = std::function<void()>;

    PostgresListener(std::string url, std::string node, Heard heard, Told told, Back back);
    ~PostgresListener();
    PostgresListener(const PostgresListener&) = delete;
    PostgresListener& operator=(const PostgresListener&) = delete;

  private:
    void run();
    /// Listens until the connection is lost or the end has come.
    void listen();
    void read(std::string_view payload);
    void read_words(std::string_view payload);
    /// Until something can be read from `socket` or the end has come; at most so long. False if neither happened.
    bool wait(int socket, int milliseconds) const;

    PostgresConnection connection_;
    std::string node_;
    Heard heard_;
    Told told_;
    Back back_;
    std::atomic<bool> stopping_ = false;
    int wake_ = -1;  ///< an eventfd
    std::thread thread_;
};

}  // namespace springtide
