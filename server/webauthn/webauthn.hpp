#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace springtide::server {

/// The question that an authenticator has to have answered.
struct WebauthnRequest {
    std::string challenge;             ///< in base64url, as browsers write it
    std::vector<std::string> origins;  ///< of pages that may ask: scheme, host and port
    std::string host;                  ///< the id of the relying party: a host name without its port
};

/// A passkey as `navigator.credentials.create` made it, in plain bytes.
struct MadePasskey {
    std::string client_data;
    std::string attestation;
};
struct NewPasskey {
    std::string id;
    std::string public_key;  ///< as COSE has it
    std::uint32_t count = 0;
};

/// The result of `navigator.credentials.get`, in plain bytes.
struct Assertion {
    std::string client_data;
    std::string authenticator_data;
    std::string signature;
};
struct KnownKey {
    std::string public_key;
    std::uint32_t count = 0;
};

/// Checks WebAuthn's steps for a new passkey (level 3, 7.1): kind, challenge, origin, host, presence and verification
/// of the user, key. Any authenticator is welcome, so the attestation of its maker is not read.
Expected<NewPasskey> read_new_passkey(const WebauthnRequest& request, const MadePasskey& made);

/// Checks WebAuthn's steps for an assertion (7.2). Returns the new count of signatures, which has grown unless the
/// authenticator counts nothing.
Expected<std::uint32_t> check_assertion(const WebauthnRequest& request, const Assertion& assertion,
                                        const KnownKey& key);

/// The challenge that an answer says it is for; checks nothing. Empty if it says none.
std::string challenge_in(const std::string& client_data);

}  // namespace springtide::server
