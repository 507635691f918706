#pragma once

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include "core/late_library.hpp"

/// ICU, loaded with the first name that is looked at: an empty server does without its memory.
namespace springtide::server {

inline const LateLibrary libicuuc("libicuuc.so." U_ICU_VERSION_SHORT, "libicu" U_ICU_VERSION_SHORT);
inline const LateLibrary libicui18n("libicui18n.so." U_ICU_VERSION_SHORT, "libicu" U_ICU_VERSION_SHORT);

/// ICU's header renames each function after its version; the argument is the new name by the time it is declared.
#define SPRINGTIDE_ICU_FUNCTION(library, function) SPRINGTIDE_LATE_FUNCTION(library, function)

SPRINGTIDE_ICU_FUNCTION(libicuuc, u_charType);
SPRINGTIDE_ICU_FUNCTION(libicuuc, u_hasBinaryProperty);
SPRINGTIDE_ICU_FUNCTION(libicuuc, u_strFromUTF32);
SPRINGTIDE_ICU_FUNCTION(libicuuc, u_strFromUTF8);
SPRINGTIDE_ICU_FUNCTION(libicuuc, u_strToUTF32);
SPRINGTIDE_ICU_FUNCTION(libicuuc, u_strToUTF8);
SPRINGTIDE_ICU_FUNCTION(libicuuc, u_toupper);
SPRINGTIDE_ICU_FUNCTION(libicuuc, unorm2_getNFKCCasefoldInstance);
SPRINGTIDE_ICU_FUNCTION(libicuuc, unorm2_normalize);
SPRINGTIDE_ICU_FUNCTION(libicui18n, uspoof_getSkeleton);
SPRINGTIDE_ICU_FUNCTION(libicui18n, uspoof_open);

#undef SPRINGTIDE_ICU_FUNCTION

}  // namespace springtide::server
