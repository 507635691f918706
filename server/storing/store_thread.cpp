#include "server/storing/store_thread.hpp"

#include <chrono>
#include <optional>

namespace springtide::server {

StoreThread::StoreThread(Loop& loop, std::unique_ptr<Store> store) : StoreThread(loop, std::move(store), {}) {
    is_fair_ = false;
}

StoreThread::StoreThread(Loop& loop, std::unique_ptr<Store> first, std::vector<std::unique_ptr<Store>> more)
    : loop_(loop), stores_(std::move(more)), is_fair_(true), is_shared_(first->is_shared()) {
    stores_.insert(stores_.begin(), std::move(first));
    for (const auto& one : stores_) threads_.emplace_back([this, &store = *one] { run(store); });
}

StoreThread::~StoreThread() {
    *alive_ = false;
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void StoreThread::add(const Payer& payer, Job job) {
    {
        const std::scoped_lock lock(mutex_);
        jobs_.push(is_fair_ ? payer : Payer(), std::move(job));
    }
    wake_.notify_one();
}

void StoreThread::run(Store& store) {
    using Clock = std::chrono::steady_clock;
    for (;;) {
        std::optional<std::pair<std::string, Job>> next;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || jobs_.has_next(); });
            if (stopping_) return;
            next = jobs_.take();
        }
        const auto begun = Clock::now();
        next->second(store);
        next->second = nullptr;  // its contents are freed outside the lock
        {
            const std::scoped_lock lock(mutex_);
            jobs_.done(next->first, std::chrono::duration<double>(Clock::now() - begun).count());
        }
    }
}

}  // namespace springtide::server
