#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "store/sqlite_checkpoints.hpp"
#include "store/store.hpp"

namespace springtide {

class SqliteFile;
class Statements;

/// The store in one SQLite file: write-ahead log, every commit flushed to the disk.
class SqliteStore final : public Store {
  public:
    /// Opens or makes the file and applies the migrations it lacks; refuses a file of a newer program.
    static Expected<std::unique_ptr<SqliteStore>> open(const std::string& file, JournalSizes sizes = {});
    ~SqliteStore() override;

    Expected<std::vector<WriteOutcome>> write(std::span<const Write> batch) override;
    using Store::events;
    Expected<std::vector<StoredEvent>> events(std::string_view table, std::int64_t after, int limit) override;
    Expected<std::int64_t> last_seq(std::string_view table) override;
    Expected<std::optional<RoomRow>> room(std::string_view table) override;
    Expected<std::vector<std::string>> tables(std::string_view after, int limit) override;
    Expected<std::vector<RoomRow>> rooms(std::string_view phase, bool listed_only, int limit) override;
    Expected<std::vector<RoomRow>> stale(std::string_view phase, std::int64_t from, std::int64_t before,
                                         int limit) override;
    Expected<std::vector<RoomRow>> rooms_of(std::string_view guest, int limit) override;
    Expected<int> seat_of(std::string_view table, std::string_view guest) override;
    Expected<std::optional<GuestRow>> guest(std::string_view id) override;
    Expected<std::optional<GuestRow>> guest_by_claim(std::string_view claimed) override;
    Expected<std::vector<GuestRow>> claimed_guests(std::string_view after) override;
    Expected<std::vector<RatingRow>> ratings_of(std::string_view guest) override;
    Expected<std::vector<RatingRow>> best_ratings(std::string_view game, int limit) override;
    Expected<std::vector<RatingRow>> listed_ratings(std::string_view game, std::int64_t at, int limit) override;
    Expected<std::optional<std::string>> fact(std::string_view name) override;
    Expected<bool> is_ended(std::string_view session) override;
    Expected<std::vector<EndedSession>> sessions_ended(std::int64_t after) override;
    Expected<std::optional<DailyAttempt>> daily_attempt(std::int64_t day, std::string_view game,
                                                        std::string_view guest) override;
    Expected<std::vector<DailyAttempt>> daily_best(std::int64_t day, std::string_view game, int limit) override;
    Expected<std::vector<DailyScore>> daily_scores(std::int64_t day, std::string_view game) override;
    Expected<void> daily_ways(std::int64_t day, std::string_view game, int limit, const TakeWay& take) override;
    Expected<ClubLog> club(std::string_view id) override;
    Expected<std::vector<ClubRow>> clubs(std::int64_t from, std::int64_t before, int limit) override;
    Expected<std::vector<NoteRow>> notes(std::string_view guest, std::string_view kind, int limit) override;
    Expected<std::optional<NoteRow>> note(const NoteKey& key) override;
    Expected<std::vector<NoteRow>> notes_by_key(std::string_view kind, std::string_view key, int limit) override;
    Expected<std::vector<std::string>> tables_of(std::string_view guest) override;
    Expected<std::vector<DailyAttempt>> daily_attempts_of(std::string_view guest) override;
    Expected<void> set_aside(std::string_view table, std::string_view why) override;

    // One process has the file: every table is its own.
    [[nodiscard]] bool is_shared() const override { return false; }
    Expected<bool> claim(std::string_view /*table*/) override { return true; }
    void release(std::string_view /*table*/) override {}
    [[nodiscard]] std::int64_t claims_valid_in() const override { return 0; }
    Expected<std::vector<Due>> take_unclaimed(std::int64_t due_before, int limit) override;

    /// Everything there is, in batches, in an order in which another store can write it.
    using Take = std::function<Expected<void>(std::span<const Write>)>;
    Expected<void> hand_over(const Take& take);

    /// SQLite's complaints about its file; nothing if it is whole.
    Expected<std::vector<std::string>> damages();

    /// A consistent copy while others write.
    Expected<void> copy_to(const std::string& file);

  private:
    SqliteStore(const std::string& path, JournalSizes sizes);
    Expected<void> connect(bool migrates);
    void reopen();
    void roll_back();
    Expected<std::vector<WriteOutcome>> commit(std::span<const Write> batch);
    // After a failure of the disk, in sqlite_recovery.cpp.
    Expected<void> recover();
    Expected<void> find_out_whether_the_disk_works();
    Expected<void> store_what_the_journal_holds();
    Expected<std::size_t> version();
    Expected<std::int64_t> page_size();
    Expected<void> migrate();
    Expected<void> begin_to_write();
    Expected<WriteOutcome> forget(const Write& write);
    Expected<void> write_seats(const Write& write);
    Expected<void> write_moved(const Write& write);
    Expected<void> write_daily(const DailyAttempt& attempt);
    Expected<WriteOutcome> append_club(const ClubEventRow& row, bool as_it_is);
    Expected<void> write_club_result(const ClubResult& result);
    Expected<WriteOutcome> rewrite(const Write& write);
    Expected<WriteOutcome> forget_club(const ClubForgotten& club);
    Expected<WriteOutcome> change_notes(const Write& write);
    Expected<void> write_notes(const Write& write);
    Expected<WriteOutcome> write_guest(const GuestRow& guest);
    Expected<WriteOutcome> change_person(const PersonChange& change);
    Expected<WriteOutcome> write_or_undo(const Write& write);
    Expected<WriteOutcome> append(const Write& write);
    Expected<bool> has_event(const std::string& table, std::int64_t seq);
    Expected<void> look_whether_others_wrote();
    Expected<WriteOutcome> write_one(const Write& write);
    Expected<void> write_ratings(const std::vector<RatingRow>& rows);
    Expected<void> change_ratings(const RatingChange& change, const std::string& table);
    Expected<RatingChange::Meetings> meet(const RatingChange& change, const std::string& table);
    Expected<std::vector<GuestRow>> guests(const char* sql, std::string_view key);
    Expected<std::vector<RatingRow>> ratings(const char* sql, std::string_view key, int limit,
                                             std::optional<std::int64_t> at = {});

    std::string path_;
    JournalSizes sizes_;
    std::shared_ptr<SqliteFile> file_;
    std::unique_ptr<Statements> statements_;
    std::unique_ptr<SqliteCheckpoints> checkpoints_;              ///< of the writer
    std::unordered_map<std::string, std::int64_t> last_written_;  ///< event of some tables, while only we write
    std::int64_t data_version_ = 0;                               ///< changes when others write
};

}  // namespace springtide
