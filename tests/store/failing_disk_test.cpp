// A disk that fails at any write or sync: what was acknowledged or seen stays, and the store works again when the disk
// does.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <utility>

#include "store/sqlite_journal.hpp"
#include "store/sqlite_store.hpp"
#include "tests/store/history.hpp"
#include "tests/store/recorded_disk.hpp"

namespace springtide {
namespace {

using Kind = DiskOperation::Kind;

/// Before anything else uses SQLite.
RecordedDisk& disk = RecordedDisk::instance();

enum class Failure : std::uint8_t { io_error, full, read_only };

/// From which operation on the disk fails, counted from the first commit, and for how many.
struct Fault {
    Failure failure = Failure::io_error;
    int from = 0;
    int length = 0;
    bool drops_cache = false;
};

int error_of(Failure failure, const DiskOperation& operation) {
    switch (operation.kind) {
        case Kind::write: return failure == Failure::full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
        case Kind::truncate: return failure == Failure::full ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
        case Kind::sync: return SQLITE_IOERR_FSYNC;
        case Kind::make_name: return failure == Failure::read_only ? SQLITE_CANTOPEN : SQLITE_OK;
        case Kind::remove_name: return failure == Failure::full ? SQLITE_OK : SQLITE_IOERR_DELETE;
        default: return SQLITE_OK;
    }
}

/// Commits one after the other while the disk fails for some time; a reader looks after each.
class Trial {
  public:
    explicit Trial(Fault fault) : fault_(fault) {
        std::filesystem::create_directories(place_.folder("written"));
        disk.watch(place_.folder("written"));
    }
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;
    ~Trial() { static_cast<void>(disk.take()); }

    /// While a reader holds an old state of the file, a checkpoint copies only a part and SQLite syncs none of it: it
    /// relies on the sync of a later checkpoint. That one fails, and writes again only its own part when it is
    /// repeated.
    std::optional<std::string> run_with_a_failed_checkpoint(int commits) {
        const std::string file = file_in(place_.folder("written"));
        const JournalSizes sizes = {.is_long = 150 * 1024, .is_too_long = 150 * 1024};
        const auto writer = SqliteStore::open(file, sizes);
        const auto reader = SqliteStore::open(file, sizes);
        if (!writer || !reader) return "it does not open";
        sqlite3* slow = nullptr;
        bool has_failed = false;
        for (int k = 1; k <= commits; ++k) {
            if (k == 12) {  // before the first checkpoint
                sqlite3_open_v2(file.c_str(), &slow, SQLITE_OPEN_READWRITE, gathered_journal());
                sqlite3_exec(slow, "BEGIN; SELECT count(*) FROM event", nullptr, nullptr, nullptr);
            }
            if (k == 32) {
                sqlite3_close_v2(std::exchange(slow, nullptr));
                disk.refuse([&has_failed](const DiskOperation& operation) {
                    const bool fails =
                        !has_failed && operation.kind == Kind::sync && operation.name == "springtide.sqlite";
                    has_failed = has_failed || fails;
                    return fails ? SQLITE_IOERR_FSYNC : SQLITE_OK;
                });
            }
            if (auto why = commit(**writer, **reader, k)) return "commit " + std::to_string(k) + ": " + *why;
        }
        disk.refuse({});
        return has_failed ? std::nullopt : std::optional<std::string>("no checkpoint failed");
    }
    /// What went wrong, if anything.
    std::optional<std::string> run(int commits, const RecordedDisk::Refuse& refuse = {}) {
        const auto writer = SqliteStore::open(file_in(place_.folder("written")), short_journal);
        const auto reader = SqliteStore::open(file_in(place_.folder("written")), short_journal);
        if (!writer || !reader) return "it does not open";
        begin_to_fail();
        if (refuse) disk.refuse(refuse);
        for (int k = 1; k <= commits; ++k)
            if (auto why = commit(**writer, **reader, k)) return "commit " + std::to_string(k) + ": " + *why;
        disk.refuse({});
        int found = 0;
        for (const auto& store : {writer->get(), reader->get()})
            if (auto why = history_.differs(*store, commits, commits, found)) return why;
        return std::nullopt;
    }
    /// Cuts the power at some moments.
    std::optional<std::string> cut(int commits, int cuts) {
        const auto log = disk.take();
        Examiner examiner(place_, history_, 0);
        for (int i = 0; i < cuts; ++i) {
            const std::size_t at = begin_of(log) + random_() % (log.size() + 1 - begin_of(log));
            if (auto why = examiner.examine(log, {.at = at, .fate = any_fate(random_)}, commits, random_))
                return *why + " (cut at " + std::to_string(at) + " of " + std::to_string(log.size()) + ")";
        }
        return std::nullopt;
    }
    [[nodiscard]] int operations() const { return operations_; }
    [[nodiscard]] int refused_writes() const { return refused_writes_; }

