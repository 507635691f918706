#pragma once

#include <openssl/evp.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "server/webauthn/webauthn.hpp"

namespace springtide::server {

/// A passkey in software, for tests: it answers as an authenticator and a browser do, or a little wrong.
class Authenticator {
  public:
    enum class Kind { es256, ed25519, rs256 };
    explicit Authenticator(Kind kind = Kind::es256);

    /// Differences from an honest answer.
    struct Odd {
        std::string host{};       ///< instead of the right one
        std::string origin{};     ///< likewise
        std::string type{};       ///< likewise
        std::string challenge{};  ///< likewise
        bool cross_origin = false;
        unsigned flags = present | verified;
        std::int64_t count = -1;    ///< else one more than before
        std::string extensions{};   ///< CBOR, behind the rest
        std::string public_key{};   ///< instead of its own
        std::string attestation{};  ///< CBOR of an attestation statement
    };
    static constexpr unsigned present = 1;
    static constexpr unsigned verified = 4;

    [[nodiscard]] const std::string& id() const { return id_; }
    [[nodiscard]] std::string public_key() const;
    [[nodiscard]] std::uint32_t count() const { return count_; }

    MadePasskey make(const std::string& challenge, const std::string& origin, const std::string& host, const Odd& odd);
    MadePasskey make(const std::string& challenge, const std::string& origin, const std::string& host) {
        return make(challenge, origin, host, Odd());
    }
    Assertion answer(const std::string& challenge, const std::string& origin, const std::string& host, const Odd& odd);
    Assertion answer(const std::string& challenge, const std::string& origin, const std::string& host) {
        return answer(challenge, origin, host, Odd());
    }

  private:
    std::string client_data(const std::string& type, const std::string& challenge, const std::string& origin,
                            const Odd& odd) const;
    std::string authenticator_data(const std::string& host, unsigned more, const Odd& odd);
    [[nodiscard]] std::string sign(const std::string& text) const;

    struct Free {
        void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    };
    Kind kind_;
    std::unique_ptr<EVP_PKEY, Free> key_;
    std::string id_;
    std::uint32_t count_ = 0;
};

/// CBOR of what a test needs.
std::string cbor_head(int kind, std::uint64_t value);
std::string cbor_int(std::int64_t value);
std::string cbor_bytes(std::string_view bytes);
std::string cbor_text(std::string_view text);

}  // namespace springtide::server
