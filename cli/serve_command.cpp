#include <sys/stat.h>

#include <csignal>
#include <iostream>
#include <map>
#include <memory>

#include "cli/commands.hpp"
#include "cli/installed.hpp"
#include "server/log.hpp"
#include "server/loop.hpp"
#include "server/sender.hpp"
#include "server/web_server.hpp"

namespace springtide::cli {

namespace {

/// Settings of a TOML file, where neither the command line nor the environment gave them.
bool read_config(CLI::App& command, const std::string& file) {
    try {
        for (const auto& item : CLI::ConfigTOML().from_file(file)) {
            auto* option = command.get_option_no_throw("--" + item.name);
            if (option == nullptr) {
                std::cerr << file << ": there is no setting " << item.name << "; springtide serve --help lists them\n";
                return false;
            }
            if (option->count() > 0) continue;
            option->add_result(item.inputs);
            option->run_callback();
        }
    } catch (const CLI::Error& error) {
        std::cerr << file << ": " << error.what() << "\n";
        return false;
    }
    return true;
}

int run_serve(const server::Settings& settings) {
    ::umask(0077);  // what is written there is for this user alone
    const std::map<std::string, server::Level> levels = {{"debug", server::Level::debug},
                                                         {"info", server::Level::info},
                                                         {"warning", server::Level::warning},
                                                         {"error", server::Level::error}};
    if (!levels.contains(settings.log_level) || (settings.log_format != "json" && settings.log_format != "text")) {
        std::cerr << "--log-level is debug, info, warning or error, and --log-format json or text\n";
        return 2;
    }
    server::set_log(levels.at(settings.log_level),
                    settings.log_format == "json" ? server::LogFormat::json : server::LogFormat::text);
    const bool is_mail_server = settings.smtp.starts_with("smtp://") || settings.smtp.starts_with("smtps://");
    if (!settings.smtp.empty() && (!is_mail_server || !server::is_mail_address(settings.mail_from))) {
        std::cerr << "--smtp begins with smtp:// or smtps://, and --mail-from is the address from which letters come, "
                     "like tide@example.org\n";
        return 2;
    }
    const auto started = server::WebServer::start(settings);
    if (!started) {
        std::cerr << started.error().message << "\n";
        return 2;
    }
    std::cout << "Springtide is ready: " << (*started)->url() << "\nStop it with Ctrl-C; every game goes on later.\n"
              << std::flush;
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a full disk: the store refuses, nobody dies
    server::log_at(server::Level::info, "started", {{"url", (*started)->url()}, {"data", settings.data}});
    (*started)->run();
    server::log_at(server::Level::info, "stopped");
    return 0;
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
        return command->add_option("--" + name, value, help)->envname(variable)->capture_default_str();
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
    add("threads", settings->threads,
        "threads that share the tables, with a file as the store; more than 1 helps with three processors or more")
        ->check(CLI::Range(1, 64));
    add("web", settings->web, "the folder of the built page");
    add("behind-proxy", settings->behind_proxy, "true: trust X-Forwarded-For (only behind a proxy of your own)");
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
    add("push-anywhere", settings->push_anywhere,
        "true: browsers may name push services that are http or in this network (for tests and closed networks)");
    add("log-level", settings->log_level, "the lowest level that is logged: debug, info, warning or error");
    add("log-format", settings->log_format, "json: an object a line, or text: for people");
    command->footer(
        "Each setting is also an environment variable, SPRINGTIDE_LISTEN for --listen, and a line of the TOML file,\n"
        "listen = \"…\". The command line wins, then the environment, then the file. More: docs/hosting.md\n"
        "Example: springtide serve --listen 0.0.0.0:8470 --public-url https://tide.example.org");
    command->callback([command, settings, config, &status] {
        status = config->empty() || read_config(*command, *config) ? run_serve(*settings) : 2;
    });
}

}  // namespace springtide::cli
