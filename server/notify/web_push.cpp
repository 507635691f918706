#include "server/notify/web_push.hpp"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/json_writer.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t number_bytes = 32;
constexpr std::size_t point_bytes = 65;
constexpr std::size_t tag_bytes = 16;
constexpr std::uint32_t record_bytes = 4096;

template <auto free>
struct Free {
    template <class T>
    void operator()(T* what) const {
        free(what);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Free<EVP_PKEY_CTX_free>>;
using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, Free<EVP_CIPHER_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Free<EVP_MD_CTX_free>>;
using Number = std::unique_ptr<BIGNUM, Free<BN_free>>;
using Signature = std::unique_ptr<ECDSA_SIG, Free<ECDSA_SIG_free>>;

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

/// For calls that fail only for want of memory; then there is nothing sensible left to do.
void must(bool done) {
    if (!done) std::abort();
}

/// A public point, or with its number a whole key; nothing if they are not on the curve.
Key make_key(std::string_view number, std::string_view point) {
    const std::unique_ptr<OSSL_PARAM_BLD, Free<OSSL_PARAM_BLD_free>> build(OSSL_PARAM_BLD_new());
    const Number value(number.empty() ? nullptr
                                      : BN_bin2bn(bytes_of(number), static_cast<int>(number.size()), nullptr));
    must(build && OSSL_PARAM_BLD_push_utf8_string(build.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
         OSSL_PARAM_BLD_push_octet_string(build.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) == 1);
    if (value) must(OSSL_PARAM_BLD_push_BN(build.get(), OSSL_PKEY_PARAM_PRIV_KEY, value.get()) == 1);
    const std::unique_ptr<OSSL_PARAM, Free<OSSL_PARAM_free>> parameters(OSSL_PARAM_BLD_to_param(build.get()));
    const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
    must(parameters && context && EVP_PKEY_fromdata_init(context.get()) == 1);
    EVP_PKEY* made = nullptr;
    const int selection = value ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
    if (EVP_PKEY_fromdata(context.get(), &made, selection, parameters.get()) != 1) return nullptr;
    Key key(made);
    const KeyContext check(EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr));
    must(check != nullptr);
    if ((value ? EVP_PKEY_check(check.get()) : EVP_PKEY_public_check(check.get())) != 1) return nullptr;
    return key;
}

std::string point_of(EVP_PKEY* key) {
    std::string point(point_bytes, '\0');
    std::size_t size = 0;
    must(EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, bytes_of(point), point.size(), &size) == 1 &&
         size == point_bytes);
    return point;
}

/// HKDF-SHA-256 (RFC 5869).
std::string derive(std::string_view salt, std::string_view secret, std::string_view info, std::size_t size) {
    const KeyContext context(EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nullptr));
    std::string derived(size, '\0');
    must(context && EVP_PKEY_derive_init(context.get()) == 1 &&
         EVP_PKEY_CTX_set_hkdf_md(context.get(), EVP_sha256()) == 1 &&
         EVP_PKEY_CTX_set1_hkdf_salt(context.get(), bytes_of(salt), static_cast<int>(salt.size())) == 1 &&
         EVP_PKEY_CTX_set1_hkdf_key(context.get(), bytes_of(secret), static_cast<int>(secret.size())) == 1 &&
         EVP_PKEY_CTX_add1_hkdf_info(context.get(), bytes_of(info), static_cast<int>(info.size())) == 1 &&
         EVP_PKEY_derive(context.get(), bytes_of(derived), &size) == 1 && size == derived.size());
    return derived;
}

/// AES-128-GCM: the encrypted text, followed by the tag that proves it unchanged.
std::string seal(std::string_view key, std::string_view nonce, std::string_view plain) {
    const CipherContext context(EVP_CIPHER_CTX_new());
    std::string sealed(plain.size() + tag_bytes, '\0');
    int size = 0;
    int rest = 0;
    must(context &&
         EVP_EncryptInit_ex(context.get(), EVP_aes_128_gcm(), nullptr, bytes_of(key), bytes_of(nonce)) == 1 &&
         EVP_EncryptUpdate(context.get(), bytes_of(sealed), &size, bytes_of(plain), static_cast<int>(plain.size())) ==
             1 &&
         EVP_EncryptFinal_ex(context.get(), bytes_of(sealed) + size, &rest) == 1 &&
         EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, tag_bytes, bytes_of(sealed) + plain.size()) == 1);
    return sealed;
}

/// ES256: both numbers of the signature, one behind the other.
std::string sign(EVP_PKEY* key, std::string_view text) {
    const DigestContext context(EVP_MD_CTX_new());
    std::size_t size = 0;
    must(context && EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key) == 1 &&
         EVP_DigestSign(context.get(), nullptr, &size, bytes_of(text), text.size()) == 1);
    std::vector<unsigned char> der(size);
    must(EVP_DigestSign(context.get(), der.data(), &size, bytes_of(text), text.size()) == 1);
    const unsigned char* start = der.data();
    const Signature signature(d2i_ECDSA_SIG(nullptr, &start, static_cast<long>(size)));
    std::string numbers(2 * number_bytes, '\0');
    must(signature &&
         BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), bytes_of(numbers), number_bytes) == number_bytes &&
         BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), bytes_of(numbers) + number_bytes, number_bytes) ==
             number_bytes);
    return numbers;
}

}  // namespace

