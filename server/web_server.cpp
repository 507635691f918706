#include "server/web_server.hpp"

#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <thread>

#include "core/open_files.hpp"
#include "core/text.hpp"
#include "core/version.hpp"
#include "protocol/server_reasons.hpp"
#include "server/asio.hpp"
#include "server/asio_loop.hpp"
#include "server/hall.hpp"
#include "server/http_api.hpp"
#include "server/identity.hpp"
#include "server/known_hosts.hpp"
#include "server/log.hpp"
#include "server/measures.hpp"
#include "store/folder_lock.hpp"
#include "store/open_store.hpp"
#include "store/postgres_listener.hpp"

namespace springtide::server {

namespace {

constexpr auto request_time = std::chrono::seconds(15);
constexpr auto stop_time = std::chrono::seconds(5);
constexpr std::size_t header_bytes = 16 * 1024;
constexpr unsigned http_version = 11;
constexpr std::size_t most_addresses = 100'000;

/// Who a proxy of our own says it speaks for: what it added last. Whatever comes before was written by the other side.
std::string last_hop(std::string_view forwarded, std::string peer) {
    const auto comma = forwarded.rfind(',');
    std::string_view last = comma == std::string_view::npos ? forwarded : forwarded.substr(comma + 1);
    while (last.starts_with(' ') || last.starts_with('[')) last.remove_prefix(1);
    while (last.ends_with(' ') || last.ends_with(']')) last.remove_suffix(1);
    boost::system::error_code error;
    const auto address = net::ip::make_address(std::string(last), error);
    return error ? peer : address.to_string();
}

struct Address {
    std::size_t connections = 0;
    Bucket requests;
};

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

/// Is this word in the query of an address?
bool asks_for(std::string_view target, std::string_view word) {
    const auto query = target.find('?');
    if (query == std::string_view::npos) return false;
    const auto words = split(target.substr(query + 1), '&');
    return std::ranges::find(words, word) != words.end();
}

}  // namespace

class WebServer::Impl {
  public:
    explicit Impl(Settings settings) : settings_(std::move(settings)), acceptor_(context_), loop_(context_) {}

    Expected<void> open() {
        allow_many_files();
        if (auto bound = listen(); !bound) return bound;
        hosts_.emplace(settings_.public_url, settings_.hosts);
        if (settings_.store.empty()) {  // the folder holds the database
            auto lock = FolderLock::take(settings_.data, "the server at " + settings_.public_url + " (process " +
                                                             std::to_string(::getpid()) + ")");
            if (!lock) return std::unexpected(lock.error());
            lock_ = std::move(*lock);
        }
        const std::string node = random_id();
        auto reader = open_store(settings_.store, settings_.data, node);
        if (!reader) return std::unexpected(reader.error());
        auto writer = open_store(settings_.store, settings_.data, node);
        if (!writer) return std::unexpected(writer.error());
        auto loader = open_store(settings_.store, settings_.data, node);
        if (!loader) return std::unexpected(loader.error());
        auto keeper = open_store(settings_.store, settings_.data, node);
        if (!keeper) return std::unexpected(keeper.error());
        hall_ = std::make_unique<Hall>(
            loop_, HallStores{std::move(*reader), std::move(*writer), std::move(*loader), std::move(*keeper)},
            HallSettings{.public_url = settings_.public_url,
                         .bots = settings_.bots,
                         .tables_watched = HallSettings().tables_watched,
                         .tables_created_hourly = settings_.tables_per_hour,
                         .rates = rates(),
                         .data = settings_.data,
                         .free_megabytes = settings_.free_megabytes,
                         .keep_empty_hours = settings_.keep_empty_hours,
                         .keep_finished_days = settings_.keep_finished_days,
                         .keep_clubs_days = settings_.keep_clubs_days,
                         .gather_milliseconds = settings_.gather_milliseconds,
                         .sender = {.smtp = settings_.smtp,
                                    .mail_from = settings_.mail_from,
                                    .anywhere = settings_.push_anywhere},
                         .bot_accounts = settings_.bot_accounts});
        const auto host_key = read_host_key(settings_.host_key_file);
        if (!host_key) return std::unexpected(host_key.error());
        api_ =
            std::make_unique<HttpApi>(*hall_, hall_->people(), hall_->lists(), StaticFiles(settings_.web),
                                      settings_.public_url.starts_with("https:"), settings_.metrics_token, *host_key);
        if (auto opened = hall_->open(); !opened) return opened;
        if (is_postgres(settings_.store)) hear_other_nodes(node);
        net::co_spawn(context_, accept(), net::detached);
        signals_.async_wait([this](const boost::system::error_code& failed, int) {
            if (!failed) begin_stop();
        });
        return {};
    }

