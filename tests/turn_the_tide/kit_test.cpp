#include "notation/turn_the_tide.hpp"
#include "tests/kit/game_kit.hpp"
SPRINGTIDE_GAME_KIT(TurnTheTide, springtide::turn_the_tide::State);
