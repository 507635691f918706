#pragma once

#include <string>
#include <string_view>

namespace springtide::server {

/// Whether the log shows names and addresses as they are; by default it does not. Set once, before threads begin.
void show_identities(bool shown);

/// How a name or an address stands in the log: a word that is the same for the same name until the server restarts, so
/// that repeated attempts can be recognised, or the name itself if the host asked for it.
std::string logged_identity(std::string_view identity);

/// Logs a refused password: the use, the name and the address.
void log_wrong_password(std::string_view use, std::string_view name, std::string_view address);

}  // namespace springtide::server
