#pragma once

#include <string>
#include <vector>

#include "server/net/settings.hpp"

namespace springtide::server {

/// A sentence for each setting that cannot be used; empty if the server can start with them. It opens no port and no
/// database.
std::vector<std::string> complaints_about(const Settings& settings);

/// A sentence for each setting that works and is dangerous.
std::vector<std::string> warnings_about(const Settings& settings);

/// Is this an address that players can type: http:// or https://, a host, perhaps a port, and nothing behind it?
bool is_public_url(std::string_view url);

}  // namespace springtide::server
