// A page that SQLite gives a far number for a moment keeps a near one in the cache.
#include "store/sqlite_cache.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace springtide {
namespace {

std::vector<unsigned> asked;  // numbers of pages, as the cache beneath is told them

/// A cache that notes what it is asked.
sqlite3_pcache_methods2 noting_cache() {
    sqlite3_pcache_methods2 all{};
    all.xCreate = [](int, int, int) { return reinterpret_cast<sqlite3_pcache*>(&asked); };
    all.xDestroy = [](sqlite3_pcache*) {};
    all.xFetch = [](sqlite3_pcache*, unsigned key, int) -> sqlite3_pcache_page* {
        asked.push_back(key);
        return nullptr;
    };
    all.xRekey = [](sqlite3_pcache*, sqlite3_pcache_page*, unsigned before, unsigned after) {
        asked.push_back(before);
        asked.push_back(after);
    };
    all.xTruncate = [](sqlite3_pcache*, unsigned limit) { asked.push_back(limit); };
    return all;
}

class SqliteCache : public testing::TestWithParam<int> {
  protected:
    ~SqliteCache() override { set_up_sqlite(); }  // caches that SQLite makes are its own again
    const sqlite3_pcache_methods2 beneath_ = noting_cache();
};

TEST_P(SqliteCache, APageUnderTheNumberOfTheLocksIsNumberZero) {
    asked.clear();
    const auto methods = nearby_cache(beneath_);
    sqlite3_pcache* cache = methods.xCreate(GetParam(), 0, 1);
    const unsigned of_locks = (1U << 30U) / static_cast<unsigned>(GetParam()) + 1;
    methods.xFetch(cache, of_locks, 0);
    methods.xRekey(cache, nullptr, 7, of_locks);
    methods.xRekey(cache, nullptr, of_locks, 5);
    EXPECT_EQ(asked, (std::vector<unsigned>{0, 7, 0, 0, 5}));
    asked.clear();
    methods.xFetch(cache, of_locks - 1, 1);
    methods.xRekey(cache, nullptr, of_locks + 1, 3);
    methods.xTruncate(cache, of_locks + 2);
    EXPECT_EQ(asked, (std::vector<unsigned>{of_locks - 1, of_locks + 1, 3, of_locks + 2}))
        << "all others are as they are";
    methods.xDestroy(cache);
}

INSTANTIATE_TEST_SUITE_P(PageSizes, SqliteCache, testing::Values(512, 2048, 4096, 65536));

}  // namespace
}  // namespace springtide
