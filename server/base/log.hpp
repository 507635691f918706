#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace springtide::server {

enum class Level { debug, info, warning, error };
enum class LogFormat { json, text };

/// What is logged from now on, and how; set once, before threads begin.
void set_log(Level least, LogFormat format);

/// One line on the standard error stream: when, how serious, what, and what belongs to it. As JSON, or for people:
///   2026-11-16T06:40:00.123Z error event not stored  table=… why="…"
void log_at(Level level, std::string_view what,
            std::initializer_list<std::pair<std::string_view, std::string>> fields = {});

}  // namespace springtide::server
