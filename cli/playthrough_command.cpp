#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/table_options.hpp"
#include "table/playthrough.hpp"

namespace springtide::cli {

namespace {

int run_playthrough(const TableFlags& flags) {
    if (flags.game.empty() || flags.seed.empty())
        return say_wrong_use("springtide playthrough needs a game and --seed");
    const auto table = flags.make();
    if (!table) return say_refused(table.error());
    std::cout << playthrough(**table, flags.seed);
    return exit_status::done;
}

}  // namespace

void add_playthrough(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("playthrough", "print one random game with every answer of the rules");
    auto flags = std::make_shared<TableFlags>();
    flags->add_to(*command);
    command->footer(
        "The golden files in tests/golden/ are made with it; tools/update_golden makes them anew.\n"
        "Example:\n  springtide playthrough high_tide_leiman --seed golden");
    command->callback([flags, &status] { status = run_playthrough(*flags); });
}

}  // namespace springtide::cli
