#include "server/tables/room_loader.hpp"

#include <algorithm>
#include <iterator>

#include "protocol/server_reasons.hpp"

namespace springtide::server {

RoomLoader::RoomLoader(std::unique_ptr<Store> store) : store_(std::move(store)), thread_([this] { run(); }) {}

RoomLoader::~RoomLoader() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void RoomLoader::load(std::string table, Loaded done) {
    {
        const std::scoped_lock lock(mutex_);
        fresh_.push_back({.table = std::move(table), .done = std::move(done), .left = -1, .room = nullptr});
    }
    wake_.notify_one();
}

void RoomLoader::take_apart(std::unique_ptr<Room> room) {
    if (room->seq() < page) return;
    {
        const std::scoped_lock lock(mutex_);
        old_.push_back(std::move(room));
    }
    wake_.notify_one();
}

void RoomLoader::run() {
    for (;;) {
        std::vector<std::unique_ptr<Room>> old;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !fresh_.empty() || !jobs_.empty() || !old_.empty(); });
            if (stopping_) return;  // no request is left
            std::ranges::move(fresh_, std::back_inserter(jobs_));
            fresh_.clear();
            old.swap(old_);
        }
        old.clear();
        if (jobs_.empty()) continue;
        for (Job& job : jobs_)
            if (job.left < 0) job.left = store_->last_seq(job.table).value_or(0);
        const auto shortest = std::ranges::min_element(jobs_, {}, &Job::left);
        if (go_on(*shortest)) jobs_.erase(shortest);
    }
}

bool RoomLoader::go_on(Job& job) {
    const auto finish = [&](Expected<std::unique_ptr<Room>> room) {
        job.done(std::move(room));
        return true;
    };
    const auto known = job.room ? job.room->seq() : 0;
    if (job.damage && job.damage->seq == known + 1) {
        job.room->close_for(std::move(*job.damage));
        return finish(std::move(job.room));
    }
    const auto most = job.damage ? std::min<std::int64_t>(page, job.damage->seq - 1 - known) : page;
    const auto log = store_->events(job.table, known, static_cast<int>(most));
    if (!log) return finish(std::unexpected(log.error()));
    if (log->empty() && !job.room) return finish(refuse(server_reason("no_such_table")));
    if (!job.room) job.room = std::make_unique<Room>(job.table);
    if (const auto folded = job.room->fold_log(*log); !folded) {
        job.damage = {.seq = job.room->seq() + 1, .why = folded.error().message};
        job.left = job.room->seq();
        job.room = std::make_unique<Room>(job.table);
        return false;
    }
    job.left = std::max<std::int64_t>(0, job.left - std::ssize(*log));
    return std::ssize(*log) < most && finish(std::move(job.room));
}

}  // namespace springtide::server
