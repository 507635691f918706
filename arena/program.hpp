#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace springtide::arena {

/// The longest line a program may answer.
inline constexpr std::size_t longest_answer = 100'000;

/// A program from outside: lines go to its standard input, lines come from its standard output. It runs in a process
/// group of its own and dies, with its children, with this object.
class Program {
  public:
    static Expected<std::unique_ptr<Program>> start(const std::string& command);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program();

    /// Sends one line and waits for one; says why there is none. After a refusal the program is of no more use.
    Expected<std::string> ask(std::string_view line, std::chrono::milliseconds limit);

  private:
    Program(pid_t process, int socket) : process_(process), socket_(socket) {}

    pid_t process_;
    int socket_;
    std::string heard_;  ///< bytes after the last complete line
};

}  // namespace springtide::arena
