#include "python/learn/thread_pool.hpp"

#include <algorithm>

namespace springtide {

ThreadPool::ThreadPool(int threads) {
    const int wanted = threads > 0 ? threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    for (int i = 1; i < wanted; ++i) helpers_.emplace_back([this] { help(); });
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    begun_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
}

void ThreadPool::run_parts(std::size_t count, Part part, void* context) {
    constexpr std::size_t parts_per_thread = 8;  // parts take different times
    {
        const std::lock_guard lock(mutex_);
        part_ = part;
        context_ = context;
        count_ = count;
        step_ = std::max<std::size_t>(1, count / (static_cast<std::size_t>(size()) * parts_per_thread));
        next_ = 0;
        working_ = helpers_.size();
        ++call_;
    }
    begun_.notify_all();
    work_on();
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return working_ == 0; });
}

void ThreadPool::work_on() {
    for (;;) {
        const std::size_t begin = next_.fetch_add(step_, std::memory_order_relaxed);
        if (begin >= count_) return;
        part_(context_, begin, std::min(begin + step_, count_));
    }
}

void ThreadPool::help() {
    std::size_t seen = 0;
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            begun_.wait(lock, [&] { return closing_ || call_ != seen; });
            if (closing_) return;
            seen = call_;
        }
        work_on();
        bool last = false;
        {
            const std::lock_guard lock(mutex_);
            last = --working_ == 0;
        }
        if (last) ended_.notify_one();
    }
}

}  // namespace springtide
