#pragma once

#include <optional>

#include "server/room/room.hpp"
#include "store/store.hpp"

namespace springtide::server {

/// What a game that is over changes in the ratings. Only games among people are rated, and only if somebody won or gave
/// up; those in which a bot account sits in lists of their own. The store checks, when it writes, that all of them have
/// claimed their names. `settled_from`: how many opponents make a player settled (rating.hpp).
[[nodiscard]] std::optional<RatingChange> rating_change(const Room& room, int settled_from);

/// What counts of an attempt at the deal of a day that is over; nothing if it is none, or came too late.
[[nodiscard]] std::optional<DailyAttempt> daily_result(const Room& room);

/// What a game that is over says to its club night, or to the others that play the same deal; nothing if it is of none.
[[nodiscard]] std::optional<ClubResult> club_result(const Room& room);

}  // namespace springtide::server
