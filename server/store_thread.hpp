#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "server/loop.hpp"
#include "store/store.hpp"

namespace springtide::server {

/// A store with a thread of its own. The loop asks and goes on with its work; what was found comes back to it when the
/// disk, or the other machine, has answered. So nothing that happens in the loop waits for a store.
class StoreThread {
  public:
    StoreThread(Loop& loop, std::unique_ptr<Store> store);
    /// The answer of a running question is dropped; questions that wait are not asked.
    ~StoreThread();
    StoreThread(const StoreThread&) = delete;
    StoreThread& operator=(const StoreThread&) = delete;

    /// `read(store)` in the thread, then `then(what it found)` in the loop; in the order in which they are asked.
    template <class Read, class Then>
    void ask(Read read, Then then) {
        // What is to happen then belongs to the loop, and is let go there: the thread keeps no copy of it.
        add([this, read = std::move(read), then = std::move(then)](Store& store) mutable {
            const auto found = std::make_shared<decltype(read(store))>(read(store));
            loop_.post([alive = alive_, found, then = std::move(then)] {
                if (*alive) then(std::move(*found));
            });
        });
    }
    /// The same for what gives nothing back.
    void tell(std::function<void(Store&)> change) { add(std::move(change)); }
    /// Blocks until the answer is there: only for the start, when there are no clients yet.
    template <class Read>
    auto ask_and_wait(Read read) {
        const auto found = std::make_shared<std::promise<decltype(read(std::declval<Store&>()))>>();
        add([found, read = std::move(read)](Store& store) { found->set_value(read(store)); });
        return found->get_future().get();
    }

    /// True if other nodes use the same store.
    [[nodiscard]] bool is_shared() const { return is_shared_; }
    /// The session in which what is claimed now is ours, as far as is known.
    [[nodiscard]] std::int64_t session() const { return session_; }

  private:
    void add(std::function<void(Store&)> job);
    void run();

    Loop& loop_;
    std::unique_ptr<Store> store_;
    bool is_shared_;
    std::atomic<std::int64_t> session_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  ///< only looked at in the loop
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void(Store&)>> jobs_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace springtide::server
