#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <iostream>

#include "cli/interruption.hpp"

namespace springtide::cli {

/// Shows the progress of a long search on a terminal, and stops it at Ctrl-C.
class SearchProgress {
  public:
    template <class AnySolver>
    explicit SearchProgress(AnySolver& solver) {
        solver.set_watch(
            [](void* self, std::uint64_t nodes) { return static_cast<SearchProgress*>(self)->go_on(nodes); }, this);
    }
    ~SearchProgress() {
        if (shown_) std::cerr << "\r\x1b[K" << std::flush;
    }
    SearchProgress(const SearchProgress&) = delete;
    SearchProgress& operator=(const SearchProgress&) = delete;

  private:
    using Clock = std::chrono::steady_clock;

    bool go_on(std::uint64_t nodes) {
        if (watched_ && Clock::now() - shown_at_ >= std::chrono::seconds(1)) {
            std::cerr << "\r" << nodes << " positions searched; Ctrl-C stops" << std::flush;
            shown_ = true;
            shown_at_ = Clock::now();
        }
        return !Interruption::has_come();
    }

    Interruption interruption_;
    bool watched_ = isatty(STDERR_FILENO) == 1;
    bool shown_ = false;
    Clock::time_point shown_at_ = Clock::now();
};

}  // namespace springtide::cli
