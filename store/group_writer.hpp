#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "store/store.hpp"

namespace springtide {

/// Writes in a thread of its own. Everything that came in while the last commit was under way shares the next one, so
/// that durability costs one flush for many tables. `done` is called from that thread, after the commit.
class GroupWriter {
  public:
    using Done = std::function<void(Expected<WriteOutcome>)>;

    explicit GroupWriter(std::unique_ptr<Store> store);
    /// Writes what is waiting, then stops.
    ~GroupWriter();
    GroupWriter(const GroupWriter&) = delete;
    GroupWriter& operator=(const GroupWriter&) = delete;

    void write(Write write, Done done);
    [[nodiscard]] std::int64_t commits() const;
    [[nodiscard]] std::int64_t writes() const;

  private:
    void run();

    std::unique_ptr<Store> store_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Write> waiting_;
    std::vector<Done> callbacks_;
    bool stopping_ = false;
    std::int64_t commits_ = 0;
    std::int64_t writes_ = 0;
    std::thread thread_;
};

}  // namespace springtide
