#include <csignal>
#include <exception>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/help_formatter.hpp"
#include "core/version.hpp"
#include "files/standard_output.hpp"

int main(int argc, char** argv) {
    using namespace springtide;
    using namespace springtide::cli;
    hold_closed_streams();
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a full disk: the write fails, and the program says so
    CLI::App app{
        "Springtide: three tide games, played exactly by their rulebooks.\n"
        "Without a subcommand it serves them, as serve does: open the address it prints in a browser.\n",
        "springtide"};
    app.set_version_flag("--version", std::string(version));
    app.footer(
        "Through ./springtide, also:\n"
        "  test                        run every test, or some: ./springtide test rules\n"
        "  bench                       signatures of the games, and how fast they are\n"
        "  python                      Python with the games: ./springtide python -m springtide.bench\n"
        "\nEach subcommand explains itself: springtide play --help\n"
        "Exit status: 0 done, 1 the answer is no, 2 wrong use, 3 could not, 130 Ctrl-C\n");
    app.formatter(std::make_shared<cli::HelpFormatter>());  // before the subcommands, which take it over
    app.require_subcommand(0, 1);
    int status = 0;
    cli::add_play(app, status);
    cli::add_games(app, status);
    cli::add_engine(app, status);
    cli::add_arena(app, status);
    cli::add_league(app, status);
    cli::add_playthrough(app, status);
    cli::add_schema(app, status);
    cli::add_serve(app, status);
    cli::add_backup(app, status);
    cli::add_check(app, status);
    cli::add_rotate(app, status);
    cli::add_mcp(app, status);
    cli::add_migrate(app, status);
    cli::add_update(app, status);
    cli::add_load(app, status);
    cli::add_verify(app, status);
    cli::add_solve(app, status);
    cli::add_explore(app, status);
    cli::add_review(app, status);
    cli::add_puzzle(app, status);
    cli::add_rounds(app, status);
    cli::add_shell(app, status);

    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.empty()) arguments.emplace_back("serve");
    const auto is_named = [&](const CLI::App* command) { return command->check_name(arguments[0]); };
    if (!arguments[0].starts_with('-') && app.get_subcommands(is_named).empty()) {
        return say_wrong_use("there is no subcommand '" + arguments[0] + "'; springtide --help lists them");
    }
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    StandardOutput output;
    try {
        try {
            app.parse(std::move(arguments));
        } catch (const CLI::ParseError& error) {  // also --help and --version, which print
            status = app.exit(error) == 0 ? exit_status::done : exit_status::wrong_use;
        }
    } catch (const StandardOutput::Failed&) {  // finish says why
    } catch (const std::exception& error) {
        status = say_could_not(std::string("springtide: ") + error.what());
    }
    return output.finish(status, exit_status::could_not);
}
