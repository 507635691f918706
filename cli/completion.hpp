#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace springtide::cli {

/// A script for the shell ("bash", "zsh" or "fish") that completes commands, options and their values; empty for
/// others.
std::string completion_script(const CLI::App& app, std::string_view shell);

}  // namespace springtide::cli
