// Names: given, claimed, returned to.
#include <memory>

#include "core/json_writer.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/origin.hpp"
#include "server/http/http_api.hpp"
#include "server/identity/identity.hpp"
#include "server/identity/log_identity.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t shortest_password = 8;
constexpr std::size_t longest_password = 200;

}  // namespace

/// The session goes on; only a new person gets one.
void HttpApi::rename(const RoutedRequest& request, const RenameBody& body, const Reply& reply) {
    if (const auto* problem = name_problem(body.name)) return reply(refusal(error_of(*problem)));
    people_.find_account(request.token, "", [this, name = body.name, reply](const Expected<Account>& found) {
        if (!found) return reply(not_stored());
        const auto decide = [caller = caller_of(*found), name](Store& store) { return renaming(store, caller, name); };
        change(decide, reply, [this, reply, account = *found](const Change& change) {
            Account after = account;
            after.guest.name = change.write.person->name->shown;
            reply(about(after, account.token ? std::string() : people_.begin_session(after.guest)));
        });
    });
}

void HttpApi::make_token(const RoutedRequest& /*request*/, const TokenBody& body, const Reply& reply) {
    const std::string name = body.name.value_or("");
    if (!name.empty())
        if (const auto* problem = name_problem(name)) return reply(refusal(error_of(*problem)));
    people_.find_account("", "", [this, name, reply](const Expected<Account>& found) {
        if (!found) return reply(refusal(found.error()));
        GuestRow guest = found->guest;
        if (!name.empty()) guest.name = name;
        const auto decide = [guest, has_name = !name.empty()](Store& store) -> Expected<Change> {
            return has_name ? renaming(store, {.guest = guest.id}, guest.name) : adding(guest.id, guest.name);
        };
        change(decide, reply, [this, reply, guest](const Change&) {
            JsonWriter json;
            json.begin_object().key("guest").value(guest.id);
            json.key("token").value(people_.begin_session(guest)).end_object();
            reply(answer_with(json.take()));
        });
    });
}

void HttpApi::claim(const RoutedRequest& request, const ClaimBody& body, const Reply& reply) {
    const std::string& password = body.password;
    if (password.size() < shortest_password || password.size() > longest_password)
        return reply(refusal(error_of(server_reason("password_length"))));
    if (const auto* problem = name_problem(body.name)) return reply(refusal(error_of(*problem)));
    people_.find_account(request.token, body.name, [=, this](const Expected<Account>& account) {
        if (!account) return reply(not_stored());
        if (account->name_is_taken) return reply(refusal(error_of(server_reason("name_claimed"))));
        if (account->guest.claimed && body.passkey)
            return with_passkey(request, *body.passkey, *account, reply, [=, this](const Account& proven) {
                keep_password(request, proven, body.name, body.password, reply);
            });
        account->guest.password
            ? change_password(request, *account, body.name, body.password, body.old_password.value_or(""), reply)
            : keep_password(request, *account, body.name, body.password, reply);
    });
}

void HttpApi::change_password(const HttpRequest& request, const Account& account, const std::string& name,
                              const std::string& password, const std::string& old, const Reply& reply) {
    check_password(request, budget_of_session(account.guest.id), account.guest.password, old, reply,
                   [this, request, reply, account, name, password](bool fits) {
                       if (!fits) {
                           log_wrong_password("change of the password", account.guest.name, request.address);
                           return reply(refusal(error_of(server_reason("wrong_old_password"))));
                       }
                       keep_password(request, account, name, password, reply);
                   });
}

/// Every session from before ends, those of a guest who keeps a name for the first time, too: somebody else may have
/// used this browser.
void HttpApi::keep_password(const HttpRequest& request, const Account& account, const std::string& name,
                            const std::string& password, const Reply& reply) {
    const auto make = [password] { return hash_password(password); };
    in_password_thread(request, reply, make, [this, request, reply, account, name](const Expected<std::string>& hash) {
        if (!hash) return reply(refusal(hash.error()));
        const std::string link = random_id();
        const auto decide = [caller = caller_of(account), name, hash = *hash, link](Store& store) -> Expected<Change> {
            auto change = keeping(store, caller, name, hash, mark_of(link), now_ms());
            if (!change && change.error().reason == "name_claimed")  // it was free before the password was hashed
                return refuse(server_reason("name_just_claimed"));
            return change;
        };
        change(decide, reply,
               [this, request, reply, link, guest = account.guest.id, hash = *hash](const Change& change) {
                   tell_of_change(change, "password", link);
                   begin_session(guest, hash, request, reply);
               });
    });
}

void HttpApi::logout(const RoutedRequest& request, const Reply& reply) {
    people_.find_account(request.token, "", [this, reply](const Expected<Account>& account) {
        if (!account) return reply(not_stored());
        const auto done = [this, reply](const Expected<WriteOutcome>& stored) {
            if (!stored) return reply(not_stored());
            auto response = answer_with("{}");
            response.headers.emplace_back("Set-Cookie", cookie("springtide", "", true));
            reply(response);
        };
        if (!account->token) return done(WriteOutcome::stored);
        Write write = Sessions::end(*account->token, now_ms());
        write.forgotten_notes = {{account->token->guest, note_kinds::session, account->token->session}};
        people_.end_session(std::move(write), done);
    });
}

/// The sender stays logged in here.
void HttpApi::logout_everywhere(const RoutedRequest& request, const Reply& reply) {
    people_.find_account(request.token, "", [this, request, reply](const Expected<Account>& account) {
        if (!account) return reply(not_stored());
        if (!account->token) return reply(refusal(error_of(server_reason("not_logged_in"))));
        const auto decide = [caller = caller_of(*account)](Store& /*store*/) -> Expected<Change> {
            return ending_sessions(caller, now_ms());
        };
        change(decide, reply, [this, request, reply, guest = account->guest](const Change&) {
            begin_session(guest.id, guest.password, request, reply);
        });
    });
}

void HttpApi::login(const RoutedRequest& request, const LoginBody& body, const Reply& reply) {
    const std::string& name = body.name;
    const std::string& password = body.password;
    people_.find_account_by_name(name, [=, this](const Expected<std::optional<Account>>& found) {
        if (!found) return reply(not_stored());
        const Account account = found->value_or(Account());
        check_password(request, budget_of_login(request, name, *found), account.guest.password, password, reply,
                       [this, request, reply, name, account](bool fits) {
                           if (!fits) {
                               log_wrong_password("log in", name, request.address);
                               return reply(refusal(error_of(server_reason("wrong_login"))));
                           }
                           if (shard_.bans().forbids(account.guest.id, {}, "", now_ms()))
                               return reply(refusal(error_of(server_reason("banned"))));
                           bring_seats(request, account.guest,
                                       [this, request, reply, account](const Expected<void>& brought) {
                                           if (!brought) return reply(not_stored());
                                           begin_session(account.guest.id, account.guest.password, request, reply);
                                       });
                       });
    });
}

/// The seats of the guest who logs in become the account's; those of another account stay with it.
void HttpApi::bring_seats(const HttpRequest& request, const GuestRow& to,
                          const std::function<void(const Expected<void>&)>& done) {
    if (request.token.empty()) return done({});
    people_.find_account(request.token, "", [this, to, done](const Expected<Account>& from) {
        if (!from) return done(std::unexpected(from.error()));
        if (!from->token || from->guest.claimed || from->guest.id == to.id) return done({});
        shard_.move_seats({.from = from->guest.id, .to = to.id, .name = to.name}, done);
    });
}

}  // namespace springtide::server
