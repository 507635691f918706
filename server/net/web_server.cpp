#include "server/net/web_server.hpp"

#include <unistd.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <thread>

#include "core/open_files.hpp"
#include "core/text.hpp"
#include "server/base/log.hpp"
#include "server/http/http_api.hpp"
#include "server/identity/identity.hpp"
#include "server/net/asio.hpp"
#include "server/net/asio_loop.hpp"
#include "server/net/connections.hpp"
#include "server/shard/shard.hpp"
#include "store/folder_lock.hpp"
#include "store/open_store.hpp"
#include "store/postgres_listener.hpp"

namespace springtide::server {

namespace {

constexpr auto stop_time = std::chrono::seconds(5);
constexpr int send_buffer_bytes = 64 * 1024;  // the kernel would keep up to 4 MiB for a client that does not read
constexpr std::size_t read_connections = 3;   // of each worker; an address holds one of them at most

}  // namespace

/// A shard, its loop, and the sockets that live there.
struct Worker {
    explicit Worker(const std::shared_ptr<LoopLag>& lag) : loop(context, lag) {}
    net::io_context context{1};
    AsioLoop loop;
    std::shared_ptr<OpenSockets> sockets = std::make_shared<OpenSockets>();
    std::unique_ptr<Shard> shard;
    bool is_empty = false;  ///< every connection has ended; the first worker knows
};

/// The first worker accepts, answers over HTTP and brings each WebSocket to the worker of its table; it runs in the
/// thread that calls run(), the others in threads of their own.
class WebServer::Impl {
  public:
    explicit Impl(Settings settings)
        : settings_(std::move(settings)),
          workers_(make_workers(settings_.threads)),
          first_(*workers_.front()),
          acceptor_(first_.context),
          signals_(first_.context, SIGINT, SIGTERM) {}
    ~Impl() {
        stop_all();
        // Destroyed only after all loops have stopped, so that no shard calls another one that is gone.
        listener_.reset();
        for (const auto& worker : workers_) worker->shard.reset();
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
        const auto lease = std::make_shared<NodeLease>(node);
        auto writer = open_store(settings_.store, settings_.data, lease);
        if (!writer) return std::unexpected(writer.error());
        if (auto safe = refuse_unsafe(**writer); !safe) return safe;
        group_ = std::make_unique<ShardGroup>(std::move(*writer), rates(), settings_.bots, workers_.size());
        for (const auto& worker : workers_)
            if (auto is_set_up = set_up(*worker, lease); !is_set_up) return is_set_up;
        const auto host_key = read_host_key(settings_.host_key_file);
        if (!host_key) return std::unexpected(host_key.error());
        Shard& shard = *first_.shard;
        api_ =
            std::make_unique<HttpApi>(shard, shard.people(), shard.lists(), StaticFiles(settings_.web),
                                      settings_.public_url.starts_with("https:"), settings_.metrics_token, *host_key);
        connections_ =
            std::make_unique<Connections>(first_.context, settings_, shard, *api_, first_.sockets,
                                          [this](TcpSocket socket, Arrival arrival, const std::string& table) {
                                              serve(std::move(socket), std::move(arrival), table);
                                          });
        for (const auto& worker : workers_)
            if (auto opened = worker->shard->open(); !opened) return opened;
        if (is_postgres(settings_.store)) hear_other_nodes(node);
        net::co_spawn(first_.context, accept(), net::detached);
        signals_.async_wait([this](const boost::system::error_code& failed, int) {
            if (!failed) begin_stop();
        });
        return {};
    }

    void run() {
        for (const auto& worker : workers_)
            if (worker.get() != &first_) threads_.emplace_back([&worker = *worker] { run_loop(worker); });
        run_loop(first_);
        stop_all();
    }
    void stop() {
        net::post(first_.context, [this] { begin_stop(); });
    }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    [[nodiscard]] int port() const { return port_; }

  private:
    static std::vector<std::unique_ptr<Worker>> make_workers(std::size_t count) {
        const auto lag = std::make_shared<LoopLag>();
        std::vector<std::unique_ptr<Worker>> workers;
        for (std::size_t i = 0; i < count; ++i) workers.push_back(std::make_unique<Worker>(lag));
        return workers;
    }

    /// An answer promises that a move is on disk; a database that does not keep this promise is refused.
    Expected<void> refuse_unsafe(Store& store) const {
        const auto setting = unsafe_setting(store);
        if (!setting) return std::unexpected(setting.error());
        if (setting->empty()) return {};
        const std::string why = "after a power cut this database may lack acknowledged moves: its " + *setting;
        if (!settings_.allow_unsafe_database)
            return fail(ErrorCode::unavailable, why + ". Turn it on, or start with --allow-unsafe-database true");
        log_at(Level::warning, why);
        return {};
    }

