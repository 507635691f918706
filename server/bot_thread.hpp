#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "bots/choose.hpp"

namespace springtide::server {

/// Bots think here, so that nobody waits for them but those at their table.
class BotThread {
  public:
    using Done = std::function<void(Expected<BotAnswer>)>;

    explicit BotThread(int milliseconds) : milliseconds_(milliseconds), thread_([this] { run(); }) {}
    ~BotThread();
    BotThread(const BotThread&) = delete;
    BotThread& operator=(const BotThread&) = delete;

    /// `table` is a copy of its own; `done` is called from this thread.
    void ask(std::unique_ptr<Table> table, Seat seat, std::string level, Done done);

  private:
    struct Question {
        std::unique_ptr<Table> table;
        Seat seat;
        std::string level;
        Done done;
    };
    void run();

    int milliseconds_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Question> questions_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace springtide::server
