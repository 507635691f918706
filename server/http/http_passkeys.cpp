// Passkeys: challenges, accounts that begin with one, logging in, and one instead of a password.
#include <charconv>

#include "core/json_writer.hpp"
#include "core/text.hpp"
#include "protocol/server_reasons.hpp"
#include "server/accounts/passkeys.hpp"
#include "server/base/clean_text.hpp"
#include "server/base/origin.hpp"
#include "server/http/http_api.hpp"
#include "server/identity/bot_names.hpp"
#include "server/identity/identity.hpp"
#include "server/identity/log_identity.hpp"
#include "server/notify/web_push.hpp"

namespace springtide::server {

namespace {

/// The page that asks, as browsers name it. A foreign one was refused before; programs may name none.
std::string origin_of(const HttpRequest& request, const std::string& public_url) {
    return request.origin.empty() ? public_url : request.origin;
}

/// The name in an origin, without scheme and port.
std::string host_in(std::string_view origin) {
    if (const auto scheme = origin.find("://"); scheme != std::string_view::npos) origin.remove_prefix(scheme + 3);
    const auto end = origin.find_first_of(":/");
    return std::string(origin.substr(0, end));
}

std::string text_of_challenge(std::int64_t until, const std::string& nonce, const std::string& seal) {
    return to_base64url(std::to_string(until) + "." + nonce + "." + seal);
}

struct GivenPasskey {
    std::string id;
    std::string guest;  ///< as the passkey remembers it; empty if the request has none
    Assertion assertion;
};

Expected<GivenPasskey> given_passkey(const PasskeyAnswer& answer) {
    GivenPasskey given;
    const auto read = [](const std::string& text, std::string& into) {
        auto bytes = from_base64url(text);
        if (bytes) into = std::move(*bytes);
        return bytes.has_value();
    };
    std::string id;
    if (!read(answer.id, id) || !read(answer.user.value_or(""), given.guest) ||
        !read(answer.client_data, given.assertion.client_data) ||
        !read(answer.authenticator_data, given.assertion.authenticator_data) ||
        !read(answer.signature, given.assertion.signature))
        return refuse(server_reason("passkey_unreadable"));
    given.id = to_base64url(id);
    return given;
}

}  // namespace

/// Whose answer counts: that of the account and session which asked, or, to log in, of the device.
std::string HttpApi::asker_of_challenge(const HttpRequest& request, const std::string& path,
                                        const Account* account) const {
    const std::string host = host_in(origin_of(request, shard_.calls().public_url()));
    if (account == nullptr || !account->token) return path + " " + host + " device " + request.device;
    return path + " " + host + " guest " + account->guest.id + " " + account->token->session;
}

/// The answer's challenge, if this server made it for this request a short while ago.
Expected<AnsweredChallenge> HttpApi::answered_challenge(const HttpRequest& request, const std::string& client_data,
                                                        const Account* account) const {
    const std::string challenge = challenge_in(client_data);
    const auto text = from_base64url(challenge);
    if (!text || challenge.empty()) return refuse(server_reason("passkey_unreadable"));
    const auto parts = split(*text, '.');
    if (parts.size() != 3) return refuse(server_reason("passkey_too_late"));
    std::int64_t until = 0;
    const auto& number = parts[0];
    const auto read = std::from_chars(number.data(), number.data() + number.size(), until);
    const std::string asked = std::string(number) + "." + std::string(parts[1]) + " for " +
                              asker_of_challenge(request, request.path, account);
    if (read.ec != std::errc() || until < now_ms() || !same_secret(parts[2], people_.seal_of_challenge(asked)))
        return refuse(server_reason("passkey_too_late"));
    const std::string origin = origin_of(request, shard_.calls().public_url());
    return AnsweredChallenge{.request = {.challenge = challenge, .origins = {origin}, .host = host_in(origin)},
                             .mark = std::string(parts[1])};
}

void HttpApi::passkeys(const RoutedRequest& request, const Reply& reply) {
    answer_passkeys(request.person.guest, reply);
}

void HttpApi::answer_passkeys(const std::string& guest, const Reply& reply) {
    struct Keys {
        std::vector<NoteRow> passkeys;
        bool has_password = false;
    };
    const auto read = [guest](Store& store) -> Expected<Keys> {
        auto notes = store.notes(guest, note_kinds::passkey, -1);
        if (!notes) return std::unexpected(notes.error());
        const auto row = store.guest(guest);
        if (!row) return std::unexpected(row.error());
        const bool has_password = *row && (*row)->password.value_or(no_password_fits) != no_password_fits;
        return Keys{.passkeys = std::move(*notes), .has_password = has_password};
    };
    lists_.ask(read, [reply](const Expected<Keys>& keys) {
        if (!keys) return reply(refusal(keys.error()));
        JsonWriter json;
        json.begin_object().key("password").value(keys->has_password).key("passkeys").begin_array();
        for (const NoteRow& note : keys->passkeys) {
            const auto passkey = passkey_from(note);
            if (!passkey) continue;
            json.begin_object().key("id").value(passkey->id).key("name").value(passkey->name);
            json.key("at").value(passkey->made_at).key("used").value(passkey->used_at).end_object();
        }
        reply(answer_with(json.end_array().end_object().take()));
    });
}

/// Nothing is stored for a challenge: it is sealed, and its mark is noted once it was answered.
void HttpApi::begin_passkey(const RoutedRequest& request, const BeginPasskeyBody& body, const Reply& reply) {
    const auto answer = [this, request, reply, path = std::string(enum_name(body.path))](
                            const Account* account, const std::vector<NoteRow>& known) {
        const std::int64_t until = now_ms() + challenge_lasts_ms;
        const std::string nonce = random_id();
        const std::string seal = people_.seal_of_challenge(std::to_string(until) + "." + nonce + " for " +
                                                           asker_of_challenge(request, path, account));
        JsonWriter json;
        json.begin_object().key("challenge").value(text_of_challenge(until, nonce, seal));
        json.key("host").value(host_in(origin_of(request, shard_.calls().public_url())));
        if (account != nullptr) json.key("user").value(to_base64url(account->guest.id));
        json.key("passkeys").begin_array();
        for (const NoteRow& note : known) json.value(note.key);
        reply(answer_with(json.end_array().end_object().take()));
    };
    if (body.path == PasskeyUsedFor::login) return answer(nullptr, {});
    people_.find_account(request.token, "", [this, reply, answer](const Expected<Account>& account) {
        if (!account) return reply(refusal(account.error()));
        if (!account->token) return reply(refusal(error_of(server_reason("not_logged_in"))));
        const auto read = [guest = account->guest.id](Store& store) {
            return store.notes(guest, note_kinds::passkey, -1);
        };
        lists_.ask(read, [reply, answer, account = *account](const Expected<std::vector<NoteRow>>& known) {
            known ? answer(&account, *known) : reply(refusal(known.error()));
        });
    });
}

void HttpApi::with_passkey(const HttpRequest& request, const PasskeyAnswer& answer, const Account& account,
                           const Reply& reply, const std::function<void(const Account&)>& go_on) {
    const auto given = given_passkey(answer);
    if (!given) return reply(refusal(given.error()));
    const auto answered = answered_challenge(request, given->assertion.client_data, &account);
    if (!answered) return reply(refusal(answered.error()));
    const PasskeyUse use{.id = given->id, .assertion = given->assertion, .answered = *answered};
    const auto decide = [guest = account.guest.id, use](Store& store) {
        return using_passkey(store, guest, use, now_ms());
    };
    const auto refused = [request, account, reply](const HttpResponse& response) {
        if (response.status == 403) log_wrong_password(request.path, account.guest.name, request.address);
        reply(response);
    };
    change(decide, refused, [account, go_on](const Change& change) {
        Account proven = account;
        proven.passkey = change.write.notes.front();
        go_on(proven);
    });
}

/// The passkey names the account, so that no name has to be typed.
void HttpApi::login_by_passkey(const RoutedRequest& request, const LoginByPasskeyBody& body, const Reply& reply) {
    const auto given = given_passkey(body.passkey);
    if (!given) return reply(refusal(given.error()));
    const std::string guest = given->guest;
    if (!is_id(guest) || is_bot_account(guest)) return reply(refusal(error_of(server_reason("passkey_unknown"))));
    const auto answered = answered_challenge(request, given->assertion.client_data, nullptr);
    if (!answered) return reply(refusal(answered.error()));
    const PasskeyUse use{.id = given->id, .assertion = given->assertion, .answered = *answered};
    const auto decide = [guest, use](Store& store) { return using_passkey(store, guest, use, now_ms()); };
    const auto refused = [request, guest, reply](const HttpResponse& response) {
        if (response.status == 403) log_wrong_password("log in", guest, request.address);
        reply(response);
    };
    change(decide, refused, [this, request, guest, reply](const Change& change) {
        if (shard_.bans().forbids(guest, {}, "", now_ms())) return reply(refusal(error_of(server_reason("banned"))));
        people_.find_account_of(
            guest, [this, request, reply, passkey = change.write.notes.front()](const Expected<Account>& account) {
                if (!account) return reply(refusal(account.error()));
                bring_seats(request, account->guest,
                            [this, request, reply, account = *account, passkey](const Expected<void>& brought) {
                                if (!brought) return reply(not_stored());
                                begin_session(account.guest.id, account.guest.password, request, reply, passkey);
                            });
            });
    });
}

/// A guest becomes an account by it; an account gets another one.
void HttpApi::add_passkey(const RoutedRequest& request, const AddPasskeyBody& body, const Reply& reply) {
    std::string called = body.called.value_or(device_name(request.user_agent));
    if (!body.called && called.empty()) called = "Passkey";
    if (!is_plain(called) || called.empty() || called.size() > longest_passkey_name)
        return reply(refusal(
            error_of(server_reason("passkey_name"), {{"most", static_cast<std::int64_t>(longest_passkey_name)}})));
    const auto client_data = from_base64url(body.client_data);
    const auto attestation = from_base64url(body.attestation);
    if (!client_data || !attestation) return reply(refusal(error_of(server_reason("passkey_unreadable"))));
    const MadePasskey made{.client_data = *client_data, .attestation = *attestation};
    const Account& account = request.account;
    const auto answered = answered_challenge(request, made.client_data, &account);
    if (!answered) return reply(refusal(answered.error()));
    if (!account.guest.claimed)
        return begin_account(request, account, body.name.value_or(""), made, *answered, called, reply);
    const std::string link = random_id();
    const auto decide = [caller = caller_of(account), made, answered = *answered, called, link](Store& store) {
        return adding_passkey(store, caller, made, answered, called, mark_of(link), now_ms());
    };
    change(decide, reply, [this, reply, account, link](const Change& change) {
        tell_of_change(change, "list of passkeys", link);
        reply(about(account, ""));
    });
}

void HttpApi::begin_account(const HttpRequest& request, const Account& account, const std::string& name,
                            const MadePasskey& made, const AnsweredChallenge& answered, const std::string& called,
                            const Reply& reply) {
    if (const auto* problem = name_problem(name)) return reply(refusal(error_of(*problem)));
    const auto decide = [caller = caller_of(account), name, made, answered, called](Store& store) {
        return keeping_by_passkey(store, caller, name, made, answered, called, now_ms());
    };
    change(decide, reply, [this, request, reply, guest = account.guest.id](const Change& change) {
        begin_session(guest, std::nullopt, request, reply, change.write.notes.front());
    });
}

void HttpApi::remove_passkey(const RoutedRequest& request, const RemovePasskeyBody& body, const Reply& reply) {
    const std::string link = random_id();
    const auto decide = [caller = caller_of(request.account), id = body.id, link](Store& store) {
        return removing_passkey(store, caller, id, mark_of(link), now_ms());
    };
    change(decide, reply, [this, guest = request.account.guest.id, reply, link](const Change& change) {
        tell_of_change(change, "list of passkeys", link);
        answer_passkeys(guest, reply);
    });
}

}  // namespace springtide::server
