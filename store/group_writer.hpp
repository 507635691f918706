#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "store/store.hpp"

namespace springtide {

/// Writes in a thread of its own, one group after the other; each is one durable commit. `done` is called from that
/// thread, after the commit. Whoever writes gathers a group while the one before is under way.
class GroupWriter {
  public:
    using Done = std::function<void(Expected<std::vector<WriteOutcome>>)>;

    explicit GroupWriter(std::unique_ptr<Store> store);
    /// Writes what is waiting, then stops.
    ~GroupWriter();
    GroupWriter(const GroupWriter&) = delete;
    GroupWriter& operator=(const GroupWriter&) = delete;

    void write(std::vector<Write> group, Done done);

  private:
    struct Group {
        std::vector<Write> writes;
        Done done;
    };
    void run();
    Expected<std::vector<WriteOutcome>> write(const std::vector<Write>& group);

    std::unique_ptr<Store> store_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Group> waiting_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace springtide
