#pragma once

#include <CLI/CLI.hpp>

/// Each subcommand adds itself to the program; its return value becomes the exit status.
namespace springtide::cli {

void add_arena(CLI::App& app, int& status);
void add_league(CLI::App& app, int& status);
void add_play(CLI::App& app, int& status);
void add_engine(CLI::App& app, int& status);
void add_games(CLI::App& app, int& status);
void add_playthrough(CLI::App& app, int& status);
void add_backup(CLI::App& app, int& status);
void add_load(CLI::App& app, int& status);
void add_mcp(CLI::App& app, int& status);
void add_migrate(CLI::App& app, int& status);
void add_schema(CLI::App& app, int& status);
void add_rotate(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_serve(CLI::App& app, int& status);
void add_update(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);
void add_solve(CLI::App& app, int& status);
void add_explore(CLI::App& app, int& status);
void add_review(CLI::App& app, int& status);
void add_puzzle(CLI::App& app, int& status);
void add_rounds(CLI::App& app, int& status);
void add_shell(CLI::App& app, int& status);

}  // namespace springtide::cli
