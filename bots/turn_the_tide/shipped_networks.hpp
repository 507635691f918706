#pragma once

#include <span>

namespace springtide::turn_the_tide {

/// data/turn_the_tide/networks.bin, if it is part of the program.
std::span<const unsigned char> shipped_networks();

}  // namespace springtide::turn_the_tide
