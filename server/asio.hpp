#pragma once

// What the two files that know Boost.Beast share.
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <functional>
#include <memory>
#include <set>

#include "server/room.hpp"

namespace springtide::server {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = net::ip::tcp;
using Upgrade = http::request<http::string_body>;

class Shard;

/// What a WebSocket may do.
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

/// What a request to become a WebSocket brings: who asks, from where, and what they may do. `gone` is called when it is
/// closed, in the thread in which it was served.
struct Arrival {
    Upgrade request;
    Person person;
    std::string address;
    SocketLimits limits;
    std::function<void()> gone;
};

/// Speaks WebSocket with one client until it goes or everybody is told goodbye.
void serve_socket(tcp::socket socket, Arrival arrival, Shard& shard, std::shared_ptr<OpenSockets> all);

}  // namespace springtide::server