std::string to_base64url(std::string_view bytes) {
    std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
    text.resize(
        static_cast<std::size_t>(EVP_EncodeBlock(bytes_of(text), bytes_of(bytes), static_cast<int>(bytes.size()))));
    std::ranges::replace(text, '+', '-');
    std::ranges::replace(text, '/', '_');
    text.resize(std::min(text.find('='), text.size()));
    return text;
}

std::optional<std::string> from_base64url(std::string_view text) {
    while (text.ends_with('=')) text.remove_suffix(1);
    const auto is_digit = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    if (text.size() % 4 == 1 || !std::ranges::all_of(text, is_digit)) return std::nullopt;
    std::string padded(text);
    std::ranges::replace(padded, '-', '+');
    std::ranges::replace(padded, '_', '/');
    padded.resize((padded.size() + 3) / 4 * 4, '=');
    std::string bytes(padded.size() / 4 * 3 + 1, '\0');
    if (EVP_DecodeBlock(bytes_of(bytes), bytes_of(padded), static_cast<int>(padded.size())) < 0) return std::nullopt;
    bytes.resize(text.size() * 3 / 4);
    return bytes;
}

PushKey PushKey::make() {
    std::shared_ptr<EVP_PKEY> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    must(key != nullptr);
    std::string point = point_of(key.get());
    return {std::move(key), std::move(point)};
}

std::optional<PushKey> PushKey::from_numbers(std::string_view number, std::string_view point) {
    if (number.size() != number_bytes || point.size() != point_bytes) return std::nullopt;
    Key key = make_key(number, point);
    if (!key) return std::nullopt;
    return PushKey(std::shared_ptr<EVP_PKEY>(key.release(), EVP_PKEY_free), std::string(point));
}

std::optional<PushKey> PushKey::from_text(std::string_view text) {
    const auto space = text.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    const auto number = from_base64url(text.substr(0, space));
    const auto point = from_base64url(text.substr(space + 1));
    return number && point ? from_numbers(*number, *point) : std::nullopt;
}

std::string PushKey::text() const {
    BIGNUM* number = nullptr;
    must(EVP_PKEY_get_bn_param(key_.get(), OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1);
    const Number owned(number);
    std::string bytes(number_bytes, '\0');
    must(BN_bn2binpad(number, bytes_of(bytes), number_bytes) == number_bytes);
    return to_base64url(bytes) + " " + to_base64url(public_point_);
}

std::optional<std::string> PushKey::shared_with(std::string_view point) const {
    if (point.size() != point_bytes) return std::nullopt;
    const Key other = make_key("", point);
    if (!other) return std::nullopt;
    const KeyContext context(EVP_PKEY_CTX_new_from_pkey(nullptr, key_.get(), nullptr));
    std::string shared(number_bytes, '\0');
    std::size_t size = shared.size();
    must(context && EVP_PKEY_derive_init(context.get()) == 1);
    if (EVP_PKEY_derive_set_peer(context.get(), other.get()) != 1 ||
        EVP_PKEY_derive(context.get(), bytes_of(shared), &size) != 1 || size != number_bytes)
        return std::nullopt;
    return shared;
}

std::string PushKey::authorization(std::string_view service, std::string_view subject, std::int64_t until) const {
    JsonWriter claims;
    claims.begin_object().key("aud").value(service).key("exp").value(until).key("sub").value(subject).end_object();
    const std::string claimed = to_base64url(R"({"typ":"JWT","alg":"ES256"})") + "." + to_base64url(claims.take());
    return "vapid t=" + claimed + "." + to_base64url(sign(key_.get(), claimed)) + ", k=" + to_base64url(public_point_);
}

std::optional<std::string> encrypt_push(const PushAddress& to, std::string_view text, const PushKey& once,
                                        const PushSalt& salt) {
    using namespace std::string_literals;
    if (to.secret.size() != push_salt_bytes || text.size() > longest_push) return std::nullopt;
    const auto shared = once.shared_with(to.point);
    if (!shared) return std::nullopt;
    const std::string salted(salt.begin(), salt.end());
    const std::string common =
        derive(to.secret, *shared, "WebPush: info\0"s + to.point + once.public_point(), number_bytes);
    const std::string key = derive(salted, common, "Content-Encoding: aes128gcm\0"s, 16);
    const std::string nonce = derive(salted, common, "Content-Encoding: nonce\0"s, 12);
    std::string body = salted;
    for (const int shift : {24, 16, 8, 0}) body += static_cast<char>(record_bytes >> static_cast<unsigned>(shift));
    body += static_cast<char>(point_bytes);
    return body + once.public_point() + seal(key, nonce, std::string(text) + '\x02');
}

std::optional<std::string> encrypt_push(const PushAddress& to, std::string_view text) {
    PushSalt salt{};
    must(RAND_bytes(salt.data(), static_cast<int>(salt.size())) == 1);
    return encrypt_push(to, text, PushKey::make(), salt);
}

}  // namespace springtide::server
