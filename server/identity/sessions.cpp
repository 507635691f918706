#include "server/identity/sessions.hpp"

#include <algorithm>

#include "server/identity/bot_names.hpp"
#include "server/identity/identity.hpp"

namespace springtide::server {

namespace {
constexpr const char* keys_fact = "signing_key";
constexpr std::size_t session_length = 16;
}  // namespace

Expected<void> Sessions::make_first_key(Store& store) {
    std::vector<Write> write(1);
    write[0].first_facts = {{keys_fact, to_hex(random_secret())}};
    if (const auto written = store.write(write); !written) return std::unexpected(written.error());
    return {};
}

Expected<std::string> Sessions::stored_keys(Store& store) {
    const auto known = store.fact(keys_fact);
    if (!known) return std::unexpected(known.error());
    return known->value_or("");
}

Expected<void> Sessions::use_keys(std::string_view text) {
    auto keys = SigningKeys::from_text(text);
    if (!keys) return std::unexpected(keys.error());
    keys_ = std::move(*keys);
    return {};
}

std::string Sessions::begin(const GuestRow& guest, std::int64_t now) const {
    return renew({.guest = guest.id, .session = random_id().substr(0, session_length)}, guest, now);
}

std::string Sessions::renew(const Token& token, const GuestRow& guest, std::int64_t now) const {
    Token fresh = token;
    if (fresh.session.empty()) fresh.session = random_id().substr(0, session_length);
    fresh.issued = std::max(now, guest.valid_from);
    return keys_->sign(fresh);
}

Error Sessions::not_valid() { return Error{ErrorCode::forbidden, "this token is not valid, or its session was ended"}; }

Expected<std::optional<GuestRow>> Sessions::guest_of(Store& store, const Token& token) {
    auto guest = store.guest(token.guest);
    if (!guest) return guest;
    if (*guest && token.issued < (*guest)->valid_from) return std::unexpected(not_valid());
    if (is_bot_account(token.guest)) {  // only while its owner lets it in
        const auto counts = has_bot_token(store, token.guest, token.session);
        if (!counts) return std::unexpected(counts.error());
        if (!*counts) return std::unexpected(not_valid());
    }
    if (token.session.empty()) return guest;
    const auto ended = store.is_ended(token.session);
    if (!ended) return std::unexpected(ended.error());
    if (*ended) return std::unexpected(not_valid());
    return guest;
}

Write Sessions::end(const Token& token, std::int64_t now) {
    if (token.session.empty()) return end_all(token.guest, now);
    Write write;
    write.ended_session = EndedSession{.id = token.session, .guest = token.guest, .at = now};
    return write;
}

Write Sessions::end_all(const std::string& guest, std::int64_t now) {
    Write write;
    write.ended_session = EndedSession{.id = all_sessions_of(guest), .guest = guest, .at = now};
    write.person = PersonChange{.id = guest, .sessions_end = now};
    return write;
}

bool Sessions::ends(const EndedSession& ended, const Token& token) {
    if (ended.guest != token.guest) return false;
    return ended.id == token.session || (ended.id == all_sessions_of(token.guest) && token.issued <= ended.at);
}

}  // namespace springtide::server
