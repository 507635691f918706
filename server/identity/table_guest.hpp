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
    std::string text{};             ///< what they said, if it is about that
    std::vector<Origin> origins{};  ///< marks of where they came from
};

}  // namespace springtide::server
