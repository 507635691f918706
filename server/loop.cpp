#include "server/loop.hpp"

#include <chrono>

#include "server/steady_time.hpp"

namespace springtide::server {

std::int64_t now_ms() {
    static const SteadyTime time = [] {
        const auto wall = std::chrono::system_clock::now().time_since_epoch();
        return SteadyTime(std::chrono::duration_cast<std::chrono::milliseconds>(wall).count(),
                          std::chrono::steady_clock::now());
    }();
    return time.at(std::chrono::steady_clock::now());
}

}  // namespace springtide::server
