// One WebSocket.
#include <boost/asio/post.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>

#include "server/asio.hpp"
#include "server/hall.hpp"

namespace springtide::server {

namespace {

namespace websocket = beast::websocket;
constexpr std::size_t most_unsent = 1024 * 1024;          // bytes: who reads that slowly is let go
constexpr auto handshake_time = std::chrono::seconds(2);  // who does not answer a close frame is not waited for

class Socket final : public Client, public OpenSockets::Socket, public std::enable_shared_from_this<Socket> {
  public:
    explicit Socket(beast::tcp_stream stream) : stream_(std::move(stream)) {}

    void send(std::string message) override {
        if (broken_) return;
        unsent_ += message.size();
        queue_.push_back(std::move(message));
        if (unsent_ > most_unsent) return drop();
        begin_writing();
    }

    void say_goodbye() override {
        leaving_ = true;
        if (!broken_) begin_writing();
    }

    net::awaitable<void> serve(Upgrade request, Hall& hall, SocketLimits limits) {
        websocket::stream_base::timeout times = websocket::stream_base::timeout::suggested(beast::role_type::server);
        times.handshake_timeout = handshake_time;
        times.idle_timeout = std::chrono::seconds(60);  // pings keep a quiet but living client
        stream_.set_option(times);
        stream_.read_message_max(limits.message_bytes);
        stream_.auto_fragment(false);
        lines_ = limits.lines;
        boost::system::error_code error;
        co_await stream_.async_accept(request, net::redirect_error(net::use_awaitable, error));
        if (error) co_return;
        hall.came();
        const auto self = shared_from_this();
        const auto rate = static_cast<double>(limits.messages_per_second);
        Bucket bucket(4 * rate, rate);
        beast::flat_buffer buffer;
        while (!broken_) {
            co_await stream_.async_read(buffer, net::redirect_error(net::use_awaitable, error));
            if (error) break;
            if (!stream_.got_text() || !bucket.take(std::chrono::steady_clock::now())) {
                const char* why = stream_.got_text() ? "too many messages; slow down" : "text frames only";
                const websocket::close_reason reason(websocket::close_code::policy_error, why);
                co_await stream_.async_close(reason, net::redirect_error(net::use_awaitable, error));
                break;
            }
            hall.receive(self, {static_cast<const char*>(buffer.data().data()), buffer.size()});
            buffer.consume(buffer.size());
        }
        broken_ = true;
        hall.gone(self);
    }

  private:
    void begin_writing() {
        if (writing_) return;
        writing_ = true;
        net::co_spawn(stream_.get_executor(), [self = shared_from_this()] { return self->write(); }, net::detached);
    }

    net::awaitable<void> write() {
        boost::system::error_code error;
        stream_.text(true);
        // What is sent in one turn of the loop, an answer and a push for one, may go together: frames are what costs.
        if (lines_) co_await net::post(stream_.get_executor(), net::use_awaitable);
        while (!queue_.empty() && !broken_) {
            std::string message = std::move(queue_.front());
            queue_.pop_front();
            std::size_t taken = message.size();
            for (; lines_ && !queue_.empty(); queue_.pop_front()) {
                taken += queue_.front().size();
                message += "\n" + queue_.front();
            }
            co_await stream_.async_write(net::buffer(message), net::redirect_error(net::use_awaitable, error));
            unsent_ -= taken;
            if (error) drop();
        }
        if (leaving_ && !broken_) {
            const websocket::close_reason reason(websocket::close_code::service_restart,
                                                 "the server stops; connect again in a moment");
            co_await stream_.async_close(reason, net::redirect_error(net::use_awaitable, error));
            drop();
        }
        writing_ = false;
    }

    void drop() {
        broken_ = true;
        queue_.clear();
        beast::get_lowest_layer(stream_).cancel();
    }

    websocket::stream<beast::tcp_stream> stream_;
    std::deque<std::string> queue_;
    std::size_t unsent_ = 0;
    bool writing_ = false;
    bool broken_ = false;
    bool leaving_ = false;
    bool lines_ = false;
};

}  // namespace

net::awaitable<void> serve_socket(beast::tcp_stream stream, Upgrade request, Hall& hall, std::string guest,
                                  std::string name, SocketLimits limits, std::shared_ptr<OpenSockets> all) {
    stream.expires_never();
    const auto socket = std::make_shared<Socket>(std::move(stream));
    socket->person = {.guest = std::move(guest), .name = std::move(name)};
    all->sockets.insert(socket);
    co_await socket->serve(std::move(request), hall, limits);
    all->sockets.erase(socket);
    if (all->closing && all->sockets.empty() && all->when_empty) all->when_empty();
}

}  // namespace springtide::server
