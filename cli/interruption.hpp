#pragma once

#include <atomic>
#include <csignal>

namespace springtide::cli {

/// While one lives, Ctrl-C does not end the program but is remembered, so that work can be put away.
class Interruption {
  public:
    /// With `wakes_reads`, Ctrl-C makes a read that waits for a key fail at once.
    explicit Interruption(bool wakes_reads = false) {
        struct sigaction action{};
        action.sa_handler = [](int) { came = true; };
        action.sa_flags = wakes_reads ? 0 : SA_RESTART;
        ::sigaction(SIGINT, &action, &action_before_);
        came = false;
    }
    ~Interruption() { ::sigaction(SIGINT, &action_before_, nullptr); }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] static bool has_come() { return came.load(std::memory_order_relaxed); }
    /// For work that takes a flag to look at.
    [[nodiscard]] static const std::atomic<bool>& flag() { return came; }
    /// Acts like Ctrl-C.
    static void stop() { came = true; }
    /// Ctrl-C has been dealt with.
    static void forget() { came = false; }

  private:
    inline static std::atomic<bool> came = false;
    static_assert(std::atomic<bool>::is_always_lock_free);  // it is set by a signal
    struct sigaction action_before_{};
};

}  // namespace springtide::cli
