#pragma once

#include <optional>
#include <string>

#include "core/error.hpp"

/// Finds the program's files: run from a folder of sources, or installed with a service.
namespace springtide::cli {

/// The page beside the program, as packages install it: ../share/springtide/web.
std::optional<std::string> installed_web();
/// The default folder of the database: `springtide-data` here, or else that of the installed service.
std::string default_data();
/// The setting `store` of the installed service, if `data` is the service's folder; empty if it has none.
std::string store_of_service(const std::string& data);
/// A setting in a TOML file, by default that of the installed service; empty if it is not set or there is no service.
Expected<std::string> setting_in(const std::string& file, const std::string& name);

}  // namespace springtide::cli
