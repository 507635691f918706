#pragma once

#include <string>
#include <string_view>

#include "table/sha256.hpp"

namespace springtide::server {

/// Where somebody comes from, as far as a server can know it. Both are marks, not the things themselves: the log of a
/// table holds no address.
struct Origin {
    std::string device;   ///< of the cookie that outlives a log-out; empty for programs
    std::string address;  ///< an IPv6 address by its first 64 bits
    std::string site{};   ///< an IPv6 address by its first 48 bits, all of which one customer may have; else empty

    bool operator==(const Origin&) const = default;
    /// The smallest thing that costs something to have many of.
    [[nodiscard]] const std::string& place() const { return site.empty() ? address : site; }
    /// True if both may well be one person: the same device, or the same place.
    [[nodiscard]] bool is_shared_with(const Origin& other) const {
        return (!device.empty() && device == other.device) || (!address.empty() && place() == other.place());
    }
};

/// What counts of an address: all of it, but of IPv6 the first 64 bits, for the rest is its owner's to choose.
std::string network_of(std::string_view address);
/// The first 48 bits of an IPv6 address; empty for others.
std::string site_of(std::string_view address);

/// As an event keeps it: the device, a slash, the address; after another slash the site, if there is one.
std::string to_text(const Origin& origin);
Origin origin_from_text(std::string_view text);

/// Makes the marks: the same for the same device or address, and nobody without the key can tell which.
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
