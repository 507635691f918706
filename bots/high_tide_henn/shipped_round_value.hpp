#pragma once

#include <span>

namespace springtide::high_tide_henn {

/// data/high_tide_henn/round_value.bin, if it is part of the program.
std::span<const unsigned char> shipped_round_value();

}  // namespace springtide::high_tide_henn
