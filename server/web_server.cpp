#include "server/web_server.hpp"

#include <unistd.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <thread>

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

/// A hall, its loop, and the sockets that live there.
struct Wing {
    explicit Wing(const std::shared_ptr<LoopLag>& lag) : loop(context, lag) {}
    net::io_context context{1};
    AsioLoop loop;
    std::shared_ptr<OpenSockets> sockets = std::make_shared<OpenSockets>();
    std::unique_ptr<Hall> hall;
    bool is_empty = false;  ///< every connection has ended; the first wing knows
};

/// The first wing accepts, answers over HTTP and brings each WebSocket to the wing of its table; it runs in the thread
/// of whoever calls run(), the others in threads of their own.
class WebServer::Impl {
  public:
    explicit Impl(Settings settings)
        : settings_(std::move(settings)),
          wings_(make_wings(settings_.threads)),
          first_(*wings_.front()),
          acceptor_(first_.context),
          signals_(first_.context, SIGINT, SIGTERM) {}
    ~Impl() {
        stop_all();
        // Destroyed only after all loops have stopped, so that no hall calls another one that is gone.
        listener_.reset();
        for (const auto& wing : wings_) wing->hall.reset();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    Expected<void> open() {
        if (settings_.threads > 1 && is_postgres(settings_.store))
            return fail(ErrorCode::bad_request,
                        "--threads is for one server with a file of its own; with --store postgres://… start several "
                        "servers instead, also on one machine");
        allow_many_files();
        if (auto bound = listen(); !bound) return bound;
        if (settings_.store.empty()) {  // the folder holds the database
            auto lock = FolderLock::take(settings_.data, "the server at " + settings_.public_url + " (process " +
                                                             std::to_string(::getpid()) + ")");
            if (!lock) return std::unexpected(lock.error());
            lock_ = std::move(*lock);
        }
        const std::string node = random_id();
        auto writer = open_store(settings_.store, settings_.data, node);
        if (!writer) return std::unexpected(writer.error());
        house_ = std::make_unique<House>(std::move(*writer), rates(), settings_.bots, wings_.size());
        for (const auto& wing : wings_)
            if (auto furnished = furnish(*wing, node); !furnished) return furnished;
        const auto host_key = read_host_key(settings_.host_key_file);
        if (!host_key) return std::unexpected(host_key.error());
        Hall& hall = *first_.hall;
        api_ =
            std::make_unique<HttpApi>(hall, hall.people(), hall.lists(), StaticFiles(settings_.web),
                                      settings_.public_url.starts_with("https:"), settings_.metrics_token, *host_key);
        connections_ =
            std::make_unique<Connections>(first_.context, settings_, hall, *api_, first_.sockets,
                                          [this](tcp::socket socket, Arrival arrival, const std::string& table) {
                                              serve(std::move(socket), std::move(arrival), table);
                                          });
        for (const auto& wing : wings_)
            if (auto opened = wing->hall->open(); !opened) return opened;
        if (is_postgres(settings_.store)) hear_other_nodes(node);
        net::co_spawn(first_.context, accept(), net::detached);
        signals_.async_wait([this](const boost::system::error_code& failed, int) {
            if (!failed) begin_stop();
        });
        return {};
    }

    void run() {
        for (const auto& wing : wings_)
            if (wing.get() != &first_) threads_.emplace_back([&wing = *wing] { run_loop(wing); });
        run_loop(first_);
        stop_all();
    }
    void stop() {
        net::post(first_.context, [this] { begin_stop(); });
    }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    [[nodiscard]] int port() const { return port_; }

  private:
    static std::vector<std::unique_ptr<Wing>> make_wings(std::size_t count) {
        const auto lag = std::make_shared<LoopLag>();
        std::vector<std::unique_ptr<Wing>> wings;
        for (std::size_t i = 0; i < count; ++i) wings.push_back(std::make_unique<Wing>(lag));
        return wings;
    }

    Expected<void> furnish(Wing& wing, const std::string& node) {
        HallStores stores;
        for (auto* store : {&stores.reader, &stores.loader, &stores.keeper}) {
            auto opened = open_store(settings_.store, settings_.data, node);
            if (!opened) return std::unexpected(opened.error());
            *store = std::move(*opened);
        }
        wing.hall = std::make_unique<Hall>(wing.loop, std::move(stores), hall_settings(), house_.get());
        return {};
    }

    [[nodiscard]] HallSettings hall_settings() const {
        return {
            .public_url = settings_.public_url,
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
            .sender = {.smtp = settings_.smtp, .mail_from = settings_.mail_from, .anywhere = settings_.push_anywhere},
            .bot_accounts = settings_.bot_accounts};
    }

    static void run_loop(Wing& wing) {
        wing.loop.watch_lag();
        const auto stays = net::make_work_guard(wing.context);
        wing.context.run();
    }

    void stop_all() {
        stop_loops();
        for (std::thread& thread : std::exchange(threads_, {})) thread.join();
    }

    /// A WebSocket lives in the wing of the table that its address names; those that name none are dealt out in turn.
    void serve(tcp::socket socket, Arrival arrival, const std::string& table) {
        const std::size_t number = table.empty() ? next_wing_++ % wings_.size() : house_->home_of(table);
        Wing& wing = *wings_[number];
        if (&wing == &first_) return serve_socket(std::move(socket), std::move(arrival), *wing.hall, wing.sockets);
        boost::system::error_code error;
        const auto protocol = socket.local_endpoint(error).protocol();
        const auto handle = error ? -1 : socket.release(error);
        if (error) return arrival.gone();
        arrival.gone = [this, gone = std::move(arrival.gone)] { first_.loop.post(gone); };
        wing.loop.post([&wing, protocol, handle, arrival = std::move(arrival)]() mutable {
            serve_socket(tcp::socket(wing.context, protocol, handle), std::move(arrival), *wing.hall, wing.sockets);
        });
    }

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
        while (!first_.sockets->closing) {
            auto socket = co_await acceptor_.async_accept(net::redirect_error(net::use_awaitable, error));
            if (first_.sockets->closing) co_return;
            if (error) {  // no more file descriptors, for one: wait a little, others will go
                net::steady_timer pause(first_.context, std::chrono::milliseconds(50));
                co_await pause.async_wait(net::redirect_error(net::use_awaitable, error));
                continue;
            }
            socket.set_option(tcp::no_delay(true), error);
            net::co_spawn(first_.context, connections_->converse(std::move(socket)), net::detached);
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
            [this](std::vector<std::pair<std::string, std::int64_t>> tables) {
                first_.loop.post([this, tables = std::move(tables)] {
                    for (const auto& [table, seq] : tables) first_.hall->heard(table, seq);
                });
            },
            [this](std::string from, std::string words) {
                first_.loop.post(
                    [this, from = std::move(from), words = std::move(words)] { first_.hall->told(from, words); });
            },
            [this] { first_.loop.post([this] { first_.hall->resync_all(); }); });
    }