    void run() {
        loop_.watch_lag();
        context_.run();
    }
    void stop() {
        net::post(context_, [this] { begin_stop(); });
    }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    [[nodiscard]] int port() const { return port_; }

  private:
    Expected<void> listen() {
        const auto colon = settings_.listen.rfind(':');
        const auto port = colon == std::string::npos ? std::nullopt : parse_int(settings_.listen.substr(colon + 1));
        std::string host = settings_.listen.substr(0, colon);
        if (host == "localhost") host = "127.0.0.1";
        if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
        boost::system::error_code error;
        const auto address = net::ip::make_address(host, error);
        if (error || !port || *port < 0 || *port > 65535)
            return fail(ErrorCode::bad_request, "--listen is written ADDRESS:PORT, like 127.0.0.1:8470 or [::]:8470");
        const tcp::endpoint endpoint(address, static_cast<std::uint16_t>(*port));
        acceptor_.open(endpoint.protocol(), error);
        if (!error) acceptor_.set_option(net::socket_base::reuse_address(true), error);
        if (!error) acceptor_.bind(endpoint, error);
        if (!error) acceptor_.listen(1024, error);
        if (error)
            return fail(ErrorCode::unavailable, "cannot listen on " + settings_.listen + ": " + error.message() +
                                                    ". Another server? --listen takes another address or port");
        port_ = acceptor_.local_endpoint().port();
        if (settings_.public_url.empty()) {
            const std::string shown = host == "127.0.0.1" ? "localhost" : settings_.listen.substr(0, colon);
            settings_.public_url = "http://" + shown + ":" + std::to_string(port_);
        }
        while (settings_.public_url.ends_with('/')) settings_.public_url.pop_back();
        return {};
    }

    net::awaitable<void> accept() {
        boost::system::error_code error;
        while (!sockets_->closing) {
            auto socket = co_await acceptor_.async_accept(net::redirect_error(net::use_awaitable, error));
            if (sockets_->closing) co_return;
            if (error) {  // no more file descriptors, for one: wait a little, others will go
                net::steady_timer pause(context_, std::chrono::milliseconds(50));
                co_await pause.async_wait(net::redirect_error(net::use_awaitable, error));
                continue;
            }
            socket.set_option(tcp::no_delay(true), error);
            net::co_spawn(context_, converse(beast::tcp_stream(std::move(socket))), net::detached);
        }
    }

    /// At once an address may do what it may do in some minutes, or seconds.
    [[nodiscard]] AddressRates rates() const {
        const auto rate = [](std::size_t amount, double seconds, double at_once) {
            const auto per_second = static_cast<double>(amount) / seconds;
            return AddressRates::Rate{.at_once = std::max(1.0, at_once * per_second), .per_second = per_second};
        };
        constexpr double hour = 3600;
        return {.guests = rate(settings_.guests_per_hour_and_address, hour, hour / 3),
                .tables = rate(settings_.tables_per_hour_and_address, hour, hour / 3),
                .events = rate(settings_.events_per_second_and_address, 1, 4),
                .chat = rate(settings_.chat_per_minute_and_address, 60, 20),
                .bytes = rate(1024 * settings_.kilobytes_per_second_and_address, 1, 16),
                .opened = AddressRates().opened};
    }
    void hear_other_nodes(const std::string& node) {
        listener_ = std::make_unique<PostgresListener>(
            settings_.store, node,
            [this](std::string table, std::int64_t seq) {
                loop_.post([this, table = std::move(table), seq] { hall_->heard(table, seq); });
            },
            [this](std::string from, std::string words) {
                loop_.post([this, from = std::move(from), words = std::move(words)] { hall_->told(from, words); });
            },
            [this] { loop_.post([this] { hall_->resync_all(); }); });
    }

    Address& address(const std::string& full_name) {
        const std::string name = network_of(full_name);
        if (addresses_.size() > most_addresses)
            std::erase_if(addresses_, [](const auto& one) { return one.second.connections == 0; });
        const auto rate = static_cast<double>(settings_.requests_per_second);
        return addresses_.try_emplace(name, Address{.connections = 0, .requests = Bucket(2 * rate, rate)})
            .first->second;
    }

