#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "store/conditions.hpp"

namespace springtide {

/// One entry of a table's log.
struct StoredEvent {
    std::int64_t seq = 0;
    std::int64_t at = 0;  ///< milliseconds since 1970
    std::string body;
};

/// The data of a table in lists.
struct RoomRow {
    std::string table;
    std::string game;
    std::string phase;
    bool listed = false;
    std::int64_t at = 0;
    std::string summary;
    bool duty = false;        ///< bots sit there or a clock runs: some server must look after it
    int seat = -1;            ///< only in answers about one guest, and of stale tables
    std::int64_t due = 0;     ///< when a server must do something by itself: 0 never, 1 at once, else the time
    std::string last;         ///< only in answers about one guest: the last event, while the game runs
    std::string read{};       ///< only there: the body of their note `read` of this table; empty if there is none
    std::int64_t unread = 0;  ///< lines of talk; filled in by the caller, not by the store
};

/// A table that needs a server even without connected clients.
struct Due {
    std::string table;
    std::int64_t at = 0;    ///< as `due` in RoomRow
    std::int64_t last = 0;  ///< when its last event happened
};

struct SeatRow {
    std::string table;
    std::string guest;
    int seat = 0;
    std::int64_t at = 0;  ///< when it was taken; 0: with the last event of the same write
};

/// Two people met in a rated game.
struct MeetingRow {
    std::string guest;
    std::string other;
    std::int64_t at = 0;
    std::string table;
    std::optional<std::string> place{};  ///< a mark of where the other came from; empty: the game was hardly played
    bool settled = false;                ///< the other was, then (RatingChange)
};

/// An event of a damaged table, kept apart.
struct SetAsideRow {
    StoredEvent event;
    std::string why;
};

/// Tables with a connected client but no events: an open one counts as just made.
struct InUse {
    std::vector<std::string> tables;
    std::int64_t since = 0;  ///< those that seem older than this
    std::int64_t at = 0;     ///< get this time
};

struct GuestRow {
    std::string id;
    std::string name;
    std::optional<std::string> claimed;
    std::optional<std::string> password;
    std::int64_t valid_from = 0;  ///< tokens made before this time are worth nothing; never goes back
};

/// A session that is over. All sessions of a guest at once have the id `all_sessions_of(guest)`.
struct EndedSession {
    std::string id;
    std::string guest;
    std::int64_t at = 0;
};
inline std::string all_sessions_of(const std::string& guest) { return "all " + guest; }

/// A player's attempt at the deal of a day.
struct DailyAttempt {
    std::int64_t day = 0;  ///< since 1970, UTC
    std::string game;
    std::string guest;
    std::string device;  ///< a keyed mark; empty if there is none
    std::string table;
    std::int64_t begun_at = 0;
    std::int64_t done_at = 0;  ///< 0 while it is played
    int score = 0;
    int points = 0;
    std::string way;          ///< the player's actions, one a line
    std::string name;         ///< only in lists
    bool is_claimed = false;  ///< only in lists: the name is kept with a password
};

/// A fact about a person under a kind and a key: push subscriptions, friends, settings. An export contains all of them,
/// and deleting the account deletes them.
struct NoteRow {
    std::string guest;
    std::string kind;
    std::string key;
    std::int64_t at = 0;
    std::string body;
};
struct NoteKey {
    std::string guest;
    std::string kind;
    std::string key;
};

/// How many attempts of a day ended with this score.
struct DailyScore {
    int score = 0;
    std::int64_t attempts = 0;
};

/// How a table of a club night ended; written with the last event of its game.
struct ClubResult {
    std::string club;
    std::string table;
    std::int64_t at = 0;
    std::string body;
};
/// The stored data of a club night: its log, and the results of its tables.
struct ClubLog {
    std::vector<StoredEvent> events;
    std::vector<ClubResult> results;
};
/// The next event of a club night.
struct ClubEventRow {
    std::string club;
    StoredEvent event;
};
/// When a club night was made.
struct ClubRow {
    std::string club;
    std::int64_t at = 0;
};
/// Deletes a club night and the notes of its players; only while this is the number of its last
/// event.
struct ClubForgotten {
    std::string club;
    std::int64_t seq = 0;
};
/// An event that is there gets another body; in conflict if its body is not the one that was read.
struct RewrittenEvent {
    std::int64_t seq = 0;
    std::string before;
    std::string after;
};
struct ClubRewrite {
    std::string club;
    std::vector<RewrittenEvent> events;
};

struct RatingRow {
    std::string guest;
    std::string game;
    double rating = 1500;
    double deviation = 350;
    double volatility = 0.06;
    int games = 0;
    std::int64_t listed_until = 0;  ///< the leaderboard shows it so long
    std::string name{};             ///< only in answers
};

/// A change of ratings that depends on what they are when it is written: two games of one player may end at once. It is
/// made only if each of the guests has claimed a name by then.
struct RatingChange {
    /// From how many places different opponents of a guest came since `lately`, this game's included.
    struct Opponents {
        int all = 0;
        int settled = 0;  ///< of these, opponents who were settled themselves: had met `settled_from` opponents
    };
    struct Meetings {
        /// How often each of the guests met each of the others since `since`, or another account from the place of
        /// that other one since `places_since`.
        std::vector<std::vector<int>> often{};
        std::vector<Opponents> opponents{};  ///< of each guest
    };
    using Compute = std::function<std::vector<RatingRow>(std::vector<RatingRow>, const Meetings&)>;
    std::string game;
    std::vector<std::string> guests;
    Compute compute;      ///< from the rows as they are, in the order of the guests; called in the thread that writes
    std::int64_t at = 0;  ///< when they met this time
    std::int64_t since = 0;  ///< how far back meetings count
    std::int64_t places_since = 0;
    std::int64_t lately = 0;            ///< earlier meetings are forgotten
    int settled_from = 0;               ///< so many opponents make a player settled
    bool counts = true;                 ///< false if it was hardly played, so that no opponents count as met
    std::vector<std::string> places{};  ///< marks of the guests' addresses; empty if unknown
};

/// Changes that are written together or not at all.
struct Write {
    std::string table;
    /// The lease under which it was decided (claims_valid_in); refused under another one. 0: under any.
    std::int64_t under = 0;
    std::vector<StoredEvent> events;  ///< of this table, one after the other; the first follows what is there
    bool as_it_is = false;            ///< the log may have gaps: it is moved, damaged or not
    /// Everything of this table goes, and nothing else is written; only while lists still give it this time.
    std::optional<std::int64_t> forget;
    std::optional<RoomRow> room;
    std::vector<SeatRow> seats;
    /// A write with conditions, or about a person, holds nothing but notes and ended sessions besides.
    OnlyIf only_if;
    std::optional<PersonChange> person;
    std::optional<GuestRow> moved_guest;  ///< the whole row, from another store (migrate-store)
    std::vector<RatingRow> ratings;
    std::optional<RatingChange> rating_change;
    std::optional<EndedSession> ended_session;
    std::vector<MeetingRow> meetings;
    std::vector<SetAsideRow> set_aside;  ///< of this table
    std::optional<InUse> in_use;
    /// Begun, if this guest and this device have none yet; and, with `done_at`, finished, if it is not yet.
    std::optional<DailyAttempt> daily;
    std::optional<ClubEventRow> club;             ///< in conflict if the number is taken
    std::optional<ClubResult> club_result;        ///< only the first one of a table counts
    std::optional<ClubRewrite> club_rewrite;      ///< all of it, or nothing
    std::optional<ClubForgotten> club_forgotten;  ///< in conflict where something happened there since
    std::optional<NoteRow> changed_note;          ///< in conflict if it is there already with the same body
    std::optional<NoteKey> taken_note;            ///< deletes the note; in conflict if it is not there
    std::vector<NoteRow> notes;                   ///< replaces earlier ones
    std::vector<NoteKey> forgotten_notes;
    /// Deletes notes, ratings and meetings of this guest; keeps those in `person` and `notes`.
    std::optional<std::string> forgotten_guest;
    bool forgotten_by_others = false;       ///< also what others noted of this guest: friends, blocks, meetings
    std::vector<RewrittenEvent> rewritten;  ///< of this table; all of them, or nothing
    std::vector<std::pair<std::string, std::string>> facts;
    std::vector<std::pair<std::string, std::string>> first_facts;  ///< only if there is no such fact yet
};

/// Stored; in conflict with the stored data (a sequence number or the claimed name is taken, its predecessor is gone,
/// or a condition does not hold): then nothing of it is written. Or, from GroupWriter, refused because of its content.
enum class WriteOutcome { stored, conflict, refused };

/// The store of logs and lists. An implementation is used by one thread.
///
/// All acknowledged writes and all results of reads are on disk: no failure of the disk, the machine or the process
/// undoes them.
class Store {
  public:
    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    virtual ~Store() = default;

