#include "store/group_writer.hpp"

#include <algorithm>
#include <iterator>

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

/// If a group is refused because of its content, each write is tried by itself: an impossible one fails
/// alone.
Expected<std::vector<WriteOutcome>> GroupWriter::write(const std::vector<Write>& group) {
    auto outcomes = store_->write(group);
    if (outcomes || outcomes.error().code != ErrorCode::bad_request) return outcomes;
    std::vector<WriteOutcome> alone;
    for (const Write& one : group) {
        const auto outcome = store_->write(std::span(&one, 1));
        if (!outcome && outcome.error().code != ErrorCode::bad_request) return std::unexpected(outcome.error());
        alone.push_back(outcome ? outcome->front() : WriteOutcome::refused);
    }
    return alone;
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
        commit(std::move(groups));
    }
}

void GroupWriter::commit(std::vector<Group> groups) {
    ++commits_;
    std::vector<Write> all = std::move(groups.front().writes);
    std::vector<std::size_t> ends = {all.size()};
    for (auto group = groups.begin() + 1; group != groups.end(); ++group) {
        std::ranges::move(group->writes, std::back_inserter(all));
        ends.push_back(all.size());
    }
    const auto outcomes = write(all);
    for (std::size_t i = 0, begin = 0; i < groups.size(); begin = ends[i++]) {
        if (!outcomes) {
            groups[i].done(std::unexpected(outcomes.error()));
            continue;
        }
        const auto first = outcomes->begin();
        groups[i].done(
            std::vector(first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(ends[i])));
    }
}

}  // namespace springtide
