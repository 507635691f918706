#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "table/sha256.hpp"

namespace springtide::server {

/// Where somebody comes from, as far as a server can know it. Both are marks, not the things themselves: the log of a
/// table holds no address.
struct Origin {
    std::string device;   ///< of the cookie that outlives a log-out; empty for programs
    std::string address;  ///< an IPv6 address by its first 64 bits

    bool operator==(const Origin&) const = default;
};

/// What counts of an address: all of it, but of IPv6 the first 64 bits, for the rest is its owner's to choose.
std::string network_of(std::string_view address);

/// As an event keeps it: the device, a slash, the address.
std::string to_text(const Origin& origin);
Origin origin_from_text(std::string_view text);

/// Makes the marks: the same for the same device or address, and nobody without the key can tell which.
class OriginMarker {
  public:
    explicit OriginMarker(const Digest& key) : key_(key) {}
    [[nodiscard]] Origin mark(std::string_view device, std::string_view address) const;

  private:
    Digest key_;
};

/// Whom the host of a table asked to leave. They may not come back: not as the same guest, not as a new one from the
/// same device, and not from the same address, unless the host or somebody who stays is at that address too.
class Door {
  public:
    void close_to_guest(std::string_view guest) { guests_.emplace(guest); }
    /// `neighbours` are the origins of those who stay.
    void close_to(const Origin& origin, const std::vector<Origin>& neighbours);
    [[nodiscard]] bool is_closed_to(std::string_view guest, const Origin& origin) const;

    /// For the rematch, one text for each entry.
    [[nodiscard]] std::vector<std::string> entries() const;
    void add(std::string_view entry);

  private:
    std::set<std::string, std::less<>> guests_;
    std::set<std::string, std::less<>> devices_;
    std::set<std::string, std::less<>> addresses_;
};

}  // namespace springtide::server
