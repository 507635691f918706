#include "server/room/block_list.hpp"

#include <algorithm>

namespace springtide::server {

void BlockList::block(const Origin& origin, const std::vector<Origin>& neighbours) {
    const auto shared = [&](auto Origin::* part) {
        return std::ranges::any_of(neighbours, [&](const Origin& other) { return other.*part == origin.*part; });
    };
    if (!origin.device.empty() && !shared(&Origin::device)) entries_.insert("device " + origin.device);
    if (!origin.address.empty() && !shared(&Origin::address)) entries_.insert("address " + origin.address);
}

bool BlockList::blocks(std::string_view guest, const Origin& origin) const {
    if (entries_.empty()) return false;
    return entries_.contains("guest " + std::string(guest)) || entries_.contains("device " + origin.device) ||
           entries_.contains("address " + origin.address);
}

}  // namespace springtide::server
