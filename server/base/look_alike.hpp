#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"

namespace springtide::server {

/// Loads what the others need (the library ICU), or says that it is missing. It is not loaded before it is needed.
Expected<void> load_characters();
/// Of what Unicode knows of characters: with another version names may look alike that did not before.
std::string characters_version();

/// The common form of two names that look alike: compatibility forms and letters of both cases are the same (NFKC case
/// folding), and so are confusable characters of any script (the skeleton of Unicode UTS 39).
std::string look_of(std::string_view name);

/// True if every character of the name shows something, apart from single spaces inside it: nothing that is ignored
/// when it is drawn, no other blank, nothing unassigned.
bool can_be_seen(std::string_view name);

}  // namespace springtide::server
