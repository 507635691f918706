#include "learn/high_tide_leiman.hpp"

#include "bots/high_tide_leiman/bots.hpp"
#include "notation/high_tide_leiman.hpp"
#include "python/game_of.hpp"

namespace springtide::python {

GameDoor high_tide_leiman_door() { return door_to<high_tide_leiman::State>(); }

}  // namespace springtide::python
