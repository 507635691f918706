#include "server/store_thread.hpp"

namespace springtide::server {

StoreThread::StoreThread(Loop& loop, std::unique_ptr<Store> store)
    : loop_(loop),
      store_(std::move(store)),
      is_shared_(store_->is_shared()),
      session_(store_->claims_valid_in()),
      thread_([this] { run(); }) {}

StoreThread::~StoreThread() {
    *alive_ = false;
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void StoreThread::add(std::function<void(Store&)> job) {
    {
        const std::scoped_lock lock(mutex_);
        jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
}

void StoreThread::run() {
    for (;;) {
        std::function<void(Store&)> job;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
            if (stopping_) return;
            job = std::move(jobs_.front());
            jobs_.pop_front();
        }
        job(*store_);
        session_ = store_->claims_valid_in();
    }
}

}  // namespace springtide::server
