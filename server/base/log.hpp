#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace springtide::server {

enum class Level { debug, info, warning, error };
enum class LogFormat { json, text };

/// Sets the level and format of the log; called once, before threads begin.
void set_log(Level least, LogFormat format);

/// One line on the standard error stream: time, level, event and its details. As JSON, or for people:
///   2026-11-16T06:40:00.123Z error event not stored  table=… why="…"
void log_at(Level level, std::string_view what,
            std::initializer_list<std::pair<std::string_view, std::string>> fields = {});

}  // namespace springtide::server
