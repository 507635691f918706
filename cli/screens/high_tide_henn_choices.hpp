#pragma once

#include <string>

#include "rules/high_tide_henn/rules.hpp"

namespace springtide::cli {

/// The meaning of a choice for its player: "take yellow 2, blue 1 from space 2, may re-roll one".
std::string explain_henn(const high_tide_henn::State& state, Seat seat, high_tide_henn::Action action);

}  // namespace springtide::cli
