#pragma once

#include <sqlite3.h>

namespace springtide {

/// SQLite's own cache of pages, without a search through all of it at nearly every commit. When SQLite sorts the pages
/// of a node it has split, it gives one of them a far number for a moment (that of the page with the file's locks,
/// which never holds data). Its cache notes that as its highest number, and because the database ends long before, the
/// commit looks at every page in memory for some to drop: with 8 MB, a twelfth of all the server's time at 3,000 moves
/// a second. Here that page is number 0 meanwhile, which no page has. `own` must stay at its address.
sqlite3_pcache_methods2 nearby_cache(const sqlite3_pcache_methods2& own);

/// Settings of SQLite for the whole process: that cache, and no counting of its memory, for which all threads wait for
/// one lock. To be called before anything else of SQLite; later it changes nothing.
void set_up_sqlite();

}  // namespace springtide
