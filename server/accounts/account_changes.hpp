#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/identity/tokens.hpp"
#include "store/store.hpp"

namespace springtide::server {

namespace note_kinds {
inline constexpr const char* objection = "objection";  ///< a mark of the link that undoes a change; see Objection
}  // namespace note_kinds

/// For so long an address that was confirmed before a change can undo it.
inline constexpr std::int64_t objection_lasts_ms = 72LL * 3'600'000;
/// A link in an email counts for so long.
inline constexpr std::int64_t link_lasts_ms = 30LL * 60'000;
/// A password that no text fits: only a link to the address opens the account.
inline constexpr const char* no_password_fits = "!";

/// The account that a request is about, and what the request proved.
struct Caller {
    std::string guest;
    std::optional<Token> token{};  ///< nothing for a new person
    /// The hash that the account had; the request's password fits it, unless a passkey is named.
    std::optional<std::string> password{};
    std::optional<NoteRow> passkey{};  ///< of which the request has an assertion

    /// An account without a password is proven by a passkey alone.
    [[nodiscard]] bool is_proven() const { return password || passkey; }
};

/// What a request about an account writes, and the address that has to be informed of it, if there is one.
struct Change {
    Write write{};
    std::string address{};
    std::string name{};  ///< of the account
};

/// The name, shown and folded, as a change of a person has it.
PersonChange::Name name_change(const std::string& name, const std::optional<GuestRow>& before = {});
/// As a condition of a write has it.
SessionMark session_mark(const Token& token);

/// What the store keeps of a link: nobody who reads it can follow it.
std::string mark_of(std::string_view link);

// Each of these decides from what the store says now. The write it gives counts only while that is still so
// (Write::only_if): if two requests come at the same time, one of them is decided again.

/// A person is called something else.
Expected<Change> renaming(Store& store, const Caller& caller, const std::string& name);
/// A name is kept with a password, for the first time or with a new password; that ends every session. A confirmed
/// address can undo a new password by the link that `objection` is the mark of.
Expected<Change> keeping(Store& store, const Caller& caller, const std::string& name, const std::string& hash,
                         const std::string& objection, std::int64_t now);
/// The person is logged in here. Counts only while the password, or the passkey if there is one, is the one that was
/// checked. Of very many sessions the one that was not used for longest ends.
Expected<Change> beginning_session(Store& store, const GuestRow& guest, const Token& token, const std::string& device,
                                   std::int64_t now, const std::optional<NoteRow>& passkey = {});
/// A guest who chose no name.
Change adding(const std::string& guest, const std::string& nameless);
/// Every session ends.
Change ending_sessions(const Caller& caller, std::int64_t now);
/// Name and password go; the person is a guest again.
Expected<Change> giving_name_up(Store& store, const Caller& caller, const std::string& nameless, std::int64_t now);
/// All that is kept of a person goes.
Expected<Change> forgetting(Store& store, const Caller& caller, const std::string& nameless, std::int64_t now);

// Addresses.

/// A link to confirm an address is sent to it.
Expected<Change> asking_mail(Store& store, const Caller& caller, const std::string& address, const std::string& link,
                             std::int64_t now);
/// The link was opened: the address counts from now on. The one before it can undo that by the link `objection`.
Expected<Change> confirming_mail(Store& store, const std::string& link, const std::string& objection, std::int64_t now);
/// The address goes, and can undo that.
Expected<Change> forgetting_mail(Store& store, const Caller& caller, const std::string& objection, std::int64_t now);
/// Somebody forgot a password: a link goes to the address that was confirmed longest ago among those that still count.
/// Nothing if there is none, or if a link was sent a moment ago.
Expected<std::optional<Change>> recovering(Store& store, const std::string& name, const std::string& link,
                                           std::int64_t now);
/// The link was opened: the account gets this password, and every session ends.
Expected<Change> recovered(Store& store, const std::string& link, const std::string& hash, std::int64_t now);
/// Whose account a link of `recovering` opens; an error if it opens none.
Expected<std::string> recovers(Store& store, const std::string& link, std::int64_t now);
/// An address undoes a change and all that came after it: it counts again, every session ends, and no password fits
/// until a new one is set by the link `recovery`.
Expected<Change> objecting(Store& store, const std::string& objection, const std::string& recovery, std::int64_t now);

}  // namespace springtide::server
