#include "server/http/http_api.hpp"

#include <sodium.h>

#include <algorithm>
#include <boost/json/parse.hpp>

#include "core/json_writer.hpp"
#include "core/text.hpp"
#include "protocol/engine.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/refusal.hpp"
#include "protocol/server_reasons.hpp"
#include "server/accounts/bot_accounts.hpp"
#include "server/base/clean_text.hpp"
#include "server/identity/identity.hpp"
#include "table/games.hpp"

namespace springtide::server {

namespace {

constexpr std::string_view cookie_life = "; Max-Age=34560000";  // 400 days: as long as browsers keep one

int status_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::forbidden: return 403;
        case ErrorCode::unknown_table:
        case ErrorCode::unknown_game:
        case ErrorCode::not_found: return 404;
        case ErrorCode::limit: return 429;
        case ErrorCode::unavailable: return 503;
        default: return 400;
    }
}

/// After how many seconds there is something again in the budget that refused a request.
std::int64_t retry_after(std::string_view reason) {
    using Wait = std::pair<std::string_view, std::int64_t>;
    constexpr auto waits = std::to_array<Wait>({{"address_acts_fast", 1},
                                                {"address_makes_many_guests", 12},
                                                {"address_makes_many_tables", 12},
                                                {"many_tables_made", 60},
                                                {"letter_on_its_way", 120},
                                                {"many_reports", 600},
                                                {"many_letters", 1200}});
    const auto found = std::ranges::find(waits, reason, &Wait::first);
    return found == waits.end() ? 10 : found->second;
}

/// Requests for data rather than for the page: a ban closes them.
bool is_for_data(std::string_view path) { return path.starts_with("/api/") || path.starts_with("/replay/"); }

/// Files are the same for all and lie ready, and many people behind one address load them.
constexpr Price price_of_file{.weight = 1.0 / 16, .reserved = 0};

HttpResponse plain(int status, std::string text) {
    return {.status = status, .type = "text/plain; charset=utf-8", .body = std::move(text), .headers = {}};
}

/// Replies with a JSON text that was made aside.
Lists::Done<std::string> text_to(const HttpApi::Reply& reply) {
    return [reply](const Expected<std::string>& text) { reply(text ? answer_with(*text) : refusal(text.error())); };
}

}  // namespace

HttpResponse answer_with(std::string json) {
    return {.status = 200, .type = "application/json", .body = std::move(json), .headers = {}};
}
HttpResponse refusal(int status, const Error& error) {
    JsonWriter json;
    json.begin_object();
    write_error(json, error);
    return {.status = status, .type = "application/json", .body = json.end_object().take(), .headers = {}};
}
HttpResponse refusal(const Error& error) { return refusal(error, retry_after(error.reason)); }
HttpResponse refusal(const Error& error, std::int64_t retry_after) {
    auto response = refusal(status_of(error.code), error);
    if (response.status == 429) response.headers.emplace_back("Retry-After", std::to_string(retry_after));
    return response;
}

HttpResponse not_stored() { return refusal(error_of(server_reason("not_stored"))); }

HttpResponse nothing_at(std::string_view path) {
    return refusal(error_of(server_reason("nothing_there"), {{"path", printable(path)}}));
}

/// First what holds on every route: whether the sender is banned, and whether the bytes of their address are spent.
/// Answers count as bytes of the address that receives them.
void HttpApi::answer(const HttpRequest& request, const Reply& reply) {
    const auto origin = people_.origin_of(request.device, request.address);
    const PayerScope scope(std::string_view(request.token).substr(0, 32), origin.address);
    shard_.limits().belongs(origin.address, wide_network_of(request.address), std::chrono::steady_clock::now());
    const auto found = find_route(request.method, request.path);
    const bool is_file = found.route == nullptr && !is_for_data(request.path);
    const bool is_open = is_file || (found.route != nullptr && found.route->banned == Banned::may);
    if (!is_open && shard_.bans().forbids(people_.token_of(request.token).guest, origin, request.address, now_ms()))
        return reply(refusal(error_of(server_reason("banned"))));
    const auto answer = [this, &found, &request](const Reply& done) {
        found.route == nullptr ? answer_without_route(request, done) : answer_route(found, request, done);
    };
    const Price price = found.route != nullptr ? found.route->price : is_file ? price_of_file : Price();
    if (price.weight == 0) return answer(reply);
    // What the answer may cost is taken now and settled when it is there: many connections cannot ask all at once for
    // more than their address has.
    if (!shard_.limits().take(origin.address, Cost::bytes, std::chrono::steady_clock::now(),
                              price.reserved + static_cast<double>(request.body.size())))
        return reply(refusal(error_of(server_reason("address_sends_much"))));
    answer([this, price, address = origin.address, reply](HttpResponse response) {
        shard_.limits().spend(address, Cost::bytes, std::chrono::steady_clock::now(),
                              price.weight * static_cast<double>(response.bytes().size()) - price.reserved);
        reply(std::move(response));
    });
}

