#pragma once

#include <cstddef>
#include <string>

namespace springtide {

/// The version of the schema to which this program brings a database when it opens it.
std::size_t sqlite_schema_version();
std::size_t postgres_schema_version();

/// The same for the store that a setting names, as in open_store.
std::size_t schema_version_of(const std::string& store);

}  // namespace springtide
