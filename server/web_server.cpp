#include "server/web_server.hpp"

#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>

#include "core/open_files.hpp"
#include "core/text.hpp"
#include "server/asio.hpp"
#include "server/asio_loop.hpp"
#include "server/connections.hpp"
#include "server/hall.hpp"
#include "server/http_api.hpp"
#include "server/identity.hpp"
#include "server/log.hpp"
#include "store/folder_lock.hpp"
#include "store/open_store.hpp"
#include "store/postgres_listener.hpp"

namespace springtide::server {

namespace {

constexpr auto stop_time = std::chrono::seconds(5);

}  // namespace

class WebServer::Impl {
  public:
    explicit Impl(Settings settings) : settings_(std::move(settings)), acceptor_(context_), loop_(context_) {}

    Expected<void> open() {
        allow_many_files();
        if (auto bound = listen(); !bound) return bound;
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
        connections_ = std::make_unique<Connections>(context_, settings_, *hall_, *api_, sockets_);
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
            net::co_spawn(context_, connections_->converse(std::move(socket)), net::detached);
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
    std::shared_ptr<OpenSockets> sockets_ = std::make_shared<OpenSockets>();
    int port_ = 0;
    std::unique_ptr<FolderLock> lock_;
    std::unique_ptr<Hall> hall_;
    std::unique_ptr<HttpApi> api_;
    std::unique_ptr<Connections> connections_;
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
