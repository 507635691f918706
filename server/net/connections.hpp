#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/span_body.hpp>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "server/limits/limits.hpp"
#include "server/net/asio.hpp"
#include "server/net/known_hosts.hpp"
#include "server/net/settings.hpp"

namespace springtide::server {

class HttpApi;
struct HttpResponse;

/// Accepted connections: each sends HTTP requests until it closes, or becomes a WebSocket. Enforces the limits of
/// addresses and the server's own names.
class Connections {
  public:
    /// Takes a connection that becomes a WebSocket; with the table that it names, or nothing.
    using Serve = std::function<void(TcpSocket, Arrival, const std::string& table)>;

    Connections(net::io_context& context, const Settings& settings, Shard& shard, HttpApi& api,
                std::shared_ptr<OpenSockets> sockets, Serve serve);

    /// Requests until it closes, or one that becomes a WebSocket.
    net::awaitable<void> converse(TcpSocket socket);

  private:
    struct Address {
        std::size_t connections = 0;
        Bucket requests;
    };
    Address& address(const std::string& name);
    /// Connections of this address, and of the wide network it is part of.
    void count(const std::string& full_name, int change);
    /// It has too many connections, or asks too often.
    [[nodiscard]] bool is_too_much(const std::string& full_name);
    [[nodiscard]] bool is_secure() const;
    net::awaitable<void> refuse(TcpStream& stream, int status, const char* why);
    [[nodiscard]] bool is_foreign(const Upgrade& request) const;
    net::awaitable<HttpResponse> ask(const Upgrade& request, const std::string& address, bool foreign, bool local);
    net::awaitable<Expected<Person>> recognise(std::string token, std::string payer);
    net::awaitable<bool> reply(TcpStream& stream, const HttpResponse& answer, unsigned version, bool keep, bool head);
    static net::awaitable<bool> reply_in_pieces(TcpStream& stream,
                                                http::response<http::span_body<const char>>& response,
                                                std::string_view bytes);
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> headers() const;

    net::io_context& context_;
    const Settings& settings_;
    Shard& shard_;
    HttpApi& api_;
    std::shared_ptr<OpenSockets> sockets_;
    Serve serve_;
    KnownHosts hosts_;
    std::unordered_map<std::string, Address> addresses_;
};

}  // namespace springtide::server
