#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/base/origin.hpp"

namespace springtide::server {

/// The guests that the host of a table removed. They cannot return: not as the same guest, not as a new one from the
/// same device, and not from the same address, unless the host or a remaining player is at that address too.
class BlockList {
  public:
    void block_guest(std::string_view guest) { entries_.insert("guest " + std::string(guest)); }
    /// `neighbours` are the origins of the remaining players.
    void block(const Origin& origin, const std::vector<Origin>& neighbours);
    [[nodiscard]] bool blocks(std::string_view guest, const Origin& origin) const;

    /// For the rematch, one text for each entry.
    [[nodiscard]] std::vector<std::string> entries() const { return {entries_.begin(), entries_.end()}; }
    void add(const std::string& entry) { entries_.insert(entry); }

  private:
    std::set<std::string> entries_;  ///< "guest …", "device …" and "address …"; at most tables it is empty
};

}  // namespace springtide::server
