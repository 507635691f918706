#include "store/group_writer.hpp"

namespace springtide {

GroupWriter::GroupWriter(std::unique_ptr<Store> store) : store_(std::move(store)), thread_([this] { run(); }) {}

GroupWriter::~GroupWriter() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void GroupWriter::write(Write write, Done done) {
    {
        const std::scoped_lock lock(mutex_);
        waiting_.push_back(std::move(write));
        callbacks_.push_back(std::move(done));
    }
    wake_.notify_one();
}

std::int64_t GroupWriter::commits() const {
    const std::scoped_lock lock(mutex_);
    return commits_;
}

std::int64_t GroupWriter::writes() const {
    const std::scoped_lock lock(mutex_);
    return writes_;
}

void GroupWriter::run() {
    for (;;) {
        std::vector<Write> batch;
        std::vector<Done> callbacks;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            batch.swap(waiting_);
            callbacks.swap(callbacks_);
        }
        const auto outcomes = store_->write(batch);
        {
            const std::scoped_lock lock(mutex_);
            ++commits_;
            writes_ += static_cast<std::int64_t>(batch.size());
        }
        for (std::size_t i = 0; i < callbacks.size(); ++i)
            callbacks[i](outcomes ? Expected<WriteOutcome>((*outcomes)[i]) : std::unexpected(outcomes.error()));
    }
}

}  // namespace springtide
