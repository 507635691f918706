#pragma once

#include <string>

namespace springtide {

/// The records of all games as a JSON Schema, and as types of TypeScript; both made from the games' own descriptions.
std::string record_schema();
std::string record_types();

}  // namespace springtide
