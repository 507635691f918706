#pragma once

#include <cstddef>
#include <string>

#include "server/accounts/bot_accounts.hpp"
#include "server/limits/bot_pool.hpp"

namespace springtide::server {

/// Everything a host can set; springtide.toml explains each.
struct Settings {
    std::string listen = "127.0.0.1:8470";
    std::string public_url;  ///< by default http:// and the address listened on
    std::string hosts;       ///< other names under which it is reached, separated by commas
    std::string data = "data";
    std::string store;                   ///< postgres://…; by default a SQLite file in the data folder
    bool allow_unsafe_database = false;  ///< start though a power cut could take back acknowledged moves
    std::size_t threads = 1;             ///< over which tables are spread
    std::string web;                     ///< the folder of the built page
    bool behind_proxy = false;           ///< believe X-Forwarded-For
    BotPoolSettings bots;
    std::size_t connections_per_address = 200;
    std::size_t requests_per_second = 100;  ///< over HTTP, for one address
    std::size_t messages_per_second = 50;   ///< over one WebSocket
    std::size_t message_bytes = 64 * 1024;
    std::size_t tables_per_hour = 200;  ///< created by one guest
    BotLimits bot_accounts;             ///< what each bot account may do
    // By one address, for all its connections and guests:
    std::size_t guests_per_hour_and_address = 300;
    std::size_t tables_per_hour_and_address = 300;
    std::size_t events_per_second_and_address = 100;
    std::size_t chat_per_minute_and_address = 60;
    std::size_t kilobytes_per_second_and_address = 256;
    int keep_empty_hours = 24;          ///< tables without any player; 0: for ever
    int keep_finished_days = 0;         ///< games, which then go into a file; 0: for ever
    int keep_clubs_days = 30;           ///< club nights and duplicate tables without games; 0: for ever
    std::int64_t free_megabytes = 200;  ///< of disk, below which no new table is made; 0: never
    int rating_opponents = 15;          ///< from so many places, before a rating leaves the middle and is listed
    int gather_milliseconds = 3;        ///< commits begin so long after each other, where many write
    std::string metrics_token;          ///< lets other machines read /metrics; empty: only this one
    std::string host_key_file;          ///< holds the key of the host's page; empty: there is none
    std::string smtp;                   ///< smtp://name:password@host:587; empty: no email
    std::string mail_from;              ///< the address from which they come
    std::string releases;               ///< the list that `springtide update --check` asks; empty: none
    bool push_anywhere = false;         ///< push services may be http, and on this machine or in its network
    std::string log_level = "info";     ///< debug, info, warning or error
    std::string log_format = "json";    ///< json or text
    bool log_identities = false;        ///< names and addresses stand in the log as they are
};

}  // namespace springtide::server
