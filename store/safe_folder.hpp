#pragma once

#include <functional>
#include <string>

#include "core/error.hpp"

namespace springtide {

/// Makes the names in a folder safe from a power cut: a file whose folder was never synced may be gone after one.
Expected<void> sync_folder(const std::string& folder);

/// Makes a folder and those above it that do not exist, each of them safe from a power cut.
Expected<void> make_folder(const std::string& folder,
                           const std::function<Expected<void>(const std::string&)>& sync = sync_folder);

}  // namespace springtide
