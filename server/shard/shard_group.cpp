#include "server/shard/shard_group.hpp"

#include <utility>

namespace springtide::server {

std::size_t ShardGroup::add(Shard& shard, Loop& loop) {
    members_.push_back({.shard = &shard, .loop = &loop});
    return members_.size() - 1;
}

void ShardGroup::post(std::size_t shard, std::function<void(Shard&)> work) const {
    const Member& member = members_[shard];
    member.loop->post([&there = *member.shard, work = std::move(work)] { work(there); });
}

}  // namespace springtide::server