    void begin_stop() {
        if (first_.sockets->closing) return;
        first_.sockets->closing = true;
        log_at(Level::info, "stopping");
        boost::system::error_code error;
        acceptor_.close(error);
        signals_.cancel(error);
        unclosed_ = wings_.size();
        for (const auto& one : wings_)
            in(*one, [this, &wing = *one] {
                wing.sockets->closing = true;
                wing.hall->close([this] { net::post(first_.context, [this] { one_closed(); }); });
            });
        first_.loop.after(std::chrono::milliseconds(stop_time).count(), [this] { stop_loops(); });
    }

    void in(Wing& wing, std::function<void()> work) { &wing == &first_ ? work() : wing.loop.post(std::move(work)); }

    /// Once all halls are closed, everything is stored and every answer is on its way.
    void one_closed() {
        if (--unclosed_ > 0) return;
        for (const auto& one : wings_) in(*one, [this, &wing = *one] { say_goodbye(wing); });
    }

    void say_goodbye(Wing& wing) {
        const auto is_empty = [this, &wing] { net::post(first_.context, [this, &wing] { one_empty(wing); }); };
        wing.sockets->when_empty = is_empty;
        if (wing.sockets->sockets.empty()) return is_empty();
        const auto all = wing.sockets->sockets;
        for (const auto& socket : all) socket->say_goodbye();
    }

    void one_empty(Wing& wing) {
        wing.is_empty = true;
        if (std::ranges::all_of(wings_, [](const auto& one) { return one->is_empty; })) stop_loops();
    }

    void stop_loops() {
        for (const auto& wing : wings_) wing->context.stop();
    }

    Settings settings_;
    std::vector<std::unique_ptr<Wing>> wings_;
    Wing& first_;
    tcp::acceptor acceptor_;
    net::signal_set signals_;
    int port_ = 0;
    std::size_t next_wing_ = 0;  ///< for a socket without a table
    std::size_t unclosed_ = 0;   ///< halls, while it stops
    std::unique_ptr<FolderLock> lock_;
    std::unique_ptr<House> house_;
    std::unique_ptr<HttpApi> api_;
    std::unique_ptr<Connections> connections_;
    std::unique_ptr<PostgresListener> listener_;
    std::vector<std::thread> threads_;
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
