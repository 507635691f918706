#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "table/games.hpp"

namespace springtide::cli {

/// The flags that describe a table, shared by all subcommands that make one.
struct TableFlags {
    std::string game;
    int players = 0;  ///< 0: the fewest the game allows
    std::vector<std::string> options;
    std::string seed;

    void add_to(CLI::App& command);
    /// The values of --option.
    [[nodiscard]] Expected<OptionTexts> given_options() const;
    /// The table the flags ask for; without --seed a fresh one is drawn.
    [[nodiscard]] Expected<std::unique_ptr<Table>> make() const;
};

/// An unpredictable seed, as text.
std::string fresh_seed();

}  // namespace springtide::cli
