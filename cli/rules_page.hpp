#pragma once

#include <string>
#include <string_view>

#include "cli/screens/style.hpp"

namespace springtide::cli {

/// The rules of a game in our own words (docs/rules), set for the terminal, without the ids of clauses. With a word, or
/// a clause such as "T9", only the paragraphs that name it; empty if none does.
std::string rules_page(std::string_view game, std::string_view word, const Style& style);

}  // namespace springtide::cli
