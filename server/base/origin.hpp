#pragma once

#include <string>
#include <string_view>

#include "table/sha256.hpp"

namespace springtide::server {

/// The origin of a guest, as far as a server can know it. Both members are marks, not the things themselves: the log of
/// a table holds no address.
struct Origin {
    std::string device;   ///< of the cookie that outlives a log-out; empty for programs
    std::string address;  ///< of IPv6 the site, a dot, and the first 64 bits

    bool operator==(const Origin&) const = default;
    /// The smallest thing that costs something to have many of: an IPv4 address, or a site of IPv6.
    [[nodiscard]] std::string_view place() const { return std::string_view(address).substr(0, address.find('.')); }
    /// True if both may well be one person: the same device, or the same place.
    [[nodiscard]] bool is_shared_with(const Origin& other) const {
        return (!device.empty() && device == other.device) || (!address.empty() && place() == other.place());
    }
};

/// The part of an address that counts: all of it, but of IPv6 the first 64 bits, because its owner chooses the rest.
std::string network_of(std::string_view address);
/// The first 48 bits of an IPv6 address, all of which one customer may have; empty for others.
std::string site_of(std::string_view address);

/// Of an IPv6 address the first 48 bits: a provider gives some customers that many networks. Empty for IPv4.
std::string wide_network_of(std::string_view address);

/// As an event keeps it: the device, a slash, the address.
std::string to_text(const Origin& origin);
Origin origin_from_text(std::string_view text);

/// Makes the marks: the same for the same device or address, and unreadable without the key.
class OriginMarker {
  public:
    explicit OriginMarker(const Digest& key) : key_(key) {}
    [[nodiscard]] Origin mark(std::string_view device, std::string_view address) const;
    /// Of anything else; empty for nothing.
    [[nodiscard]] std::string mark_of(std::string_view kind, std::string_view value) const;

  private:
    Digest key_;
};

}  // namespace springtide::server
