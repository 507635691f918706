#pragma once

#include <cstdint>
#include <string>

#include "server/base/origin.hpp"
#include "server/identity/tokens.hpp"

namespace springtide::server {

/// The sender of a request.
struct Person {
    std::string guest;
    std::string name;
    Origin origin;
    std::string session;       ///< of their token; empty for a new person
    std::int64_t issued = 0;   ///< when that token was issued, in milliseconds since 1970
    bool by_cookie = false;    ///< then no answer contains the token: the page's script must not see it
    bool has_claimed = false;  ///< a password protects the name: games of such people may be rated

    /// Made at each call: if it were kept, every connection would hold the guest twice.
    [[nodiscard]] Token token() const { return {.guest = guest, .session = session, .issued = issued}; }
    void use(const Token& token) {
        session = token.session;
        issued = token.issued;
    }
};

}  // namespace springtide::server
