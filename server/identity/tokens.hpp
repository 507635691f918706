#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "table/sha256.hpp"

namespace springtide::server {

/// The content of a token: the guest and the session. It is the value of the cookie, and programs send it.
struct Token {
    std::string guest;
    std::string session;      ///< empty in tokens of older programs
    std::int64_t issued = 0;  ///< milliseconds since 1970
    bool is_old = false;      ///< signed with a key that was replaced, or written by an older program
};

/// The keys that sign tokens, the newest first. Each has a number; a token names the one that signed it, so that a new
/// key does not end all sessions.
class SigningKeys {
  public:
    /// As the database keeps them: "2:hex 1:hex"; the text of older programs is one key without a number.
    static Expected<SigningKeys> from_text(std::string_view text);
    [[nodiscard]] std::string text() const;

    /// With a new key in front. `forget`: tokens of the others are worth nothing any more.
    [[nodiscard]] SigningKeys rotated(const Digest& fresh, bool forget) const;

    [[nodiscard]] std::string sign(const Token& token) const;
    /// Its content, if it was signed here with a key that is still valid.
    [[nodiscard]] std::optional<Token> read(std::string_view text) const;
    [[nodiscard]] std::size_t size() const { return keys_.size(); }

  private:
    struct Key {
        std::int64_t number;
        Digest secret;
    };
    static constexpr std::size_t most_keys = 5;
    [[nodiscard]] std::string signature(const Key& key, std::string_view signed_text) const;
    std::vector<Key> keys_;
};

}  // namespace springtide::server
