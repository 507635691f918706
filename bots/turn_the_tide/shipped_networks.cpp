#include "bots/turn_the_tide/shipped_networks.hpp"

// The file as it is, in the read-only part of the program; CMake says where it lies.
__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    "springtide_networks_begin:\n"
    ".incbin \"" SPRINGTIDE_NETWORKS
    "\"\n"
    "springtide_networks_end:\n"
    ".popsection\n");

extern "C" {
extern const unsigned char springtide_networks_begin;
extern const unsigned char springtide_networks_end;
}

namespace springtide::turn_the_tide {

std::span<const unsigned char> shipped_networks() { return {&springtide_networks_begin, &springtide_networks_end}; }

}  // namespace springtide::turn_the_tide
