#pragma once

#include <cstddef>
#include <string>

#include "server/bot_pool.hpp"

namespace springtide::server {

/// Everything a host can set; springtide.toml explains each.
struct Settings {
    std::string listen = "127.0.0.1:8470";
    std::string public_url;  ///< by default http:// and the address listened on
    std::string data = "data";
    std::string store;          ///< postgres://…; by default a SQLite file in the data folder
    std::string web;            ///< the folder of the built page
    bool behind_proxy = false;  ///< believe X-Forwarded-For
    BotPoolSettings bots;
    std::size_t connections_per_address = 200;
    std::size_t requests_per_second = 100;  ///< over HTTP, for one address
    std::size_t messages_per_second = 50;   ///< over one WebSocket
    std::size_t message_bytes = 64 * 1024;
    std::size_t tables_per_hour = 200;  ///< created by one guest
};

}  // namespace springtide::server
