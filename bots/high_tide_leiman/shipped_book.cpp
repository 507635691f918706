#include "bots/high_tide_leiman/shipped_book.hpp"

// The file as it is, in the read-only part of the program; CMake says where it lies.
__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    "springtide_leiman_book_begin:\n"
    ".incbin \"" SPRINGTIDE_LEIMAN_BOOK
    "\"\n"
    "springtide_leiman_book_end:\n"
    ".popsection\n");

extern "C" {
extern const unsigned char springtide_leiman_book_begin;
extern const unsigned char springtide_leiman_book_end;
}

namespace springtide::high_tide_leiman {

std::span<const unsigned char> shipped_book() { return {&springtide_leiman_book_begin, &springtide_leiman_book_end}; }

}  // namespace springtide::high_tide_leiman
