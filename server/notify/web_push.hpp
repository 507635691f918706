#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

struct evp_pkey_st;

/// The form of a message to a browser: Web Push, encrypted for that browser alone (RFC 8291), signed for the push
/// service that carries it (VAPID, RFC 8292). Nothing here uses the network.
namespace springtide::server {

std::string to_base64url(std::string_view bytes);
/// Nothing if it is no base64url; padding is optional.
std::optional<std::string> from_base64url(std::string_view text);

/// A key of the curve P-256: a server's own, by which push services know it, or that of one message.
class PushKey {
  public:
    static PushKey make();
    /// As text() gives it.
    static std::optional<PushKey> from_text(std::string_view text);
    /// The private number and the public point, in base64url with a space between.
    [[nodiscard]] std::string text() const;
    /// 65 bytes.
    [[nodiscard]] const std::string& public_point() const { return public_point_; }
    /// The shared secret of both sides of a message; nothing if the other point is not on the curve.
    [[nodiscard]] std::optional<std::string> shared_with(std::string_view point) const;
    /// The Authorization header for a push service: our identity and its expiry in seconds since 1970.
    [[nodiscard]] std::string authorization(std::string_view service, std::string_view subject,
                                            std::int64_t until) const;

  private:
    PushKey(std::shared_ptr<evp_pkey_st> key, std::string public_point)
        : key_(std::move(key)), public_point_(std::move(public_point)) {}
    static std::optional<PushKey> from_numbers(std::string_view number, std::string_view point);

    std::shared_ptr<evp_pkey_st> key_;
    std::string public_point_;
};

/// A browser's push endpoint: its address, its point, and the secret shared with this server.
struct PushAddress {
    std::string endpoint;
    std::string point;
    std::string secret;
};

constexpr std::size_t longest_push = 3900;  ///< bytes that fit into one message
constexpr std::size_t push_salt_bytes = 16;
using PushSalt = std::array<std::uint8_t, push_salt_bytes>;

/// The body of a message, in the coding aes128gcm; nothing if the address is invalid or the text too long.
std::optional<std::string> encrypt_push(const PushAddress& to, std::string_view text, const PushKey& once,
                                        const PushSalt& salt);
/// With a key and a salt of its own.
std::optional<std::string> encrypt_push(const PushAddress& to, std::string_view text);

}  // namespace springtide::server