void HttpApi::answer_route(const FoundRoute& found, const HttpRequest& request, const Reply& reply) {
    const Route& route = *found.route;
    if (!found.parts.game.empty())
        if (const auto known = find_game(found.parts.game); !known) return reply(refusal(known.error()));
    boost::json::value body = boost::json::object();
    if (route.method == Method::post) {
        if (request.foreign) return reply(refusal(error_of(server_reason("foreign_site"))));
        if (!request.content_type.starts_with("application/json"))
            return reply(refusal(415, error_of(server_reason("send_json"))));
        boost::system::error_code error;
        if (!request.body.empty()) body = boost::json::parse(request.body, error);
        if (error || !body.is_object()) return reply(refusal(error_of(server_reason("body_not_object"))));
        if (route.access != Access::host && is_bot_account(people_.token_of(request.token).guest))
            return reply(refusal(error_of(server_reason("bots_only_play"))));
    }
    if (route.access == Access::host)
        if (auto refused = refuse_host(request, body.get_object())) return reply(std::move(*refused));
    if (route.access == Access::monitor)
        if (auto refused = refuse_monitor(request)) return reply(std::move(*refused));
    const auto proof = route.access == Access::confirmed ? proof_in(body.get_object()) : Proof();
    if (!proof) return reply(refusal(proof.error()));
    auto read = route.read(body.get_object());
    if (!read) return reply(refusal(read.error()));
    if (auto refused = refuse_price(route.price, request)) return reply(std::move(*refused));
    admit(route.access, RoutedRequest{request, found.parts}, *proof, reply,
          [this, reply, answer = std::move(*read)](const RoutedRequest& admitted) { answer(*this, admitted, reply); });
}

/// A file of the page, or nothing.
void HttpApi::answer_without_route(const HttpRequest& request, const Reply& reply) {
    const bool reads = request.method == "GET" || request.method == "HEAD";
    const bool is_file = !request.path.starts_with("/api/");  // /replay/{table} is an address of the page
    if (reads && is_file) return reply(file(request));
    if (reads || request.method == "POST") return reply(nothing_at(request.path));
    const auto allowed = is_file ? "GET, HEAD" : allowed_methods(request.path);
    if (allowed.empty()) return reply(nothing_at(request.path));
    auto response = refusal(405, error_of(server_reason("method_unknown")));
    response.headers.emplace_back("Allow", allowed);  // RFC 9110, 15.5.6
    reply(std::move(response));
}

std::optional<HttpResponse> HttpApi::refuse_price(const Price& price, const HttpRequest& request) {
    const auto now = std::chrono::steady_clock::now();
    const auto origin = people_.origin_of(request.device, request.address);
    if (price.is_remembered && !shard_.limits().take(network_of(request.address), Cost::guest, now))
        return refusal(error_of(server_reason("address_makes_many_guests")));
    if (const auto wait = price.is_guess ? wait_for_password(request.address) : 0)
        return refusal(error_of(server_reason("too_many_passwords")), wait);
    for (const auto& [cost, amount] : {std::pair(Cost::event, price.events), std::pair(Cost::opened, price.opened)})
        if (amount > 0 && !shard_.limits().take(origin.address, cost, now, amount))
            return refusal(error_of(server_reason("address_acts_fast")));
    return std::nullopt;
}

