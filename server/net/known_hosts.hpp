#pragma once

#include <set>
#include <string>
#include <string_view>

namespace springtide::server {

/// The names under which a browser may reach this server. Another owner's name that leads here (DNS rebinding) would
/// let a foreign page read this server's or this machine's data.
class KnownHosts {
  public:
    /// The name of the public address, and others, separated by commas. localhost and numeric addresses always count:
    /// no attacker can make them lead elsewhere.
    KnownHosts(std::string_view public_url, std::string_view others);
    /// Does a Host header name this server? A missing one is accepted: browsers always send it.
    [[nodiscard]] bool know(std::string_view host) const;

  private:
    std::set<std::string, std::less<>> names_;
};

}  // namespace springtide::server
