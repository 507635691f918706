// Changes of an account: who may ask for them, and that none is lost when several come at once.
#include "protocol/server_reasons.hpp"
#include "server/http/http_api.hpp"
#include "server/identity/identity.hpp"
#include "server/identity/log_identity.hpp"
#include "store/person_change.hpp"

namespace springtide::server {

namespace {

constexpr int most_tries = 5;  // of a decision that others keep overtaking

/// What a decision relied on and cannot get back by being made again: the session, and the password that was checked.
Expected<void> may_decide_again(Store& store, const OnlyIf& before) {
    const auto session = holds(store, {.session = before.session});
    if (!session) return std::unexpected(session.error());
    if (!*session) return refuse(server_reason("not_logged_in"));
    const auto password = holds(store, {.password = before.password});
    if (!password) return std::unexpected(password.error());
    if (!*password) return refuse(server_reason("changed_meanwhile"));
    return {};
}

}  // namespace

Caller HttpApi::caller_of(const Account& account) {
    return {.guest = account.guest.id,
            .token = account.token,
            .password = account.guest.password,
            .passkey = account.passkey};
}

void HttpApi::change(const Decide& decide, const Reply& reply, const Changed& done) {
    change_again(decide, {}, most_tries, reply, done);
}

void HttpApi::change_again(const Decide& decide, const OnlyIf& before, int tries, const Reply& reply,
                           const Changed& done) {
    const auto decide_if_possible = [decide, before](Store& store) -> Expected<Change> {
        if (const auto may = may_decide_again(store, before); !may) return std::unexpected(may.error());
        return decide(store);
    };
    lists_.ask(decide_if_possible, [=, this](const Expected<Change>& change) {
        if (!change) return reply(refusal(change.error()));
        people_.end_session(change->write, [=, this, change = *change](const Expected<WriteOutcome>& stored) {
            if (!stored) return reply(not_stored());
            if (*stored == WriteOutcome::stored) return done(change);
            if (tries == 1) return reply(refusal(error_of(server_reason("changed_meanwhile"))));
            change_again(decide, change.write.only_if, tries - 1, reply, done);
        });
    });
}

void HttpApi::with_proof(const HttpRequest& request, const Proof& proof, const Reply& reply,
                         const std::function<void(const Account&)>& go_on) {
    people_.find_account(request.token, "", [this, request, proof, reply, go_on](const Expected<Account>& account) {
        if (!account) return reply(refusal(account.error()));
        if (!account->token) return reply(refusal(error_of(server_reason("not_logged_in"))));
        if (account->guest.claimed && proof.passkey)
            return with_passkey(request, *proof.passkey, *account, reply, go_on);
        if (!account->guest.password)
            return account->guest.claimed ? reply(refusal(error_of(server_reason("password_first")))) : go_on(*account);
        check_password(request, budget_of_session(account->guest.id), account->guest.password, proof.password, reply,
                       [request, account = *account, reply, go_on](bool fits) {
                           if (fits) return go_on(account);
                           log_wrong_password(request.path, account.guest.name, request.address);
                           reply(refusal(error_of(server_reason("wrong_password"))));
                       });
    });
}

}  // namespace springtide::server
