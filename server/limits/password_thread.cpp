#include "server/limits/password_thread.hpp"

namespace springtide::server {

PasswordThread::~PasswordThread() {
    *alive_ = false;
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void PasswordThread::add(double asked_lately, Job job) {
    std::function<void()> refused;
    {
        const std::scoped_lock lock(mutex_);
        jobs_.emplace(std::pair(asked_lately, ++number_), std::move(job));
        if (jobs_.size() > most_waiting) refused = std::move(jobs_.extract(std::prev(jobs_.end())).mapped().refused);
    }
    wake_.notify_one();
    if (refused) refused();
}

void PasswordThread::run() {
    for (;;) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
            if (stopping_) return;
            job = std::move(jobs_.extract(jobs_.begin()).mapped());
        }
        job.work();
    }
}

}  // namespace springtide::server
