#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/error.hpp"
#include "server/base/origin.hpp"
#include "store/store.hpp"

namespace springtide::server {

/// Addresses that begin alike: 203.0.113.0/24, 2001:db8::/32, or one address.
struct AddressRange {
    std::array<unsigned char, 16> bytes{};  ///< IPv4 as ::ffff:a.b.c.d
    int bits = 128;                         ///< that count

    [[nodiscard]] bool contains(const AddressRange& one) const;
};
/// Nothing where it is none, or so wide that it must be a mistake: at least /8 of IPv4 and /16 of IPv6.
std::optional<AddressRange> range_from_text(std::string_view text);

/// Somebody whom the host keeps out. What is kept out is a text: "guest ID", "device MARK", "address MARK" or "range
/// CIDR"; of where people come from the server keeps marks, not addresses, unless the host names a range.
struct Ban {
    std::string target;
    std::string name;  ///< how they were called
    std::string why;
    std::int64_t until = 0;  ///< 0: for ever
    std::int64_t at = 0;
};
NoteRow note_of(const Ban& ban, const char* kind);
std::optional<Ban> ban_from(const NoteRow& note);

/// The people who are banned or muted, as the host's notes say. Asked for everybody who connects.
class Bans {
  public:
    void use(const std::vector<NoteRow>& bans, const std::vector<NoteRow>& mutes);
    /// `address` as it came, for ranges; empty where it is not known.
    [[nodiscard]] bool forbids(const std::string& guest, const Origin& origin, std::string_view address,
                               std::int64_t now) const;
    [[nodiscard]] bool mutes(const std::string& guest, std::int64_t now) const;

  private:
    using Until = std::unordered_map<std::string, std::int64_t>;
    static bool holds(const Until& all, const std::string& key, std::int64_t now);

    Until banned_;  ///< by target
    Until muted_;   ///< by guest
    std::vector<std::pair<AddressRange, std::int64_t>> ranges_;
};

}  // namespace springtide::server