void HttpApi::admit(Access access, RoutedRequest request, const Proof& proof, const Reply& reply,
                    const Admitted& go_on) {
    const auto not_logged_in = [reply] { reply(refusal(error_of(server_reason("not_logged_in")))); };
    switch (access) {
        case Access::anyone:
        case Access::host:
        case Access::monitor: return go_on(request);
        case Access::guest:
            return people_.recognise(request.token, [=, this](const Expected<Person>& person) mutable {
                if (!person && person.error().code == ErrorCode::forbidden) return not_logged_in();
                if (!person) return reply(refusal(person.error()));
                request.person = *person;
                request.person.origin = people_.origin_of(request.device, request.address);
                go_on(request);
            });
        case Access::account:
            return people_.find_account(request.token, "", [=](const Expected<Account>& account) mutable {
                if (!account) return reply(refusal(account.error()));
                if (!account->token) return not_logged_in();
                if (!account->guest.claimed) return reply(refusal(error_of(server_reason("no_name_kept"))));
                request.account = *account;
                go_on(request);
            });
        case Access::confirmed:
            return with_proof(request, proof, reply, [=](const Account& account) mutable {
                request.account = account;
                go_on(request);
            });
    }
}

void HttpApi::health(const RoutedRequest& /*request*/, const Reply& reply) { reply(plain(200, "ok\n")); }

void HttpApi::readiness(const RoutedRequest& /*request*/, const Reply& reply) {
    reply(shard_.ready() ? plain(200, "ready\n") : plain(503, "not ready\n"));
}

void HttpApi::games(const RoutedRequest& /*request*/, const Reply& reply) {
    JsonWriter json;
    json.begin_object();
    write_games(json);
    reply(answer_with(json.end_object().take()));
}

/// Compared in constant time.
std::optional<HttpResponse> HttpApi::refuse_monitor(const HttpRequest& request) const {
    const bool knows = !metrics_token_.empty() && request.token.size() == metrics_token_.size() &&
                       ::sodium_memcmp(request.token.data(), metrics_token_.data(), metrics_token_.size()) == 0;
    if (request.local || knows) return std::nullopt;
    return plain(403, metrics_token_.empty() ? "only for this machine; the setting metrics-token lets others in\n"
                                             : "send Authorization: Bearer with the metrics-token\n");
}

void HttpApi::metrics(const RoutedRequest& /*request*/, const Reply& reply) {
    shard_.metrics([reply](const std::string& text) { reply(plain(200, text)); });
}

Person HttpApi::player_of(const RoutedRequest& request) {
    Person player = request.person;
    if (player.origin.device.empty()) player.origin.device = player.origin.address;
    return player;
}

std::string HttpApi::cookie(std::string_view name, const std::string& value, bool forget) const {
    // With this prefix browsers take it only from this host itself, and not from another one of the same domain.
    return std::string(secure_cookies_ ? "__Host-" : "") + std::string(name) + "=" + value +
           "; Path=/; HttpOnly; SameSite=Lax" + (secure_cookies_ ? "; Secure" : "") +
           std::string(forget ? "; Max-Age=0" : cookie_life);
}

HttpResponse HttpApi::about(const Account& account, const std::string& token) {
    const GuestRow& guest = account.guest;
    JsonWriter json;
    json.begin_object().key("guest").value(guest.id).key("name").value(guest.name);
    json.key("claimed").value(guest.claimed.has_value()).key("ratings").begin_array();
    for (const RatingRow& row : account.ratings) {
        const auto with_bots = game_with_bots(row.game);  // a person's rating in games with bots is not shown
        if (with_bots.has_value() != is_bot_account(guest.id)) continue;
        json.begin_object()
            .key("game")
            .value(with_bots.value_or(row.game))
            .key("rating")
            .value(static_cast<int>(row.rating));
        json.key("deviation").value(static_cast<int>(row.deviation)).key("games").value(row.games).end_object();
    }
    auto response = answer_with(json.end_array().end_object().take());
    if (!token.empty()) response.headers.emplace_back("Set-Cookie", cookie("springtide", token, false));
    return response;
}

