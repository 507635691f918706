#pragma once

#include <iostream>
#include <string_view>

#include "core/error.hpp"

namespace springtide::cli {

/// The exit status of every command.
namespace exit_status {
inline constexpr int done = 0;
inline constexpr int negative = 1;       ///< the command worked, and the answer is no: forged, damaged, not proven
inline constexpr int wrong_use = 2;      ///< the command line or a setting is wrong
inline constexpr int could_not = 3;      ///< the command was right and failed: no such file, disk full, no server
inline constexpr int interrupted = 130;  ///< Ctrl-C; results so far are kept
}  // namespace exit_status

inline int say_wrong_use(std::string_view why) {
    std::cerr << why << "\n";
    return exit_status::wrong_use;
}

inline int say_could_not(std::string_view why) {
    std::cerr << why << "\n";
    return exit_status::could_not;
}

/// For errors of either kind: `unavailable` means that it could not be done, anything else that the use was wrong.
inline int say_refused(const Error& error) {
    return error.code == ErrorCode::unavailable ? say_could_not(error.message) : say_wrong_use(error.message);
}

}  // namespace springtide::cli
