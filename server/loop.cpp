#include "server/loop.hpp"

#include <unistd.h>

#include <chrono>

#include "core/json_writer.hpp"
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

void log_line(std::string_view what, std::initializer_list<std::pair<std::string_view, std::string>> fields) {
    JsonWriter json;
    json.begin_object().key("at").value(now_ms()).key("event").value(what);
    for (const auto& [name, value] : fields) json.key(name).value(value);
    const std::string line = json.end_object().take() + "\n";
    // One write, so that lines of two threads never mix; a log that cannot be written stops nobody.
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace springtide::server
