// Names: given, claimed, returned to.
#include <memory>

#include "core/json_writer.hpp"
#include "protocol/server_reasons.hpp"
#include "server/http_api.hpp"
#include "server/identity.hpp"
#include "server/origin.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t most_addresses = 100'000;
constexpr std::size_t shortest_password = 8;
constexpr std::size_t longest_password = 200;
constexpr double passwords_at_once = 10;
constexpr double passwords_per_second = 0.5;
constexpr int most_passwords_waiting = 100;

}  // namespace

bool HttpApi::may_try_password(const std::string& address) {
    if (passwords_waiting_ >= most_passwords_waiting) return false;  // each takes a while, one after the other
    if (passwords_.size() > most_addresses) passwords_.clear();
    return passwords_.try_emplace(network_of(address), passwords_at_once, passwords_per_second)
        .first->second.take(std::chrono::steady_clock::now());
}

void HttpApi::rename(const HttpRequest& request, const std::string& name, const Reply& reply) {
    if (const auto* problem = name_problem(name)) return reply(refusal(error_of(*problem)));
    people_.find_account(request.token, name, [this, name, reply](const Expected<Account>& found) {
        if (!found) return reply(not_stored());
        if (found->name_is_taken) return reply(refusal(error_of(server_reason("name_claimed"))));
        Account account = *found;
        if (account.guest.claimed && claim_of(name) != *account.guest.claimed)
            return reply(refusal(error_of(server_reason("name_kept"))));
        account.guest.name = name;
        people_.store_guest(account.guest, [this, reply, account](const Expected<WriteOutcome>& stored) {
            reply(stored && *stored == WriteOutcome::stored ? about(account, true) : not_stored());
        });
    });
}

void HttpApi::make_token(const std::string& name, const Reply& reply) {
    if (!name.empty())
        if (const auto* problem = name_problem(name)) return reply(refusal(error_of(*problem)));
    people_.find_account("", name, [this, name, reply](const Expected<Account>& found) {
        if (!found) return reply(refusal(found.error()));
        if (found->name_is_taken) return reply(refusal(error_of(server_reason("name_claimed"))));
        GuestRow guest = found->guest;
        if (!name.empty()) guest.name = name;
        people_.store_guest(guest, [this, reply, guest](const Expected<WriteOutcome>& stored) {
            if (!stored) return reply(not_stored());
            JsonWriter json;
            json.begin_object().key("guest").value(guest.id);
            json.key("token").value(people_.begin_session(guest)).end_object();
            HttpResponse response;
            response.body = json.take();
            reply(response);
        });
    });
}

void HttpApi::claim(const HttpRequest& request, const std::string& name, const std::string& password,
                    const std::string& old, const Reply& reply) {
    if (password.size() < shortest_password || password.size() > longest_password)
        return reply(refusal(error_of(server_reason("password_length"))));
    if (const auto* problem = name_problem(name)) return reply(refusal(error_of(*problem)));
    people_.find_account(request.token, name, [=, this](const Expected<Account>& account) {
        if (!account) return reply(not_stored());
        if (account->name_is_taken) return reply(refusal(error_of(server_reason("name_claimed"))));
        account->guest.password ? change_password(request, *account, name, password, old, reply)
                                : keep_password(request, *account, name, password, reply);
    });
}

void HttpApi::change_password(const HttpRequest& request, const Account& account, const std::string& name,
                              const std::string& password, const std::string& old, const Reply& reply) {
    ++passwords_waiting_;
    shard_.loop().aside([this, request, reply, account, name, password, old] {
        const bool fits = password_fits(*account.guest.password, old);
        shard_.loop().post([this, request, reply, account, name, password, fits] {
            --passwords_waiting_;
            if (!fits) return reply(refusal(error_of(server_reason("wrong_old_password"))));
            keep_password(request, account, name, password, reply);
        });
    });
}

void HttpApi::keep_password(const HttpRequest& request, Account account, const std::string& name,
                            const std::string& password, const Reply& reply) {
    ++passwords_waiting_;
    shard_.loop().aside([this, request, reply, account = std::move(account), name, password] {
        auto hash = hash_password(password);
        shard_.loop().post([this, request, reply, account, name, hash = std::move(hash)]() mutable {
            --passwords_waiting_;
            if (!hash) return reply(refusal(hash.error()));
            GuestRow& row = account.guest;
            const bool changes = row.password.has_value();
            row.name = name;
            row.claimed = claim_of(name);
            row.password = *hash;
            Write write;
            write.guest = row;
            if (changes) write = Sessions::end_all(row, now_ms());
            row = *write.guest;
            people_.end_session(std::move(write),
                                [this, request, reply, account](const Expected<WriteOutcome>& stored) {
                                    if (!stored) return reply(not_stored());
                                    if (*stored == WriteOutcome::conflict)
                                        return reply(refusal(error_of(server_reason("name_just_claimed"))));
                                    begin_session(account, request, reply);
                                });
        });
    });
}

/// Here, or everywhere; whoever asks for everywhere stays logged in here.
void HttpApi::logout(const HttpRequest& request, bool everywhere, const Reply& reply) {
    people_.find_account(request.token, "", [this, everywhere, reply](const Expected<Account>& account) {
        if (!account) return reply(not_stored());
        if (account->token) return end_session(*account, everywhere, reply);
        HttpResponse response;
        response.body = "{}";
        response.headers.emplace_back("Set-Cookie", cookie("springtide", "", true));
        reply(everywhere ? refusal(error_of(server_reason("not_logged_in"))) : response);
    });
}

void HttpApi::end_session(const Account& account, bool everywhere, const Reply& reply) {
    Account after = account;
    Write write = everywhere ? Sessions::end_all(account.guest, now_ms())
                             : Sessions::end(*account.token, account.guest, now_ms());
    if (write.guest) after.guest = *write.guest;
    people_.end_session(std::move(write), [this, everywhere, reply, after](const Expected<WriteOutcome>& stored) {
        if (!stored) return reply(not_stored());
        if (everywhere) return reply(about(after, true));
        HttpResponse response;
        response.body = "{}";
        response.headers.emplace_back("Set-Cookie", cookie("springtide", "", true));
        reply(response);
    });
}

void HttpApi::login(const HttpRequest& request, const std::string& name, const std::string& password,
                    const Reply& reply) {
    ++passwords_waiting_;
    people_.find_account_by_name(name, [=, this](const Expected<std::optional<Account>>& found) {
        if (!found) {
            --passwords_waiting_;
            return reply(not_stored());
        }
        // An unknown name takes as long as a wrong password.
        shard_.loop().aside([this, request, reply, account = found->value_or(Account()), password] {
            const auto& known = account.guest.password;
            const bool fits = known ? password_fits(*known, password) : (hash_password(password), false);
            shard_.loop().post([this, request, reply, account, fits] {
                --passwords_waiting_;
                if (!fits) return reply(refusal(error_of(server_reason("wrong_login"))));
                begin_session(account, request, reply);
            });
        });
    });
}

}  // namespace springtide::server
