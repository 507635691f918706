#pragma once

#include <span>
#include <vector>

#include "bots/bot.hpp"
#include "bots/turn_the_tide/players.hpp"

namespace springtide::turn_the_tide {

/// The reasons for this card: its fate in most imagined tricks, its purpose, and its lead in wins over the next best.
/// The codes are listed in docs/explanation/bots-turn-the-tide.md.
std::vector<Why> why_play(const Seen<State>& seen, Action chosen, std::span<const JudgedCard> cards, Random& random);

}  // namespace springtide::turn_the_tide
