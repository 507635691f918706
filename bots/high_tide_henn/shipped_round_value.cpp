#include "bots/high_tide_henn/shipped_round_value.hpp"

// The file as it is, in the read-only part of the program; CMake says where it lies.
__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    "springtide_round_value_begin:\n"
    ".incbin \"" SPRINGTIDE_ROUND_VALUE
    "\"\n"
    "springtide_round_value_end:\n"
    ".popsection\n");

extern "C" {
extern const unsigned char springtide_round_value_begin;
extern const unsigned char springtide_round_value_end;
}

namespace springtide::high_tide_henn {

std::span<const unsigned char> shipped_round_value() {
    return {&springtide_round_value_begin, &springtide_round_value_end};
}

}  // namespace springtide::high_tide_henn
