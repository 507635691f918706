#include "notation/high_tide_leiman.hpp"
#include "tests/kit/game_kit.hpp"
SPRINGTIDE_GAME_KIT(HighTideLeiman, springtide::high_tide_leiman::State);
