#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace springtide::server {

struct HttpRequest {
    std::string method;
    std::string path;   ///< without the query
    std::string token;  ///< from the cookie or the Authorization header; empty if none
    bool by_cookie = false;
    bool by_old_cookies = false;  ///< of an older program, which did not say __Host-
    std::string content_type;
    std::string if_none_match;
    std::string accept_encoding;
    std::string body;
    std::string device;   ///< from the cookie that outlives a log-out; empty if none
    std::string known{};  ///< from the cookie that says which accounts logged in on this device
    std::string address;  ///< whose limits count
    std::string user_agent{};
    bool foreign = false;  ///< sent by a page of another origin
    bool local = false;    ///< from this machine
    std::string origin{};  ///< of the page that sends it, which is one of this server's; empty for programs
};

struct HttpResponse {
    int status = 200;
    std::string type = "application/json";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string_view file{};  ///< instead of the body: bytes that stay as long as the server

    [[nodiscard]] std::string_view bytes() const { return file.empty() ? std::string_view(body) : file; }
};

/// An answer with this JSON text.
HttpResponse answer_with(std::string json);
HttpResponse refusal(int status, const Error& error);
/// With the status that its code has.
HttpResponse refusal(const Error& error);
/// The same, if the client may ask again after so many seconds.
HttpResponse refusal(const Error& error, std::int64_t retry_after);
HttpResponse not_stored();
HttpResponse nothing_at(std::string_view path);

}  // namespace springtide::server
