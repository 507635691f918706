#pragma once

#include <chrono>
#include <ctime>

#include "bots/bot.hpp"

namespace springtide {

/// The end of a bot's thinking time, by the clock that its request names. Reading a clock costs some tens of
/// nanoseconds and more: ask every few simulations.
class Deadline {
  public:
    Deadline(const BotRequest& request, int default_milliseconds)
        : cpu_time_(request.cpu_time),
          begin_(now()),
          length_(std::chrono::milliseconds(request.milliseconds.value_or(default_milliseconds))) {}

    /// Is this share of the time over?
    [[nodiscard]] bool passed(double share = 1) const {
        return std::chrono::duration<double>(now() - begin_) >= share * std::chrono::duration<double>(length_);
    }

  private:
    [[nodiscard]] std::chrono::nanoseconds now() const {
#ifdef CLOCK_THREAD_CPUTIME_ID
        if (cpu_time_) {
            std::timespec time{};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
            return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
        }
#endif
        return std::chrono::steady_clock::now().time_since_epoch();
    }

    bool cpu_time_;
    std::chrono::nanoseconds begin_;
    std::chrono::nanoseconds length_;
};

}  // namespace springtide
