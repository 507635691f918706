#pragma once

#include <array>
#include <cstdint>

#include "core/fixed_list.hpp"
#include "core/seat.hpp"

namespace springtide {

/// Something that happened while an action was applied, in numbers: notation/ puts it into words.
/// `kind` is the game's own enumeration; what `values` mean is said beside that enumeration.
struct Event {
    std::uint8_t kind = 0;
    std::int8_t seat = -1;        ///< whom it concerns, -1 for nobody in particular
    std::int8_t private_to = -1;  ///< -1: everybody may know; else only this seat (and `all`)
    std::array<std::int16_t, 4> values{};

    [[nodiscard]] constexpr bool visible_to(Observer observer) const {
        return private_to < 0 || observer.sees_private(static_cast<Seat>(private_to));
    }
    friend constexpr bool operator==(const Event&, const Event&) = default;
};

/// The events of one action. Rules take a pointer to one; search passes nullptr and pays nothing.
using EventList = FixedList<Event, 128>;

}  // namespace springtide
