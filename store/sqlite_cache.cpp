#include "store/sqlite_cache.hpp"

#include <memory>

namespace springtide {

namespace {

constexpr unsigned lock_byte = 0x40000000;  // the offset of the locks in a file

const sqlite3_pcache_methods2* next_methods = nullptr;  // of the next cache that is made

struct Cache {
    const sqlite3_pcache_methods2* methods;
    sqlite3_pcache* own;
    unsigned lock_page;
    [[nodiscard]] unsigned near(unsigned key) const { return key == lock_page ? 0 : key; }
};

Cache& cache(sqlite3_pcache* at) { return *reinterpret_cast<Cache*>(at); }

sqlite3_pcache* create(int page_bytes, int extra_bytes, int purgeable) {
    sqlite3_pcache* own = next_methods->xCreate(page_bytes, extra_bytes, purgeable);
    if (own == nullptr) return nullptr;
    auto* made = new (std::nothrow)
        Cache{.methods = next_methods, .own = own, .lock_page = lock_byte / static_cast<unsigned>(page_bytes) + 1};
    if (made == nullptr) next_methods->xDestroy(own);
    return reinterpret_cast<sqlite3_pcache*>(made);
}

void destroy(sqlite3_pcache* at) {
    const std::unique_ptr<Cache> gone(&cache(at));
    gone->methods->xDestroy(gone->own);
}

sqlite3_pcache_page* fetch(sqlite3_pcache* at, unsigned key, int create) {
    return cache(at).methods->xFetch(cache(at).own, cache(at).near(key), create);
}

void rekey(sqlite3_pcache* at, sqlite3_pcache_page* page, unsigned before, unsigned after) {
    cache(at).methods->xRekey(cache(at).own, page, cache(at).near(before), cache(at).near(after));
}

void set_size(sqlite3_pcache* at, int pages) { cache(at).methods->xCachesize(cache(at).own, pages); }
int page_count(sqlite3_pcache* at) { return cache(at).methods->xPagecount(cache(at).own); }
void unpin(sqlite3_pcache* at, sqlite3_pcache_page* page, int discard) {
    cache(at).methods->xUnpin(cache(at).own, page, discard);
}
void truncate(sqlite3_pcache* at, unsigned limit) { cache(at).methods->xTruncate(cache(at).own, limit); }
void shrink(sqlite3_pcache* at) { cache(at).methods->xShrink(cache(at).own); }

}  // namespace

sqlite3_pcache_methods2 nearby_cache(const sqlite3_pcache_methods2& own) {
    next_methods = &own;
    sqlite3_pcache_methods2 ours = own;
    ours.xCreate = create;
    ours.xCachesize = set_size;
    ours.xPagecount = page_count;
    ours.xFetch = fetch;
    ours.xUnpin = unpin;
    ours.xRekey = rekey;
    ours.xTruncate = truncate;
    ours.xDestroy = destroy;
    ours.xShrink = shrink;
    return ours;
}

void set_up_sqlite() {
    static sqlite3_pcache_methods2 own;
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    static const bool is_first = sqlite3_config(SQLITE_CONFIG_GETPCACHE2, &own) == SQLITE_OK;
    if (!is_first) return;
    const auto ours = nearby_cache(own);
    sqlite3_config(SQLITE_CONFIG_PCACHE2, &ours);
}

}  // namespace springtide
