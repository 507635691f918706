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

void GroupWriter::write(std::vector<Write> group, Done done) {
    {
        const std::scoped_lock lock(mutex_);
        waiting_.push_back({std::move(group), std::move(done)});
    }
    wake_.notify_one();
}

void GroupWriter::run() {
    for (;;) {
        std::vector<Group> groups;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            groups.swap(waiting_);
        }
        for (Group& group : groups) group.done(store_->write(group.writes));
    }
}

}  // namespace springtide
