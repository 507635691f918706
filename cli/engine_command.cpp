#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "cli/commands.hpp"
#include "protocol/engine.hpp"
#include "protocol/lines.hpp"

namespace springtide::cli {

namespace {

/// Writes everything or says it could not (the reader is gone).
bool write_all(std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(STDOUT_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// Answers each line at once, in order, until the input ends.
int run_engine() {
    Engine engine;
    LineCutter cutter;
    std::array<char, 65536> buffer{};
    const auto reply = [&](const LineCutter::Line& line) {
        return write_all((line.too_long ? Engine::answer_to_long_line() : engine.answer(line.text)) + "\n");
    };
    for (;;) {
        const auto size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) break;
        cutter.feed({buffer.data(), static_cast<std::size_t>(size)});
        while (const auto line = cutter.next())
            if (!reply(*line)) return 0;
    }
    if (const auto line = cutter.last()) reply(*line);
    return 0;
}

}  // namespace

void add_engine(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("engine", "let a program drive rules and bots: JSON lines in, JSON lines out");
    command->footer(
        "The protocol is described in docs/protocol.md.\n"
        "Example: echo '{\"op\":\"hello\"}' | springtide engine");
    command->callback([&status] { status = run_engine(); });
}

}  // namespace springtide::cli