    /// One connection: requests until it closes, or one that becomes a WebSocket.
    net::awaitable<void> converse(beast::tcp_stream stream) {
        boost::system::error_code error;
        const auto peer = stream.socket().remote_endpoint(error);
        if (error) co_return;
        std::string name = peer.address().to_string();
        beast::flat_buffer buffer;
        // From the moment it is accepted, whether it ever asks for something or not. (Through a proxy it is the proxy's
        // affair until it says whose connection this is.)
        std::string counted;
        if (!settings_.behind_proxy) {
            counted = name;
            // One too many is told so when it asks (below); many too many are not even listened to.
            if (++address(name).connections > 2 * settings_.connections_per_address) {
                --address(name).connections;
                co_return;
            }
        }
        for (;;) {
            http::request_parser<http::string_body> parser;
            parser.header_limit(header_bytes);
            parser.body_limit(settings_.message_bytes);
            stream.expires_after(request_time);
            co_await http::async_read(stream, buffer, parser, net::redirect_error(net::use_awaitable, error));
            if (error == http::error::body_limit || error == http::error::header_limit) {
                co_await refuse(stream, 413, "too large");
                break;
            }
            if (error) break;
            Upgrade request = parser.release();
            if (settings_.behind_proxy) name = last_hop(forwarded_for(request), peer.address().to_string());
            if (counted.empty()) {
                counted = name;
                ++address(name).connections;
            }
            if (address(name).connections > settings_.connections_per_address ||
                !address(name).requests.take(std::chrono::steady_clock::now())) {
                co_await refuse(stream, 429, "too many requests from your address");
                break;
            }
            const bool by_its_name = hosts_->know(text_of(request[http::field::host]));
            if (!by_its_name && !is_probe(text_of(request.target()))) {
                co_await refuse(
                    stream, 421,
                    "this server does not go by that name; its host can add it with --public-url or --hosts");
                break;
            }
            const bool foreign = is_foreign(request);
            if (beast::websocket::is_upgrade(request) && request.target().starts_with("/ws")) {
                if (foreign) {
                    co_await refuse(stream, 403, "wrong origin");
                    break;
                }
                auto person = co_await recognise(token_of(request));
                if (!person && person.error().code == ErrorCode::unavailable) {
                    co_await refuse(stream, 503, "the store does not answer; try again in a moment");
                    break;
                }
                if (!person) person = People::new_person();
                person->origin = hall_->people().origin_of(device_of(request), name);
                person->by_cookie = request[http::field::authorization].empty() && !token_of(request).empty();
                if (hall_->bans().forbids(person->guest, person->origin, name, now_ms())) {
                    co_await refuse(stream, 403, server_reason("banned").sentence.data());
                    break;
                }
                stream.expires_never();
                serve_socket(stream.release_socket(), request, *hall_, std::move(*person), name,
                             {.message_bytes = settings_.message_bytes,
                              .messages_per_second = settings_.messages_per_second,
                              .lines = asks_for(text_of(request.target()), "lines"),
                              .events = asks_for(text_of(request.target()), "events"),
                              .differences = asks_for(text_of(request.target()), "differences")},
                             sockets_, [this, counted] { --address(counted).connections; });
                co_return;
            }
            const bool keep = request.keep_alive() && !sockets_->closing;
            const auto response = co_await ask(request, name, foreign, by_its_name && peer.address().is_loopback());
            stream.expires_after(request_time);
            if (!co_await reply(stream, response, request.version(), keep, request.method() == http::verb::head) ||
                !keep)
                break;
        }
        if (!counted.empty()) --address(counted).connections;
        if (stream.socket().is_open()) stream.socket().shutdown(tcp::socket::shutdown_send, error);
    }

    /// The last word on a connection. (GCC 12 destroys an aggregate twice that is made inside a co_await: name it
    /// first.)
    net::awaitable<void> refuse(beast::tcp_stream& stream, int status, const char* why) {
        HttpResponse refusal;
        refusal.status = status;
        refusal.type = "text/plain; charset=utf-8";
        refusal.body = std::string(why) + "\n";
        co_await reply(stream, refusal, http_version, false, false);
    }

    /// Every X-Forwarded-For header, joined.
    static std::string forwarded_for(const Upgrade& request) {
        std::string all;
        const auto [begin, end] = request.equal_range("X-Forwarded-For");
        for (auto header = begin; header != end; ++header) all += "," + text_of(header->value());
        return all;
    }

    /// Balancers and monitors know a node by a name of their own. What they ask for tells a foreign page nothing;
    /// the measures then want the token.
    static bool is_probe(std::string_view target) {
        return target == "/healthz" || target == "/readyz" || target == "/metrics";
    }

    [[nodiscard]] bool is_foreign(const Upgrade& request) const {
        const std::string origin = text_of(request[http::field::origin]);
        if (origin.empty()) return false;
        const std::string host = text_of(request[http::field::host]);
        return origin != settings_.public_url && origin != "http://" + host && origin != "https://" + host;
    }

    static std::string token_of(const Upgrade& request) {
        const std::string authorization = text_of(request[http::field::authorization]);
        if (authorization.starts_with("Bearer ")) return authorization.substr(7);
        return cookie_value(text_of(request[http::field::cookie]), "springtide");
    }

    static std::string device_of(const Upgrade& request) {
        return cookie_value(text_of(request[http::field::cookie]), "springtide-device").substr(0, 64);
    }

