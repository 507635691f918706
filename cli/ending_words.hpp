#pragma once

#include <string>

#include "bots/high_tide_leiman/solver.hpp"
#include "notation/high_tide_leiman.hpp"

namespace springtide::cli {

/// "blue wins by 2 tiles"
inline std::string ending_text(const high_tide_leiman::State& state, const high_tide_leiman::Ending& ending) {
    const std::string who = GameText<high_tide_leiman::State>::seat_name(state, ending.winner);
    const int margin = ending.winner == high_tide_leiman::seat_blue ? ending.margin : -ending.margin;
    if (margin == 0) return who + " wins on equal tiles";
    return who + " wins by " + std::to_string(margin) + (margin == 1 ? " tile" : " tiles");
}

}  // namespace springtide::cli
