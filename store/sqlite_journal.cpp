#include "store/sqlite_journal.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

#include "store/sqlite_cache.hpp"

namespace springtide {

namespace {

constexpr std::size_t most_kept =
    64 * 1024;  // bytes that wait to be written; SQLite's own files take less than 128 KiB

/// A journal, seen by SQLite as one of its files; the file itself lies behind it in the same memory.
struct Journal {
    sqlite3_file base;
    std::vector<std::byte> kept;  ///< not yet given to the file
    sqlite3_int64 begin;          ///< where in the file it belongs

    [[nodiscard]] sqlite3_file* file();
    /// Writes the kept bytes to the file; if that fails it drops them all: the commit fails.
    int write_kept();
};

constexpr std::size_t journal_bytes =
    (sizeof(Journal) + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) * alignof(std::max_align_t);

sqlite3_file* Journal::file() {
    return reinterpret_cast<sqlite3_file*>(reinterpret_cast<std::byte*>(this) + journal_bytes);
}

int Journal::write_kept() {
    if (kept.empty()) return SQLITE_OK;
    const int done = file()->pMethods->xWrite(file(), kept.data(), static_cast<int>(kept.size()), begin);
    kept.clear();
    return done;
}

Journal& journal(sqlite3_file* file) { return *reinterpret_cast<Journal*>(file); }

int close(sqlite3_file* file) {
    Journal& self = journal(file);
    self.kept.~vector();  // bytes that were never flushed were never committed: drop them
    return self.file()->pMethods->xClose(self.file());
}

int read(sqlite3_file* file, void* into, int bytes, sqlite3_int64 from) {
    if (const int done = journal(file).write_kept(); done != SQLITE_OK) return done;
    return journal(file).file()->pMethods->xRead(journal(file).file(), into, bytes, from);
}

int write(sqlite3_file* file, const void* data, int bytes, sqlite3_int64 at) {
    Journal& self = journal(file);
    const auto size = static_cast<std::size_t>(bytes);
    const bool follows = at == self.begin + static_cast<sqlite3_int64>(self.kept.size());
    if (!self.kept.empty() && (!follows || self.kept.size() + size > most_kept))
        if (const int done = self.write_kept(); done != SQLITE_OK) return done;
    if (self.kept.empty()) self.begin = at;
    const auto* first = static_cast<const std::byte*>(data);
    try {
        self.kept.insert(self.kept.end(), first, first + size);
    } catch (const std::bad_alloc&) {
        self.kept.clear();  // the commit fails: nothing of it may be written later
        return SQLITE_IOERR_NOMEM;
    }
    return SQLITE_OK;
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
    if (const int done = journal(file).write_kept(); done != SQLITE_OK) return done;
    return journal(file).file()->pMethods->xTruncate(journal(file).file(), size);
}

int sync(sqlite3_file* file, int flags) {
    if (const int done = journal(file).write_kept(); done != SQLITE_OK) return done;
    return journal(file).file()->pMethods->xSync(journal(file).file(), flags);
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
    if (const int done = journal(file).write_kept(); done != SQLITE_OK) return done;
    return journal(file).file()->pMethods->xFileSize(journal(file).file(), size);
}

int lock(sqlite3_file* file, int level) { return journal(file).file()->pMethods->xLock(journal(file).file(), level); }

int unlock(sqlite3_file* file, int level) {
    return journal(file).file()->pMethods->xUnlock(journal(file).file(), level);
}

int check_lock(sqlite3_file* file, int* locked) {
    return journal(file).file()->pMethods->xCheckReservedLock(journal(file).file(), locked);
}

int control(sqlite3_file* file, int what, void* with) {
    if (const int done = journal(file).write_kept(); done != SQLITE_OK) return done;
    return journal(file).file()->pMethods->xFileControl(journal(file).file(), what, with);
}

int sector_size(sqlite3_file* file) { return journal(file).file()->pMethods->xSectorSize(journal(file).file()); }

int characteristics(sqlite3_file* file) {
    return journal(file).file()->pMethods->xDeviceCharacteristics(journal(file).file());
}

/// Version 1: a journal is neither shared in memory nor mapped; that is done with the database's own file.
const sqlite3_io_methods methods = [] {
    sqlite3_io_methods all{};
    all.iVersion = 1;
    all.xClose = close;
    all.xRead = read;
    all.xWrite = write;
    all.xTruncate = truncate;
    all.xSync = sync;
    all.xFileSize = file_size;
    all.xLock = lock;
    all.xUnlock = unlock;
    all.xCheckReservedLock = check_lock;
    all.xFileControl = control;
    all.xSectorSize = sector_size;
    all.xDeviceCharacteristics = characteristics;
    return all;
}();

sqlite3_vfs* system_files() { return sqlite3_vfs_find(nullptr); }

/// Journals are ours; every other file is as it is without this.
int open(sqlite3_vfs* /*ours*/, sqlite3_filename name, sqlite3_file* file, int flags, int* opened) {
    sqlite3_vfs* system = system_files();
    if ((flags & SQLITE_OPEN_WAL) == 0) return system->xOpen(system, name, file, flags, opened);
    Journal& self = journal(file);
    self.base.pMethods = nullptr;  // so SQLite does not close what was not opened
    self.file()->pMethods = nullptr;
    if (const int done = system->xOpen(system, name, self.file(), flags, opened); done != SQLITE_OK) {
        if (self.file()->pMethods != nullptr) self.file()->pMethods->xClose(self.file());
        return done;
    }
    new (&self.kept) std::vector<std::byte>();
    self.begin = 0;
    self.base.pMethods = &methods;
    return SQLITE_OK;
}

}  // namespace

const char* gathered_journal() {
    static const char* const name = [] {
        set_up_sqlite();
        static sqlite3_vfs ours = *system_files();
        ours.pNext = nullptr;
        ours.zName = "springtide";
        ours.szOsFile += static_cast<int>(journal_bytes);
        ours.xOpen = open;
        return sqlite3_vfs_register(&ours, 0) == SQLITE_OK ? ours.zName : nullptr;
    }();
    return name;
}

}  // namespace springtide
