#pragma once

#include <string>

#include "bots/review/review.hpp"

namespace springtide::cli {

/// Prints the review of a game of luck: every mistake as soon as it is found, then each player's result.
Expected<void> review_luck_at_terminal(const std::string& record, ReviewRequest request, bool json);

}  // namespace springtide::cli
