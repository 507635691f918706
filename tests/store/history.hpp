#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "store/sqlite_store.hpp"
#include "tests/store/recorded_disk.hpp"

// A sequence of commits, and the look at what a power cut left of it.
namespace springtide {

constexpr int table_count = 7;
constexpr JournalSizes short_journal = {.is_long = 96 * 1024, .is_too_long = 256 * 1024};

inline std::string table_name(int table) { return "table" + std::to_string(table); }

/// What a sequence of commits writes, and what the store holds after each. The same seed gives the same commits.
class History {
  public:
    explicit History(std::uint64_t seed) : seed_(seed) {}

    /// Commit number k, from 1 on.
    [[nodiscard]] std::vector<Write> commit(int k) const {
        std::mt19937_64 random(seed_ * 1'000'003 + static_cast<std::uint64_t>(k));
        std::vector<Write> writes;
        for (const int table : tables_in(k)) {
            Write write;
            write.table = table_name(table);
            std::int64_t seq = last_seq(table, k - 1);
            for (int i = events_in(table, k); i > 0; --i)
                write.events.push_back({.seq = ++seq, .at = k, .body = body(table, seq)});
            write.room =
                RoomRow{.table = write.table, .game = "game", .phase = "open", .at = k, .summary = {}, .last = {}};
            write.notes = {{.guest = "guest", .kind = "kind", .key = write.table, .at = k, .body = body(table, k)}};
            writes.push_back(std::move(write));
        }
        writes.front().facts = {{"commit", std::to_string(k)}};
        return writes;
    }

    /// Nothing if the store holds what it held after one of the commits from `least` on; otherwise what is wrong.
    [[nodiscard]] std::optional<std::string> differs(Store& store, int least, int most, int& found) const {
        const auto fact = store.fact("commit");
        if (!fact) return "the facts cannot be read: " + fact.error().message;
        found = *fact ? std::stoi(**fact) : 0;
        if (found < least || found > most)
            return "it holds " + std::to_string(found) + " commits; " + std::to_string(least) + " were acknowledged, " +
                   std::to_string(most) + " begun";
        for (int table = 0; table < table_count; ++table)
            if (auto why = differs(store, table, found)) return "after commit " + std::to_string(found) + ", " + *why;
        return std::nullopt;
    }

  private:
    [[nodiscard]] std::set<int> tables_in(int k) const {
        std::mt19937_64 random(seed_ * 7919 + static_cast<std::uint64_t>(k));
        std::set<int> tables;
        const int count = 1 + static_cast<int>(random() % 3);
        for (int i = 0; i < count; ++i) tables.insert(static_cast<int>(random() % table_count));
        return tables;
    }
    [[nodiscard]] int events_in(int table, int k) const {
        return tables_in(k).contains(table) ? 1 + (k + table) % 3 : 0;
    }
    /// Of a table after commit k.
    [[nodiscard]] std::int64_t last_seq(int table, int k) const {
        std::int64_t seq = 0;
        for (int i = 1; i <= k; ++i) seq += events_in(table, i);
        return seq;
    }
    [[nodiscard]] int last_commit_of(int table, int k) const {
        while (k > 0 && events_in(table, k) == 0) --k;
        return k;
    }
    [[nodiscard]] std::string body(int table, std::int64_t number) const {
        const auto mixed = static_cast<std::uint64_t>(number) * 2654435761U + static_cast<std::uint64_t>(table) + seed_;
        const std::size_t size = mixed % 11 == 0 ? 5000 : mixed % 400;  // some need pages of their own
        return std::to_string(table) + " " + std::to_string(number) +
               std::string(size, static_cast<char>('a' + mixed % 26));
    }
    [[nodiscard]] std::optional<std::string> differs(Store& store, int table, int k) const {
        const std::string name = table_name(table);
        const auto events = store.events(name, 0, -1);
        if (!events) return name + " cannot be read: " + events.error().message;
        const std::int64_t last = last_seq(table, k);
        if (std::ssize(*events) != last)
            return name + " has " + std::to_string(events->size()) + " events instead of " + std::to_string(last);
        for (std::int64_t seq = 1; seq <= last; ++seq) {
            const StoredEvent& event = (*events)[static_cast<std::size_t>(seq - 1)];
            if (event.seq != seq || event.body != body(table, seq))
                return name + " has another event " + std::to_string(seq);
        }
        const int latest = last_commit_of(table, k);
        const auto room = store.room(name);
        const auto note = store.note({.guest = "guest", .kind = "kind", .key = name});
        if (!room || !note) return "lists cannot be read";
        if (room->has_value() != (latest > 0) || note->has_value() != (latest > 0))
            return name + " is not in the lists";
        if (latest > 0 && ((*room)->at != latest || (*note)->body != body(table, latest)))
            return name + " is old in the lists";
        return std::nullopt;
    }

    std::uint64_t seed_;
};

class Workplace {
  public:
    Workplace() {
        const std::filesystem::path memory = "/dev/shm";
        const auto base = std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path();
        std::string pattern = (base / "springtide-power-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;
    ~Workplace() { std::filesystem::remove_all(path_); }
    [[nodiscard]] std::string folder(const std::string& name) const { return path_ + "/" + name; }

  private:
    std::string path_;
};

inline std::string file_in(const std::string& folder) { return folder + "/springtide.sqlite"; }

struct Cut {
    std::size_t at = 0;
    Fate fate = Fate::none;
};

/// Examines what is there after a power cut.
class Examiner {
  public:
    Examiner(const Workplace& place, const History& history, int before)
        : folder_(place.folder("examined")), history_(history), before_(before) {}

    /// What is wrong after this cut, if anything. The image stays in folder() until the next.
    std::optional<std::string> examine(const std::vector<DiskOperation>& log, Cut cut, int most,
                                       std::mt19937_64& random) {
        ++examined_;
        int acknowledged = before_;
        for (std::size_t i = 0; i < cut.at; ++i)
            if (log[i].kind == DiskOperation::Kind::mark)
                acknowledged = std::max(acknowledged, static_cast<int>(log[i].at));
        write_files(folder_, after_power_cut(log, cut.at, cut.fate, random));
        const auto store = SqliteStore::open(file_in(folder_), short_journal);
        if (!store) return "it does not open: " + store.error().message;
        const auto damages = (*store)->damages();
        if (!damages) return "it cannot be checked: " + damages.error().message;
        if (!damages->empty()) return "it is damaged: " + damages->front();
        return history_.differs(**store, acknowledged, most, found_);
    }
    [[nodiscard]] int found() const { return found_; }
    [[nodiscard]] const std::string& folder() const { return folder_; }
    [[nodiscard]] int examined() const { return examined_; }

  private:
    std::string folder_;
    const History& history_;
    int before_;
    int found_ = 0;
    int examined_ = 0;
};

inline Fate any_fate(std::mt19937_64& random) { return static_cast<Fate>(random() % fates); }

inline std::uint64_t seed_of_today() {
    const char* asked = std::getenv("SPRINGTIDE_POWER_LOSS_SEED");
    return asked == nullptr ? 1 : std::stoull(asked);
}

}  // namespace springtide
