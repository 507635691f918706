#include "learn/high_tide_henn.hpp"

#include "bots/high_tide_henn/bots.hpp"
#include "notation/high_tide_henn.hpp"
#include "python/game_of.hpp"

namespace springtide::python {

GameDoor high_tide_henn_door() { return door_to<high_tide_henn::State>(); }

}  // namespace springtide::python
