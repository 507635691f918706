#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace springtide {

/// 32 bytes: a hash, a key or a secret.
using Digest = std::array<std::uint8_t, 32>;

/// SHA-256 (FIPS 180-4), in plain C++ so that the browser can check a game too.
Digest sha256(std::string_view message);
/// HMAC-SHA-256 (RFC 2104).
Digest hmac_sha256(const Digest& key, std::string_view message);

/// 64 small hexadecimal digits.
std::string to_hex(const Digest& digest);
std::optional<Digest> digest_from_hex(std::string_view hex);

}  // namespace springtide
