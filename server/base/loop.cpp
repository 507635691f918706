#include "server/base/loop.hpp"

#include <chrono>
#include <utility>

#include "server/base/steady_time.hpp"

namespace springtide::server {

void Loop::rest(Time until, std::function<void()> then) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    left.count() > 0 ? after(left.count(), std::move(then)) : post(std::move(then));
}

std::int64_t now_ms() {
    static const SteadyTime time = [] {
        const auto wall = std::chrono::system_clock::now().time_since_epoch();
        return SteadyTime(std::chrono::duration_cast<std::chrono::milliseconds>(wall).count(),
                          std::chrono::steady_clock::now());
    }();
    return time.at(std::chrono::steady_clock::now());
}

}  // namespace springtide::server
