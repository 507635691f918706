#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace springtide::cli {

/// The manual page springtide(1), made from the commands themselves: every command with its options and examples, the
/// exit status and the environment. It is the same on every machine.
std::string manual_page(const CLI::App& app);

}  // namespace springtide::cli
