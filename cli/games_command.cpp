#include <iomanip>
#include <iostream>

#include "bots/choose.hpp"
#include "cli/commands.hpp"
#include "table/games.hpp"
#include "table/record.hpp"

namespace springtide::cli {

namespace {

void list_games() {
    for (const Game& game : games()) {
        const GameInfo& info = game.info();
        std::cout << info.id << "\n    " << info.title << " by " << info.designer << ", " << player_range(info)
                  << " players\n    " << info.summary << "\n";
        for (const OptionSpec& option : info.options) {
            std::cout << "    -o " << option.name << "=" << (option.fallback.empty() ? "…" : option.fallback) << "  ("
                      << allowed_values(option) << ")  " << option.help << "\n";
        }
        std::cout << "    bots, weakest first:\n";
        for (const BotName& bot : bots_of(info.id))
            std::cout << "      " << std::left << std::setw(14) << bot.name << (bot.is_level ? "" : "(for studies) ")
                      << bot.sentence << "\n";
    }
}

}  // namespace

void add_games(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("games", "list the games with their options and bots");
    command->footer("Example:\n  springtide games");
    command->callback([&status] {
        list_games();
        status = 0;
    });
}

}  // namespace springtide::cli
