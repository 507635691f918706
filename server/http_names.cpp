// Names: given, claimed, returned to.
#include <memory>

#include "core/json_writer.hpp"
#include "protocol/server_reasons.hpp"
#include "server/http_api.hpp"
#include "server/origin.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t most_addresses = 100'000;
constexpr std::size_t shortest_password = 8;
constexpr std::size_t longest_password = 200;
constexpr double passwords_at_once = 10;
constexpr double passwords_per_second = 0.5;
constexpr int most_passwords_waiting = 100;

HttpResponse not_stored() { return refusal(error_of(server_reason("not_stored"))); }

}  // namespace

bool HttpApi::may_try_password(const std::string& address) {
    if (passwords_waiting_ >= most_passwords_waiting) return false;  // each takes a while, one after the other
    if (passwords_.size() > most_addresses) passwords_.clear();
    return passwords_.try_emplace(network_of(address), passwords_at_once, passwords_per_second)
        .first->second.take(std::chrono::steady_clock::now());
}

Expected<void> HttpApi::name_is_free(const std::string& name, const std::string& guest) {
    if (const auto* problem = name_problem(name)) return refuse(*problem);
    const auto owner = hall_.reader().guest_by_claim(claim_of(name));
    if (!owner) return std::unexpected(owner.error());
    if (*owner && (*owner)->id != guest) return refuse(server_reason("name_claimed"));
    return {};
}

void HttpApi::rename(const HttpRequest& request, const std::string& name, const Reply& reply) {
    auto row = row_of(request);
    if (!row) return reply(not_stored());
    if (const auto free = name_is_free(name, row->id); !free) return reply(refusal(free.error()));
    if (row->claimed && claim_of(name) != *row->claimed) return reply(refusal(error_of(server_reason("name_kept"))));
    row->name = name;
    hall_.store_guest(*row, [this, reply, row = *row](const Expected<WriteOutcome>& stored) {
        reply(stored && *stored == WriteOutcome::stored ? about(row, true) : not_stored());
    });
}

void HttpApi::make_token(const std::string& name, const Reply& reply) {
    const Person person = hall_.new_person();
    const std::string called = name.empty() ? person.name : name;
    if (const auto free = name_is_free(called, person.guest); !free) return reply(refusal(free.error()));
    hall_.store_guest({.id = person.guest, .name = called, .claimed = {}, .password = {}},
                      [this, reply, guest = person.guest](const Expected<WriteOutcome>& stored) {
                          if (!stored) return reply(not_stored());
                          JsonWriter json;
                          json.begin_object().key("guest").value(guest);
                          const GuestRow row{.id = guest, .name = {}, .claimed = {}, .password = {}};
                          json.key("token").value(hall_.sessions().begin(row, now_ms())).end_object();
                          HttpResponse response;
                          response.body = json.take();
                          reply(response);
                      });
}

void HttpApi::claim(const HttpRequest& request, const std::string& name, const std::string& password,
                    const std::string& old, const Reply& reply) {
    const auto row = row_of(request);
    if (!row) return reply(not_stored());
    if (password.size() < shortest_password || password.size() > longest_password)
        return reply(refusal(error_of(server_reason("password_length"))));
    if (const auto free = name_is_free(name, row->id); !free) return reply(refusal(free.error()));
    row->password ? change_password(*row, name, password, old, reply) : keep_password(*row, name, password, reply);
}

void HttpApi::change_password(const GuestRow& row, const std::string& name, const std::string& password,
                              const std::string& old, const Reply& reply) {
    ++passwords_waiting_;
    hall_.loop().aside([this, reply, row, name, password, old] {
        const bool fits = password_fits(*row.password, old);
        hall_.loop().post([this, reply, row, name, password, fits] {
            --passwords_waiting_;
            if (!fits) return reply(refusal(error_of(server_reason("wrong_old_password"))));
            keep_password(row, name, password, reply);
        });
    });
}

void HttpApi::keep_password(GuestRow row, const std::string& name, const std::string& password, const Reply& reply) {
    ++passwords_waiting_;
    hall_.loop().aside([this, reply, row = std::move(row), name, password] {
        auto hash = hash_password(password);
        hall_.loop().post([this, reply, row, name, hash = std::move(hash)]() mutable {
            --passwords_waiting_;
            if (!hash) return reply(refusal(hash.error()));
            const bool changes = row.password.has_value();
            row.name = name;
            row.claimed = claim_of(name);
            row.password = *hash;
            Write write;
            write.guest = row;
            if (changes) write = Sessions::end_all(row, now_ms());
            row = *write.guest;
            hall_.end_session(std::move(write), [this, reply, row](const Expected<WriteOutcome>& stored) {
                if (!stored) return reply(not_stored());
                if (*stored == WriteOutcome::conflict)
                    return reply(refusal(error_of(server_reason("name_just_claimed"))));
                reply(about(row, true));
            });
        });
    });
}

/// Here, or everywhere; whoever asks for everywhere stays logged in here.
void HttpApi::logout(const HttpRequest& request, bool everywhere, const Reply& reply) {
    HttpResponse response;
    response.body = "{}";
    response.headers.emplace_back("Set-Cookie", cookie("springtide", "", true));
    const auto person = request.token.empty() ? std::nullopt : hall_.person_of(request.token);
    if (!person) return reply(everywhere ? refusal(error_of(server_reason("not_logged_in"))) : response);
    const auto row = row_of(request);
    if (!row) return reply(not_stored());
    Write write = everywhere ? Sessions::end_all(*row, now_ms()) : Sessions::end(person->token, *row, now_ms());
    hall_.end_session(std::move(write),
                      [this, reply, response, everywhere, id = row->id](const Expected<WriteOutcome>& stored) {
                          const auto fresh = hall_.reader().guest(id);
                          if (!stored || !fresh) return reply(not_stored());
                          reply(everywhere && *fresh ? about(**fresh, true) : response);
                      });
}

void HttpApi::login(const std::string& name, const std::string& password, const Reply& reply) {
    const auto found = hall_.reader().guest_by_claim(claim_of(name));
    if (!found) return reply(not_stored());
    // An unknown name takes as long as a wrong password.
    auto row = *found ? **found : GuestRow();
    ++passwords_waiting_;
    hall_.loop().aside([this, reply, row, password] {
        const bool fits = row.password ? password_fits(*row.password, password) : (hash_password(password), false);
        hall_.loop().post([this, reply, row, fits] {
            --passwords_waiting_;
            reply(fits ? about(row, true) : refusal(error_of(server_reason("wrong_login"))));
        });
    });
}

}  // namespace springtide::server
