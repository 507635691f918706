#include "server/identity/tokens.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "server/identity/identity.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t guest_length = 32;
constexpr std::size_t parts_now = 5;
constexpr std::size_t parts_before = 2;

std::optional<std::int64_t> number_of(std::string_view text) {
    if (text.empty() || text.size() > 18 || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    std::int64_t number = 0;
    for (const char c : text) number = 10 * number + (c - '0');
    return number;
}

}  // namespace

Expected<SigningKeys> SigningKeys::from_text(std::string_view text) {
    SigningKeys keys;
    for (const std::string_view part : split(text, ' ')) {
        const auto colon = part.find(':');
        const bool numbered = colon != std::string_view::npos;
        const auto number = numbered ? number_of(part.substr(0, colon)) : std::optional<std::int64_t>(1);
        const auto secret = digest_from_hex(numbered ? part.substr(colon + 1) : part);
        if (!number || !secret)
            return fail(ErrorCode::unavailable,
                        "the keys that sign tokens cannot be read; springtide rotate-key --forget makes a new one");
        keys.keys_.push_back({*number, *secret});
    }
    return keys;
}

std::string SigningKeys::text() const {
    std::string text;
    for (const auto& [number, secret] : keys_)
        text += (text.empty() ? "" : " ") + std::to_string(number) + ":" + to_hex(secret);
    return text;
}

SigningKeys SigningKeys::rotated(const Digest& fresh, bool forget) const {
    SigningKeys next;
    next.keys_.push_back({keys_.empty() ? 1 : keys_.front().number + 1, fresh});
    if (!forget) next.keys_.insert(next.keys_.end(), keys_.begin(), keys_.end());
    if (next.keys_.size() > most_keys) next.keys_.resize(most_keys);
    return next;
}

std::string SigningKeys::signature(const Key& key, std::string_view signed_text) const {
    return to_hex(hmac_sha256(key.secret, signed_text));
}

std::string SigningKeys::sign(const Token& token) const {
    const Key& key = keys_.front();
    const std::string text =
        token.guest + "." + token.session + "." + std::to_string(key.number) + "." + std::to_string(token.issued);
    return text + "." + signature(key, "session " + text);
}

std::optional<Token> SigningKeys::read(std::string_view text) const {
    const auto parts = split(text, '.');
    if (parts.size() != parts_now && parts.size() != parts_before) return std::nullopt;
    Token token;
    token.guest = std::string(parts.front());
    if (token.guest.size() != guest_length) return std::nullopt;
    if (parts.size() == parts_before) {
        token.is_old = true;
        for (const Key& key : keys_)
            if (same_secret(parts[1], signature(key, "guest " + token.guest))) return token;
        return std::nullopt;
    }
    const auto number = number_of(parts[2]);
    const auto issued = number_of(parts[3]);
    const auto key = std::ranges::find_if(keys_, [&](const Key& one) { return one.number == number; });
    if (!number || !issued || key == keys_.end()) return std::nullopt;
    const auto signed_text = text.substr(0, text.rfind('.'));
    if (!same_secret(parts[4], signature(*key, "session " + std::string(signed_text)))) return std::nullopt;
    token.session = std::string(parts[1]);
    token.issued = *issued;
    token.is_old = key != keys_.begin();
    return token;
}

}  // namespace springtide::server
