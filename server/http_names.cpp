// Names: given, claimed, returned to.
#include <memory>

#include "core/json_writer.hpp"
#include "server/http_api.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t most_addresses = 100'000;
constexpr double passwords_at_once = 10;
constexpr double passwords_per_second = 0.5;

HttpResponse refusal(int status, std::string_view code, std::string_view message) {
    JsonWriter json;
    json.begin_object().key("error").begin_object().key("code").value(code).key("message").value(message);
    return {.status = status, .type = "application/json", .body = json.end_object().end_object().take(), .headers = {}};
}

HttpResponse not_stored() { return refusal(503, "unavailable", "this could not be stored; try again"); }

const char* password_problem(std::string_view password) {
    return password.size() < 8 || password.size() > 200 ? "a password has 8 to 200 characters" : nullptr;
}

}  // namespace

bool HttpApi::may_try_password(const std::string& address) {
    if (passwords_.size() > most_addresses) passwords_.clear();
    return passwords_.try_emplace(address, passwords_at_once, passwords_per_second)
        .first->second.take(std::chrono::steady_clock::now());
}

Expected<void> HttpApi::name_is_free(const std::string& name, const std::string& guest) {
    if (const char* problem = name_problem(name)) return fail(ErrorCode::bad_request, problem);
    const auto owner = hall_.reader().guest_by_claim(claim_of(name));
    if (!owner) return std::unexpected(owner.error());
    if (*owner && (*owner)->id != guest)
        return fail(ErrorCode::bad_request, "somebody claimed that name; if it is you, log in");
    return {};
}

void HttpApi::rename(const HttpRequest& request, const std::string& name, const Reply& reply) {
    auto row = row_of(request);
    if (!row) return reply(not_stored());
    if (const auto free = name_is_free(name, row->id); !free)
        return reply(refusal(400, "bad_request", free.error().message));
    if (row->claimed && claim_of(name) != *row->claimed)
        return reply(refusal(400, "bad_request", "you claimed your name; only its small and large letters can change"));
    row->name = name;
    hall_.store_guest(*row, [this, reply, row = *row](const Expected<WriteOutcome>& stored) {
        reply(stored && *stored == WriteOutcome::stored ? about(row, true) : not_stored());
    });
}

void HttpApi::make_token(const std::string& name, const Reply& reply) {
    const Person person = hall_.new_person();
    const std::string called = name.empty() ? person.name : name;
    if (const auto free = name_is_free(called, person.guest); !free)
        return reply(refusal(400, "bad_request", free.error().message));
    hall_.store_guest({.id = person.guest, .name = called, .claimed = {}, .password = {}},
                      [this, reply, guest = person.guest](const Expected<WriteOutcome>& stored) {
                          if (!stored) return reply(not_stored());
                          JsonWriter json;
                          json.begin_object().key("guest").value(guest);
                          json.key("token").value(hall_.signer().sign(guest)).end_object();
                          HttpResponse response;
                          response.body = json.take();
                          reply(response);
                      });
}

void HttpApi::claim(const HttpRequest& request, const std::string& name, const std::string& password,
                    const Reply& reply) {
    auto row = row_of(request);
    if (!row) return reply(not_stored());
    if (const char* problem = password_problem(password)) return reply(refusal(400, "bad_request", problem));
    if (const auto free = name_is_free(name, row->id); !free)
        return reply(refusal(400, "bad_request", free.error().message));
    hall_.loop().aside([this, reply, row = *row, name, password] {
        auto hash = hash_password(password);
        hall_.loop().post([this, reply, row, name, hash = std::move(hash)]() mutable {
            if (!hash) return reply(refusal(503, "unavailable", hash.error().message));
            row.name = name;
            row.claimed = claim_of(name);
            row.password = *hash;
            hall_.store_guest(row, [this, reply, row](const Expected<WriteOutcome>& stored) {
                if (!stored) return reply(not_stored());
                if (*stored == WriteOutcome::conflict)
                    return reply(refusal(400, "bad_request", "somebody claimed that name just now"));
                reply(about(row, true));
            });
        });
    });
}

void HttpApi::login(const std::string& name, const std::string& password, const Reply& reply) {
    const auto found = hall_.reader().guest_by_claim(claim_of(name));
    if (!found) return reply(not_stored());
    // An unknown name takes as long as a wrong password.
    auto row = *found ? **found : GuestRow();
    hall_.loop().aside([this, reply, row, password] {
        const bool fits = row.password ? password_fits(*row.password, password) : (hash_password(password), false);
        hall_.loop().post([this, reply, row, fits] {
            reply(fits ? about(row, true) : refusal(403, "forbidden", "the name or the password is wrong"));
        });
    });
}

}  // namespace springtide::server
