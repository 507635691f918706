#pragma once

// Shared by the two files that use Boost.Beast.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <functional>
#include <memory>
#include <set>

#include "server/room/room.hpp"

namespace springtide::server {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = net::ip::tcp;
// With their actual executor, not any_io_executor: the objects of Asio and Beast are a third smaller.
using Executor = net::io_context::executor_type;
using TcpSocket = net::basic_stream_socket<tcp, Executor>;
using TcpAcceptor = net::basic_socket_acceptor<tcp, Executor>;
using TcpStream = beast::basic_stream<tcp, Executor>;
using Upgrade = http::request<http::string_body>;

class Shard;

/// The usual allocator, under a name that Asio does not know: for std::allocator it would use one of its own.
template <class T>
struct PlainAllocator : std::allocator<T> {
    PlainAllocator() = default;
    template <class Other>
    PlainAllocator(const PlainAllocator<Other>&) {}  // NOLINT: allocators convert
};

/// For short operations. Asio would keep their memory for the next one that waits, often the timer of a socket: up to
/// six times as much as it needs, for each of ten thousand.
auto briefly(auto handler) { return net::bind_allocator(PlainAllocator<char>(), std::move(handler)); }

/// The limits of a WebSocket.
struct SocketLimits {
    std::size_t message_bytes;
    std::size_t messages_per_second;
    bool lines;        ///< a frame may hold several messages, one per line
    bool events;       ///< pushes tell events as rows
    bool differences;  ///< asks for what older programs told
};

/// Every WebSocket there is, so that a stop can say goodbye to each.
struct OpenSockets {
    class Socket {
      public:
        Socket() = default;
        Socket(const Socket&) = delete;
        Socket& operator=(const Socket&) = delete;
        virtual ~Socket() = default;
        /// Sends what is waiting, then a close frame with a reason.
        virtual void say_goodbye() = 0;
    };
    std::set<std::shared_ptr<Socket>> sockets;
    bool closing = false;
    std::function<void()> when_empty;  ///< once the last one is gone
};

/// A request to become a WebSocket: its person, address and rights. `gone` is called when it is closed, in the thread
/// in which it was served.
struct Arrival {
    Upgrade request;
    Person person;
    std::string address;
    SocketLimits limits;
    std::function<void()> gone;
};

/// Speaks WebSocket with one client until it leaves or the server stops.
void serve_socket(TcpSocket socket, Arrival arrival, Shard& shard, std::shared_ptr<OpenSockets> all);

}  // namespace springtide::server
