#include "server/door.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

namespace springtide::server {

namespace {

constexpr std::size_t mark_length = 16;
constexpr std::size_t network_bytes = 8;  // of an IPv6 address: the rest is the owner's to choose

}  // namespace

std::string network_of(std::string_view address) {
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    if (::inet_pton(AF_INET6, std::string(address).c_str(), bytes.data()) != 1) return std::string(address);
    constexpr std::string_view mapped("\0\0\0\0\0\0\0\0\0\0\xFF\xFF", 12);  // an IPv4 address inside
    const std::string text(bytes.begin(), bytes.end());
    if (!text.starts_with(mapped)) return text.substr(0, network_bytes);
    std::string plain;
    for (std::size_t i = mapped.size(); i < bytes.size(); ++i)
        plain += (plain.empty() ? "" : ".") + std::to_string(bytes[i]);
    return plain;
}

Origin OriginMarker::mark(std::string_view device, std::string_view address) const {
    const auto of = [&](std::string_view kind, const std::string& value) {
        if (value.empty()) return std::string();
        return to_hex(hmac_sha256(key_, std::string(kind) + value)).substr(0, mark_length);
    };
    return {.device = of("device ", std::string(device)), .address = of("address ", network_of(address))};
}

std::string to_text(const Origin& origin) {
    if (origin == Origin()) return "";
    return origin.device + "/" + origin.address;
}

Origin origin_from_text(std::string_view text) {
    const auto slash = text.find('/');
    if (slash == std::string_view::npos) return {};
    return {.device = std::string(text.substr(0, slash)), .address = std::string(text.substr(slash + 1))};
}

void Door::close_to(const Origin& origin, const std::vector<Origin>& neighbours) {
    const auto shared = [&](auto Origin::* part) {
        return std::ranges::any_of(neighbours, [&](const Origin& other) { return other.*part == origin.*part; });
    };
    if (!origin.device.empty() && !shared(&Origin::device)) devices_.insert(origin.device);
    if (!origin.address.empty() && !shared(&Origin::address)) addresses_.insert(origin.address);
}

bool Door::is_closed_to(std::string_view guest, const Origin& origin) const {
    return guests_.contains(guest) || devices_.contains(origin.device) || addresses_.contains(origin.address);
}

std::vector<std::string> Door::entries() const {
    std::vector<std::string> all;
    all.reserve(guests_.size() + devices_.size() + addresses_.size());
    for (const auto& guest : guests_) all.push_back("guest " + guest);
    for (const auto& device : devices_) all.push_back("device " + device);
    for (const auto& address : addresses_) all.push_back("address " + address);
    return all;
}

void Door::add(std::string_view entry) {
    const auto space = entry.find(' ');
    if (space == std::string_view::npos) return;
    const auto kind = entry.substr(0, space);
    auto& set = kind == "guest" ? guests_ : kind == "device" ? devices_ : addresses_;
    set.emplace(entry.substr(space + 1));
}

}  // namespace springtide::server
