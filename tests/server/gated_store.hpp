#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "tests/server/forwarding_store.hpp"

namespace springtide::server {

/// What a test does to the disk.
class Gate {
  public:
    /// The last one refuses, and stores it all the same with the next write that works: the outcome was unknown.
    enum class Mood { works, refuses, is_late, stores_later };

    void close() {
        const std::scoped_lock lock(mutex_);
        open_ = false;
    }
    void open(Mood mood) {
        {
            const std::scoped_lock lock(mutex_);
            open_ = true;
            mood_ = mood;
        }
        wake_.notify_all();
    }
    Mood pass() {
        std::unique_lock lock(mutex_);
        ++waiting_;
        wake_.notify_all();
        wake_.wait(lock, [this] { return open_; });
        --waiting_;
        return mood_;
    }
    /// Until a write stands before it.
    void wait_for_a_write() {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return waiting_ > 0; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable wake_;
    bool open_ = true;
    int waiting_ = 0;
    Mood mood_ = Mood::works;
};

/// A SQLite store whose writes wait before a gate.
class GatedStore final : public ForwardingStore {
  public:
    GatedStore(std::unique_ptr<Store> store, Gate& gate) : ForwardingStore(std::move(store)), gate_(gate) {}

    Expected<std::vector<WriteOutcome>> write(std::span<const Write> batch) override {
        switch (gate_.pass()) {
            case Gate::Mood::refuses: return fail(ErrorCode::unavailable, "no room on the disk");
            case Gate::Mood::is_late: return std::vector<WriteOutcome>(batch.size(), WriteOutcome::conflict);
            case Gate::Mood::stores_later:
                unknown_.assign(batch.begin(), batch.end());
                return fail(ErrorCode::unavailable, "the disk failed");
            default:
                if (const auto before = std::exchange(unknown_, {}); !before.empty())
                    if (auto stored = ForwardingStore::write(before); !stored) return stored;
                return ForwardingStore::write(batch);
        }
    }

  private:
    Gate& gate_;
    std::vector<Write> unknown_;
};

}  // namespace springtide::server
