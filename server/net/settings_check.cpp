#include "server/net/settings_check.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/text.hpp"
#include "server/accounts/host_desk.hpp"
#include "server/notify/sender.hpp"
#include "store/open_store.hpp"

namespace springtide::server {

namespace {

constexpr std::array<std::string_view, 4> log_levels = {"debug", "info", "warning", "error"};

bool is_port(std::string_view text, int least) {
    const auto port = parse_int(text);
    return port && *port >= least && *port <= 65535;
}

bool is_host_name(std::string_view name) {
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               c == '.';
    };
    return !name.empty() && name.front() != '.' && name.front() != '-' && std::ranges::all_of(name, fits);
}

bool is_address(std::string_view text) {
    std::array<unsigned char, 16> bytes{};
    const bool is_six = text.starts_with('[') && text.ends_with(']');
    const std::string plain(is_six ? text.substr(1, text.size() - 2) : text);
    return ::inet_pton(AF_INET6, plain.c_str(), bytes.data()) == 1 ||
           (!is_six && ::inet_pton(AF_INET, plain.c_str(), bytes.data()) == 1);
}

/// Splits "host:port" and "[::1]:port"; without a port the second is empty.
std::pair<std::string_view, std::string_view> host_and_port(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos || text.ends_with(']')) return {text, {}};
    return {text.substr(0, colon), text.substr(colon + 1)};
}

bool is_listen(std::string_view text) {
    const auto [host, port] = host_and_port(text);
    return (host == "localhost" || is_address(host)) && is_port(port, 0);
}

/// Does only this machine reach what listens here?
bool is_loopback(std::string_view listen) {
    const auto host = host_and_port(listen).first;
    return host == "localhost" || host == "[::1]" || host.starts_with("127.");
}

}  // namespace

bool is_public_url(std::string_view url) {
    const bool is_http = url.starts_with("http://") || url.starts_with("https://");
    if (!is_http) return false;
    url.remove_prefix(url.find("//") + 2);
    while (url.ends_with('/')) url.remove_suffix(1);
    if (url.ends_with(':')) return false;
    const auto [host, port] = host_and_port(url);
    if (!port.empty() && !is_port(port, 1)) return false;
    return host.starts_with('[') ? is_address(host) : is_host_name(host);
}

std::vector<std::string> complaints_about(const Settings& settings) {
    std::vector<std::string> said;
    if (!is_listen(settings.listen))
        said.emplace_back("--listen is written ADDRESS:PORT, like 127.0.0.1:8470 or [::]:8470, not " +
                          in_quotes(settings.listen));
    if (!settings.public_url.empty() && !is_public_url(settings.public_url))
        said.emplace_back("--public-url is the address that players type, like https://tide.example.org or " +
                          std::string("http://192.168.1.5:8470, without a path, not ") +
                          in_quotes(settings.public_url));
    if (!settings.store.empty() && !is_postgres(settings.store))
        said.emplace_back("--store is written postgres://USER@HOST/DATABASE");
    if (settings.threads > 1 && is_postgres(settings.store))
        said.emplace_back(
            "--threads is for one server with a file of its own; with --store postgres://… start several servers "
            "instead, also on one machine");
    std::error_code error;
    if (settings.store.empty() && std::filesystem::exists(settings.data, error) &&
        !std::filesystem::is_directory(settings.data, error))
        said.emplace_back("--data " + settings.data + " is a file, not a folder");
    if (std::ranges::find(log_levels, settings.log_level) == log_levels.end() ||
        (settings.log_format != "json" && settings.log_format != "text"))
        said.emplace_back("--log-level is debug, info, warning or error, and --log-format json or text");
    const bool is_mail_server = settings.smtp.starts_with("smtp://") || settings.smtp.starts_with("smtps://");
    if (!settings.smtp.empty() && (!is_mail_server || !is_mail_address(settings.mail_from)))
        said.emplace_back(
            "--smtp begins with smtp:// or smtps://, and --mail-from is the address from which letters come, like "
            "tide@example.org");
    if (const auto key = read_host_key(settings.host_key_file); !key) said.push_back(key.error().message);
    return said;
}

std::vector<std::string> warnings_about(const Settings& settings) {
    std::vector<std::string> said;
    if (settings.behind_proxy && !is_loopback(settings.listen))
        said.emplace_back("--behind-proxy believes the address in X-Forwarded-For, and --listen " + settings.listen +
                          " answers other machines: a client that reaches this port without the proxy chooses its "
                          "address, and no limit and no ban holds it. Listen on 127.0.0.1, or let only the proxy "
                          "reach this port");
    return said;
}

}  // namespace springtide::server