    /// The API may answer later; this waits for it.
    net::awaitable<HttpResponse> ask(const Upgrade& request, const std::string& address, bool foreign, bool local) {
        HttpRequest asked{.method = text_of(request.method_string()),
                          .path = text_of(request.target().substr(0, request.target().find('?'))),
                          .token = token_of(request),
                          .by_cookie = request[http::field::authorization].empty(),
                          .content_type = text_of(request[http::field::content_type]),
                          .if_none_match = text_of(request[http::field::if_none_match]),
                          .accept_encoding = text_of(request[http::field::accept_encoding]),
                          .body = request.body(),
                          .device = device_of(request),
                          .address = address,
                          .user_agent = text_of(request[http::field::user_agent]).substr(0, 300),
                          .foreign = foreign,
                          .local = local && (!settings_.behind_proxy || request["X-Forwarded-For"].empty())};
        const auto began = Histogram::Clock::now();
        std::optional<HttpResponse> answer;
        net::steady_timer wait(context_, net::steady_timer::time_point::max());
        api_->answer(asked, [&](HttpResponse response) {
            answer = std::move(response);
            wait.cancel();
        });
        boost::system::error_code error;
        while (!answer) co_await wait.async_wait(net::redirect_error(net::use_awaitable, error));
        measures().http(asked.path, answer->status, began);
        co_return std::move(*answer);
    }

    /// Who a token stands for; the store says so later.
    net::awaitable<Expected<Person>> recognise(std::string token) {
        std::optional<Expected<Person>> answer;
        net::steady_timer wait(context_, net::steady_timer::time_point::max());
        hall_->people().recognise(token, [&](const Expected<Person>& person) {
            answer = person;
            wait.cancel();
        });
        boost::system::error_code error;
        while (!answer) co_await wait.async_wait(net::redirect_error(net::use_awaitable, error));
        co_return std::move(*answer);
    }

    net::awaitable<bool> reply(beast::tcp_stream& stream, const HttpResponse& answer, unsigned version, bool keep,
                               bool head) {
        http::response<http::string_body> response(static_cast<http::status>(answer.status), version);
        response.set(http::field::content_type, answer.type);
        response.set(http::field::cache_control, "no-store");
        for (const auto& [name, value] : headers()) response.set(name, value);
        for (const auto& [name, value] : answer.headers)
            name == "Set-Cookie" ? response.insert(name, value) : response.set(name, value);
        response.keep_alive(keep);
        response.body() = answer.body;
        response.prepare_payload();
        if (head) response.body().clear();
        boost::system::error_code error;
        co_await http::async_write(stream, response, net::redirect_error(net::use_awaitable, error));
        co_return !error;
    }

    /// Of every answer. The address of a table is a secret: it is sent to nobody as a referrer.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> headers() const {
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
        if (settings_.public_url.starts_with("https:"))
            all.emplace_back("Strict-Transport-Security", "max-age=31536000");
        return all;
    }

    void begin_stop() {
        if (sockets_->closing) return;
        sockets_->closing = true;
        log_at(Level::info, "stopping");
        boost::system::error_code error;
        acceptor_.close(error);
        signals_.cancel(error);
        hall_->close([this] { net::post(context_, [this] { say_goodbye(); }); });
        loop_.after(std::chrono::milliseconds(stop_time).count(), [this] { context_.stop(); });
    }

    /// Everything is stored and every answer is on its way.
    void say_goodbye() {
        sockets_->when_empty = [this] { context_.stop(); };
        if (sockets_->sockets.empty()) return context_.stop();
        const auto all = sockets_->sockets;
        for (const auto& socket : all) socket->say_goodbye();
    }

    Settings settings_;
    net::io_context context_{1};
    tcp::acceptor acceptor_;
    net::signal_set signals_{context_, SIGINT, SIGTERM};
    AsioLoop loop_;
    std::unordered_map<std::string, Address> addresses_;
    std::shared_ptr<OpenSockets> sockets_ = std::make_shared<OpenSockets>();
    int port_ = 0;
    std::unique_ptr<FolderLock> lock_;
    std::optional<KnownHosts> hosts_;
    std::unique_ptr<Hall> hall_;
    std::unique_ptr<HttpApi> api_;
    std::unique_ptr<PostgresListener> listener_;
};

WebServer::WebServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WebServer::~WebServer() = default;

Expected<std::unique_ptr<WebServer>> WebServer::start(const Settings& settings) {
    auto impl = std::make_unique<Impl>(settings);
    if (auto opened = impl->open(); !opened) return std::unexpected(opened.error());
    return std::unique_ptr<WebServer>(new WebServer(std::move(impl)));
}

void WebServer::run() { impl_->run(); }
void WebServer::stop() { impl_->stop(); }
const std::string& WebServer::url() const { return impl_->settings().public_url; }
int WebServer::port() const { return impl_->port(); }

}  // namespace springtide::server
