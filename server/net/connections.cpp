#include "server/net/connections.hpp"

#include <algorithm>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "core/text.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/measures.hpp"
#include "server/http/http_api.hpp"
#include "server/shard/shard.hpp"

namespace springtide::server {

namespace {

constexpr auto request_time = std::chrono::seconds(15);
constexpr std::size_t header_bytes = 16 * 1024;
constexpr std::size_t piece_bytes = 64 * 1024;         // of a long answer
constexpr auto piece_time = std::chrono::seconds(10);  // for a client to take one: 6.4 KiB a second at least
constexpr unsigned http_version = 11;
constexpr std::size_t most_addresses = 100'000;

/// The client's address: the entry that our own proxy added, the last one. The client wrote the entries before it.
std::string last_hop(std::string_view forwarded, std::string peer) {
    const auto comma = forwarded.rfind(',');
    std::string_view last = comma == std::string_view::npos ? forwarded : forwarded.substr(comma + 1);
    while (last.starts_with(' ') || last.starts_with('[')) last.remove_prefix(1);
    while (last.ends_with(' ') || last.ends_with(']')) last.remove_suffix(1);
    boost::system::error_code error;
    const auto address = net::ip::make_address(std::string(last), error);
    return error ? peer : address.to_string();
}

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

/// The value of a cookie in a Cookie header.
std::string cookie_value(std::string_view header, std::string_view name) {
    for (std::string_view part : split(header, ';')) {
        while (part.starts_with(' ')) part.remove_prefix(1);
        if (part.starts_with(name) && part.substr(name.size()).starts_with('='))
            return std::string(part.substr(name.size() + 1));
    }
    return "";
}

/// The words of the query of an address.
std::vector<std::string_view> words_of(std::string_view target SPRINGTIDE_LIFETIME_BOUND) {
    const auto query = target.find('?');
    if (query == std::string_view::npos) return {};
    return split(target.substr(query + 1), '&');
}

bool asks_for(std::string_view target, std::string_view word) {
    const auto words = words_of(target);
    return std::ranges::find(words, word) != words.end();
}

/// The value of `name=` in the query of an address; empty if it is not there.
std::string value_in(std::string_view target, std::string_view name) {
    for (const std::string_view word : words_of(target))
        if (word.starts_with(name) && word.substr(name.size()).starts_with('='))
            return std::string(word.substr(name.size() + 1));
    return "";
}

/// Every X-Forwarded-For header, joined.
std::string forwarded_for(const Upgrade& request) {
    std::string all;
    const auto [begin, end] = request.equal_range("X-Forwarded-For");
    for (auto header = begin; header != end; ++header) all += "," + text_of(header->value());
    return all;
}

/// Balancers and monitors know a node by a name of their own. These answers tell a foreign page nothing; the measures
/// then need the token.
bool is_probe(std::string_view target) { return target == "/healthz" || target == "/readyz" || target == "/metrics"; }

struct Cookies {
    std::string session{};
    std::string device{};
    std::string known{};
    bool are_old = false;  ///< of a program that did not set the prefix of https
};

/// Over https they have the prefix __Host-. A browser that has only those of an older program keeps its session and its
/// device: /api/me replaces them.
Cookies cookies_of(const Upgrade& request, bool secure) {
    const std::string header = text_of(request[http::field::cookie]);
    const auto read = [&](const std::string& prefix) {
        return Cookies{.session = cookie_value(header, prefix + "springtide"),
                       .device = cookie_value(header, prefix + "springtide-device").substr(0, 64),
                       .known = cookie_value(header, prefix + "springtide-known").substr(0, 256)};
    };
    if (!secure) return read("");
    auto cookies = read("__Host-");
    if (!cookies.session.empty() || !cookies.device.empty()) return cookies;
    cookies = read("");
    cookies.are_old = !cookies.session.empty() || !cookies.device.empty();
    return cookies;
}

std::string token_of(const Upgrade& request, const Cookies& cookies) {
    const std::string authorization = text_of(request[http::field::authorization]);
    return authorization.starts_with("Bearer ") ? authorization.substr(7) : cookies.session;
}

}  // namespace

Connections::Connections(net::io_context& context, const Settings& settings, Shard& shard, HttpApi& api,
                         std::shared_ptr<OpenSockets> sockets, Serve serve)
    : context_(context),
      settings_(settings),
      shard_(shard),
      api_(api),
      sockets_(std::move(sockets)),
      serve_(std::move(serve)),
      hosts_(settings.public_url, settings.hosts) {}

Connections::Address& Connections::address(const std::string& name) {
    if (addresses_.size() > most_addresses)
        std::erase_if(addresses_, [](const auto& one) { return one.second.connections == 0; });
    const auto rate = static_cast<double>(settings_.requests_per_second);
    return addresses_.try_emplace(name, Address{.connections = 0, .requests = Bucket(2 * rate, rate)}).first->second;
}

void Connections::count(const std::string& full_name, int change) {
    for (const std::string& name : {network_of(full_name), wide_network_of(full_name)})
        if (!name.empty()) address(name).connections += static_cast<std::size_t>(change);
}

/// All networks of an IPv6 /48 may together have sixteen times what one may.
bool Connections::is_too_much(const std::string& full_name) {
    constexpr std::size_t networks = 16;
    const auto now = std::chrono::steady_clock::now();
    if (const auto wide = wide_network_of(full_name); !wide.empty()) {
        Address& all = address(wide);
        if (all.connections > networks * settings_.connections_per_address || !all.requests.take(now, 1.0 / networks))
            return true;
    }
    Address& own = address(network_of(full_name));
    return own.connections > settings_.connections_per_address || !own.requests.take(now);
}

net::awaitable<void> Connections::converse(TcpSocket socket) {
    TcpStream stream(std::move(socket));
    boost::system::error_code error;
    const auto peer = stream.socket().remote_endpoint(error);
    if (error) co_return;
    std::string name = peer.address().to_string();
    beast::flat_buffer buffer;
    // From the moment it is accepted, whether it ever asks for something or not. (Behind a proxy it counts only once
    // the proxy says whose connection it is.)
    std::string counted;
    if (!settings_.behind_proxy) {
        counted = name;
        // A connection over the limit is refused when it asks (below); far over the limit it is closed unread.
        count(name, 1);
        if (address(network_of(name)).connections > 2 * settings_.connections_per_address) {
            count(name, -1);
            co_return;
        }
    }
    for (;;) {
        http::request_parser<http::string_body> parser;
        parser.header_limit(header_bytes);
        parser.body_limit(settings_.message_bytes);
        stream.expires_after(request_time);
        co_await http::async_read(stream, buffer, parser, briefly(net::redirect_error(net::use_awaitable, error)));
        if (error == http::error::body_limit || error == http::error::header_limit) {
            co_await refuse(stream, 413, "too large");
            break;
        }
        if (error) break;
        Upgrade request = parser.release();
        if (settings_.behind_proxy) name = last_hop(forwarded_for(request), peer.address().to_string());
        if (counted.empty()) {
            counted = name;
            count(name, 1);
        }
        if (is_too_much(name)) {
            co_await refuse(stream, 429, "too many requests from your address");
            break;
        }
        // Two Host headers mean different things to a proxy and to this server. Probes of a balancer may have none.
        const auto names = request.count(http::field::host);
        if (names > 1 || (names == 0 && !is_probe(text_of(request.target())))) {
            co_await refuse(stream, 400, "a request has exactly one Host header");
            break;
        }
        const bool by_its_name = hosts_.know(text_of(request[http::field::host]));
        if (!by_its_name && !is_probe(text_of(request.target()))) {
            co_await refuse(stream, 421,
                            "this server does not go by that name; its host can add it with --public-url or --hosts");
            break;
        }
        const bool foreign = is_foreign(request);
        if (beast::websocket::is_upgrade(request) && request.target().starts_with("/ws")) {
            if (foreign) {
                co_await refuse(stream, 403, "wrong origin");
                break;
            }
            const auto cookies = cookies_of(request, is_secure());
            const auto origin = shard_.people().origin_of(cookies.device, name);
            shard_.limits().belongs(origin.address, wide_network_of(name), std::chrono::steady_clock::now());
            auto person = co_await recognise(token_of(request, cookies), origin.address);
            if (!person && person.error().code == ErrorCode::unavailable) {
                co_await refuse(stream, 503, "the store does not answer; try again in a moment");
                break;
            }
            if (!person) person = People::new_person();
            person->origin = origin;
            person->by_cookie = request[http::field::authorization].empty() && !cookies.session.empty();
            if (shard_.bans().forbids(person->guest, person->origin, name, now_ms())) {
                co_await refuse(stream, 403, server_reason("banned").sentence.data());
                break;
            }
            stream.expires_never();
            const std::string target = text_of(request.target());
            Arrival arrival{.request = std::move(request),
                            .person = std::move(*person),
                            .address = name,
                            .limits = {.message_bytes = settings_.message_bytes,
                                       .messages_per_second = settings_.messages_per_second,
                                       .lines = asks_for(target, "lines"),
                                       .events = asks_for(target, "events"),
                                       .differences = asks_for(target, "differences")},
                            .gone = [this, counted] { count(counted, -1); }};
            serve_(stream.release_socket(), std::move(arrival), value_in(target, "table"));
            co_return;
        }
        const bool keep = request.keep_alive() && !sockets_->closing;
        const auto response = co_await ask(request, name, foreign, by_its_name && peer.address().is_loopback());
        stream.expires_after(request_time);
        if (!co_await reply(stream, response, request.version(), keep, request.method() == http::verb::head) || !keep)
            break;
    }
    if (!counted.empty()) count(counted, -1);
    if (stream.socket().is_open()) stream.socket().shutdown(TcpSocket::shutdown_send, error);
}

/// The last word on a connection. (GCC 12 destroys an aggregate twice that is made inside a co_await: name it
/// first.)
net::awaitable<void> Connections::refuse(TcpStream& stream, int status, const char* why) {
    HttpResponse refusal;
    refusal.status = status;
    refusal.type = "text/plain; charset=utf-8";
    refusal.body = std::string(why) + "\n";
    if (status == 429) refusal.headers.emplace_back("Retry-After", "1");
    co_await reply(stream, refusal, http_version, false, false);
}

bool Connections::is_foreign(const Upgrade& request) const {
    const std::string origin = text_of(request[http::field::origin]);
    if (origin.empty()) return false;
    const std::string host = text_of(request[http::field::host]);
    return origin != settings_.public_url && origin != "http://" + host && origin != "https://" + host;
}

/// The API may answer later; this waits for it.
net::awaitable<HttpResponse> Connections::ask(const Upgrade& request, const std::string& address, bool foreign,
                                              bool local) {
    const auto cookies = cookies_of(request, is_secure());
    HttpRequest asked{.method = text_of(request.method_string()),
                      .path = text_of(request.target().substr(0, request.target().find('?'))),
                      .token = token_of(request, cookies),
                      .by_cookie = request[http::field::authorization].empty(),
                      .by_old_cookies = cookies.are_old,
                      .content_type = text_of(request[http::field::content_type]),
                      .if_none_match = text_of(request[http::field::if_none_match]),
                      .accept_encoding = text_of(request[http::field::accept_encoding]),
                      .body = request.body(),
                      .device = cookies.device,
                      .known = cookies.known,
                      .address = address,
                      .user_agent = text_of(request[http::field::user_agent]).substr(0, 300),
                      .foreign = foreign,
                      .local = local && (!settings_.behind_proxy || request["X-Forwarded-For"].empty()),
                      .origin = foreign ? std::string() : text_of(request[http::field::origin])};
    const auto began = Histogram::Clock::now();
    std::optional<HttpResponse> answer;
    net::steady_timer wait(context_, net::steady_timer::time_point::max());
    api_.answer(asked, [&](HttpResponse response) {
        answer = std::move(response);
        wait.cancel();
    });
    boost::system::error_code error;
    while (!answer) co_await wait.async_wait(net::redirect_error(net::use_awaitable, error));
    measures().http(asked.path, answer->status, began);
    co_return std::move(*answer);
}

/// The person of a token; the store confirms it later.
net::awaitable<Expected<Person>> Connections::recognise(std::string token, std::string payer) {
    std::optional<Expected<Person>> answer;
    net::steady_timer wait(context_, net::steady_timer::time_point::max());
    const PayerScope scope(std::string_view(token).substr(0, 32), payer);
    shard_.people().recognise(token, [&](const Expected<Person>& person) {
        answer = person;
        wait.cancel();
    });
    boost::system::error_code error;
    while (!answer) co_await wait.async_wait(net::redirect_error(net::use_awaitable, error));
    co_return std::move(*answer);
}

net::awaitable<bool> Connections::reply(TcpStream& stream, const HttpResponse& answer, unsigned version, bool keep,
                                        bool head) {
    const std::string_view bytes = answer.bytes();
    http::response<http::span_body<const char>> response(static_cast<http::status>(answer.status), version);
    response.set(http::field::content_type, answer.type);
    response.set(http::field::cache_control, "no-store");
    for (const auto& [name, value] : headers()) response.set(name, value);
    for (const auto& [name, value] : answer.headers)
        name == "Set-Cookie" ? response.insert(name, value) : response.set(name, value);
    response.keep_alive(keep);
    response.body() = {bytes.data(), bytes.size()};
    response.prepare_payload();
    if (head) response.body() = {};
    boost::system::error_code error;
    if (head || bytes.size() <= piece_bytes) {
        co_await http::async_write(stream, response, briefly(net::redirect_error(net::use_awaitable, error)));
        co_return !error;
    }
    co_return co_await reply_in_pieces(stream, response, bytes);
}

/// Disconnects a client that takes a piece too slowly, and drops its bytes in the kernel at once: many downloads
/// without a reader hold no memory for long.
net::awaitable<bool> Connections::reply_in_pieces(TcpStream& stream,
                                                  http::response<http::span_body<const char>>& response,
                                                  std::string_view bytes) {
    boost::system::error_code error;
    boost::system::error_code ignored;
    stream.socket().set_option(net::socket_base::linger(true, 0), ignored);
    http::response_serializer<http::span_body<const char>> serializer(response);
    co_await http::async_write_header(stream, serializer, briefly(net::redirect_error(net::use_awaitable, error)));
    while (!error && !bytes.empty()) {
        const auto piece = bytes.substr(0, piece_bytes);
        bytes.remove_prefix(piece.size());
        stream.expires_after(piece_time);
        co_await net::async_write(stream, net::buffer(piece.data(), piece.size()),
                                  briefly(net::redirect_error(net::use_awaitable, error)));
    }
    if (error) {
        stream.socket().close(ignored);
        co_return false;
    }
    stream.socket().set_option(net::socket_base::linger(false, 0), ignored);
    co_return true;
}

bool Connections::is_secure() const { return settings_.public_url.starts_with("https:"); }

/// Of every answer. The address of a table is a secret: it is never sent as a referrer.
std::vector<std::pair<std::string, std::string>> Connections::headers() const {
    std::string sockets = settings_.public_url;
    sockets.replace(0, 4, "ws");
    std::vector<std::pair<std::string, std::string>> all = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
         "font-src 'self'; manifest-src 'self'; worker-src 'self'; connect-src 'self' " +
             sockets + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"}};
    if (settings_.public_url.starts_with("https:")) all.emplace_back("Strict-Transport-Security", "max-age=31536000");
    return all;
}

}  // namespace springtide::server