    /// All in one durable commit, one outcome each.
    ///
    /// After an error of code `bad_request` nothing of it was stored. After any other error the outcome is unknown: all
    /// of it may be stored, or nothing. Reads do not show it until it is certain. It is certain once a later write
    /// succeeds, or the server starts again: then the log says whether it is there. Until the disk works again every
    /// write is refused.
    virtual Expected<std::vector<WriteOutcome>> write(std::span<const Write> batch) = 0;

    /// The log of a table after this sequence number; a limit below 0 is none.
    virtual Expected<std::vector<StoredEvent>> events(std::string_view table, std::int64_t after, int limit) = 0;
    Expected<std::vector<StoredEvent>> events(std::string_view table, std::int64_t after) {
        return events(table, after, -1);
    }
    /// The same for many tables with one question: the events of each after the number beside it, at most so many.
    struct After {
        std::string table;
        std::int64_t seq = 0;
    };
    virtual Expected<std::vector<std::vector<StoredEvent>>> events_after(std::span<const After> tables, int limit) {
        std::vector<std::vector<StoredEvent>> all;
        for (const After& one : tables) {
            auto found = events(one.table, one.seq, limit);
            if (!found) return std::unexpected(found.error());
            all.push_back(std::move(*found));
        }
        return all;
    }
    /// The number of the last event of a table; 0 if there is none.
    virtual Expected<std::int64_t> last_seq(std::string_view table) = 0;
    /// The data of one table in lists.
    virtual Expected<std::optional<RoomRow>> room(std::string_view table) = 0;
    /// Tables that have a log, in order of their ids, after this one.
    virtual Expected<std::vector<std::string>> tables(std::string_view after, int limit) = 0;
    /// Tables in this phase, the latest first; all of them, or only listed ones. A limit below 0 is none.
    virtual Expected<std::vector<RoomRow>> rooms(std::string_view phase, bool listed_only, int limit) = 0;
    /// Tables in this phase whose last event was in [from, before), the oldest first; `seat` is -1 for tables without
    /// players.
    virtual Expected<std::vector<RoomRow>> stale(std::string_view phase, std::int64_t from, std::int64_t before,
                                                 int limit) = 0;
    virtual Expected<std::vector<RoomRow>> rooms_of(std::string_view guest, int limit) = 0;
    /// The seat of a guest at a table; -1 if there is none.
    virtual Expected<int> seat_of(std::string_view table, std::string_view guest) = 0;
    virtual Expected<std::optional<GuestRow>> guest(std::string_view id) = 0;
    virtual Expected<std::optional<GuestRow>> guest_by_claim(std::string_view claimed) = 0;
    /// Guests who claimed a name, in the order of their ids, after this one.
    virtual Expected<std::vector<GuestRow>> claimed_guests(std::string_view after) = 0;
    virtual Expected<std::vector<RatingRow>> ratings_of(std::string_view guest) = 0;
    virtual Expected<std::vector<RatingRow>> best_ratings(std::string_view game, int limit) = 0;
    /// The best of those that are listed at this time.
    virtual Expected<std::vector<RatingRow>> listed_ratings(std::string_view game, std::int64_t at, int limit) = 0;
    virtual Expected<std::optional<std::string>> fact(std::string_view name) = 0;
    virtual Expected<bool> is_ended(std::string_view session) = 0;
    /// Those that ended after this time, in order.
    virtual Expected<std::vector<EndedSession>> sessions_ended(std::int64_t after) = 0;
    virtual Expected<std::optional<DailyAttempt>> daily_attempt(std::int64_t day, std::string_view game,
                                                                std::string_view guest) = 0;
    /// Finished attempts, the best first, with names.
    virtual Expected<std::vector<DailyAttempt>> daily_best(std::int64_t day, std::string_view game, int limit) = 0;
    /// The best first.
    virtual Expected<std::vector<DailyScore>> daily_scores(std::int64_t day, std::string_view game) = 0;
    /// Gives the way and the score of every finished attempt.
    using TakeWay = std::function<void(std::string_view way, int score)>;
    virtual Expected<void> daily_ways(std::int64_t day, std::string_view game, int limit, const TakeWay& take) = 0;
    /// Everything of a club night; without events if there is none.
    virtual Expected<ClubLog> club(std::string_view id) = 0;
    /// Club nights that were made in [from, before), the oldest first.
    virtual Expected<std::vector<ClubRow>> clubs(std::int64_t from, std::int64_t before, int limit) = 0;
    /// Of one kind, or of every kind if that is empty; the latest first.
    virtual Expected<std::vector<NoteRow>> notes(std::string_view guest, std::string_view kind, int limit) = 0;
    virtual Expected<std::optional<NoteRow>> note(const NoteKey& key) = 0;
    /// All people with a note of this kind and key.
    virtual Expected<std::vector<NoteRow>> notes_by_key(std::string_view kind, std::string_view key, int limit) = 0;
    /// Every table at which this guest sits or sat.
    virtual Expected<std::vector<std::string>> tables_of(std::string_view guest) = 0;
    virtual Expected<std::vector<DailyAttempt>> daily_attempts_of(std::string_view guest) = 0;
    /// Takes a table out of every list and keeps its log apart, with the reason.
    virtual Expected<void> set_aside(std::string_view table, std::string_view why) = 0;

