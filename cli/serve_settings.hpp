#pragma once

#include <CLI/CLI.hpp>
#include <set>
#include <string>

#include "core/error.hpp"

/// The sources of a server's settings: the command line, the environment, a TOML file, and the program's defaults.
namespace springtide::cli {

/// Takes the settings of a TOML file where neither the command line nor the environment gave them; returns the names
/// of those it took.
Expected<std::set<std::string>> read_settings(CLI::App& command, const std::string& file);

/// Every setting with its value and where it comes from, as lines of TOML. Secrets are not shown.
std::string settings_text(const CLI::App& command, const std::string& file, const std::set<std::string>& from_file);

/// An address without the password in it: smtp://name:…@host
std::string without_password(std::string text);

}  // namespace springtide::cli
