#pragma once

#include <string>
#include <vector>

#include "server/base/origin.hpp"

namespace springtide::server {

/// A person at a table, as the server's host sees them.
struct TableGuest {
    std::string guest;
    std::string name;
    std::string table{};
    std::string text{};             ///< their chat line, if the event is about one
    std::vector<Origin> origins{};  ///< marks of where they came from
};

}  // namespace springtide::server
