#include "server/house.hpp"

#include <utility>

namespace springtide::server {

std::size_t House::add(Hall& hall, Loop& loop) {
    members_.push_back({.hall = &hall, .loop = &loop});
    return members_.size() - 1;
}

void House::post(std::size_t hall, std::function<void(Hall&)> work) const {
    const Member& member = members_[hall];
    member.loop->post([&there = *member.hall, work = std::move(work)] { work(there); });
}

}  // namespace springtide::server
