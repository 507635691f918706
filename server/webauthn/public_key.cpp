#include "server/webauthn/public_key.hpp"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "server/webauthn/cbor.hpp"

namespace springtide::server {

namespace {

template <auto free>
struct Free {
    template <class T>
    void operator()(T* what) const {
        free(what);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Free<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Free<EVP_MD_CTX_free>>;
using Number = std::unique_ptr<BIGNUM, Free<BN_free>>;
using Build = std::unique_ptr<OSSL_PARAM_BLD, Free<OSSL_PARAM_BLD_free>>;
using Parameters = std::unique_ptr<OSSL_PARAM, Free<OSSL_PARAM_free>>;

// Numbers of the IANA registry of COSE.
constexpr std::int64_t label_type = 1;
constexpr std::int64_t label_algorithm = 3;
constexpr std::int64_t label_curve = -1;  // of RSA the modulus
constexpr std::int64_t label_x = -2;      // of RSA the exponent
constexpr std::int64_t label_y = -3;
constexpr std::int64_t type_okp = 1;
constexpr std::int64_t type_ec = 2;
constexpr std::int64_t type_rsa = 3;
constexpr std::int64_t es256 = -7;
constexpr std::int64_t eddsa = -8;
constexpr std::int64_t rs256 = -257;
constexpr std::int64_t curve_p256 = 1;
constexpr std::int64_t curve_ed25519 = 6;

constexpr std::size_t number_bytes = 32;
constexpr std::size_t least_modulus_bytes = 256;
constexpr std::size_t most_modulus_bytes = 512;
constexpr std::size_t most_exponent_bytes = 4;

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

struct Fields {
    std::int64_t type = 0;
    std::int64_t algorithm = 0;
    std::int64_t curve = 0;
    std::string_view modulus;
    std::string_view x;
    std::string_view y;
};

std::optional<Fields> read_fields(std::string_view cose) {
    CborReader reader(cose);
    const auto count = reader.map();
    if (!count) return std::nullopt;
    Fields fields;
    std::set<std::int64_t> seen;
    for (std::uint64_t i = 0; i < *count; ++i) {
        const auto label = reader.integer();
        if (!label || !seen.insert(*label).second) return std::nullopt;
        const auto number = [&](std::int64_t& field) {
            const auto value = reader.integer();
            field = value.value_or(0);
            return value.has_value();
        };
        const auto bytes = [&](std::string_view& field) {
            const auto value = reader.bytes();
            field = value.value_or("");
            return value.has_value();
        };
        bool is_read = false;
        switch (*label) {
            case label_type: is_read = number(fields.type); break;
            case label_algorithm: is_read = number(fields.algorithm); break;
            case label_curve: is_read = number(fields.curve) || bytes(fields.modulus); break;
            case label_x: is_read = bytes(fields.x); break;
            case label_y: is_read = bytes(fields.y); break;
            default: is_read = reader.skip();
        }
        if (!is_read) return std::nullopt;
    }
    if (!reader.at_end()) return std::nullopt;
    return fields;
}

/// Nothing where these are no key of this kind.
Key key_from(const char* kind, const Build& build) {
    const Parameters parameters(OSSL_PARAM_BLD_to_param(build.get()));
    const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, kind, nullptr));
    EVP_PKEY* made = nullptr;
    if (!parameters || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
        EVP_PKEY_fromdata(context.get(), &made, EVP_PKEY_PUBLIC_KEY, parameters.get()) != 1)
        return nullptr;
    Key key(made);
    const KeyContext check(EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr));
    if (!check || EVP_PKEY_public_check(check.get()) != 1) return nullptr;  // of a curve: on it, and not at infinity
    return key;
}

Key ec_key(const Fields& fields) {
    if (fields.algorithm != es256 || fields.curve != curve_p256) return nullptr;
    if (fields.x.size() != number_bytes || fields.y.size() != number_bytes) return nullptr;
    const std::string point = "\x04" + std::string(fields.x) + std::string(fields.y);
    const Build build(OSSL_PARAM_BLD_new());
    if (!build || OSSL_PARAM_BLD_push_utf8_string(build.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) != 1 ||
        OSSL_PARAM_BLD_push_octet_string(build.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) != 1)
        return nullptr;
    return key_from("EC", build);
}

Key ed25519_key(const Fields& fields) {
    if (fields.algorithm != eddsa || fields.curve != curve_ed25519 || fields.x.size() != number_bytes) return nullptr;
    return Key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_of(fields.x), fields.x.size()));
}

Key rsa_key(const Fields& fields) {
    const auto& [modulus, exponent] = std::pair(fields.modulus, fields.x);
    if (fields.algorithm != rs256 || modulus.size() < least_modulus_bytes || modulus.size() > most_modulus_bytes ||
        modulus.front() == 0 || exponent.empty() || exponent.size() > most_exponent_bytes)
        return nullptr;
    const Number n(BN_bin2bn(bytes_of(modulus), static_cast<int>(modulus.size()), nullptr));
    const Number e(BN_bin2bn(bytes_of(exponent), static_cast<int>(exponent.size()), nullptr));
    const Build build(OSSL_PARAM_BLD_new());
    if (!n || !e || !build || OSSL_PARAM_BLD_push_BN(build.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) != 1 ||
        OSSL_PARAM_BLD_push_BN(build.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) != 1)
        return nullptr;
    return key_from("RSA", build);
}

Key read_key(std::string_view cose) {
    const auto fields = read_fields(cose);
    if (!fields) return nullptr;
    switch (fields->type) {
        case type_ec: return ec_key(*fields);
        case type_okp: return ed25519_key(*fields);
        case type_rsa: return rsa_key(*fields);
        default: return nullptr;
    }
}

}  // namespace

bool is_public_key(std::string_view cose) { return read_key(cose) != nullptr; }

bool is_signature_of(std::string_view cose, std::string_view text, std::string_view signature) {
    const Key key = read_key(cose);
    const DigestContext context(EVP_MD_CTX_new());
    if (!key || !context) return false;
    const EVP_MD* digest = EVP_PKEY_is_a(key.get(), "ED25519") == 1 ? nullptr : EVP_sha256();
    return EVP_DigestVerifyInit(context.get(), nullptr, digest, nullptr, key.get()) == 1 &&
           EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(), bytes_of(text), text.size()) == 1;
}

}  // namespace springtide::server
