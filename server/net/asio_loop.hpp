#pragma once

#include <semaphore.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "server/base/loop.hpp"
#include "server/base/loop_lag.hpp"
#include "server/net/asio.hpp"

namespace springtide::server {

/// The loop of a server: one thread that runs an io_context.
class AsioLoop final : public Loop {
  public:
    /// `lag` is that of all loops of the process.
    explicit AsioLoop(net::io_context& context, std::shared_ptr<LoopLag> lag = std::make_shared<LoopLag>())
        : context_(context), lag_(std::move(lag)) {}
    void post(std::function<void()> work) override {
        ++posted_;
        net::post(context_, [this, work = std::move(work)] {
            ++done_;
            work();
        });
        if (is_resting_.exchange(false)) wake_.post();
    }
    void rest(Time until, std::function<void()> then) override {
        rest_until_ = until;
        then_ = std::move(then);
        if (!std::exchange(rest_begun_, true)) rest_soon();
    }
    void after(std::int64_t milliseconds, std::function<void()> work) override {
        auto timer = std::make_shared<net::steady_timer>(context_, std::chrono::milliseconds(milliseconds));
        timer->async_wait([timer, work = std::move(work)](const boost::system::error_code& error) {
            if (!error) work();
        });
    }
    void aside(std::function<void()> work) override {
        if (!pool_) pool_.emplace(1);
        net::post(*pool_, std::move(work));
    }
    [[nodiscard]] std::string metrics() const override { return lag_->text(); }

    /// Notes from now on how late it is.
    void watch_lag() {
        tick_.expires_after(tick_time);
        tick_.async_wait([this, waited = LoopLag::waited_for_processor()](const boost::system::error_code& error) {
            if (error) return;
            const std::chrono::duration<double> late = std::chrono::steady_clock::now() - tick_.expiry();
            const double rested = std::exchange(rested_, {}).count();
            lag_->note(late.count() - rested, LoopLag::waited_for_processor() - waited);
            watch_lag();
        });
    }

  private:
    /// Wakes the thread that waits for it. Costs one call into the kernel to wait and one to wake; a lock with a
    /// condition costs up to twice as many, since who is woken may find the lock still held.
    class Waker {
      public:
        Waker() { ::sem_init(&semaphore_, 0, 0); }
        ~Waker() { ::sem_destroy(&semaphore_); }
        Waker(const Waker&) = delete;
        Waker& operator=(const Waker&) = delete;
        void post() { ::sem_post(&semaphore_); }
        /// May return earlier, also for nothing.
        void wait_until(Time time) {
            const auto since = time.time_since_epoch();
            const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
            const timespec until{.tv_sec = seconds.count(),
                                 .tv_nsec = std::chrono::nanoseconds(since - seconds).count()};
            ::sem_clockwait(&semaphore_, CLOCK_MONOTONIC, &until);
        }

      private:
        sem_t semaphore_;
    };

    static constexpr auto tick_time = std::chrono::milliseconds(100);
    static constexpr int turns_before = 3;
    /// Some turns from now: waiting work is done before, and its consequences, such as sending an answer.
    void rest_soon(int turns = turns_before) {
        net::post(context_, [this, turns] { turns > 1 ? rest_soon(turns - 1) : rest_now(); });
    }
    void rest_now() {
        const auto begin = std::chrono::steady_clock::now();
        auto now = begin;
        if (begin < rest_until_ && posted_ == done_) {
            is_resting_ = true;
            if (posted_ == done_) wake_.wait_until(rest_until_);
            is_resting_ = false;
            now = std::chrono::steady_clock::now();
            if (now > tick_.expiry()) rested_ += now - std::max(begin, tick_.expiry());
        }
        if (now < rest_until_) return rest_soon();
        rest_begun_ = false;
        // The first turn asks the system what came, the second begins when that is taken.
        net::post(context_,
                  [this, then = std::exchange(then_, {})]() mutable { net::post(context_, std::move(then)); });
    }

    net::io_context& context_;
    // Everything but these three is of the loop alone.
    Waker wake_;
    std::atomic<std::uint64_t> posted_ = 0;
    std::atomic<bool> is_resting_ = false;
    std::uint64_t done_ = 0;  ///< of those that were posted
    Time rest_until_;
    std::function<void()> then_;
    bool rest_begun_ = false;
    std::chrono::duration<double> rested_{};  ///< since the tick was due
    std::shared_ptr<LoopLag> lag_;
    net::steady_timer tick_{context_};
    std::optional<net::thread_pool> pool_;  ///< of one thread, which begins when there is something to do
};

}  // namespace springtide::server
