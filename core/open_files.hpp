#pragma once

#include <sys/resource.h>

namespace springtide {

/// Raises this process's limit of open files as far as the machine allows: every connection is one.
inline void allow_many_files() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
}

}  // namespace springtide
