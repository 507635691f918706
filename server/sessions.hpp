#pragma once

#include <optional>
#include <string>

#include "server/tokens.hpp"
#include "store/store.hpp"

namespace springtide::server {

/// Who is logged in where. A session is a line in the database only once it is over: a visitor costs nothing.
class Sessions {
  public:
    explicit Sessions(Store& store) : store_(store) {}

    /// Reads the keys, or makes the first one.
    Expected<void> open();
    /// The keys may have been replaced by somebody else.
    void read_keys_again();

    /// A token of a new session.
    [[nodiscard]] std::string begin(const GuestRow& guest, std::int64_t now) const;
    /// The same session, signed anew.
    [[nodiscard]] std::string renew(const Token& token, const GuestRow& guest, std::int64_t now) const;
    /// What a token says, if its session goes on.
    [[nodiscard]] Expected<Token> check(std::string_view text);

    /// What has to be written so that a session, or all of a guest, are over. A token of an older program names no
    /// session: ending it ends all.
    [[nodiscard]] static Write end(const Token& token, GuestRow guest, std::int64_t now);
    [[nodiscard]] static Write end_all(GuestRow guest, std::int64_t now);
    /// True if this ended the session of that token.
    [[nodiscard]] static bool ends(const EndedSession& ended, const Token& token);

  private:
    Store& store_;
    std::optional<SigningKeys> keys_;
};

}  // namespace springtide::server
