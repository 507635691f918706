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

/// What a person may still ask for whom the host has banned: what the page needs to say so, and to take their data away
/// or delete it. The rest under /api/ and /replay/ is closed to them, over any method.
bool is_open_to_banned(const HttpRequest& request) {
    if (!request.path.starts_with("/api/") && !request.path.starts_with("/replay/")) return true;
    using Route = std::pair<std::string_view, std::string_view>;
    constexpr auto open = std::to_array<Route>({{"GET", "/api/games"},
                                                {"GET", "/api/me"},
                                                {"GET", "/api/sessions"},
                                                {"POST", "/api/export"},
                                                {"POST", "/api/host"},
                                                {"POST", "/api/sessions/end"},
                                                {"POST", "/api/logout"},
                                                {"POST", "/api/logout-everywhere"},
                                                {"POST", "/api/name/delete"},
                                                {"POST", "/api/me/delete"}});
    return std::ranges::find(open, Route(request.method, request.path)) != open.end();
}

/// How much a byte of the answer counts. Files of the page are the same for all and lie ready, and many people behind
/// one address load them: they count a sixteenth. What balancers, monitors and the host ask for counts nothing.
double weight_of_bytes(std::string_view path) {
    if (path == "/healthz" || path == "/readyz" || path == "/metrics" || path == "/api/host") return 0;
    return path.starts_with("/api/") || path.starts_with("/replay/") ? 1 : 1.0 / 16;
}

/// How long the answer may be; a file is answered at once.
double bytes_reserved(std::string_view path) {
    if (!path.starts_with("/api/") && !path.starts_with("/replay/")) return 0;
    const bool is_long =
        is_path_under(path, "/api/clubs") || is_path_under(path, "/api/duplicates") || path == "/api/export";
    return is_long ? 256.0 * 1024 : 4.0 * 1024;
}

HttpResponse plain(int status, std::string text) {
    return {.status = status, .type = "text/plain; charset=utf-8", .body = std::move(text), .headers = {}};
}

/// Replies with a JSON text that was made aside.
Lists::Done<std::string> text_to(const HttpApi::Reply& reply) {
    return [reply](const Expected<std::string>& text) {
        if (!text) return reply(refusal(text.error()));
        HttpResponse response;
        response.body = *text;
        reply(std::move(response));
    };
}

/// What follows `start` in a path, if it begins so and goes no further than one part.
std::optional<std::string> part_after(std::string_view path, std::string_view start, std::string_view end = "") {
    if (!path.starts_with(start) || !path.ends_with(end) || path.size() <= start.size() + end.size())
        return std::nullopt;
    const auto part = path.substr(start.size(), path.size() - start.size() - end.size());
    if (part.find('/') != std::string_view::npos) return std::nullopt;
    return std::string(part);
}

/// The same, where it has the form of an id.
std::optional<std::string> id_after(std::string_view path, std::string_view start, std::string_view end) {
    auto part = part_after(path, start, end);
    if (part && !is_id(*part)) part.reset();
    return part;
}

}  // namespace

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

bool is_path_under(std::string_view path, std::string_view start) {
    return path == start || (path.starts_with(start) && path.substr(start.size()).starts_with('/'));
}

std::optional<PathUnder> path_under(std::string_view path, std::string_view start) {
    PathUnder asked;
    path.remove_prefix(start.size());
    if (path.empty()) return asked;
    path.remove_prefix(1);
    const auto slash = path.find('/');
    asked.id = std::string(path.substr(0, slash));
    if (slash != std::string_view::npos) {
        asked.what = std::string(path.substr(slash + 1));
        if (asked.what.empty()) return std::nullopt;
    }
    if (!is_id(asked.id)) return std::nullopt;
    return asked;
}

/// First what holds on every route: who may ask at all, and whether the bytes of their address are spent. Answers
/// count as bytes of the address that receives them.
void HttpApi::answer(const HttpRequest& request, const Reply& reply) {
    const auto origin = people_.origin_of(request.device, request.address);
    const PayerScope scope(std::string_view(request.token).substr(0, 32), origin.address);
    shard_.limits().belongs(origin.address, wide_network_of(request.address), std::chrono::steady_clock::now());
    if (!is_open_to_banned(request) &&
        shard_.bans().forbids(people_.token_of(request.token).guest, origin, request.address, now_ms()))
        return reply(refusal(error_of(server_reason("banned"))));
    const double weight = weight_of_bytes(request.path);
    if (weight == 0) return answer_method(request, reply);
    // What the answer may cost is taken now and settled when it is there: many connections cannot ask all at once for
    // more than their address has.
    const double reserved = bytes_reserved(request.path);
    if (!shard_.limits().take(origin.address, Cost::bytes, std::chrono::steady_clock::now(),
                              reserved + static_cast<double>(request.body.size())))
        return reply(refusal(error_of(server_reason("address_sends_much"))));
    answer_method(request, [this, weight, reserved, address = origin.address, reply](HttpResponse response) {
        shard_.limits().spend(address, Cost::bytes, std::chrono::steady_clock::now(),
                              weight * static_cast<double>(response.bytes().size()) - reserved);
        reply(std::move(response));
    });
}