    /// Says something to the other nodes, who hear it at once or never; nothing of it is kept.
    virtual Expected<void> tell_others(std::string_view /*words*/) { return {}; }

    // Bots and clocks of a table are run by one node at a time: the one that claimed it.
    /// True if other nodes use the same store.
    [[nodiscard]] virtual bool is_shared() const = 0;
    /// Tries to take a table; claims belong to the lease that claims_valid_in() names.
    virtual Expected<bool> claim(std::string_view table) = 0;
    virtual void release(std::string_view table) = 0;
    /// The lease of this node. May be called from any thread.
    [[nodiscard]] virtual std::int64_t claims_valid_in() const = 0;
    /// Begins a new lease. From now on everything that the node writes is refused as soon as the lease was ended.
    virtual Expected<void> join() { return {}; }
    /// Shows the other nodes that this one lives. False once they have ended its lease: then the node has to forget
    /// what it knows and join again.
    virtual Expected<bool> renew() { return true; }
    /// Ends the lease, so that other nodes take the tables at once.
    virtual Expected<void> leave() { return {}; }
    /// Claims running tables that are due before this time and not claimed; a limit below 0 is
    /// none.
    virtual Expected<std::vector<Due>> take_unclaimed(std::int64_t due_before, int limit) = 0;
};

}  // namespace springtide
