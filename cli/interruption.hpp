#pragma once

#include <atomic>
#include <csignal>

namespace springtide::cli {

/// While one lives, Ctrl-C does not end the program but is remembered, so that work can be put away.
class Interruption {
  public:
    Interruption() : handler_before_(std::signal(SIGINT, [](int) { came = true; })) { came = false; }
    ~Interruption() { std::signal(SIGINT, handler_before_); }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] static bool has_come() { return came.load(std::memory_order_relaxed); }
    /// As if somebody had pressed it.
    static void stop() { came = true; }

  private:
    inline static std::atomic<bool> came = false;
    static_assert(std::atomic<bool>::is_always_lock_free);  // it is set by a signal
    void (*handler_before_)(int);
};

}  // namespace springtide::cli
