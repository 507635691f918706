#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"

namespace springtide {

/// The contents of a record that proved honest.
struct Verified {
    int chance_events = 0;
    std::string commitment;
    std::string result;
};

/// Plays a record through the rules and derives every die and card again from the revealed secret and the
/// contributions; refuses with the line and the reason.
Expected<Verified> verify_record(std::string_view text);

}  // namespace springtide
