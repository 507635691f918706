#pragma once

#include "server/hall.hpp"
#include "server/identity.hpp"
#include "tests/server/loop_fixture.hpp"

namespace springtide::server {

inline HallStores sqlite_stores(const Folder& folder) {
    return {
        .reader = off_loop(folder), .writer = off_loop(folder), .loader = off_loop(folder), .keeper = off_loop(folder)};
}

/// A hall that lets one address do as much as a test wants.
inline std::unique_ptr<Hall> unlimited_hall(HandLoop& loop, const Folder& folder) {
    HallSettings settings;
    settings.rates.tables = settings.rates.events = {.at_once = 1e9, .per_second = 1e9};
    settings.tables_created_hourly = 1'000'000;
    auto hall = std::make_unique<Hall>(loop, sqlite_stores(folder), settings);
    EXPECT_TRUE(hall->open());
    return hall;
}

/// What it says of itself, where it is alone and need not ask others.
inline std::string metrics_of(Hall& hall) {
    std::string told;
    hall.metrics([&](const std::string& text) { told = text; });
    return told;
}

/// The room as it is stored; it stays while somebody watches or waits there.
inline const Room* look(Hall& hall, HandLoop& loop, const std::string& table) {
    std::optional<Expected<const Room*>> found;
    hall.look(table, [&](Expected<const Room*> room) { found = room; });
    EXPECT_TRUE(loop.until([&] { return found.has_value(); }));
    return found && *found ? **found : nullptr;
}

}  // namespace springtide::server