void HttpApi::answer_method(const HttpRequest& request, const Reply& reply) {
    if (request.method == "GET" || request.method == "HEAD") return answer_get(request, reply);
    if (request.method != "POST") {
        auto response = refusal(405, error_of(server_reason("method_unknown")));
        response.headers.emplace_back("Allow", "GET, HEAD, POST");  // RFC 9110, 15.5.6
        return reply(response);
    }
    if (request.foreign) return reply(refusal(error_of(server_reason("foreign_site"))));
    if (!request.content_type.starts_with("application/json"))
        return reply(refusal(415, error_of(server_reason("send_json"))));
    answer_post(request, reply);
}

void HttpApi::answer_get(const HttpRequest& request, const Reply& reply) {
    const std::string& path = request.path;
    if (path == "/healthz") return reply(plain(200, "ok\n"));
    if (path == "/readyz") return reply(shard_.ready() ? plain(200, "ready\n") : plain(503, "not ready\n"));
    if (path == "/metrics") return metrics(request, reply);
    if (path == "/api/games") {
        HttpResponse response;
        const std::string answer = Engine().answer(R"({"op":"games"})");
        response.body = "{" + answer.substr(answer.find(R"("games")"));  // without the engine's id and ok
        return reply(response);
    }
    if (path == "/api/me") return me(request, reply);
    if (path == "/api/lobby") return lobby(reply);
    if (path == "/api/mine") return mine(request, reply);
    if (path == "/api/calls") return calls(request, reply);
    if (path == "/api/people") return company(request, reply);
    if (path == "/api/bots") return bots(request, reply);
    if (path == "/api/sessions") return sessions(request, reply);
    if (path.starts_with("/api/daily/")) return daily(request, reply);
    if (is_club_path(path)) return club(request, reply);
    if (is_duplicate_path(path)) return duplicate(request, reply);
    if (const auto game = part_after(path, "/api/leaderboard/", "/bots")) return leaderboard(*game, true, reply);
    if (const auto game = part_after(path, "/api/leaderboard/")) return leaderboard(*game, false, reply);
    if (const auto table = id_after(path, "/api/tables/", "/record")) return record(request, *table, "inline", reply);
    if (const auto table = id_after(path, "/replay/", ".txt")) return record(request, *table, "attachment", reply);
    if (path.starts_with("/api/"))
        return reply(refusal(error_of(server_reason("nothing_there"), {{"path", printable(path)}})));
    reply(file(request));
}

