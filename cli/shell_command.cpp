// The program's parts in a shell: its manual page and completion.
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "cli/exit_status.hpp"
#include "cli/manual.hpp"

namespace springtide::cli {

void add_shell(CLI::App& app, int& status) {
    auto* completion = app.add_subcommand("completion", "print a script that completes commands in bash, zsh or fish");
    auto shell = std::make_shared<std::string>();
    completion->add_option("shell", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}).description(""));
    completion->footer(
        "Examples:\n"
        "  source <(springtide completion bash)\n"
        "  springtide completion zsh > ~/.zfunc/_springtide\n"
        "  springtide completion fish > ~/.config/fish/completions/springtide.fish");
    completion->callback([&app, &status, shell] {
        std::cout << completion_script(app, *shell);
        status = exit_status::done;
    });
    auto* manual = app.add_subcommand("man", "print the manual page, which covers every command");
    manual->footer(
        "Example:\n"
        "  springtide man | man -l -");
    manual->callback([&app, &status] {
        std::cout << manual_page(app);
        status = exit_status::done;
    });
}

}  // namespace springtide::cli
