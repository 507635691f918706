#pragma once

#include <array>
#include <boost/json/fwd.hpp>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "server/accounts/people.hpp"
#include "server/http/bodies.hpp"
#include "server/http/http_message.hpp"
#include "server/messages/room_enums.hpp"

namespace springtide {
class JsonWriter;
}

/// What a row of the table of routes (routes.cpp) says.
namespace springtide::server {

class HttpApi;

enum class Method { get, post };  ///< HEAD is a GET whose answer has no body
template <>
inline constexpr auto enum_names<Method> = std::to_array<std::string_view>({"GET", "POST"});

/// Who may use a route. A bot account uses none that is POSTed to.
enum class Access {
    anyone,     ///< strangers too
    guest,      ///< has a session
    account,    ///< has a session and keeps a name with a password
    confirmed,  ///< has a session, and gives the password or a passkey of the account in this very request
    host,       ///< gives the host's key in this very request
    monitor,    ///< asks from this machine, or knows the metrics-token
};
template <>
inline constexpr auto enum_names<Access> =
    std::to_array<std::string_view>({"anyone", "guest", "account", "confirmed", "host", "monitor"});

/// Whether a person whom the host has banned may use a route: what the page needs to say so, and to export or delete
/// their data.
enum class Banned { may_not, may };

/// What a request costs its address before it is answered.
struct Price {
    double weight = 1;             ///< of each byte of the answer
    double reserved = 4.0 * 1024;  ///< bytes of the answer, until its length is known
    bool is_remembered = false;    ///< the server keeps something of it, so it counts as a new guest
    bool is_guess = false;         ///< tries a password or a link
    double events = 0;             ///< acts
    double opened = 0;             ///< events that are folded for it
};

/// The parts of a path that stand for the names in braces.
struct PathParts {
    std::string id{};  ///< of a table, a club night or duplicate tables
    std::string game{};
    std::string date{};
};

/// A request and what the table found out about its sender.
struct RoutedRequest : HttpRequest {
    PathParts parts{};
    Person person{};    ///< where a session is needed
    Account account{};  ///< where an account is needed
};

using Reply = std::function<void(HttpResponse)>;

/// A line of the table.
struct Route {
    Method method;
    std::string_view path;  ///< with {game}, {date}, or another name for an id
    Access access;
    Price price;
    Banned banned;
    /// Reads the body and gives what answers the request; or which field is missing or wrong.
    using Answer = std::function<void(HttpApi&, const RoutedRequest&, const Reply&)>;
    Expected<Answer> (*read)(const boost::json::object& body);
    void (*describe_body)(JsonWriter& json);
};

/// Every route there is, but the files of the page.
std::span<const Route> routes();
/// The route for a path, and what the path holds; without one the answer is not found.
struct FoundRoute {
    const Route* route = nullptr;
    PathParts parts{};
};
FoundRoute find_route(std::string_view method, std::string_view path);
/// The methods of a path as the header Allow lists them; empty if there is no such path.
std::string allowed_methods(std::string_view path);
/// Reads the password or the passkey that confirms a request.
Expected<Proof> proof_in(const boost::json::object& body);
/// The table as JSON, for the test of docs/api.
std::string routes_json();

}  // namespace springtide::server
