#include "tests/server/authenticator.hpp"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/rsa.h>

#include <vector>

#include "server/identity/identity.hpp"
#include "table/sha256.hpp"

namespace springtide::server {

namespace {

std::string bytes_of(const Digest& digest) { return {digest.begin(), digest.end()}; }

std::string big_endian(std::uint64_t value, int size) {
    std::string bytes;
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 255U);
    return bytes;
}

std::string number_of(EVP_PKEY* key, const char* name) {
    BIGNUM* number = nullptr;
    EVP_PKEY_get_bn_param(key, name, &number);
    std::string bytes(static_cast<std::size_t>(BN_num_bytes(number)), '\0');
    BN_bn2bin(number, reinterpret_cast<unsigned char*>(bytes.data()));
    BN_free(number);
    return bytes;
}

}  // namespace

std::string cbor_head(int kind, std::uint64_t value) {
    const auto first = static_cast<unsigned>(kind) << 5U;
    if (value < 24) return std::string(1, static_cast<char>(first | value));
    if (value < 256) return static_cast<char>(first | 24U) + big_endian(value, 1);
    if (value < 65536) return static_cast<char>(first | 25U) + big_endian(value, 2);
    return static_cast<char>(first | 27U) + big_endian(value, 8);
}
std::string cbor_int(std::int64_t value) {
    return value < 0 ? cbor_head(1, static_cast<std::uint64_t>(-1 - value))
                     : cbor_head(0, static_cast<std::uint64_t>(value));
}
std::string cbor_bytes(std::string_view bytes) { return cbor_head(2, bytes.size()) + std::string(bytes); }
std::string cbor_text(std::string_view text) { return cbor_head(3, text.size()) + std::string(text); }

Authenticator::Authenticator(Kind kind)
    : kind_(kind),
      key_(kind == Kind::es256   ? EVP_EC_gen("P-256")
           : kind == Kind::rs256 ? EVP_RSA_gen(2048)
                                 : EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519")),
      id_(random_id().substr(0, 16)) {}

std::string Authenticator::public_key() const {
    if (kind_ == Kind::rs256)
        return cbor_head(5, 4) + cbor_int(1) + cbor_int(3) + cbor_int(3) + cbor_int(-257) + cbor_int(-1) +
               cbor_bytes(number_of(key_.get(), OSSL_PKEY_PARAM_RSA_N)) + cbor_int(-2) +
               cbor_bytes(number_of(key_.get(), OSSL_PKEY_PARAM_RSA_E));
    std::string point(65, '\0');
    std::size_t size = point.size();
    auto* bytes = reinterpret_cast<unsigned char*>(point.data());
    if (kind_ == Kind::ed25519) {
        EVP_PKEY_get_raw_public_key(key_.get(), bytes, &size);
        return cbor_head(5, 4) + cbor_int(1) + cbor_int(1) + cbor_int(3) + cbor_int(-8) + cbor_int(-1) + cbor_int(6) +
               cbor_int(-2) + cbor_bytes(point.substr(0, size));
    }
    EVP_PKEY_get_octet_string_param(key_.get(), OSSL_PKEY_PARAM_PUB_KEY, bytes, point.size(), &size);
    return cbor_head(5, 5) + cbor_int(1) + cbor_int(2) + cbor_int(3) + cbor_int(-7) + cbor_int(-1) + cbor_int(1) +
           cbor_int(-2) + cbor_bytes(point.substr(1, 32)) + cbor_int(-3) + cbor_bytes(point.substr(33, 32));
}

std::string Authenticator::client_data(const std::string& type, const std::string& challenge, const std::string& origin,
                                       const Odd& odd) const {
    const auto either = [](const std::string& other, const std::string& usual) {
        return other.empty() ? usual : other;
    };
    return R"({"type":")" + either(odd.type, type) + R"(","challenge":")" + either(odd.challenge, challenge) +
           R"(","origin":")" + either(odd.origin, origin) + R"(","crossOrigin":)" +
           (odd.cross_origin ? "true" : "false") + "}";
}

std::string Authenticator::authenticator_data(const std::string& host, unsigned more, const Odd& odd) {
    count_ = odd.count >= 0 ? static_cast<std::uint32_t>(odd.count) : count_ + 1;
    return bytes_of(sha256(odd.host.empty() ? host : odd.host)) + static_cast<char>(odd.flags | more) +
           big_endian(count_, 4);
}

MadePasskey Authenticator::make(const std::string& challenge, const std::string& origin, const std::string& host,
                                const Odd& odd) {
    const std::string data = authenticator_data(host, 64, odd) + std::string(16, '\0') + big_endian(id_.size(), 2) +
                             id_ + (odd.public_key.empty() ? public_key() : odd.public_key) + odd.extensions;
    return {.client_data = client_data("webauthn.create", challenge, origin, odd),
            .attestation = cbor_head(5, 3) + cbor_text("fmt") + cbor_text("none") + cbor_text("attStmt") +
                           (odd.attestation.empty() ? cbor_head(5, 0) : odd.attestation) + cbor_text("authData") +
                           cbor_bytes(data)};
}

Assertion Authenticator::answer(const std::string& challenge, const std::string& origin, const std::string& host,
                                const Odd& odd) {
    Assertion assertion;
    assertion.client_data = client_data("webauthn.get", challenge, origin, odd);
    assertion.authenticator_data = authenticator_data(host, 0, odd) + odd.extensions;
    assertion.signature = sign(assertion.authenticator_data + bytes_of(sha256(assertion.client_data)));
    return assertion;
}

std::string Authenticator::sign(const std::string& text) const {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    EVP_DigestSignInit(context, nullptr, kind_ == Kind::ed25519 ? nullptr : EVP_sha256(), nullptr, key_.get());
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    std::size_t size = 0;
    EVP_DigestSign(context, nullptr, &size, bytes, text.size());
    std::string signature(size, '\0');
    EVP_DigestSign(context, reinterpret_cast<unsigned char*>(signature.data()), &size, bytes, text.size());
    EVP_MD_CTX_free(context);
    return signature.substr(0, size);
}

}  // namespace springtide::server
