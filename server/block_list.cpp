#include "server/block_list.hpp"

#include <algorithm>

namespace springtide::server {

void BlockList::block(const Origin& origin, const std::vector<Origin>& neighbours) {
    const auto shared = [&](auto Origin::* part) {
        return std::ranges::any_of(neighbours, [&](const Origin& other) { return other.*part == origin.*part; });
    };
    if (!origin.device.empty() && !shared(&Origin::device)) devices_.insert(origin.device);
    if (!origin.address.empty() && !shared(&Origin::address)) addresses_.insert(origin.address);
}

bool BlockList::blocks(std::string_view guest, const Origin& origin) const {
    return guests_.contains(guest) || devices_.contains(origin.device) || addresses_.contains(origin.address);
}

std::vector<std::string> BlockList::entries() const {
    std::vector<std::string> all;
    all.reserve(guests_.size() + devices_.size() + addresses_.size());
    for (const auto& guest : guests_) all.push_back("guest " + guest);
    for (const auto& device : devices_) all.push_back("device " + device);
    for (const auto& address : addresses_) all.push_back("address " + address);
    return all;
}

void BlockList::add(std::string_view entry) {
    const auto space = entry.find(' ');
    if (space == std::string_view::npos) return;
    const auto kind = entry.substr(0, space);
    auto& set = kind == "guest" ? guests_ : kind == "device" ? devices_ : addresses_;
    set.emplace(entry.substr(space + 1));
}

}  // namespace springtide::server
