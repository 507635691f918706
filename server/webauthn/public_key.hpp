#pragma once

#include <string_view>

namespace springtide::server {

/// True if these bytes are one COSE key (RFC 9053) of a kind that is accepted, and nothing else: ES256 on P-256,
/// Ed25519, or RS256 with 2048 to 4096 bits.
bool is_public_key(std::string_view cose);
/// True if the signature of this text was made with that key.
bool is_signature_of(std::string_view cose, std::string_view text, std::string_view signature);

}  // namespace springtide::server
