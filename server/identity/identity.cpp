#include "server/identity/identity.hpp"

#include <sodium.h>

#include <algorithm>

#include "protocol/server_reasons.hpp"
#include "server/base/clean_text.hpp"
#include "server/base/look_alike.hpp"
#include "server/identity/bot_names.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t id_length = 32;

/// libsodium draws from the system; initialised once, before the first use.
void draw(void* bytes, std::size_t size) {
    static const int ready = sodium_init();
    if (ready < 0) std::abort();
    randombytes_buf(bytes, size);
}

}  // namespace

std::string random_id() { return to_hex(random_secret()).substr(0, id_length); }

Digest random_secret() {
    Digest secret{};
    draw(secret.data(), secret.size());
    return secret;
}

bool same_secret(std::string_view a, std::string_view b) {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

Expected<std::string> hash_password(std::string_view password) {
    std::string hash(crypto_pwhash_STRBYTES, '\0');
    if (crypto_pwhash_str(hash.data(), password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
        return refuse(server_reason("no_memory_for_password"));
    hash.resize(hash.find('\0'));
    return hash;
}

bool password_fits(const std::string& hash, std::string_view password) {
    return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

const RefusalReason* name_problem(std::string_view name) {
    const auto letters =
        std::ranges::count_if(name, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    if (letters < 1 || letters > longest_name) return &server_reason("name_length");
    if (!is_plain(name)) return &server_reason("name_unseen");
    if (name.front() == ' ' || name.back() == ' ') return &server_reason("name_spaces");
    if (!load_characters()) return &server_reason("names_unreadable");
    if (!can_be_seen(name)) return &server_reason("name_unseen");
    if (has_bot_mark(name)) return &server_reason("name_of_bot");
    return nullptr;
}

std::string claim_of(std::string_view name) { return look_of(name); }

}  // namespace springtide::server
