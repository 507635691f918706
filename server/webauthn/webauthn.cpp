#include "server/webauthn/webauthn.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <optional>

#include "protocol/server_reasons.hpp"
#include "server/webauthn/cbor.hpp"
#include "server/webauthn/public_key.hpp"
#include "table/sha256.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t most_client_data = 4096;
constexpr std::size_t most_answer = 16'384;
constexpr std::size_t most_id = 1023;  // WebAuthn, 5.8.3

// The flags of authenticator data.
constexpr unsigned user_present = 1U << 0;
constexpr unsigned user_verified = 1U << 2;
constexpr unsigned backup_eligible = 1U << 3;
constexpr unsigned backed_up = 1U << 4;
constexpr unsigned has_passkey = 1U << 6;
constexpr unsigned has_extensions = 1U << 7;

std::string bytes_of(const Digest& digest) { return {digest.begin(), digest.end()}; }

std::unexpected<Error> unreadable() { return refuse(server_reason("passkey_unreadable")); }

struct ClientData {
    std::string type;
    std::string challenge;
    std::string origin;
    bool is_framed = false;  ///< by a page of another origin
};

std::optional<ClientData> read_client_data(const std::string& text) {
    if (text.size() > most_client_data) return std::nullopt;
    boost::system::error_code error;
    const auto value = boost::json::parse(text, error);
    const auto* object = error ? nullptr : value.if_object();
    if (object == nullptr) return std::nullopt;
    const auto field = [&](std::string_view name) -> std::optional<std::string> {
        const auto* found = object->if_contains(name);
        const auto* string = found == nullptr ? nullptr : found->if_string();
        return string == nullptr ? std::nullopt : std::optional<std::string>(*string);
    };
    const auto type = field("type");
    const auto challenge = field("challenge");
    const auto origin = field("origin");
    if (!type || !challenge || !origin) return std::nullopt;
    const auto* framed = object->if_contains("crossOrigin");
    const bool is_framed = framed != nullptr && (!framed->is_bool() || framed->get_bool());
    return ClientData{.type = *type, .challenge = *challenge, .origin = *origin, .is_framed = is_framed};
}

Expected<void> check_client_data(const std::string& text, std::string_view type, const WebauthnRequest& request) {
    const auto data = read_client_data(text);
    if (!data || data->type != type) return unreadable();
    if (data->challenge != request.challenge) return refuse(server_reason("passkey_too_late"));
    if (data->is_framed || std::ranges::find(request.origins, data->origin) == request.origins.end())
        return refuse(server_reason("passkey_elsewhere"));
    return {};
}

struct AuthenticatorData {
    std::uint32_t count = 0;
    std::string_view id{};
    std::string_view public_key{};
};

std::uint32_t big_endian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
    return value;
}

/// WebAuthn, 6.1: the digest of the host, flags, the count; then a new passkey and extensions if the flags say so.
Expected<AuthenticatorData> read_authenticator_data(std::string_view bytes, const WebauthnRequest& request) {
    constexpr std::size_t digest_size = 32;
    constexpr std::size_t head_size = digest_size + 5;
    constexpr std::size_t model_size = 16;  // the authenticator's model, which does not matter
    if (bytes.size() < head_size || bytes.size() > most_answer) return unreadable();
    if (bytes.substr(0, digest_size) != bytes_of(sha256(request.host)))
        return refuse(server_reason("passkey_elsewhere"));
    const auto flags = static_cast<unsigned>(static_cast<unsigned char>(bytes[digest_size]));
    const auto has = [flags](unsigned flag) { return (flags & flag) != 0; };
    if (!has(user_present) || !has(user_verified)) return refuse(server_reason("passkey_unverified"));
    if (has(backed_up) && !has(backup_eligible)) return unreadable();
    AuthenticatorData data{.count = big_endian(bytes.substr(digest_size + 1, 4))};
    std::string_view rest = bytes.substr(head_size);
    if (has(has_passkey)) {
        if (rest.size() < model_size + 2) return unreadable();
        const std::size_t size = big_endian(rest.substr(model_size, 2));
        rest.remove_prefix(model_size + 2);
        if (size == 0 || size > most_id || size > rest.size()) return unreadable();
        data.id = rest.substr(0, size);
        rest.remove_prefix(size);
        CborReader key(rest);
        if (!key.skip()) return unreadable();
        data.public_key = rest.substr(0, key.position());
        rest.remove_prefix(key.position());
    }
    if (has(has_extensions)) {
        CborReader extensions(rest);
        if (!extensions.skip()) return unreadable();
        rest.remove_prefix(extensions.position());
    }
    if (!rest.empty()) return unreadable();
    return data;
}

/// The authenticator data within an attestation.
std::optional<std::string_view> data_in(const std::string& attestation) {
    if (attestation.size() > most_answer) return std::nullopt;
    CborReader reader(attestation);
    const auto pairs = reader.map();
    if (!pairs) return std::nullopt;
    std::optional<std::string_view> data;
    for (std::uint64_t i = 0; i < *pairs; ++i) {
        const auto name = reader.text();
        if (!name) return std::nullopt;
        if (*name != "authData") {
            if (!reader.skip()) return std::nullopt;
            continue;
        }
        if (data) return std::nullopt;
        data = reader.bytes();
        if (!data) return std::nullopt;
    }
    return reader.at_end() ? data : std::nullopt;
}

}  // namespace

std::string challenge_in(const std::string& client_data) {
    const auto data = read_client_data(client_data);
    return data ? data->challenge : std::string();
}

Expected<NewPasskey> read_new_passkey(const WebauthnRequest& request, const MadePasskey& made) {
    if (const auto fits = check_client_data(made.client_data, "webauthn.create", request); !fits)
        return std::unexpected(fits.error());
    const auto bytes = data_in(made.attestation);
    if (!bytes) return unreadable();
    const auto data = read_authenticator_data(*bytes, request);
    if (!data) return std::unexpected(data.error());
    if (data->id.empty() || !is_public_key(data->public_key)) return unreadable();
    return NewPasskey{.id = std::string(data->id), .public_key = std::string(data->public_key), .count = data->count};
}

Expected<std::uint32_t> check_assertion(const WebauthnRequest& request, const Assertion& assertion,
                                        const KnownKey& key) {
    if (const auto fits = check_client_data(assertion.client_data, "webauthn.get", request); !fits)
        return std::unexpected(fits.error());
    const auto data = read_authenticator_data(assertion.authenticator_data, request);
    if (!data) return std::unexpected(data.error());
    const std::string signed_text = assertion.authenticator_data + bytes_of(sha256(assertion.client_data));
    if (!is_signature_of(key.public_key, signed_text, assertion.signature))
        return refuse(server_reason("passkey_wrong"));
    // A count that does not grow is a copy of the passkey, or of the answer.
    if ((data->count != 0 || key.count != 0) && data->count <= key.count) return refuse(server_reason("passkey_wrong"));
    return data->count;
}

}  // namespace springtide::server
