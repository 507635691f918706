#include "server/base/log.hpp"

#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>

#include "core/json_writer.hpp"
#include "server/base/loop.hpp"

namespace springtide::server {

namespace {

constexpr std::array<std::string_view, 4> level_names = {"debug", "info", "warning", "error"};
Level least_level = Level::info;
LogFormat log_format = LogFormat::json;

std::string_view name_of_level(Level level) { return level_names[static_cast<std::size_t>(level)]; }

std::string time_text(std::int64_t at) {
    const auto seconds = static_cast<std::time_t>(at / 1000);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 24> day{};
    std::string text(day.data(), std::strftime(day.data(), day.size(), "%Y-%m-%dT%H:%M:%S", &parts));
    std::array<char, 8> rest{};
    std::snprintf(rest.data(), rest.size(), ".%03dZ", static_cast<int>(at % 1000));
    return text + rest.data();
}

/// As it is if it is one word, else as JSON writes it: a line stays a line.
std::string text_value(const std::string& value) {
    if (!value.empty() && value.find_first_of(" \"\\\n\r\t=") == std::string::npos) return value;
    JsonWriter json;
    return json.value(value).take();
}

}  // namespace

void set_log(Level least, LogFormat format) {
    least_level = least;
    log_format = format;
}

void log_at(Level level, std::string_view what,
            std::initializer_list<std::pair<std::string_view, std::string>> fields) {
    if (level < least_level) return;
    std::string line;
    if (log_format == LogFormat::json) {
        JsonWriter json;
        json.begin_object().key("at").value(now_ms()).key("level").value(name_of_level(level)).key("event").value(what);
        for (const auto& [name, value] : fields) json.key(name).value(value);
        line = json.end_object().take();
    } else {
        line = time_text(now_ms()) + " " + std::string(name_of_level(level)) + " " + std::string(what);
        for (const auto& [name, value] : fields) line += "  " + std::string(name) + "=" + text_value(value);
    }
    line += "\n";
    // One write, so that lines of two threads never mix; a log that cannot be written stops no request.
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace springtide::server
