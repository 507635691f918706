#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/explorer.hpp"
#include "cli/table_options.hpp"

namespace springtide::cli {

namespace {

struct ExploreFlags {
    std::vector<std::string> what;  ///< the words of what is opened
    std::string solution = SPRINGTIDE_SOLUTION_DIR;
    std::string seed;
    bool plain = false;
};

int run_explore(const ExploreFlags& flags) {
    Explorer explorer(std::cin, std::cout, Style::for_output(flags.plain), flags.solution,
                      flags.seed.empty() ? fresh_seed() : flags.seed);
    std::string text;
    for (const auto& word : flags.what) text += (text.empty() ? "" : " ") + word;
    if (text.empty()) {
        explorer.open_random();
    } else if (const auto opened = explorer.open(text); !opened) {
        return say_refused(opened.error());
    }
    explorer.run();
    return exit_status::done;
}

}  // namespace

void add_explore(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("explore", "explore Leiman's High Tide, with exact results at every position");
    auto flags = std::make_shared<ExploreFlags>();
    command->add_option("what", flags->what,
                        "the number of a set-up, 'class' and a number, a link of the page, or a position; without it "
                        "any set-up");
    command->add_option("--solution", flags->solution, "the folder with the columns (*.bin) and longest.txt");
    command->add_option("--seed", flags->seed, "draws the same set-ups again");
    command->add_flag("--plain", flags->plain, "no colours");
    command->footer(
        "Examples:\n"
        "  springtide explore\n"
        "  springtide explore class 39051\n"
        "  springtide explore bdh30.F");
    command->callback([flags, &status] { status = run_explore(*flags); });
}

}  // namespace springtide::cli
