#include <unistd.h>

#include <array>
#include <cerrno>
#include <iostream>
#include <string>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/mcp_session.hpp"
#include "files/files.hpp"
#include "protocol/lines.hpp"

namespace springtide::cli {

namespace {

/// Answers each message in order until the input ends.
int run_mcp() {
    McpSession session;
    LineCutter cutter;
    std::array<char, 65536> buffer{};
    const auto reply = [&](const LineCutter::Line& line) {
        if (!line.too_long && line.text.empty()) return;
        if (const auto answer = line.too_long ? McpSession::answer_to_long_line() : session.answer(line.text))
            std::cout << *answer << "\n" << std::flush;
    };
    for (;;) {
        const auto size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return say_could_not("cannot read standard input: " + system_reason(errno));
        if (size == 0) break;
        cutter.feed({buffer.data(), static_cast<std::size_t>(size)});
        while (const auto line = cutter.next()) reply(*line);
    }
    if (const auto line = cutter.last()) reply(*line);
    return exit_status::done;
}

}  // namespace

void add_mcp(CLI::App& app, int& status) {
    auto* command = app.add_subcommand(
        "mcp", "let an assistant play, ask for hints and solve: a server of the Model Context Protocol");
    command->footer(
        "It speaks over standard input and output. docs/reference/mcp.md says how a client starts\n"
        "it, and describes its tools: list_games, rules, new_game, look, play, hint,\n"
        "review, solve, record.\n"
        "Example:\n  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}' | springtide mcp");
    command->callback([&status] { status = run_mcp(); });
}

}  // namespace springtide::cli
