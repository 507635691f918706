#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <thread>

#include "server/base/loop.hpp"
#include "server/identity/client.hpp"
#include "store/sqlite_store.hpp"
#include "tests/server/forwarding_store.hpp"

namespace springtide::server {

/// The loop without a network: the test turns it by hand.
class HandLoop final : public Loop {
  public:
    void post(std::function<void()> work) override {
        const std::scoped_lock lock(mutex_);
        queue_.push_back(std::move(work));
        wake_.notify_one();  // within the lock: whoever is woken may take the loop away
    }
    /// Waits until the test lets time pass.
    void after(std::int64_t milliseconds, std::function<void()> work) override {
        last_wait_ = milliseconds;
        later_.push_back({.milliseconds = milliseconds, .work = std::move(work)});
    }
    [[nodiscard]] std::size_t waiting() const { return later_.size(); }
    /// Those of them that do not wait for just so long.
    [[nodiscard]] std::int64_t waiting_but(std::int64_t milliseconds) const {
        return std::ranges::count_if(later_, [=](const Later& one) { return one.milliseconds != milliseconds; });
    }
    /// Milliseconds that were last asked for.
    [[nodiscard]] std::int64_t last_wait() const { return last_wait_; }
    void let_time_pass() {
        for (const Later& one : std::exchange(later_, {})) one.work();
    }
    void aside(std::function<void()> work) override { work(); }

    /// Works until the condition holds; false if nothing came for a long time. A condition that works itself (it asks
    /// the store, say) may have done the last work there is and have seen what was before it: so it is asked again.
    bool until(const std::function<bool()>& condition) {
        constexpr int most_pauses = 600;
        for (int pauses = 0; !condition();) {
            std::function<void()> work;
            {
                std::unique_lock lock(mutex_);
                if (!wake_.wait_for(lock, std::chrono::milliseconds(100), [this] { return !queue_.empty(); })) {
                    if (++pauses == most_pauses) return false;
                    continue;
                }
                pauses = 0;
                work = std::move(queue_.front());
                queue_.pop_front();
            }
            work();
        }
        return true;
    }

  private:
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> queue_;
    struct Later {
        std::int64_t milliseconds;
        std::function<void()> work;
    };
    std::vector<Later> later_;
    std::int64_t last_wait_ = 0;
};

class HandClient final : public Client {
  public:
    void send(std::string message) override { messages.push_back(std::move(message)); }
    std::vector<std::string> messages;
};

/// A folder that goes away with the test.
class Folder {
  public:
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "springtide-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path_); }
    [[nodiscard]] std::string file() const { return path_ + "/springtide.sqlite"; }

  private:
    std::string path_;
};

/// A store that must not be used by the thread which opened it, the loop's: whatever it does there fails the test. So
/// every test of the shard also shows that the loop waits for no disk.
class OffLoopStore final : public ForwardingStore {
  public:
    explicit OffLoopStore(std::unique_ptr<Store> store) : ForwardingStore(std::move(store)) {}
    void before(const char* what) override {
        EXPECT_NE(std::this_thread::get_id(), loop_) << what << " was asked for in the loop";
    }

  private:
    std::thread::id loop_ = std::this_thread::get_id();
};

inline std::unique_ptr<Store> off_loop(const Folder& folder) {
    return std::make_unique<OffLoopStore>(*SqliteStore::open(folder.file()));
}

}  // namespace springtide::server