  private:
    void begin_to_fail() {
        if (fault_.drops_cache) disk.drop_cache_after_failed_sync(static_cast<std::uint64_t>(fault_.from));
        disk.refuse([this](const DiskOperation& operation) {
            const int number = operations_++;
            const bool fails = number >= fault_.from && number < fault_.from + fault_.length;
            return fails ? error_of(fault_.failure, operation) : SQLITE_OK;
        });
    }
    std::optional<std::string> commit(Store& writer, Store& reader, int k) {
        for (int attempt = 0; attempt < 100; ++attempt) {
            const auto outcomes = writer.write(history_.commit(k));
            if (outcomes) {
                disk.mark(k);
                if (auto why = look(reader)) return why;
                // A checkpoint that failed after a commit may have closed the store. The next write opens it again.
                for (int tries = 0; !reader_answers_ && tries < 100; ++tries)
                    if (auto why = write_until_it_works(writer, reader)) return why;
                return seen_ == k ? std::nullopt : std::optional<std::string>("the reader does not see it");
            }
            ++refused_writes_;
            if (auto why = look(reader)) return why;
            // The outcome is unknown until another write succeeds.
            if (auto why = write_until_it_works(writer, reader)) return why;
            if (seen_ == k) return std::nullopt;  // it was stored after all
        }
        return "it is refused for ever";
    }
    std::optional<std::string> write_until_it_works(Store& writer, Store& reader) {
        Write other;
        other.facts = {{"other", "x"}};
        while (!writer.write(std::span(&other, 1)))
            if (auto why = look(reader); why || ++refused_writes_ > 1000) return why ? *why : "it never recovers";
        return look(reader);
    }
    /// Nothing that was seen once is gone.
    std::optional<std::string> look(Store& reader) {
        const auto fact = reader.fact("commit");
        reader_answers_ = fact.has_value();
        if (!fact) return std::nullopt;  // it refuses while the disk fails
        const int now = *fact ? std::stoi(**fact) : 0;
        if (now < seen_) return "commit " + std::to_string(seen_) + " was seen and is gone";
        seen_ = now;
        disk.mark(now);
        return std::nullopt;
    }

    Fault fault_;
    Workplace place_;
    History history_{7};
    std::mt19937_64 random_{static_cast<std::uint64_t>(fault_.from)};
    int operations_ = 0;
    int refused_writes_ = 0;
    int seen_ = 0;
    bool reader_answers_ = true;
};

constexpr int commits = 14;

TEST(FailingDisk, AFailureAtAnyWriteOrSyncLosesNothingThatWasAcknowledgedOrSeen) {
    Trial counted({.failure = Failure::io_error, .from = 0, .length = 0});
    ASSERT_EQ(counted.run(commits), std::nullopt);
    ASSERT_GT(counted.operations(), 60) << "checkpoints, too";
    int refused = 0;
    for (const Failure failure : {Failure::io_error, Failure::full})
        for (int from = 0; from < counted.operations(); ++from) {
            const Fault fault{.failure = failure, .from = from, .length = 1 + from % 3, .drops_cache = from % 2 == 0};
            Trial trial(fault);
            EXPECT_EQ(trial.run(commits), std::nullopt) << "from operation " << from;
            refused += trial.refused_writes();
            EXPECT_EQ(trial.cut(commits, 4), std::nullopt) << "from operation " << from;
            if (HasFailure()) return;
        }
    EXPECT_GT(refused, 20);
    std::cout << 2 * counted.operations() << " failures, " << refused << " writes refused\n";
}

/// A commit whose sync failed is in the cache. It must not be seen before it is on the disk.
TEST(FailingDisk, NothingIsReadThatTheJournalMayLack) {
    for (int nth = 2; nth < 10; ++nth) {
        Trial trial({.failure = Failure::io_error, .from = nth, .length = 0});
        int syncs = 0;
        EXPECT_EQ(trial.run(commits,
                            [&](const DiskOperation& operation) {  // only the journal fails, four times
                                const bool is_journal = operation.name.ends_with("-wal");
                                if (operation.kind != Kind::sync || !is_journal) return SQLITE_OK;
                                ++syncs;
                                return syncs >= nth && syncs < nth + 4 ? SQLITE_IOERR_FSYNC : SQLITE_OK;
                            }),
                  std::nullopt);
        EXPECT_EQ(trial.cut(commits, 60), std::nullopt) << "from sync " << nth;
    }
}

TEST(FailingDisk, AFullDiskAfterAFailedSyncTakesNothingBack) {
    for (int nth = 2; nth < 10; ++nth) {
        Trial trial({.failure = Failure::full, .from = nth, .length = 0});
        int syncs = 0;
        int refused = 0;
        std::map<int, std::int64_t> sizes;
        EXPECT_EQ(trial.run(commits,
                            [&](const DiskOperation& operation) {
                                const std::int64_t end = operation.at + std::ssize(operation.bytes);
                                if (operation.kind == Kind::sync && operation.name.ends_with("-wal"))
                                    return ++syncs == nth ? SQLITE_IOERR_FSYNC : SQLITE_OK;
                                if (operation.kind != Kind::write) return SQLITE_OK;
                                // What lies in the file already can be written again.
                                if (syncs >= nth && end > sizes[operation.file] && ++refused < 6) return SQLITE_FULL;
                                sizes[operation.file] = std::max(sizes[operation.file], end);
                                return SQLITE_OK;
                            }),
                  std::nullopt);
        EXPECT_EQ(trial.cut(commits, 60), std::nullopt) << "from sync " << nth;
    }
}

TEST(FailingDisk, ADiskThatFailsForLongIsUsedAgainWhenItWorks) {
    for (const Failure failure : {Failure::io_error, Failure::full, Failure::read_only})
        for (const int from : {3, 20, 41}) {
            Trial trial({.failure = failure, .from = from, .length = 12, .drops_cache = from % 2 == 0});
            EXPECT_EQ(trial.run(commits), std::nullopt) << "from operation " << from;
            EXPECT_GT(trial.refused_writes(), 1);
            EXPECT_EQ(trial.cut(commits, 30), std::nullopt) << "from operation " << from;
        }
}

TEST(FailingDisk, AFailedSyncOfACheckpointIsMadeGoodFromTheJournal) {
    constexpr int many = 90;
    for (int seed = 0; seed < 6; ++seed) {
        Trial trial({.failure = Failure::io_error, .from = seed, .length = 0});
        ASSERT_EQ(trial.run_with_a_failed_checkpoint(many), std::nullopt);
        EXPECT_EQ(trial.cut(many, 80), std::nullopt) << "seed " << seed;
    }
}

}  // namespace
}  // namespace springtide
