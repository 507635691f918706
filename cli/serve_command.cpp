#include <sys/stat.h>

#include <csignal>
#include <iostream>
#include <map>
#include <memory>
#include <type_traits>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/installed.hpp"
#include "cli/serve_settings.hpp"
#include "core/version.hpp"
#include "server/base/log.hpp"
#include "server/identity/log_identity.hpp"
#include "server/net/settings_check.hpp"
#include "server/net/web_server.hpp"
#include "store/schema_version.hpp"
#include "store/store_news.hpp"

namespace springtide::cli {

namespace {

int run_serve(const server::Settings& settings) {
    ::umask(0077);  // files written there are for this user alone
    const std::map<std::string, server::Level> levels = {{"debug", server::Level::debug},
                                                         {"info", server::Level::info},
                                                         {"warning", server::Level::warning},
                                                         {"error", server::Level::error}};
    server::show_identities(settings.log_identities);
    store_news = {.migrated =
                      [](std::size_t from, std::size_t to) {
                          server::log_at(server::Level::info, "schema changed",
                                         {{"from", std::to_string(from)}, {"to", std::to_string(to)}});
                      },
                  .notice =
                      [](std::string_view words) {
                          server::log_at(server::Level::warning, "the database says", {{"words", std::string(words)}});
                      }};
    server::set_log(levels.at(settings.log_level),
                    settings.log_format == "json" ? server::LogFormat::json : server::LogFormat::text);
    for (const std::string& warning : server::warnings_about(settings)) server::log_at(server::Level::warning, warning);
    const auto started = server::WebServer::start(settings);
    if (!started) return say_refused(started.error());
    std::cout << "Springtide is ready: " << (*started)->url() << "\nStop it with Ctrl-C; every game goes on later.\n"
              << std::flush;
    server::log_at(
        server::Level::info, "started",
        {{"url", (*started)->url()},
         {"version", std::string(version)},
         {"store", settings.store.empty() ? settings.data + "/springtide.sqlite" : without_password(settings.store)},
         {"schema", std::to_string(schema_version_of(settings.store))},
         {"data", settings.data}});
    (*started)->run();
    server::log_at(server::Level::info, "stopped");
    return exit_status::done;
}

/// Starts the server, or with `only_check` says what it would use; settings that cannot be used are all named.
int serve_or_check(CLI::App& command, const server::Settings& settings, const std::string& config, bool only_check) {
    std::set<std::string> from_file;
    if (!config.empty()) {
        auto read = read_settings(command, config);
        if (!read) return say_refused(read.error());
        from_file = std::move(*read);
    }
    if (only_check) std::cout << settings_text(command, config, from_file) << std::flush;
    const auto complaints = server::complaints_about(settings);
    for (const std::string& complaint : complaints) std::cerr << complaint << "\n";
    if (!complaints.empty()) return exit_status::wrong_use;
    if (!only_check) return run_serve(settings);
    for (const std::string& warning : server::warnings_about(settings)) std::cerr << "warning: " << warning << "\n";
    std::cout << "# the server can start with these settings\n";
    return exit_status::done;
}

}  // namespace

void add_serve(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("serve", "serve tables by link: the page, the API and the WebSocket");
    auto settings = std::make_shared<server::Settings>();
    settings->web = installed_web().value_or(SPRINGTIDE_WEB_DIR);
    settings->data = "springtide-data";
    const auto add = [&](const std::string& name, auto& value, const std::string& help) {
        std::string variable = "SPRINGTIDE_" + name;
        for (char& c : variable) c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        auto* option = command->add_option("--" + name, value, help)->envname(variable)->capture_default_str();
        if constexpr (std::is_same_v<decltype(value), bool&>) option->default_str(value ? "true" : "false");
        return option;
    };
    auto config = std::make_shared<std::string>();
    command->add_option("--config", *config, "a TOML file with these settings (springtide.toml is a commented example)")
        ->type_name("FILE");
    add("listen", settings->listen, "where to listen, ADDRESS:PORT; port 0 takes any free one");
    add("public-url", settings->public_url, "the address players type, if it differs from the one listened on");
    add("hosts", settings->hosts, "other names players type, separated by commas; any other Host is refused");
    add("data", settings->data, "the folder of the database; it is made if it does not exist");
    add("store", settings->store,
        "postgres://… for several nodes on one database; by default a file in the data folder");
    add("allow-unsafe-database", settings->allow_unsafe_database,
        "true: also start if fsync or synchronous_commit of PostgreSQL is off; a power cut may then lose moves");
    add("threads", settings->threads,
        "threads that share the tables, with a file as the store; more than 1 helps with three processors or more")
        ->check(CLI::Range(1, 64));
    add("web", settings->web, "the folder of the built page");
    add("behind-proxy", settings->behind_proxy,
        "true: trust X-Forwarded-For; only behind a proxy of your own, and with --listen 127.0.0.1:PORT");
    add("bot-milliseconds", settings->bots.milliseconds, "how long a bot may think, when nobody else waits for one")
        ->check(CLI::Range(1, 60'000));
    add("bot-threads", settings->bots.threads, "bots that think at the same time; 0: one for each processor")
        ->check(CLI::Range(0, 256));
    add("bot-minutes-per-hour", settings->bots.minutes_per_hour,
        "thinking time of bots for one person; after that they answer quickly")
        ->check(CLI::Range(1, 60));
    add("connections-per-address", settings->connections_per_address, "open connections of one address");
    add("requests-per-second", settings->requests_per_second, "HTTP requests of one address, on average");
    add("messages-per-second", settings->messages_per_second, "messages of one WebSocket, on average");
    add("message-bytes", settings->message_bytes, "the longest message or body");
    add("tables-per-hour", settings->tables_per_hour, "tables one guest may create");
    add("bot-account-games", settings->bot_accounts.games, "games a bot account plays at once");
    add("bot-account-moves-per-second", settings->bot_accounts.moves_per_second,
        "actions of one bot account, on average");
    add("bot-account-challenges-per-hour", settings->bot_accounts.challenges_per_hour,
        "challenges to one bot account, and from one person");
    add("address-guests-per-hour", settings->guests_per_hour_and_address, "guests made from one address");
    add("address-tables-per-hour", settings->tables_per_hour_and_address, "tables created from one address");
    add("address-events-per-second", settings->events_per_second_and_address,
        "actions at tables from one address, on average");
    add("address-chat-per-minute", settings->chat_per_minute_and_address, "lines of chat from one address, on average");
    add("address-kilobytes-per-second", settings->kilobytes_per_second_and_address,
        "traffic of one address over WebSockets, on average");
    add("keep-empty-hours", settings->keep_empty_hours,
        "tables at which nobody ever sat are deleted after this time (0: never)");
    add("keep-finished-days", settings->keep_finished_days,
        "finished games move from the database to finished.jsonl in the data folder after this time (0: never)");
    add("keep-clubs-days", settings->keep_clubs_days,
        "club nights and duplicate tables that were never played are deleted after this time (0: never)");
    add("free-megabytes", settings->free_megabytes,
        "with less free disk than this no new tables are made; running games go on (0: never)");
    add("rating-opponents", settings->rating_opponents,
        "opponents from so many places before a rating moves freely and the leaderboard shows it (1 to 50)")
        ->check(CLI::Range(1, 50));
    add("gather-milliseconds", settings->gather_milliseconds,
        "under load, commits begin at least this long after each other, so that they gather more moves (0: at once)")
        ->check(CLI::Range(0, 100));
    add("metrics-token", settings->metrics_token,
        "other machines may read /metrics with this bearer token; by default only this machine may");
    add("host-key-file", settings->host_key_file,
        "a file with a secret of at least 20 characters, which opens the host's page, PUBLIC_URL/#/host");
    add("smtp", settings->smtp,
        "the mail server, smtp://NAME:PASSWORD@HOST:587 or smtps://…; by default no mail is sent");
    add("mail-from", settings->mail_from, "the sender address of mail; needed with --smtp");
    add("releases", settings->releases,
        "the list of releases that springtide update asks; by default nothing is asked");
    add("push-anywhere", settings->push_anywhere,
        "true: browsers may name push services that are http or in this network (for tests and closed networks)");
    add("log-level", settings->log_level, "the lowest level that is logged: debug, info, warning or error");
    add("log-identities", settings->log_identities,
        "true: names and addresses stand in the log as they are; by default as words that only tell them apart");
    add("log-format", settings->log_format, "json: an object a line, or text: for people");
    command->footer(
        "Each setting is also an environment variable, SPRINGTIDE_LISTEN for --listen, and a line of the TOML file,\n"
        "listen = \"…\". The command line wins, then the environment, then the file. More: docs/how-to/hosting.md\n"
        "Examples:\n  springtide serve --listen 0.0.0.0:8470 --public-url http://192.168.1.5:8470\n"
        "  springtide serve --behind-proxy true --public-url https://tide.example.org");
    auto only_check = std::make_shared<bool>(false);
    command->add_flag("--check-config", *only_check,
                      "start nothing; say which settings would be used, where each comes from, and what is wrong");
    command->callback([command, settings, config, only_check, &status] {
        status = serve_or_check(*command, *settings, *config, *only_check);
    });
}

}  // namespace springtide::cli
