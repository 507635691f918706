#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace springtide {

/// One thing that SQLite asked of the disk, or a mark of the test.
struct DiskOperation {
    enum class Kind : std::uint8_t { write, truncate, sync, failed_sync, make_name, remove_name, sync_folder, mark };
    Kind kind = Kind::mark;
    int file = 0;         ///< which file; a name that is made anew is a new file
    std::int64_t at = 0;  ///< of a write: its place; of a truncation: the new size; of a mark: its value
    std::string bytes;    ///< of a write
    std::string name;     ///< of the file, without its folder
};

/// What a power cut leaves of the operations that no sync had made safe. The first, last and torn ones are sectors.
enum class Fate : std::uint8_t { none, all, first_ones, last_ones, some, torn };
constexpr int fates = 6;

/// Names and contents of files.
using DiskImage = std::map<std::string, std::string>;

/// Records what SQLite asks of the files in one folder. Reads, locks and shared memory pass through. It may also
/// refuse, like a disk that fails.
///
/// The model of the disk: a write is safe once the first sync of its file after it has succeeded. If that sync fails,
/// the system forgets that the write is still owed (as Linux does), so no later sync makes it safe. A name that was
/// made or removed is safe once its folder is synced. Each sector of 512 bytes that is not safe may be on the disk or
/// not.
class RecordedDisk {
  public:
    using Kind = DiskOperation::Kind;

    /// The one that all connections of this program use. The first call must come before anything uses SQLite.
    static RecordedDisk& instance();

    /// Forgets what was recorded and begins again with this folder; what lies in it is safe.
    void watch(const std::string& folder);
    /// Records no longer. What was recorded.
    std::vector<DiskOperation> take();
    void mark(std::int64_t value);
    [[nodiscard]] std::size_t size();

    /// Decides about each operation before it happens: SQLITE_OK, or the error that SQLite gets for it. The first half
    /// of a write that is refused is written all the same.
    using Refuse = std::function<int(const DiskOperation&)>;
    void refuse(Refuse refuse);

    /// From now on, what a failed sync of the journal left unwritten is gone from the cache, too: reads give what is on
    /// the disk.
    void drop_cache_after_failed_sync(std::uint64_t seed);

    // For the functions that SQLite calls.
    int may_open(const std::string& path);
    int opened(const std::string& path);
    using Real = std::function<int(const DiskOperation&)>;
    int perform(DiskOperation operation, const Real& real);
    void removed(const std::string& path, const std::function<int()>& real, int& done);
    void folder_synced(const std::string& path);

  private:
    RecordedDisk() = default;
    [[nodiscard]] bool is_watched(const std::string& path) const;
    void drop_cache(int file);

    std::recursive_mutex mutex_;
    std::string folder_;
    std::vector<DiskOperation> log_;
    std::map<std::string, int> names_;
    int files_ = 0;
    Refuse refuse_;
    std::optional<std::mt19937_64> drops_cache_;
};

/// The files after a power cut behind the first `cut` operations.
DiskImage after_power_cut(const std::vector<DiskOperation>& log, std::size_t cut, Fate fate, std::mt19937_64& random);

/// The number of operations that watch() recorded by itself: no cut comes before them.
std::size_t begin_of(const std::vector<DiskOperation>& log);

void write_files(const std::string& folder, const DiskImage& image);

}  // namespace springtide
