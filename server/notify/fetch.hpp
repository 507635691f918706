#pragma once

#include <string>

#include "core/error.hpp"

namespace springtide::server {

/// May the server send requests to this address: https://, or http:// on this machine, whose answers cannot be forged?
bool is_fetchable(const std::string& url);

/// Fetches a text of at most a megabyte within ten seconds. Unlike what `Sender` sends, it goes through the proxy that
/// the environment names: a person typed the command.
Expected<std::string> fetch_text(const std::string& url);

}  // namespace springtide::server