    Expected<void> set_up(Worker& worker, const std::shared_ptr<NodeLease>& lease) {
        ShardStores stores;
        for (auto* store : {&stores.reader, &stores.loader, &stores.keeper}) {
            auto opened = open_store(settings_.store, settings_.data, lease);
            if (!opened) return std::unexpected(opened.error());
            *store = std::move(*opened);
        }
        while (stores.more_readers.size() + 1 < read_connections) {
            auto opened = open_store(settings_.store, settings_.data, lease);
            if (!opened) return std::unexpected(opened.error());
            stores.more_readers.push_back(std::move(*opened));
        }
        if (is_postgres(settings_.store)) {
            auto opened = open_store(settings_.store, settings_.data, lease);
            if (!opened) return std::unexpected(opened.error());
            stores.heart = std::move(*opened);
        }
        worker.shard = std::make_unique<Shard>(worker.loop, std::move(stores), shard_settings(), group_.get());
        return {};
    }

    [[nodiscard]] ShardSettings shard_settings() const {
        return {
            .public_url = settings_.public_url,
            .bots = settings_.bots,
            .tables_watched = ShardSettings().tables_watched,
            .tables_created_hourly = settings_.tables_per_hour,
            .rates = rates(),
            .data = settings_.data,
            .free_megabytes = settings_.free_megabytes,
            .keep_empty_hours = settings_.keep_empty_hours,
            .keep_finished_days = settings_.keep_finished_days,
            .keep_clubs_days = settings_.keep_clubs_days,
            .gather_milliseconds = settings_.gather_milliseconds,
            .sender = {.smtp = settings_.smtp, .mail_from = settings_.mail_from, .anywhere = settings_.push_anywhere},
            .bot_accounts = settings_.bot_accounts,
            .rating_opponents = settings_.rating_opponents};
    }

    static void run_loop(Worker& worker) {
        worker.loop.watch_lag();
        const auto stays = net::make_work_guard(worker.context);
        worker.context.run();
    }

    void stop_all() {
        stop_loops();
        for (std::thread& thread : std::exchange(threads_, {})) thread.join();
    }

    /// A WebSocket lives in the worker of the table that its address names; those that name none are dealt out in turn.
    void serve(TcpSocket socket, Arrival arrival, const std::string& table) {
        const std::size_t number = table.empty() ? next_worker_++ % workers_.size() : group_->owner_of(table);
        Worker& worker = *workers_[number];
        if (&worker == &first_)
            return serve_socket(std::move(socket), std::move(arrival), *worker.shard, worker.sockets);
        boost::system::error_code error;
        const auto protocol = socket.local_endpoint(error).protocol();
        const auto handle = error ? -1 : socket.release(error);
        if (error) return arrival.gone();
        arrival.gone = [this, gone = std::move(arrival.gone)] { first_.loop.post(gone); };
        worker.loop.post([&worker, protocol, handle, arrival = std::move(arrival)]() mutable {
            serve_socket(TcpSocket(worker.context, protocol, handle), std::move(arrival), *worker.shard,
                         worker.sockets);
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
            socket.set_option(net::socket_base::send_buffer_size(send_buffer_bytes), error);
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
                    for (const auto& [table, seq] : tables) first_.shard->heard(table, seq);
                });
            },
            [this](std::string from, std::string words) {
                first_.loop.post(
                    [this, from = std::move(from), words = std::move(words)] { first_.shard->told(from, words); });
            },
            [this] { first_.loop.post([this] { first_.shard->resync_all(); }); });
    }

    void begin_stop() {
        if (first_.sockets->closing) return;
        first_.sockets->closing = true;
        log_at(Level::info, "stopping");
        boost::system::error_code error;
        acceptor_.close(error);
        signals_.cancel(error);
        unclosed_ = workers_.size();
        for (const auto& one : workers_)
            in(*one, [this, &worker = *one] {
                worker.sockets->closing = true;
                worker.shard->close([this] { net::post(first_.context, [this] { one_closed(); }); });
            });
        first_.loop.after(std::chrono::milliseconds(stop_time).count(), [this] { stop_loops(); });
    }

    void in(Worker& worker, std::function<void()> work) {
        &worker == &first_ ? work() : worker.loop.post(std::move(work));
    }

    /// Once all shards are closed, everything is stored and every answer is on its way.
    void one_closed() {
        if (--unclosed_ > 0) return;
        for (const auto& one : workers_) in(*one, [this, &worker = *one] { say_goodbye(worker); });
    }

    void say_goodbye(Worker& worker) {
        const auto is_empty = [this, &worker] { net::post(first_.context, [this, &worker] { one_empty(worker); }); };
        worker.sockets->when_empty = is_empty;
        if (worker.sockets->sockets.empty()) return is_empty();
        const auto all = worker.sockets->sockets;
        for (const auto& socket : all) socket->say_goodbye();
    }

    void one_empty(Worker& worker) {
        worker.is_empty = true;
        if (std::ranges::all_of(workers_, [](const auto& one) { return one->is_empty; })) stop_loops();
    }

    void stop_loops() {
        for (const auto& worker : workers_) worker->context.stop();
    }

    Settings settings_;
    std::vector<std::unique_ptr<Worker>> workers_;
    Worker& first_;
    TcpAcceptor acceptor_;
    net::signal_set signals_;
    int port_ = 0;
    std::size_t next_worker_ = 0;  ///< for a socket without a table
    std::size_t unclosed_ = 0;     ///< shards, while it stops
    std::unique_ptr<FolderLock> lock_;
    std::unique_ptr<ShardGroup> group_;
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
