#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace springtide::server {

/// How long something took, counted in buckets as Prometheus does. Any thread may add.
class Histogram {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::array<double, 14> bounds = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                      0.1,    0.25,  0.5,    1,     2.5,  5,     10};

    void add(double seconds);
    /// From then until now.
    void add_since(Clock::time_point began) { add(std::chrono::duration<double>(Clock::now() - began).count()); }
    /// The lines of one histogram; `labels` such as `route="api"`, or empty.
    [[nodiscard]] std::string text(const std::string& name, const std::string& labels) const;

  private:
    std::array<std::atomic<std::uint64_t>, bounds.size() + 1> counts_{};
    std::atomic<std::uint64_t> nanoseconds_ = 0;
};

/// The measurements of a process besides those of its shards. There is one, as there is one log.
class Measures {
  public:
    Histogram event;   ///< from the decision about an event until it is stored and acknowledged
    Histogram commit;  ///< from handing a group to the store until it is on disk

    /// An HTTP request that was answered; from the loop only.
    void http(const std::string& path, int status, Histogram::Clock::time_point began);
    /// In Prometheus' text format.
    [[nodiscard]] std::string text() const;

  private:
    struct Route {
        std::map<int, std::uint64_t> by_status;
        Histogram seconds;
    };
    std::map<std::string, Route, std::less<>> routes_;
};

Measures& measures();

}  // namespace springtide::server
