// A power cut at any moment: the store opens, is intact, and holds every acknowledged commit whole, in order.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "store/group_writer.hpp"
#include "store/safe_folder.hpp"
#include "store/sqlite_store.hpp"
#include "tests/store/history.hpp"
#include "tests/store/recorded_disk.hpp"

namespace springtide {
namespace {

using Kind = DiskOperation::Kind;

/// Before anything else uses SQLite.
RecordedDisk& disk = RecordedDisk::instance();

/// A store that is written to, closed and opened again, with everything that reaches the disk; marks say which commits
/// were acknowledged.
std::vector<DiskOperation> write_history(const Workplace& place, const History& history, int first, int last,
                                         std::mt19937_64& random) {
    const std::string folder = place.folder("written");
    disk.watch(folder);
    for (int k = first; k <= last;) {
        auto store = SqliteStore::open(file_in(folder), short_journal);
        if (!store) {
            ADD_FAILURE() << store.error().message;
            break;
        }
        GroupWriter writer(std::move(*store));
        for (const int until = std::min(last, k + 20 + static_cast<int>(random() % 40)); k <= until;) {
            std::vector<std::future<void>> acknowledged;
            for (int together = 1 + static_cast<int>(random() % 3); together > 0 && k <= until; --together, ++k) {
                const auto done = std::make_shared<std::promise<void>>();
                acknowledged.push_back(done->get_future());
                writer.write(history.commit(k), [k, done](const Expected<std::vector<WriteOutcome>>& outcomes) {
                    EXPECT_TRUE(outcomes && std::ranges::all_of(*outcomes, [](WriteOutcome outcome) {
                                    return outcome == WriteOutcome::stored;
                                }));
                    disk.mark(k);
                    done->set_value();
                });
            }
            for (const auto& one : acknowledged) one.wait();
        }
    }
    return disk.take();
}

bool is_sync(const DiskOperation& operation) {
    return operation.kind == Kind::sync || operation.kind == Kind::sync_folder;
}

/// SPRINGTIDE_POWER_LOSS_SECONDS: how long; a few seconds in the normal tests.
std::chrono::seconds time_to_cut() {
    const char* asked = std::getenv("SPRINGTIDE_POWER_LOSS_SECONDS");
    return std::chrono::seconds(asked == nullptr ? 4 : std::stoll(asked));
}

TEST(PowerLoss, EveryAcknowledgedCommitIsThereWholeAfterACutAtAnyMoment) {
    const auto end = std::chrono::steady_clock::now() + time_to_cut();
    int examined = 0;
    int histories = 0;
    for (std::uint64_t seed = seed_of_today(); histories == 0 || std::chrono::steady_clock::now() < end; ++seed) {
        ++histories;
        std::mt19937_64 random(seed);
        const Workplace place;
        const History history(seed);
        std::filesystem::create_directories(place.folder("written"));
        int known = 0;
        // Each life of the store begins with what a cut left of the one before.
        for (int life = 0; life < 3; ++life) {
            const int last = known + 60;
            const auto log = write_history(place, history, known + 1, last, random);
            ASSERT_FALSE(log.empty());
            std::vector<Cut> cuts;
            const std::size_t begin = begin_of(log);
            const auto any_moment = [&] { return begin + random() % (log.size() + 1 - begin); };
            for (std::size_t i = begin; i < log.size(); ++i)
                if (is_sync(log[i])) {
                    cuts.push_back({.at = i, .fate = any_fate(random)});  // just before the sync
                    cuts.push_back({.at = i + 1, .fate = random() % 2 == 0 ? Fate::none : any_fate(random)});
                }
            for (int i = 0; i < 40; ++i) cuts.push_back({.at = any_moment(), .fate = any_fate(random)});
            Examiner examiner(place, history, known);
            for (const Cut& cut : cuts)
                if (const auto why = examiner.examine(log, cut, last, random))
                    FAIL() << *why << " (seed " << seed << ", life " << life << ", cut after " << cut.at << " of "
                           << log.size() << " operations, fate " << static_cast<int>(cut.fate) << ")";
            examined += examiner.examined();
            known = examiner.found();
            std::filesystem::remove_all(place.folder("written"));
            std::filesystem::rename(examiner.folder(), place.folder("written"));
        }
    }
    std::cout << histories << " histories, " << examined << " power cuts\n";
}

/// A log in which one thing is done wrong, as far as the disk and the clients can tell.
class BrokenLog {
  public:
    explicit BrokenLog(const std::vector<DiskOperation>& log) : log_(log) {}

