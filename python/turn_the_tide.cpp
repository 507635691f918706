#include "learn/turn_the_tide.hpp"

#include "bots/turn_the_tide/bots.hpp"
#include "notation/turn_the_tide.hpp"
#include "python/game_of.hpp"

namespace springtide::python {

GameDoor turn_the_tide_door() { return door_to<turn_the_tide::State>(); }

}  // namespace springtide::python
