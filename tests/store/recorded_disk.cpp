#include "tests/store/recorded_disk.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <utility>

#include "store/sqlite_cache.hpp"

namespace springtide {

namespace {

constexpr std::int64_t sector = 512;

/// SQLite sees this as its file; the file of the system lies behind it in the same memory.
struct RecordedFile {
    sqlite3_file base;
    int number;  ///< 0: it is not recorded
};
constexpr std::size_t own_bytes =
    (sizeof(RecordedFile) + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) * alignof(std::max_align_t);

RecordedFile& recorded(sqlite3_file* file) { return *reinterpret_cast<RecordedFile*>(file); }
sqlite3_file* real(sqlite3_file* file) {
    return reinterpret_cast<sqlite3_file*>(reinterpret_cast<std::byte*>(file) + own_bytes);
}
const sqlite3_io_methods& methods_of(sqlite3_file* file) { return *real(file)->pMethods; }

int write(sqlite3_file* file, const void* data, int bytes, sqlite3_int64 at) {
    if (recorded(file).number == 0) return methods_of(file).xWrite(real(file), data, bytes, at);
    return RecordedDisk::instance().perform(
        {.kind = DiskOperation::Kind::write,
         .file = recorded(file).number,
         .at = at,
         .bytes = std::string(static_cast<const char*>(data), static_cast<std::size_t>(bytes)),
         .name = {}},
        [file](const DiskOperation& one) {
            return methods_of(file).xWrite(real(file), one.bytes.data(), static_cast<int>(one.bytes.size()), one.at);
        });
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
    if (recorded(file).number == 0) return methods_of(file).xTruncate(real(file), size);
    return RecordedDisk::instance().perform(
        {.kind = DiskOperation::Kind::truncate, .file = recorded(file).number, .at = size, .bytes = {}, .name = {}},
        [file](const DiskOperation& one) { return methods_of(file).xTruncate(real(file), one.at); });
}

int sync(sqlite3_file* file, int flags) {
    if (recorded(file).number == 0) return methods_of(file).xSync(real(file), flags);
    return RecordedDisk::instance().perform(
        {.kind = DiskOperation::Kind::sync, .file = recorded(file).number, .at = 0, .bytes = {}, .name = {}},
        [file, flags](const DiskOperation&) { return methods_of(file).xSync(real(file), flags); });
}

/// The rest passes through.
const sqlite3_io_methods methods = [] {
    sqlite3_io_methods all{};
    all.iVersion = 2;
    all.xClose = [](sqlite3_file* file) { return methods_of(file).xClose(real(file)); };
    all.xRead = [](sqlite3_file* file, void* into, int bytes, sqlite3_int64 from) {
        return methods_of(file).xRead(real(file), into, bytes, from);
    };
    all.xWrite = write;
    all.xTruncate = truncate;
    all.xSync = sync;
    all.xFileSize = [](sqlite3_file* file, sqlite3_int64* size) {
        return methods_of(file).xFileSize(real(file), size);
    };
    all.xLock = [](sqlite3_file* file, int level) { return methods_of(file).xLock(real(file), level); };
    all.xUnlock = [](sqlite3_file* file, int level) { return methods_of(file).xUnlock(real(file), level); };
    all.xCheckReservedLock = [](sqlite3_file* file, int* locked) {
        return methods_of(file).xCheckReservedLock(real(file), locked);
    };
    all.xFileControl = [](sqlite3_file* file, int what, void* with) {
        // Space that is reserved in advance would be written past the record.
        if (what == SQLITE_FCNTL_SIZE_HINT || what == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_OK;
        return methods_of(file).xFileControl(real(file), what, with);
    };
    all.xSectorSize = [](sqlite3_file* file) { return methods_of(file).xSectorSize(real(file)); };
    all.xDeviceCharacteristics = [](sqlite3_file* file) { return methods_of(file).xDeviceCharacteristics(real(file)); };
    all.xShmMap = [](sqlite3_file* file, int page, int bytes, int extend, void volatile** at) {
        return methods_of(file).xShmMap(real(file), page, bytes, extend, at);
    };
    all.xShmLock = [](sqlite3_file* file, int from, int count, int flags) {
        return methods_of(file).xShmLock(real(file), from, count, flags);
    };
    all.xShmBarrier = [](sqlite3_file* file) { methods_of(file).xShmBarrier(real(file)); };
    all.xShmUnmap = [](sqlite3_file* file, int remove) { return methods_of(file).xShmUnmap(real(file), remove); };
    return all;
}();

sqlite3_vfs* system_files() { return sqlite3_vfs_find("unix"); }

int open(sqlite3_vfs* /*ours*/, sqlite3_filename name, sqlite3_file* file, int flags, int* opened) {
    sqlite3_vfs* system = system_files();
    recorded(file).base.pMethods = nullptr;
    recorded(file).number = 0;
    real(file)->pMethods = nullptr;
    if (name != nullptr)
        if (const int done = RecordedDisk::instance().may_open(name); done != SQLITE_OK) return done;
    if (const int done = system->xOpen(system, name, real(file), flags, opened); done != SQLITE_OK) {
        if (real(file)->pMethods != nullptr) real(file)->pMethods->xClose(real(file));
        return done;
    }
    if (name != nullptr) recorded(file).number = RecordedDisk::instance().opened(name);
    recorded(file).base.pMethods = &methods;
    return SQLITE_OK;
}

int remove(sqlite3_vfs* /*ours*/, const char* name, int sync_folder) {
    sqlite3_vfs* system = system_files();
    int done = SQLITE_OK;
    RecordedDisk::instance().removed(name, [&] { return system->xDelete(system, name, sync_folder); }, done);
    return done;
}

using OpenDirectory = int (*)(const char*, int*);
OpenDirectory open_directory = nullptr;

/// SQLite opens a folder only to sync it.
int open_and_note(const char* path, int* descriptor) {
    RecordedDisk::instance().folder_synced(path);
    return open_directory(path, descriptor);
}

std::string name_in(const std::string& path) { return std::filesystem::path(path).filename(); }

/// Adds the parts of a write that reached the disk, in whole sectors.
void apply(std::string& content, const DiskOperation& operation, const std::function<bool()>& keeps) {
    if (operation.kind == DiskOperation::Kind::truncate) {
        if (keeps()) content.resize(static_cast<std::size_t>(operation.at));
        return;
    }
    const auto size = static_cast<std::int64_t>(operation.bytes.size());
    for (std::int64_t from = operation.at; from < operation.at + size;) {
        const std::int64_t to = std::min(operation.at + size, (from / sector + 1) * sector);
        if (keeps()) {
            if (std::ssize(content) < to) content.resize(static_cast<std::size_t>(to));
            operation.bytes.copy(content.data() + from, static_cast<std::size_t>(to - from),
                                 static_cast<std::size_t>(from - operation.at));
        }
        from = to;
    }
}

enum class Safety : std::uint8_t { owed, safe, forgotten };

struct Pending {
    const DiskOperation* operation;
    Safety safety;
};

/// Decides which parts of the operations that are not safe are on the disk.
class Chooser {
  public:
    Chooser(Fate fate, std::size_t unsafe_parts, std::mt19937_64& random)
        : fate_(fate), border_(random() % (unsafe_parts + 1)), random_(random) {}

    /// For the next operation: a function that says of each of its parts whether it is there.
    std::function<bool()> next() {
        switch (fate_) {
            case Fate::none: return [] { return false; };
            case Fate::all: return [] { return true; };
            case Fate::first_ones: return [this] { return seen_++ < border_; };
            case Fate::last_ones: return [this] { return seen_++ >= border_; };
            case Fate::some: return [is_there = coin()] { return is_there; };
            case Fate::torn: return [this] { return coin(); };
        }
        return [] { return false; };
    }

  private:
    bool coin() { return (random_() & 1U) != 0; }

    Fate fate_;
    std::size_t border_;
    std::size_t seen_ = 0;
    std::mt19937_64& random_;
};

/// How many parts of these may be there or not: sectors of writes, and everything else as a whole.
std::size_t unsafe_parts(const std::vector<Pending>& all) {
    std::size_t parts = 0;
    for (const auto& [operation, safety] : all) {
        if (safety == Safety::safe) continue;
        const auto count = [&] {
            ++parts;
            return false;
        };
        std::string nothing;
        if (operation->kind == DiskOperation::Kind::write)
            apply(nothing, *operation, count);
        else
            ++parts;
    }
    return parts;
}

}  // namespace

RecordedDisk& RecordedDisk::instance() {
    static RecordedDisk disk;
    static const bool is_registered = [] {
        set_up_sqlite();
        static sqlite3_vfs ours = *system_files();
        ours.pNext = nullptr;
        ours.zName = "recorded";
        ours.szOsFile += static_cast<int>(own_bytes);
        ours.xOpen = open;
        ours.xDelete = remove;
        open_directory =
            reinterpret_cast<OpenDirectory>(system_files()->xGetSystemCall(system_files(), "openDirectory"));
        system_files()->xSetSystemCall(system_files(), "openDirectory",
                                       reinterpret_cast<sqlite3_syscall_ptr>(open_and_note));
        return sqlite3_vfs_register(&ours, 1) == SQLITE_OK;
    }();
    if (!is_registered) std::abort();
    return disk;
}

bool RecordedDisk::is_watched(const std::string& path) const {
    return !folder_.empty() && std::filesystem::path(path).parent_path() == folder_ && !path.ends_with("-shm");
}

void RecordedDisk::watch(const std::string& folder) {
    const std::scoped_lock lock(mutex_);
    folder_ = folder;
    log_.clear();
    names_.clear();
    refuse_ = {};
    drops_cache_.reset();
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename();
        if (name.ends_with("-shm")) continue;
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string bytes(std::istreambuf_iterator<char>(in), {});
        names_[name] = ++files_;
        log_.push_back({.kind = Kind::make_name, .file = files_, .at = 0, .bytes = {}, .name = name});
        log_.push_back({.kind = Kind::write, .file = files_, .at = 0, .bytes = bytes, .name = {}});
        log_.push_back({.kind = Kind::sync, .file = files_, .at = 0, .bytes = {}, .name = {}});
    }
    log_.push_back({.kind = Kind::sync_folder, .file = 0, .at = 0, .bytes = {}, .name = {}});
}

std::vector<DiskOperation> RecordedDisk::take() {
    const std::scoped_lock lock(mutex_);
    folder_.clear();
    refuse_ = {};
    return std::exchange(log_, {});
}

void RecordedDisk::mark(std::int64_t value) {
    const std::scoped_lock lock(mutex_);
    log_.push_back({.kind = Kind::mark, .file = 0, .at = value, .bytes = {}, .name = {}});
}

std::size_t RecordedDisk::size() {
    const std::scoped_lock lock(mutex_);
    return log_.size();
}

void RecordedDisk::refuse(Refuse refuse) {
    const std::scoped_lock lock(mutex_);
    refuse_ = std::move(refuse);
}

int RecordedDisk::may_open(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    if (!refuse_ || !is_watched(path)) return SQLITE_OK;
    return refuse_({.kind = Kind::make_name, .file = 0, .at = 0, .bytes = {}, .name = name_in(path)});
}

int RecordedDisk::opened(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    if (!is_watched(path)) return 0;
    const auto [known, is_new] = names_.try_emplace(name_in(path), files_ + 1);
    if (is_new) log_.push_back({.kind = Kind::make_name, .file = ++files_, .at = 0, .bytes = {}, .name = known->first});
    return known->second;
}

int RecordedDisk::perform(DiskOperation operation, const Real& real) {
    const std::scoped_lock lock(mutex_);
    const auto known = std::ranges::find(names_, operation.file, &decltype(names_)::value_type::second);
    if (known != names_.end()) operation.name = known->first;
    const int refused = refuse_ ? refuse_(operation) : SQLITE_OK;
    if (refused != SQLITE_OK) {
        if (operation.kind == Kind::truncate) return refused;
        if (operation.kind == Kind::sync) operation.kind = Kind::failed_sync;
        operation.bytes.resize(operation.bytes.size() / 2);
    }
    const bool is_done = operation.kind == Kind::failed_sync || real(operation) == SQLITE_OK;
    const int lost = operation.kind == Kind::failed_sync && drops_cache_ ? operation.file : 0;
    if (is_done) log_.push_back(std::move(operation));
    if (lost != 0) drop_cache(lost);
    if (refused != SQLITE_OK) return refused;
    return is_done ? SQLITE_OK : SQLITE_IOERR;
}

void RecordedDisk::drop_cache_after_failed_sync(std::uint64_t seed) {
    const std::scoped_lock lock(mutex_);
    drops_cache_ = std::mt19937_64(seed);
}

/// What is read from now on is what is on the disk, and stays there.
void RecordedDisk::drop_cache(int file) {
    const auto name = std::ranges::find(names_, file, &decltype(names_)::value_type::second);
    if (name == names_.end() || !name->first.ends_with("-wal")) return;
    const auto path = std::filesystem::path(folder_) / name->first;
    const std::string content = after_power_cut(log_, log_.size(), Fate::torn, *drops_cache_)[name->first];
    std::filesystem::resize_file(path, content.size());
    std::fstream(path, std::ios::binary | std::ios::in | std::ios::out) << content;
    const auto size = std::ssize(content);
    log_.push_back({.kind = Kind::write, .file = file, .at = 0, .bytes = content, .name = {}});
    log_.push_back({.kind = Kind::truncate, .file = file, .at = size, .bytes = {}, .name = {}});
    log_.push_back({.kind = Kind::sync, .file = file, .at = 0, .bytes = {}, .name = {}});
}

void RecordedDisk::removed(const std::string& path, const std::function<int()>& real, int& done) {
    const std::scoped_lock lock(mutex_);
    if (is_watched(path)) {
        const DiskOperation operation{
            .kind = Kind::remove_name, .file = names_[name_in(path)], .at = 0, .bytes = {}, .name = name_in(path)};
        if (refuse_) done = refuse_(operation);
        if (done != SQLITE_OK) return;
        log_.push_back(operation);
        names_.erase(name_in(path));
    }
    done = real();
}

void RecordedDisk::folder_synced(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    if (is_watched(path)) log_.push_back({.kind = Kind::sync_folder, .file = 0, .at = 0, .bytes = {}, .name = {}});
}

DiskImage after_power_cut(const std::vector<DiskOperation>& log, std::size_t cut, Fate fate, std::mt19937_64& random) {
    using Kind = DiskOperation::Kind;
    std::map<int, std::vector<Pending>> files;
    std::vector<Pending> names;
    const auto settle = [](std::vector<Pending>& pending, Safety safety) {
        for (auto one = pending.rbegin(); one != pending.rend() && one->safety == Safety::owed; ++one)
            one->safety = safety;
    };
    for (std::size_t i = 0; i < cut; ++i) {
        const DiskOperation& operation = log[i];
        switch (operation.kind) {
            case Kind::write:
            case Kind::truncate: files[operation.file].push_back({&operation, Safety::owed}); break;
            case Kind::sync: settle(files[operation.file], Safety::safe); break;
            case Kind::failed_sync: settle(files[operation.file], Safety::forgotten); break;
            case Kind::make_name:
            case Kind::remove_name: names.push_back({&operation, Safety::owed}); break;
            case Kind::sync_folder: settle(names, Safety::safe); break;
            case Kind::mark: break;
        }
    }
    const auto keep = [] { return true; };
    std::map<std::string, int> there;
    Chooser of_names(fate, unsafe_parts(names), random);
    for (const auto& [operation, safety] : names) {
        if (safety != Safety::safe && !of_names.next()()) continue;
        if (operation->kind == Kind::make_name)
            there[operation->name] = operation->file;
        else
            there.erase(operation->name);
    }
    DiskImage image;
    for (const auto& [name, file] : there) {
        std::string& content = image[name];
        const auto& pending = files[file];
        Chooser chooser(fate, unsafe_parts(pending), random);
        for (const auto& [operation, safety] : pending)
            apply(content, *operation, safety == Safety::safe ? std::function<bool()>(keep) : chooser.next());
    }
    return image;
}

std::size_t begin_of(const std::vector<DiskOperation>& log) {
    const auto first = std::ranges::find(log, DiskOperation::Kind::sync_folder, &DiskOperation::kind);
    return static_cast<std::size_t>(first - log.begin()) + 1;
}

void write_files(const std::string& folder, const DiskImage& image) {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    for (const auto& [name, content] : image)
        std::ofstream(std::filesystem::path(folder) / name, std::ios::binary) << content;
}

}  // namespace springtide
