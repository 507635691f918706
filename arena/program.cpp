#include "arena/program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace springtide::arena {

namespace {

using Clock = std::chrono::steady_clock;

std::unexpected<Error> gone(const std::string& why) { return fail(ErrorCode::unavailable, why); }

/// Waits until the socket can be read or written; false when the time is over.
bool wait_for(int socket, short what, Clock::time_point end) {
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd waiting{.fd = socket, .events = what, .revents = 0};
        const int ready = ::poll(&waiting, 1, left > 0 ? static_cast<int>(left) + 1 : 0);
        if (ready > 0) return true;
        if (ready == 0 && left <= 0) return false;
        if (ready < 0 && errno != EINTR) return false;
    }
}

}  // namespace

Expected<std::unique_ptr<Program>> Program::start(const std::string& command) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return gone(std::string("no connection to a program could be made: ") + std::strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // Ctrl-C is for us, not for it
    std::string shell = "sh";
    std::string flag = "-c";
    std::string text = command;
    std::array<char*, 4> arguments = {shell.data(), flag.data(), text.data(), nullptr};
    pid_t process = 0;
    const int failed = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    ::close(ends[1]);
    if (failed != 0) {
        ::close(ends[0]);
        return gone("the program could not be started: " + std::string(std::strerror(failed)));
    }
    return std::unique_ptr<Program>(new Program(process, ends[0]));
}

Program::~Program() {
    ::close(socket_);
    ::kill(-process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

Expected<std::string> Program::ask(std::string_view line, std::chrono::milliseconds limit) {
    const auto end = Clock::now() + limit;
    const auto too_late = [&] { return gone("it gave no answer within " + std::to_string(limit.count()) + " ms"); };
    if (!heard_.empty()) return gone("it said something that nobody had asked for");
    std::string out(line);
    out += '\n';
    for (std::string_view rest = out; !rest.empty();) {
        if (!wait_for(socket_, POLLOUT, end)) return too_late();
        const auto sent = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (sent < 0) return gone("it has ended");
        rest.remove_prefix(static_cast<std::size_t>(sent));
    }
    for (;;) {
        if (const auto at = heard_.find('\n'); at != std::string::npos) {
            std::string answer = heard_.substr(0, at);
            heard_.erase(0, at + 1);
            return answer;
        }
        if (heard_.size() > longest_answer)
            return gone("its answer is longer than " + std::to_string(longest_answer) + " bytes");
        if (!wait_for(socket_, POLLIN, end)) return too_late();
        std::array<char, 4096> buffer{};
        const auto size = ::recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (size <= 0) return gone("it has ended");
        heard_.append(buffer.data(), static_cast<std::size_t>(size));
    }
}

}  // namespace springtide::arena
