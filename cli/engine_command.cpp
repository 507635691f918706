#include <unistd.h>

#include <array>
#include <cerrno>
#include <iostream>
#include <string>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "files/files.hpp"
#include "protocol/engine.hpp"
#include "protocol/lines.hpp"

namespace springtide::cli {

namespace {

/// Answers each line at once, in order, until the input ends.
int run_engine() {
    Engine engine;
    LineCutter cutter;
    std::array<char, 65536> buffer{};
    const auto reply = [&](const LineCutter::Line& line) {
        std::cout << (line.too_long ? Engine::answer_to_long_line() : engine.answer(line.text)) << "\n" << std::flush;
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

void add_engine(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("engine", "let a program drive rules and bots: JSON lines in, JSON lines out");
    command->footer(
        "The protocol is described in docs/reference/protocol.md.\n"
        "Example:\n  echo '{\"op\":\"hello\"}' | springtide engine");
    command->callback([&status] { status = run_engine(); });
}

}  // namespace springtide::cli