    /// The next sync of the same file or folder.
    [[nodiscard]] std::size_t next_sync(std::size_t sync) const {
        std::size_t next = sync + 1;
        while (next < log_.size() && !(log_[next].kind == log_[sync].kind && log_[next].file == log_[sync].file))
            ++next;
        return next;
    }
    [[nodiscard]] bool is_owed_something(std::size_t sync) const {
        for (std::size_t i = sync; i-- > 0 && !(log_[i].kind == log_[sync].kind && log_[i].file == log_[sync].file);)
            if (log_[sync].kind == Kind::sync_folder ? log_[i].kind == Kind::make_name
                                                     : log_[i].kind == Kind::write && log_[i].file == log_[sync].file)
                return true;
        return false;
    }
    /// Whether anything relies on this sync before the next one of the same file does its work, too.
    [[nodiscard]] bool is_relied_on(std::size_t sync) const {
        if (!is_owed_something(sync) || name_of(log_[sync].file).ends_with("-journal")) return false;
        const bool is_database = log_[sync].kind == Kind::sync && name_of(log_[sync].file).ends_with(".sqlite");
        for (std::size_t i = sync; i < next_sync(sync); ++i) {
            // A commit is acknowledged; or the journal begins anew, because all of it is in the database.
            if (!is_database && log_[i].kind == Kind::mark) return true;
            if (is_database && log_[i].kind == Kind::write && log_[i].at == 0 &&
                name_of(log_[i].file).ends_with("-wal"))
                return true;
        }
        return false;
    }
    [[nodiscard]] std::vector<DiskOperation> without(std::size_t sync) const {
        auto broken = log_;
        broken[sync] = {.kind = Kind::mark, .file = 0, .at = 0, .bytes = {}, .name = {}};
        return broken;
    }
    /// The acknowledgement behind this sync comes before it.
    [[nodiscard]] std::vector<DiskOperation> acknowledged_early(std::size_t sync) const {
        auto broken = log_;
        std::swap(broken[sync], broken[sync + 1]);
        return broken;
    }
    [[nodiscard]] std::string name_of(int file) const {
        for (const DiskOperation& one : log_)
            if (one.kind == Kind::make_name && one.file == file) return one.name;
        return "";
    }

  private:
    const std::vector<DiskOperation>& log_;
};

class BrokenPromise : public testing::Test {
  protected:
    BrokenPromise() : random_(seed_of_today()) {
        std::filesystem::create_directories(place_.folder("written"));
        log_ = write_history(place_, history_, 1, last_, random_);
    }

    /// Cuts the power in many ways between these moments; what was found wrong, if anything.
    std::optional<std::string> find(const std::vector<DiskOperation>& log, std::size_t from, std::size_t to) {
        constexpr int most_tries = 600;
        Examiner examiner(place_, history_, 0);
        while (examiner.examined() < most_tries)
            for (std::size_t cut = to; cut >= from; --cut)
                for (int fate = 0; fate < fates; ++fate)
                    if (auto why = examiner.examine(log, {.at = cut, .fate = static_cast<Fate>(fate)}, last_, random_))
                        return why;
        return std::nullopt;
    }

