// The table of routes: each request over HTTP that is not for a file of the page.
#include <boost/json/object.hpp>

#include "core/json_writer.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/clean_text.hpp"
#include "server/http/http_api.hpp"
#include "server/messages/read_fields.hpp"

namespace springtide::server {

template <>
inline constexpr const RefusalReason* unknown_name<PeopleAct> = &server_reason("people_what");
template <>
inline constexpr const RefusalReason* unknown_name<BotAct> = &server_reason("bots_what");
template <>
inline constexpr const RefusalReason* unknown_name<HostAct> = &server_reason("host_what");
template <>
inline constexpr const RefusalReason* unknown_name<PasskeyUsedFor> = &server_reason("passkey_for");

template <>
struct FieldType<PasskeyAnswer> {
    static constexpr std::string_view name = "PasskeyAnswer";
    static std::string wanted() { return "the answer of a passkey"; }
    static Expected<PasskeyAnswer> read(const boost::json::object& object, std::string_view field) {
        const auto* answer = object.at(field).if_object();
        if (answer == nullptr) return refuse(server_reason("passkey_unreadable"));
        return read_fields<PasskeyAnswer>(*answer, PasskeyAnswer::fields());
    }
};

Expected<Proof> proof_in(const boost::json::object& body) {
    Proof proof;
    if (body.contains("password")) {
        auto password = Fields(body).text("password");
        if (!password) return std::unexpected(password.error());
        proof.password = std::move(*password);
    }
    if (body.contains("passkey")) {
        auto passkey = FieldType<PasskeyAnswer>::read(body, "passkey");
        if (!passkey) return std::unexpected(passkey.error());
        proof.passkey = std::move(*passkey);
    }
    return proof;
}

Expected<MakeClubBody> MakeClubBody::read(const boost::json::object& json) {
    auto setup = club_setup_from_request(json);
    if (!setup) return std::unexpected(setup.error());
    return MakeClubBody{.setup = std::move(*setup)};
}

Expected<MakeDuplicateBody> MakeDuplicateBody::read(const boost::json::object& json) {
    auto setup = duplicate_setup_from_request(json);
    if (!setup) return std::unexpected(setup.error());
    return MakeDuplicateBody{.setup = std::move(*setup)};
}

namespace {

template <class Body>
concept HasFields = requires { Body::fields(); };

// What a handler takes besides the request.
template <class Handler>
struct HandlerOf;
template <>
struct HandlerOf<void (HttpApi::*)(const RoutedRequest&, const Reply&)> {
    using Body = void;
};
template <class OfBody>
struct HandlerOf<void (HttpApi::*)(const RoutedRequest&, const OfBody&, const Reply&)> {
    using Body = OfBody;
};
template <auto handler>
using BodyOf = typename HandlerOf<decltype(handler)>::Body;

template <auto handler>
Expected<Route::Answer> read_body(const boost::json::object& json) {
    using Body = BodyOf<handler>;
    if constexpr (std::is_void_v<Body>) {
        return [](HttpApi& api, const RoutedRequest& request, const Reply& reply) { (api.*handler)(request, reply); };
    } else {
        Expected<Body> body;
        if constexpr (HasFields<Body>)
            body = read_fields<Body>(json, Body::fields());
        else
            body = Body::read(json);
        if (!body) return std::unexpected(body.error());
        return [body = std::move(*body)](HttpApi& api, const RoutedRequest& request, const Reply& reply) {
            (api.*handler)(request, body, reply);
        };
    }
}

template <class Body>
void describe_body(JsonWriter& json) {
    if constexpr (std::is_void_v<Body>)
        return;
    else if constexpr (HasFields<Body>)
        describe_fields(json, Body::fields());
    else
        json.value(Body::schema);
}

template <auto handler>
constexpr Route get(std::string_view path, Access access, Price price, Banned banned = Banned::may_not) {
    static_assert(std::is_void_v<BodyOf<handler>>, "a GET has no body");
    return {Method::get, path, access, price, banned, &read_body<handler>, &describe_body<void>};
}
template <auto handler>
constexpr Route post(std::string_view path, Access access, Price price, Banned banned = Banned::may_not) {
    return {Method::post, path, access, price, banned, &read_body<handler>, &describe_body<BodyOf<handler>>};
}

constexpr double long_answer = 256.0 * 1024;  // bytes
constexpr double much = 2'000;                // as if so many events were folded

namespace price {
constexpr Price nothing{.weight = 0, .reserved = 0};
constexpr Price bytes{};
constexpr Price change{.is_remembered = true};
constexpr Price guess{.is_remembered = true, .is_guess = true};
constexpr Price login{.is_guess = true};
constexpr Price everything{.reserved = long_answer, .is_remembered = true, .is_guess = true, .opened = much};
constexpr Price look{.reserved = long_answer, .events = 1, .opened = 1};
constexpr Price act{.reserved = long_answer, .events = 1};
constexpr Price comparison{.reserved = long_answer, .opened = much};
}  // namespace price

}  // namespace

struct HttpApi::Table {
    static constexpr std::array rows{
        get<&HttpApi::health>("/healthz", Access::anyone, price::nothing, Banned::may),
        get<&HttpApi::readiness>("/readyz", Access::anyone, price::nothing, Banned::may),
        get<&HttpApi::metrics>("/metrics", Access::monitor, price::nothing, Banned::may),
        get<&HttpApi::games>("/api/games", Access::anyone, price::bytes, Banned::may),
        get<&HttpApi::lobby>("/api/lobby", Access::anyone, price::bytes),
        get<&HttpApi::mine>("/api/mine", Access::anyone, price::bytes),
        get<&HttpApi::leaderboard>("/api/leaderboard/{game}", Access::anyone, price::bytes),
        get<&HttpApi::bot_leaderboard>("/api/leaderboard/{game}/bots", Access::anyone, price::bytes),
        get<&HttpApi::record>("/api/tables/{table}/record", Access::anyone, price::bytes),
        get<&HttpApi::record_file>("/replay/{table}.txt", Access::anyone, price::bytes),

        // Names and sessions.
        get<&HttpApi::me>("/api/me", Access::anyone, price::bytes, Banned::may),
        post<&HttpApi::rename>("/api/me", Access::anyone, price::change),
        post<&HttpApi::make_token>("/api/token", Access::anyone, price::change),
        post<&HttpApi::claim>("/api/claim", Access::anyone, price::guess),
        post<&HttpApi::login>("/api/login", Access::anyone, price::login),
        post<&HttpApi::logout>("/api/logout", Access::anyone, price::change, Banned::may),
        post<&HttpApi::logout_everywhere>("/api/logout-everywhere", Access::guest, price::change, Banned::may),
        get<&HttpApi::sessions>("/api/sessions", Access::guest, price::bytes, Banned::may),
        post<&HttpApi::end_one_session>("/api/sessions/end", Access::guest, price::change, Banned::may),
        post<&HttpApi::set_mail>("/api/mail", Access::confirmed, price::guess),
        post<&HttpApi::confirm_mail>("/api/mail/confirm", Access::anyone, price::change),
        post<&HttpApi::cancel_change>("/api/mail/cancel", Access::anyone, price::change),
        post<&HttpApi::forget_mail>("/api/mail/forget", Access::confirmed, price::guess),
        post<&HttpApi::recover>("/api/recover", Access::anyone, price::guess),
        post<&HttpApi::finish_recovery>("/api/recover/finish", Access::anyone, price::guess),
        post<&HttpApi::export_all>("/api/export", Access::confirmed, price::everything, Banned::may),
        post<&HttpApi::delete_name>("/api/name/delete", Access::confirmed, price::guess, Banned::may),
        post<&HttpApi::delete_self>("/api/me/delete", Access::confirmed, price::guess, Banned::may),

        get<&HttpApi::passkeys>("/api/passkeys", Access::guest, price::bytes, Banned::may),
        post<&HttpApi::begin_passkey>("/api/passkeys/begin", Access::anyone, price::bytes, Banned::may),
        post<&HttpApi::login_by_passkey>("/api/passkeys/login", Access::anyone, price::login),
        post<&HttpApi::add_passkey>("/api/passkeys/add", Access::confirmed, price::guess),
        post<&HttpApi::remove_passkey>("/api/passkeys/remove", Access::confirmed, price::guess),

        // Other people, notifications, bot accounts.
        get<&HttpApi::company>("/api/people", Access::guest, price::bytes),
        post<&HttpApi::change_company>("/api/people", Access::guest, price::change),
        get<&HttpApi::calls>("/api/calls", Access::guest, price::bytes),
        post<&HttpApi::set_calls>("/api/calls", Access::guest, price::change),
        post<&HttpApi::add_push>("/api/push", Access::guest, price::change),
        post<&HttpApi::forget_push>("/api/push/forget", Access::guest, price::change),
        get<&HttpApi::bots>("/api/bots", Access::anyone, price::bytes),
        post<&HttpApi::change_bots>("/api/bots", Access::account, price::change),

        // Competitions.
        get<&HttpApi::daily>("/api/daily/{game}", Access::anyone, price::bytes),
        post<&HttpApi::start_daily>("/api/daily/{game}", Access::guest, price::bytes),
        get<&HttpApi::daily_list>("/api/daily/{game}/{date}", Access::anyone, price::bytes),
        get<&HttpApi::daily_ways>("/api/daily/{game}/{date}/ways", Access::anyone, price::comparison),
        post<&HttpApi::make_club>("/api/clubs", Access::guest, price::act),
        get<&HttpApi::club>("/api/clubs/{club}", Access::anyone, price::look),
        post<&HttpApi::enter_club>("/api/clubs/{club}/enter", Access::guest, price::act),
        post<&HttpApi::leave_club>("/api/clubs/{club}/leave", Access::guest, price::act),
        post<&HttpApi::begin_club_round>("/api/clubs/{club}/round", Access::guest, price::act),
        post<&HttpApi::end_club>("/api/clubs/{club}/end", Access::guest, price::act),
        post<&HttpApi::make_duplicate>("/api/duplicates", Access::guest, price::act),
        get<&HttpApi::duplicate>("/api/duplicates/{duplicate}", Access::anyone, price::look),
        get<&HttpApi::duplicate_ways>("/api/duplicates/{duplicate}/ways", Access::anyone, price::comparison),
        post<&HttpApi::sit_duplicate>("/api/duplicates/{duplicate}/sit", Access::guest, price::act),
        post<&HttpApi::leave_duplicate>("/api/duplicates/{duplicate}/leave", Access::guest, price::act),
        post<&HttpApi::begin_duplicate>("/api/duplicates/{duplicate}/begin", Access::guest, price::act),
        post<&HttpApi::close_duplicate>("/api/duplicates/{duplicate}/close", Access::guest, price::act),

        post<&HttpApi::host>("/api/host", Access::host, price::nothing, Banned::may),
    };
};

std::span<const Route> routes() { return HttpApi::Table::rows; }

namespace {

/// What stands in the path for each name in braces of the pattern; nothing if it does not fit.
std::optional<PathParts> parts_of(std::string_view path, std::string_view pattern) {
    PathParts parts;
    for (;;) {
        const auto open = pattern.find('{');
        if (open == std::string_view::npos) break;
        if (!path.starts_with(pattern.substr(0, open))) return std::nullopt;
        path.remove_prefix(open);
        const auto close = pattern.find('}', open);
        const auto name = pattern.substr(open + 1, close - open - 1);
        pattern.remove_prefix(close + 1);
        const auto end = pattern.substr(0, pattern.find('/'));  // ".txt"
        auto part = path.substr(0, path.find('/'));
        if (part.size() <= end.size() || !part.ends_with(end)) return std::nullopt;
        part.remove_suffix(end.size());
        path.remove_prefix(part.size());
        std::string& held = name == "game" ? parts.game : name == "date" ? parts.date : parts.id;
        held = part;
        if (&held == &parts.id && !is_id(held)) return std::nullopt;
    }
    if (path != pattern) return std::nullopt;
    return parts;
}

}  // namespace

FoundRoute find_route(std::string_view method, std::string_view path) {
    if (method == "HEAD") method = enum_name(Method::get);
    for (const Route& route : routes())
        if (enum_name(route.method) == method)
            if (auto parts = parts_of(path, route.path)) return {.route = &route, .parts = std::move(*parts)};
    return {};
}

std::string allowed_methods(std::string_view path) {
    std::string allowed;
    for (const auto& [method, names] : {std::pair("GET", "GET, HEAD"), std::pair("POST", "POST")})
        if (find_route(method, path).route != nullptr) allowed += (allowed.empty() ? "" : ", ") + std::string(names);
    return allowed;
}

std::string routes_json() {
    JsonWriter json;
    json.begin_array();
    for (const Route& route : routes()) {
        json.begin_object().key("method").value(enum_name(route.method)).key("path").value(route.path);
        json.key("access").value(enum_name(route.access)).key("banned").value(route.banned == Banned::may);
        const Price& price = route.price;
        json.key("limited").value(price.is_remembered || price.is_guess || price.events > 0 || price.opened > 0);
        json.key("body").begin_array();
        if (route.access == Access::host) describe_field<std::string>(json, "key");
        if (route.access == Access::confirmed) {
            describe_field<std::optional<std::string>>(json, "password");
            describe_field<std::optional<PasskeyAnswer>>(json, "passkey");
        }
        route.describe_body(json);
        json.end_array().end_object();
    }
    return json.end_array().take();
}

}  // namespace springtide::server
