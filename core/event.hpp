#pragma once

#include <array>
#include <cstdint>

#include "core/fixed_list.hpp"
#include "core/seat.hpp"

namespace springtide {

/// Values of Event::private_to: all observers may know the event, or no seat may and only `all` sees it.
inline constexpr std::int8_t for_everybody = -1;
inline constexpr std::int8_t for_nobody = -2;

/// Something that happened while an action was applied, as numbers. notation/ names its fields and turns it into text.
/// `kind` and the meaning of `values` belong to the game's own enumeration.
struct Event {
    std::uint8_t kind = 0;
    std::int8_t seat = -1;                   ///< the seat concerned, -1 if none in particular
    std::int8_t private_to = for_everybody;  ///< or for_nobody, or the seat that alone may know (and `all`)
    std::array<std::int16_t, 4> values{};

    [[nodiscard]] constexpr bool visible_to(Observer observer) const {
        if (private_to == for_everybody) return true;
        return private_to == for_nobody ? observer.is_all() : observer.sees_private(static_cast<Seat>(private_to));
    }
    /// The four values as one number, for what fills more than one of them.
    [[nodiscard]] constexpr std::uint64_t bits() const {
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
            all |= std::uint64_t{static_cast<std::uint16_t>(values[i])} << (16 * i);
        return all;
    }
    friend constexpr bool operator==(const Event&, const Event&) = default;
};

/// The other way round: a number of 64 bits as the values of an event.
constexpr std::array<std::int16_t, 4> as_values(std::uint64_t bits) {
    std::array<std::int16_t, 4> values{};
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::int16_t>(static_cast<std::uint16_t>(bits >> (16 * i)));
    return values;
}

/// The events of one action. Rules take a pointer to one; search passes nullptr and pays nothing.
using EventList = FixedList<Event, 128>;

/// Adds what happened to a list, if there is one. `happening` is the game's own enumeration.
template <class Happening>
constexpr void tell(EventList* events, Happening happening, int seat, std::array<std::int16_t, 4> values = {},
                    int private_to = for_everybody) {
    if (events == nullptr) return;
    events->push_back({.kind = static_cast<std::uint8_t>(happening),
                       .seat = static_cast<std::int8_t>(seat),
                       .private_to = static_cast<std::int8_t>(private_to),
                       .values = values});
}

}  // namespace springtide
