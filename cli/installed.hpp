#pragma once

#include <optional>
#include <string>

/// Where a program finds what belongs to it: run from a folder of sources, or installed with a service.
namespace springtide::cli {

/// The page beside the program, as packages install it: ../share/springtide/web.
std::optional<std::string> installed_web();
/// The folder of the database where nobody names one: `springtide-data` here, or else that of the installed service.
std::string default_data();
/// The setting `store` of the installed service, where that is the data folder meant; empty if it has none.
std::string store_of_service(const std::string& data);

}  // namespace springtide::cli
