#pragma once

#include <span>

namespace springtide::high_tide_leiman {

/// data/high_tide_leiman/book.bin, if it is part of the program.
std::span<const unsigned char> shipped_book();

}  // namespace springtide::high_tide_leiman
