// One WebSocket.
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>

#include "server/asio.hpp"
#include "server/hall.hpp"

namespace springtide::server {

namespace {

namespace websocket = beast::websocket;
constexpr std::size_t most_unsent = 4 * 1024 * 1024;  // bytes: who reads that slowly is let go

class Socket final : public Client, public std::enable_shared_from_this<Socket> {
  public:
    explicit Socket(beast::tcp_stream stream) : stream_(std::move(stream)) {}

    void send(std::string message) override {
        if (broken_) return;
        unsent_ += message.size();
        queue_.push_back(std::move(message));
        if (unsent_ > most_unsent) return drop();
        if (writing_) return;
        writing_ = true;
        net::co_spawn(stream_.get_executor(), [self = shared_from_this()] { return self->write(); }, net::detached);
    }

    net::awaitable<void> serve(Upgrade request, Hall& hall, SocketLimits limits, std::shared_ptr<bool> closing) {
        websocket::stream_base::timeout times = websocket::stream_base::timeout::suggested(beast::role_type::server);
        times.idle_timeout = std::chrono::seconds(60);  // pings keep a quiet but living client
        stream_.set_option(times);
        stream_.read_message_max(limits.message_bytes);
        stream_.auto_fragment(false);
        boost::system::error_code error;
        co_await stream_.async_accept(request, net::redirect_error(net::use_awaitable, error));
        if (error) co_return;
        hall.came();
        const auto self = shared_from_this();
        const auto rate = static_cast<double>(limits.messages_per_second);
        Bucket bucket(4 * rate, rate);
        beast::flat_buffer buffer;
        while (!*closing && !broken_) {
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
    net::awaitable<void> write() {
        boost::system::error_code error;
        stream_.text(true);
        while (!queue_.empty() && !broken_) {
            const std::string message = std::move(queue_.front());
            queue_.pop_front();
            co_await stream_.async_write(net::buffer(message), net::redirect_error(net::use_awaitable, error));
            unsent_ -= message.size();
            if (error) drop();
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
};

}  // namespace

net::awaitable<void> serve_socket(beast::tcp_stream stream, Upgrade request, Hall& hall, std::string guest,
                                  std::string name, SocketLimits limits, std::shared_ptr<bool> closing) {
    stream.expires_never();
    const auto socket = std::make_shared<Socket>(std::move(stream));
    socket->person = {.guest = std::move(guest), .name = std::move(name)};
    co_await socket->serve(std::move(request), hall, limits, std::move(closing));
}

}  // namespace springtide::server
