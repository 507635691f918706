#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "server/base/loop.hpp"

namespace springtide::server {

/// Hashes and checks passwords in a thread of its own, one after the other, because each takes tens of milliseconds and
/// 64 MiB. The thread next takes the job of the address that asked least of late: an address that guesses much delays
/// only itself.
class PasswordThread {
  public:
    static constexpr std::size_t most_waiting = 200;

    explicit PasswordThread(Loop& loop) : loop_(loop), thread_([this] { run(); }) {}
    ~PasswordThread();
    PasswordThread(const PasswordThread&) = delete;
    PasswordThread& operator=(const PasswordThread&) = delete;

    /// Runs `work()` in the thread, then `then(its result)` in the loop. `asked_lately` says how many jobs this address
    /// asked for lately. If too many jobs wait, the one of the address that asked most gives way: its `refused` runs in
    /// the loop instead.
    template <class Work, class Then>
    void ask(double asked_lately, Work work, Then then, const std::function<void()>& refused) {
        // The continuation belongs to the loop: the thread keeps no copy of it.
        add(asked_lately, {.work =
                               [this, work = std::move(work), then = std::move(then)]() mutable {
                                   auto found = std::make_shared<decltype(work())>(work());
                                   loop_.post([alive = alive_, found, then = std::move(then)] {
                                       if (*alive) then(std::move(*found));
                                   });
                               },
                           .refused = refused});
    }

  private:
    struct Job {
        std::function<void()> work;
        std::function<void()> refused;
    };
    void add(double asked_lately, Job job);
    void run();

    Loop& loop_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  ///< read and written only in the loop
    std::mutex mutex_;
    std::condition_variable wake_;
    std::map<std::pair<double, std::uint64_t>, Job> jobs_;  ///< by how much the address asked, then in their order
    std::uint64_t number_ = 0;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace springtide::server
