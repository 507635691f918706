#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "store/store.hpp"

namespace springtide {

/// Writes in a thread of its own. All groups that wait, from however many threads, are one durable commit; `done` of
/// each is called from the writer's thread after it. Callers gather a group while the one before is being written.
class GroupWriter {
  public:
    using Done = std::function<void(Expected<std::vector<WriteOutcome>>)>;

    explicit GroupWriter(std::unique_ptr<Store> store);
    /// Writes what is waiting, then stops.
    ~GroupWriter();
    GroupWriter(const GroupWriter&) = delete;
    GroupWriter& operator=(const GroupWriter&) = delete;

    void write(std::vector<Write> group, Done done);
    /// The lease under which the store writes.
    [[nodiscard]] std::int64_t lease() const { return store_->claims_valid_in(); }
    /// How many commits have begun.
    [[nodiscard]] std::int64_t commits() const { return commits_; }

  private:
    struct Group {
        std::vector<Write> writes;
        Done done;
    };
    void run();
    void commit(std::vector<Group> groups);
    Expected<std::vector<WriteOutcome>> write(const std::vector<Write>& group);

    std::unique_ptr<Store> store_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Group> waiting_;
    std::atomic<std::int64_t> commits_ = 0;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace springtide
