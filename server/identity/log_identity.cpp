#include "server/identity/log_identity.hpp"

#include "server/base/log.hpp"
#include "server/identity/identity.hpp"
#include "table/sha256.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t shown_digits = 12;
bool identities_shown = false;

}  // namespace

void show_identities(bool shown) { identities_shown = shown; }

std::string logged_identity(std::string_view identity) {
    if (identities_shown) return std::string(identity);
    static const Digest key = random_secret();  // names cannot be tried against the log
    return "#" + to_hex(hmac_sha256(key, identity)).substr(0, shown_digits);
}

void log_wrong_password(std::string_view use, std::string_view name, std::string_view address) {
    log_at(Level::warning, "wrong password",
           {{"for", std::string(use)}, {"name", logged_identity(name)}, {"address", logged_identity(address)}});
}

}  // namespace springtide::server
