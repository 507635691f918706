#pragma once

#include <optional>
#include <string>

#include "server/identity/tokens.hpp"
#include "store/store.hpp"

namespace springtide::server {

/// Sessions of guests. A session is stored only once it is over: a visitor costs nothing.
class Sessions {
  public:
    /// Makes the first key if there is none.
    static Expected<void> make_first_key(Store& store);
    /// The keys as the store keeps them.
    static Expected<std::string> stored_keys(Store& store);
    /// Uses these from now on, for example after another node replaced them.
    Expected<void> use_keys(std::string_view text);

    /// A token of a new session.
    [[nodiscard]] std::string begin(const GuestRow& guest, std::int64_t now) const;
    /// The same session, signed again.
    [[nodiscard]] std::string renew(const Token& token, const GuestRow& guest, std::int64_t now) const;
    /// The content of a token, if it was signed here; only the store knows whether its session still lasts.
    [[nodiscard]] std::optional<Token> read(std::string_view text) const { return keys_->read(text); }
    /// The row of a token's guest, if there is one; an error where its session was ended.
    static Expected<std::optional<GuestRow>> guest_of(Store& store, const Token& token);
    /// The error for a token that does not count.
    static Error not_valid();

    /// The write that ends a session, or all of a guest. A token of an older program names no session: ending it ends
    /// all.
    [[nodiscard]] static Write end(const Token& token, std::int64_t now);
    [[nodiscard]] static Write end_all(const std::string& guest, std::int64_t now);
    /// True if this ended the session of that token.
    [[nodiscard]] static bool ends(const EndedSession& ended, const Token& token);

  private:
    std::optional<SigningKeys> keys_;
};

}  // namespace springtide::server
