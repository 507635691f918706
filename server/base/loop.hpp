#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace springtide::server {

/// The one thread in which tables live. The shard asks it for a few things and knows no library by name.
class Loop {
  public:
    Loop() = default;
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;
    virtual ~Loop() = default;
    /// From any thread: do this in the loop.
    virtual void post(std::function<void()> work) = 0;
    /// From the loop: do this later.
    virtual void after(std::int64_t milliseconds, std::function<void()> work) = 0;
    /// From the loop: do this at that time, after taking all network input. Until then the loop may leave input in the
    /// kernel, to take it all at once; work posted by other threads is done meanwhile. One at a time.
    using Time = std::chrono::steady_clock::time_point;
    virtual void rest(Time until, std::function<void()> then);
    /// From the loop: do this aside, in another thread; for what takes long.
    virtual void aside(std::function<void()> work) = 0;
    /// Its measurements for the server's monitoring, in Prometheus' format.
    [[nodiscard]] virtual std::string metrics() const { return {}; }
};

/// Milliseconds since 1970; they never jump while this process runs (SteadyTime).
std::int64_t now_ms();

}  // namespace springtide::server