void HttpApi::answer_post(const HttpRequest& request, const Reply& reply) {
    boost::system::error_code error;
    const auto value = boost::json::parse(request.body.empty() ? "{}" : request.body, error);
    if (error || !value.is_object()) return reply(refusal(error_of(server_reason("body_not_object"))));
    if (request.path == "/api/host") return host(request, value.get_object(), reply);
    if (is_bot_account(people_.token_of(request.token).guest))
        return reply(refusal(error_of(server_reason("bots_only_play"))));
    if (is_club_path(request.path)) return change_club(request, value.get_object(), reply);
    if (is_duplicate_path(request.path)) return change_duplicate(request, value.get_object(), reply);
    const Fields fields(value.get_object());
    const auto name = fields.has("name") ? fields.text("name") : Expected<std::string>("");
    const auto password = fields.has("password") ? fields.text("password") : Expected<std::string>("");
    const auto old = fields.has("old_password") ? fields.text("old_password") : Expected<std::string>("");
    if (!old) return reply(refusal(old.error()));
    if (!name) return reply(refusal(name.error()));
    if (!password) return reply(refusal(password.error()));
    // Whatever is asked for so is remembered, if only that a session was ended.
    if (!request.path.starts_with("/api/login") && !request.path.starts_with("/api/daily/") &&
        !shard_.limits().take(network_of(request.address), Cost::guest, std::chrono::steady_clock::now()))
        return reply(refusal(error_of(server_reason("address_makes_many_guests"))));
    if (request.path.starts_with("/api/daily/")) return start_daily(request, reply);
    if (request.path == "/api/calls") return set_calls(request, value.get_object(), reply);
    if (request.path == "/api/people") return change_company(request, value.get_object(), reply);
    if (request.path == "/api/bots") return change_bots(request, value.get_object(), reply);
    if (request.path == "/api/push") return add_push(request, value.get_object(), reply);
    if (request.path == "/api/push/forget") return forget_push(request, value.get_object(), reply);
    if (request.path == "/api/me") return rename(request, *name, reply);
    if (request.path == "/api/token") return make_token(*name, reply);
    if (request.path == "/api/sessions/end") return end_one_session(request, value.get_object(), reply);
    if (request.path == "/api/mail/confirm") return confirm_mail(value.get_object(), reply);
    if (request.path == "/api/mail/cancel") return cancel_change(value.get_object(), reply);
    const bool is_guess = request.path == "/api/claim" || request.path == "/api/login" ||
                          request.path == "/api/name/delete" || request.path == "/api/me/delete" ||
                          request.path == "/api/mail" || request.path == "/api/mail/forget" ||
                          request.path == "/api/export" || request.path.starts_with("/api/recover");
    if (const auto wait = is_guess ? wait_for_password(request.address) : 0)
        return reply(refusal(error_of(server_reason("too_many_passwords")), wait));
    if (request.path == "/api/claim") return claim(request, *name, *password, *old, reply);
    if (request.path == "/api/login") return login(request, *name, *password, reply);
    if (request.path == "/api/name/delete") return delete_name(request, *password, reply);
    if (request.path == "/api/me/delete") return delete_self(request, *password, reply);
    if (request.path == "/api/mail") return set_mail(request, value.get_object(), *password, reply);
    if (request.path == "/api/mail/forget") return forget_mail(request, *password, reply);
    if (request.path == "/api/export") return export_all(request, *password, reply);
    if (request.path == "/api/recover") return recover(*name, reply);
    if (request.path == "/api/recover/finish") return finish_recovery(value.get_object(), *password, request, reply);
    if (request.path == "/api/logout") return logout(request, false, reply);
    if (request.path == "/api/logout-everywhere") return logout(request, true, reply);
    reply(refusal(error_of(server_reason("nothing_there"), {{"path", printable(request.path)}})));
}

/// To this machine, or to whoever knows the token; compared in constant time.
void HttpApi::metrics(const HttpRequest& request, const Reply& reply) {
    const bool knows = !metrics_token_.empty() && request.token.size() == metrics_token_.size() &&
                       ::sodium_memcmp(request.token.data(), metrics_token_.data(), metrics_token_.size()) == 0;
    if (request.local || knows) return shard_.metrics([reply](const std::string& text) { reply(plain(200, text)); });
    reply(plain(403, metrics_token_.empty() ? "only for this machine; the setting metrics-token lets others in\n"
                                            : "send Authorization: Bearer with the metrics-token\n"));
}

Origin HttpApi::origin_of_player(const HttpRequest& request) const {
    Origin origin = people_.origin_of(request.device, request.address);
    if (origin.device.empty()) origin.device = origin.address;
    return origin;
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
    HttpResponse response;
    response.body = json.end_array().end_object().take();
    if (!token.empty()) response.headers.emplace_back("Set-Cookie", cookie("springtide", token, false));
    return response;
}

void HttpApi::me(const HttpRequest& request, const Reply& reply) {
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

void HttpApi::lobby(const Reply& reply) { lists_.lobby(text_to(reply)); }

void HttpApi::mine(const HttpRequest& request, const Reply& reply) {
    const auto list = [reply](const Expected<std::vector<RoomRow>>& rooms) {
        if (!rooms) return reply(refusal(rooms.error()));
        JsonWriter json;
        json.begin_object().key("tables").begin_array();
        for (const RoomRow& room : *rooms) write_own_table(json, room);
        HttpResponse response;
        response.body = json.end_array().end_object().take();
        reply(response);
    };
    people_.find_account(request.token, "", [this, list, reply](const Expected<Account>& account) {
        account ? lists_.tables_of(account->guest.id, list) : reply(refusal(account.error()));
    });
}

void HttpApi::leaderboard(const std::string& game, bool of_bots, const Reply& reply) {
    if (const auto known = find_game(game); !known) return reply(refusal(known.error()));
    of_bots ? lists_.best_bots(game, text_to(reply)) : lists_.best_players(game, text_to(reply));
}

void HttpApi::record(const HttpRequest& request, const std::string& table, const std::string& disposition,
                     const Reply& reply) {
    const auto answer = [table, disposition, reply](const Expected<std::string>& record) {
        if (!record) return reply(refusal(record.error()));
        HttpResponse response = plain(200, *record);
        response.headers.emplace_back("Content-Disposition", disposition + "; filename=\"" + table + ".txt\"");
        reply(response);
    };
    const auto origin = people_.origin_of(request.device, request.address);
    people_.recognise(request.token, [this, table, origin, answer](const Expected<Person>& known) {
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
