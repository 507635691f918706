#pragma once

#include "server/identity/identity.hpp"
#include "server/shard/shard.hpp"
#include "tests/server/loop_fixture.hpp"

namespace springtide::server {

inline ShardStores sqlite_stores(const Folder& folder) {
    return {
        .reader = off_loop(folder), .writer = off_loop(folder), .loader = off_loop(folder), .keeper = off_loop(folder)};
}

/// A shard that lets one address do as much as a test wants.
inline std::unique_ptr<Shard> unlimited_shard(HandLoop& loop, const Folder& folder) {
    ShardSettings settings;
    settings.rates.tables = settings.rates.events = {.at_once = 1e9, .per_second = 1e9};
    settings.tables_created_hourly = 1'000'000;
    auto shard = std::make_unique<Shard>(loop, sqlite_stores(folder), settings);
    EXPECT_TRUE(shard->open());
    return shard;
}

/// What it says of itself, where it is alone and need not ask others.
inline std::string metrics_of(Shard& shard) {
    std::string told;
    shard.metrics([&](const std::string& text) { told = text; });
    return told;
}

/// The room as it is stored; it stays while somebody watches or waits there.
inline const Room* look(Shard& shard, HandLoop& loop, const std::string& table) {
    std::optional<Expected<const Room*>> found;
    shard.look(table, [&](Expected<const Room*> room) { found = room; });
    EXPECT_TRUE(loop.until([&] { return found.has_value(); }));
    return found && *found ? **found : nullptr;
}

}  // namespace springtide::server
