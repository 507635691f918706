#pragma once

#include <cstdint>
#include <vector>

#include "core/error.hpp"
#include "store/store.hpp"

/// Club nights and duplicate tables that nobody needs any more.
namespace springtide::server {

struct KeepClubs {
    int unplayed_days = 0;  ///< those of which no table ever began; 0: for ever
    int played_days = 0;    ///< those whose tables are all over; 0: for ever
};
struct OldClubs {
    std::vector<ClubForgotten> gone;
    std::int64_t looked_until = 0;  ///< made before then; 0: at all of them
};
/// Looks at some that were made since `from`. Those at which something happened lately stay, and so do those with a
/// table that is being played, and what cannot be read.
Expected<OldClubs> look_for_old_clubs(Store& store, std::int64_t from, std::int64_t now, const KeepClubs& keep);

}  // namespace springtide::server
