#include "server/net/known_hosts.hpp"

#include <arpa/inet.h>

#include <array>

#include "core/text.hpp"

namespace springtide::server {

namespace {

/// Without port, in small letters.
std::string name_of_host(std::string_view host) {
    if (host.starts_with('[')) return std::string(host.substr(0, host.find(']') + 1));
    std::string name(host.substr(0, host.find(':')));
    if (name.ends_with('.')) name.pop_back();
    for (char& c : name)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return name;
}

bool is_address(const std::string& name) {
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    if (name.starts_with('[') && name.ends_with(']'))
        return ::inet_pton(AF_INET6, name.substr(1, name.size() - 2).c_str(), bytes.data()) == 1;
    return ::inet_pton(AF_INET, name.c_str(), bytes.data()) == 1;
}

}  // namespace

KnownHosts::KnownHosts(std::string_view public_url, std::string_view others) {
    names_.insert("localhost");
    if (const auto scheme = public_url.find("://"); scheme != std::string_view::npos)
        public_url.remove_prefix(scheme + 3);
    names_.insert(name_of_host(public_url.substr(0, public_url.find('/'))));
    for (std::string_view other : split(others, ',')) {
        while (other.starts_with(' ')) other.remove_prefix(1);
        while (other.ends_with(' ')) other.remove_suffix(1);
        if (!other.empty()) names_.insert(name_of_host(other));
    }
}

bool KnownHosts::know(std::string_view host) const {
    if (host.empty()) return true;
    const std::string name = name_of_host(host);
    return names_.contains(name) || is_address(name);
}

}  // namespace springtide::server
