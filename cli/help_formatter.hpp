#pragma once

#include <CLI/CLI.hpp>

#include "cli/screens/lines.hpp"
#include "cli/screens/style.hpp"
#include "core/text.hpp"

namespace springtide::cli {

/// Help that is as wide as the terminal and breaks no word; continuation lines are indented like the explanations.
class HelpFormatter : public CLI::Formatter {
  public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
        const std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
        const auto width = static_cast<std::size_t>(std::min(Style::for_output(false).columns, 120));
        std::string text;
        for (const auto line : split(std::string_view(help).substr(0, help.find_last_not_of('\n') + 1), '\n'))
            text += wrapped(line, width, line.starts_with("  ") ? get_column_width() : 0) + "\n";
        return text;
    }
};

}  // namespace springtide::cli
