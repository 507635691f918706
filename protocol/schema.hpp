#pragma once

#include <string>

namespace springtide {

/// The records of all games and all refusals as a JSON Schema, and as types of TypeScript; both made from the
/// descriptions that the program itself uses.
std::string record_schema();
std::string record_types();

}  // namespace springtide
