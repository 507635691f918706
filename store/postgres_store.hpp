#pragma once

#include <map>
#include <memory>
#include <unordered_set>

#include "store/node_lease.hpp"
#include "store/postgres_connection.hpp"
#include "store/store.hpp"

namespace springtide {

/// The store in PostgreSQL, shared by several nodes. Each commit notifies the other nodes of its events (NOTIFY), and a
/// table's bots and clocks belong to the node whose session is named in its row, for as long as that node renews its
/// lease (NodeLease). All writes of a node are fenced: the database refuses them once its lease was ended.
class PostgresStore final : public Store {
  public:
    /// Connects and applies the migrations that the database lacks; refuses one of a newer program. All stores of a
    /// node share its lease.
    static Expected<std::unique_ptr<PostgresStore>> open(const std::string& url, std::shared_ptr<NodeLease> lease);
    /// One that stands alone.
    static Expected<std::unique_ptr<PostgresStore>> open(const std::string& url, std::string name) {
        return open(url, std::make_shared<NodeLease>(std::move(name)));
    }

    Expected<std::vector<WriteOutcome>> write(std::span<const Write> batch) override;
    using Store::events;
    Expected<std::vector<StoredEvent>> events(std::string_view table, std::int64_t after, int limit) override;
    Expected<std::vector<std::vector<StoredEvent>>> events_after(std::span<const After> tables, int limit) override;
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

    Expected<void> tell_others(std::string_view words) override;

    [[nodiscard]] bool is_shared() const override { return true; }
    Expected<bool> claim(std::string_view table) override;
    void release(std::string_view table) override;
    [[nodiscard]] std::int64_t claims_valid_in() const override { return lease_->token(); }
    Expected<void> join() override;
    Expected<bool> renew() override;
    Expected<void> leave() override;
    /// A setting of the database with which a power cut could undo acknowledged changes, as text; empty if there is
    /// none.
    Expected<std::string> unsafe_setting();
    Expected<std::vector<Due>> take_unclaimed(std::int64_t due_before, int limit) override;

  private:
    using Ratings = std::map<std::pair<std::string, std::string>, RatingRow>;  ///< by game and guest
    PostgresStore(const std::string& url, std::shared_ptr<NodeLease> lease)
        : connection_(url), lease_(std::move(lease)) {}
    Expected<void> migrate();
    Expected<void> prepare_to_write();
    /// False where something of it has to be looked at before it is written; nothing is written then.
    Expected<bool> write_at_once(std::span<const Write> batch);
    /// Does the batch change a rating?
    Expected<bool> rates_somebody(std::span<const Write> batch);
    /// The unconditional writes: rows of lists, notes, facts, and notifications of other nodes.
    [[nodiscard]] std::vector<PostgresQuestion> rows_of(std::span<const Write> batch,
                                                        const std::vector<WriteOutcome>& outcomes) const;
    /// The events of all of them, and the number that each follows.
    static std::array<PostgresArray, 5> event_columns(std::span<const Write> batch);
    Expected<std::vector<WriteOutcome>> write_all(std::span<const Write> batch);
    Expected<bool> forget(const Write& write);
    Expected<void> write_moved(const Write& write);
    Expected<std::vector<WriteOutcome>> append(std::span<const Write> batch);
    Expected<WriteOutcome> write_guest(const GuestRow& guest);
    Expected<void> write_rows(std::span<const Write> batch, const std::vector<WriteOutcome>& outcomes);
    Expected<void> change_ratings(std::span<const Write> batch, const std::vector<WriteOutcome>& outcomes,
                                  Ratings& ratings);
    Expected<bool> have_claimed(const std::vector<std::string>& guests);
    Expected<RatingChange::Meetings> meet(const RatingChange& change, const std::string& table);
    Expected<void> write_ratings(const Ratings& ratings);
    Expected<void> insert_ratings(const Ratings& ratings, const std::string& on_conflict);
    Expected<void> write_daily(const DailyAttempt& attempt);
    Expected<WriteOutcome> append_club(const ClubEventRow& row, bool as_it_is);
    Expected<void> write_club_result(const ClubResult& result);
    Expected<WriteOutcome> rewrite(const Write& write);
    Expected<WriteOutcome> forget_club(const ClubForgotten& club);
    Expected<WriteOutcome> change_notes(const Write& write);
    Expected<void> forget_guest(const Write& write);
    Expected<void> write_facts(std::span<const Write> batch, const std::vector<WriteOutcome>& outcomes);
    /// Locks every person in a conditional write of the batch, until the transaction ends.
    Expected<void> hold_people(std::span<const Write> batch);
    /// The batch without its conditional writes, each of which counts as in conflict until it is written.
    Expected<std::vector<WriteOutcome>> write_unconditional(std::span<const Write> batch);
    Expected<WriteOutcome> write_conditional(const Write& write);
    Expected<WriteOutcome> apply(const Write& write);
    Expected<WriteOutcome> change_person(const PersonChange& change);
    Expected<void> write_notes(const Write& write);
    Expected<void> end_session(const EndedSession& session);
    Expected<std::vector<GuestRow>> guests(const char* sql, std::string_view key);
    Expected<std::vector<RatingRow>> ratings(const char* sql, std::string_view key, int limit,
                                             std::optional<std::int64_t> at = {});
    /// Asks something for the session that claims are made in.
    Expected<PostgresRows> ask_in_session(const char* sql, PostgresConnection::Values values);

    // The lease, in postgres_lease.cpp.
    Expected<void> lock_session(const std::string& token);
    /// False if another node has ended it.
    Expected<bool> extend(std::int64_t token);
    Expected<void> end_dead_nodes();
    Expected<void> may_write(std::span<const Write> batch);
    static std::unexpected<Error> refuse_lost();
    /// The statement that makes a transaction fail if the lease has ended; nothing for a command beside the servers.
    [[nodiscard]] std::optional<PostgresQuestion> fence() const;
    /// The last transaction was refused for it.
    [[nodiscard]] bool has_lease_ended() const { return connection_.refused_with() == "ST001"; }
    /// A transaction that writes.
    Expected<void> begin();
    Expected<std::vector<WriteOutcome>> write_fenced(std::span<const Write> batch);

    PostgresConnection connection_;
    std::shared_ptr<NodeLease> lease_;
    std::int64_t locked_in_ = -1;              ///< the connection's session that holds the lock of the lease
    std::unordered_set<std::string> claimed_;  ///< tables
    std::int64_t claimed_in_ = -1;             ///< the token under which they are
    std::int64_t written_in_ = -1;             ///< the connection's session that is set up for writing
    int careful_ = 0;                          ///< commits that are not tried at once
};

}  // namespace springtide