    static constexpr int last_ = 40;
    Workplace place_;
    std::mt19937_64 random_;
    History history_{seed_of_today()};
    std::vector<DiskOperation> log_;
};

TEST_F(BrokenPromise, EachSyncThatIsLeftOutIsMissed) {
    const BrokenLog broken(log_);
    std::map<std::string, int> missed;
    for (std::size_t i = begin_of(log_); i < log_.size(); ++i) {
        if (!is_sync(log_[i]) || !broken.is_relied_on(i)) continue;
        const std::string what = log_[i].kind == Kind::sync_folder ? "the folder" : broken.name_of(log_[i].file);
        EXPECT_TRUE(find(broken.without(i), i + 1, broken.next_sync(i))) << "sync " << i << " of " << what;
        ++missed[what];
    }
    EXPECT_GE(missed["the folder"], 1);
    EXPECT_GE(missed["springtide.sqlite"], 2);
    EXPECT_GE(missed["springtide.sqlite-wal"], 10);
}

/// Without it, an old header and the beginning of the old journal may stand before the end of a new commit: what they
/// say is older than the database. It takes a new commit that is longer than the oldest one in the journal.
TEST(PowerLoss, TheSyncOfTheJournalsHeaderIsMissed) {
    bool is_missed = false;
    for (std::uint64_t seed = seed_of_today(); !is_missed && seed < seed_of_today() + 20; ++seed) {
        std::mt19937_64 random(seed);
        const Workplace place;
        const History history(seed);
        std::filesystem::create_directories(place.folder("written"));
        const auto log = write_history(place, history, 1, 60, random);
        const BrokenLog broken(log);
        Examiner examiner(place, history, 0);
        for (std::size_t i = begin_of(log) + 1; i < log.size() && !is_missed; ++i) {
            const DiskOperation& before = log[i - 1];
            const bool is_header = log[i].kind == Kind::sync && before.kind == Kind::write &&
                                   before.file == log[i].file && before.at == 0 && before.bytes.size() == 32;
            for (int tries = 0; is_header && tries < 20 && !is_missed; ++tries)
                is_missed =
                    examiner
                        .examine(broken.without(i), {.at = broken.next_sync(i), .fate = Fate::last_ones}, 60, random)
                        .has_value();
        }
    }
    EXPECT_TRUE(is_missed);
}

TEST_F(BrokenPromise, AnAcknowledgementBeforeTheSyncIsFound) {
    const BrokenLog broken(log_);
    int early = 0;
    for (std::size_t i = begin_of(log_); i + 1 < log_.size(); ++i) {
        const bool is_journal = log_[i].kind == Kind::sync && broken.name_of(log_[i].file).ends_with("-wal");
        if (!is_journal || log_[i + 1].kind != Kind::mark || !broken.is_relied_on(i)) continue;
        EXPECT_TRUE(find(broken.acknowledged_early(i), i + 1, i + 1)) << "sync " << i;
        ++early;
    }
    EXPECT_GE(early, 10);
}

TEST(SafeFolder, EachFolderThatHoldsANewOneIsSynced) {
    const Workplace place;
    std::vector<std::string> synced;
    const auto note = [&](const std::string& folder) -> Expected<void> {
        synced.push_back(folder);
        return sync_folder(folder);
    };
    ASSERT_TRUE(make_folder(place.folder("a/b/"), note));
    EXPECT_EQ(synced,
              (std::vector{std::filesystem::path(place.folder("a")).parent_path().string(), place.folder("a")}));
    ASSERT_TRUE(make_folder(place.folder("a/b"), note));
    EXPECT_EQ(synced.size(), 2U) << "it is there already";
    EXPECT_FALSE(sync_folder(place.folder("c")));
}

TEST(PowerLoss, ABackupThatIsReportedAsDoneIsThereWhole) {
    std::mt19937_64 random(1);
    const Workplace place;
    const History history(1);
    std::filesystem::create_directories(place.folder("written"));
    write_history(place, history, 1, 30, random);
    std::filesystem::create_directories(place.folder("copied"));
    disk.watch(place.folder("copied"));
    ASSERT_TRUE((*SqliteStore::open(file_in(place.folder("written"))))->copy_to(file_in(place.folder("copied"))));
    auto log = disk.take();
    for (DiskOperation& one : log)  // a copy gets its name when it is finished
        if (one.name.ends_with(".new")) one.name.resize(one.name.size() - 4);
    log.push_back(
        {.kind = Kind::sync_folder, .file = 0, .at = 0, .bytes = {}, .name = {}});  // past SQLite, see SafeFolder
    Examiner examiner(place, history, 30);
    for (int fate = 0; fate < fates; ++fate)
        EXPECT_EQ(examiner.examine(log, {.at = log.size(), .fate = static_cast<Fate>(fate)}, 30, random), std::nullopt);
}

}  // namespace
}  // namespace springtide
