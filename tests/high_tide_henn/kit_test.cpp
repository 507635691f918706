#include "notation/high_tide_henn.hpp"
#include "tests/kit/game_kit.hpp"

SPRINGTIDE_GAME_KIT(HighTideHenn, springtide::high_tide_henn::State);