void HttpApi::me(const RoutedRequest& request, const Reply& reply) {
    const bool needs_device = request.device.empty();
    const auto answer = [this, needs_device, by_cookie = request.by_cookie, request,
                         reply](const Expected<Account>& account) {
        if (!account) return reply(refusal(account.error()));
        if (account->token) note_seen_again(*account, *account->token, request);
        // A cookie of an older program or an older key is replaced; its session goes on.
        const bool renews = account->token && (account->token->is_old || request.by_old_cookies) && by_cookie;
        const std::string token = renews           ? people_.renew_session(*account->token, account->guest)
                                  : account->token ? std::string()
                                                   : people_.begin_session(account->guest);
        if (renews) note_seen_again(*account, people_.token_of(token), request);
        auto response = about(*account, token);
        // Stays when somebody logs out: a table that is closed to a person is closed to their device.
        if (request.by_old_cookies) {
            const std::string old = "; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0";
            response.headers.emplace_back("Set-Cookie", "springtide=" + old);
            response.headers.emplace_back("Set-Cookie", "springtide-device=" + old);
            if (!needs_device)
                response.headers.emplace_back("Set-Cookie", cookie("springtide-device", request.device, false));
        }
        if (needs_device) response.headers.emplace_back("Set-Cookie", cookie("springtide-device", random_id(), false));
        reply(response);
    };
    people_.find_account(request.token, "", answer);
}

void HttpApi::lobby(const RoutedRequest& /*request*/, const Reply& reply) { lists_.lobby(text_to(reply)); }

void HttpApi::mine(const RoutedRequest& request, const Reply& reply) {
    const auto list = [reply](const Expected<std::vector<RoomRow>>& rooms) {
        if (!rooms) return reply(refusal(rooms.error()));
        JsonWriter json;
        json.begin_object().key("tables").begin_array();
        for (const RoomRow& room : *rooms) write_own_table(json, room);
        reply(answer_with(json.end_array().end_object().take()));
    };
    people_.find_account(request.token, "", [this, list, reply](const Expected<Account>& account) {
        account ? lists_.tables_of(account->guest.id, list) : reply(refusal(account.error()));
    });
}

void HttpApi::leaderboard(const RoutedRequest& request, const Reply& reply) {
    lists_.best_players(request.parts.game, text_to(reply));
}

void HttpApi::bot_leaderboard(const RoutedRequest& request, const Reply& reply) {
    lists_.best_bots(request.parts.game, text_to(reply));
}

void HttpApi::record(const RoutedRequest& request, const Reply& reply) { answer_record(request, "inline", reply); }

void HttpApi::record_file(const RoutedRequest& request, const Reply& reply) {
    answer_record(request, "attachment", reply);
}

void HttpApi::answer_record(const RoutedRequest& request, const std::string& disposition, const Reply& reply) {
    const auto answer = [table = request.parts.id, disposition, reply](const Expected<std::string>& record) {
        if (!record) return reply(refusal(record.error()));
        HttpResponse response = plain(200, *record);
        response.headers.emplace_back("Content-Disposition", disposition + "; filename=\"" + table + ".txt\"");
        reply(response);
    };
    const auto origin = people_.origin_of(request.device, request.address);
    people_.recognise(request.token, [this, table = request.parts.id, origin, answer](const Expected<Person>& known) {
        Person person = known.value_or(Person());  // a stranger without a token
        person.origin = origin;
        shard_.record(table, person, answer);
    });
}

HttpResponse HttpApi::file(const HttpRequest& request) {
    const auto* file = files_.find(request.path);
    if (file == nullptr) return plain(404, "There is nothing here. The start is at /\n");
    const auto* compressed = file->for_browser(request.accept_encoding);
    HttpResponse response{.status = 200, .type = file->type, .body = {}, .headers = {}};
    std::string tag = file->tag;
    if (compressed != nullptr) {
        tag.insert(tag.size() - 1, "-" + std::string(compressed->encoding));
        response.headers.emplace_back("Content-Encoding", compressed->encoding);
    }
    if (!file->compressed.empty()) response.headers.emplace_back("Vary", "Accept-Encoding");
    response.headers.emplace_back("ETag", tag);
    response.headers.emplace_back("Cache-Control", file->lasting ? "public, max-age=31536000, immutable" : "no-cache");
    if (request.if_none_match == tag)
        response.status = 304;
    else
        response.file = compressed != nullptr ? compressed->bytes : file->bytes;
    return response;
}

}  // namespace springtide::server
