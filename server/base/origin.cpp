#include "server/base/origin.hpp"

#include <arpa/inet.h>

#include <array>
#include <utility>

namespace springtide::server {

namespace {

constexpr std::size_t mark_length = 16;
constexpr std::size_t network_bytes = 8;  // of an IPv6 address: the rest is the owner's to choose
constexpr std::size_t site_bytes = 6;     // of an IPv6 address: providers give a customer up to all networks of these

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

std::string site_of(std::string_view address) {
    const std::string network = network_of(address);
    return network == address || network.size() != network_bytes ? "" : network.substr(0, site_bytes);
}

std::string wide_network_of(std::string_view address) {
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    const bool is_v6 = ::inet_pton(AF_INET6, std::string(address).c_str(), bytes.data()) == 1;
    if (!is_v6 || IN6_IS_ADDR_V4MAPPED(reinterpret_cast<const in6_addr*>(bytes.data()))) return {};
    return "/48 " + std::string(bytes.begin(), bytes.begin() + site_bytes);
}

Origin OriginMarker::mark(std::string_view device, std::string_view address) const {
    std::string place = mark_of("address ", network_of(address));
    if (const std::string site = site_of(address); !site.empty())
        place = mark_of("site ", site).substr(0, mark_length / 2) + "." + place.substr(mark_length / 2);
    return {.device = mark_of("device ", device), .address = std::move(place)};
}

std::string OriginMarker::mark_of(std::string_view kind, std::string_view value) const {
    if (value.empty()) return {};
    return to_hex(hmac_sha256(key_, std::string(kind) + std::string(value))).substr(0, mark_length);
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

}  // namespace springtide::server
