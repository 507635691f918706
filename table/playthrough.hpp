#pragma once

#include <string>

#include "table/table.hpp"

namespace springtide {

/// One whole game with random moves, as text: at every step the seats to act, the legal actions, the action and its
/// events, with a check number of every observer's view and now and then the views themselves. Kept as golden files, so
/// that a change of rules shows in review.
std::string playthrough(Table& table, std::string_view seed);

}  // namespace springtide
