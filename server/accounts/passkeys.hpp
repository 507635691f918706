#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/accounts/account_changes.hpp"
#include "server/webauthn/webauthn.hpp"

namespace springtide::server {

namespace note_kinds {
inline constexpr const char* passkey = "passkey";            ///< its id in base64url; see Passkey
inline constexpr const char* passkey_used = "passkey used";  ///< the mark of a challenge that was answered
}  // namespace note_kinds

inline constexpr std::size_t most_passkeys = 20;
inline constexpr std::size_t longest_passkey_name = 40;
/// A challenge can be answered for so long.
inline constexpr std::int64_t challenge_lasts_ms = 5LL * 60'000;

/// A passkey of an account, as its note keeps it.
struct Passkey {
    std::string id;           ///< in base64url
    std::string public_key;   ///< COSE, in base64url
    std::uint32_t count = 0;  ///< signatures that its authenticator made, if it counts them
    std::string name;         ///< that its owner gave it
    std::int64_t made_at = 0;
    std::int64_t used_at = 0;
};
/// Nothing where the note is no passkey.
std::optional<Passkey> passkey_from(const NoteRow& note);
NoteRow note_of(const std::string& guest, const Passkey& passkey);

/// A challenge of this server that a request answers.
struct AnsweredChallenge {
    WebauthnRequest request;
    std::string mark;  ///< of the challenge, which counts once
};

/// An assertion, and the passkey that it says it comes from.
struct PasskeyUse {
    std::string id;  ///< in base64url
    Assertion assertion;
    AnsweredChallenge answered;
};

// As the functions in account_changes.hpp.

/// Checks an assertion against the account's own passkeys, counts it, and takes its challenge. The passkey's note after
/// that is the first of the write: a Caller that proved itself with it names it.
Expected<Change> using_passkey(Store& store, const std::string& guest, const PasskeyUse& use, std::int64_t now);
/// A guest creates an account whose first key is a passkey; every session from before ends.
Expected<Change> keeping_by_passkey(Store& store, const Caller& caller, const std::string& name,
                                    const MadePasskey& made, const AnsweredChallenge& answered,
                                    const std::string& called, std::int64_t now);
/// An account gets another passkey; the confirmed address can undo that by the link `objection`.
Expected<Change> adding_passkey(Store& store, const Caller& caller, const MadePasskey& made,
                                const AnsweredChallenge& answered, const std::string& called,
                                const std::string& objection, std::int64_t now);
/// One goes, but not the last key of an account.
Expected<Change> removing_passkey(Store& store, const Caller& caller, const std::string& id,
                                  const std::string& objection, std::int64_t now);

}  // namespace springtide::server
