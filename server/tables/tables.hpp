#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/base/loop.hpp"
#include "server/limits/limits.hpp"
#include "server/room/room.hpp"
#include "server/storing/commits.hpp"
#include "server/storing/store_thread.hpp"
#include "server/tables/audience.hpp"
#include "server/tables/room_loader.hpp"

namespace springtide::server {

/// The open tables of this shard. Each is opened from its log at its first request, does one thing after the other, and
/// sends its audience the stored events; it also folds events of other nodes.
class Tables {
  public:
    /// With the sequence number of the event, once it is stored.
    using Done = std::function<void(Expected<std::int64_t>)>;

    /// The Caretaker's data for each table.
    struct CaretakerState {
        bool thinking = false;                   ///< a bot
        bool claiming = false;                   ///< a request to claim the table is under way
        std::optional<std::int64_t> claimed_in;  ///< the lease under which it is
        std::vector<std::function<void(bool)>> when_claimed;
        std::int64_t alarm_for = 0;  ///< the deadline for which an alarm is set
    };
    struct Waiting {
        bool for_all_stored;  ///< otherwise it may join the events that wait for the next commit
        std::function<void()> work;
    };
    struct Entry {
        std::unique_ptr<Room> room;  ///< nothing while it rests or is opened, or when the log could not be read
        Audience audience;
        CaretakerState care;
        std::vector<Waiting> waiting;                         ///< few, if any
        std::optional<Commits::Place> place;                  ///< of the events that are not stored yet
        std::vector<std::pair<std::int64_t, Done>> unstored;  ///< these, and who waits for each
        Bucket spectators_talk{10, 0.5};
        std::unique_ptr<Error> why_not;  ///< why the last attempt failed; seldom, so it takes no room otherwise
        bool loading = false;            ///< its log is being folded; requests wait meanwhile
        bool resting = false;            ///< its room was dropped, all stored and told; it is folded again on demand
        bool put_off = false;            ///< the audience gets these events after the next commit
        SeatSet turns;                   ///< whose turn it became by events that are not stored yet
        std::int64_t heard = 0;          ///< the last event of another node
        std::int64_t asked_at = 0;       ///< the beat in which it was last asked for
    };

    /// Events at tables, for the caretaker.
    class Keeper {
      public:
        Keeper() = default;
        Keeper(const Keeper&) = delete;
        Keeper& operator=(const Keeper&) = delete;
        virtual ~Keeper() = default;
        /// It was folded from its log; no waiting request has run yet.
        virtual void opened(const std::string& table) = 0;
        /// A table was folded, or could not be: there is room for another.
        virtual void may_open_more() = 0;
        /// All is stored and sent, and no request waits.
        virtual void is_quiet(const std::string& table) = 0;
        /// It must stay, even without watchers.
        [[nodiscard]] virtual bool needs(const Entry& entry) const = 0;
        virtual void let_go(const std::string& table, const Entry& entry) = 0;
    };

    Tables(Loop& loop, StoreThread& reads, Commits& commits, std::unique_ptr<Store> loader, Pusher& pusher);
    ~Tables();
    Tables(const Tables&) = delete;
    Tables& operator=(const Tables&) = delete;
    void kept_by(Keeper& keeper) { keeper_ = &keeper; }
    /// With so many opponents a player is settled (rating.hpp).
    void settle_from(int opponents) { settled_from_ = opponents; }
    /// Called with a room whenever it was opened, or its data in lists changed.
    void on_change(std::function<void(const Room&)> changed) { changed_ = std::move(changed); }
    /// Called when an event stored here gave a player the turn, and that player does not watch it here, or only with a
    /// hidden page.
    void on_missed_turn(std::function<void(const Room&, Seat)> missed) { missed_turn_ = std::move(missed); }

    /// Called with the id of a club night whenever the result of one of its tables was stored.
    void on_club_result(std::function<void(const std::string&)> ended) { club_result_ = std::move(ended); }

    /// No new requests are expected; finishes those under way. Calls `done` when all is stored.
    void close(std::function<void()> done);
    [[nodiscard]] bool is_closing() const { return closing_; }

    /// The entry with its room. Only for work that waited for it: of a table that is not open there is none.
    Expected<Entry*> entry(const std::string& table);
    /// The present entry, or a new one.
    Entry& operator[](const std::string& table) { return entries_[table]; }
    [[nodiscard]] Entry* find(const std::string& table);
    [[nodiscard]] const Entry* find(const std::string& table) const;
    [[nodiscard]] const std::unordered_map<std::string, Entry>& all() const { return entries_; }
    /// The entries of some buckets of the hash table, other buckets each time.
    std::vector<std::pair<const std::string*, Entry*>> look_over_some(std::size_t most);
    [[nodiscard]] bool is_open(const std::string& table) const;

    /// Runs when every event of this table is stored. Opens it.
    void when_stored(const std::string& table, std::function<void()> work);
    /// Runs when events of this table may be added to the next commit. Opens it.
    void when_free(const std::string& table, std::function<void()> work);
    /// Runs after the current batch is stored, ahead of requests that arrived later.
    void when_gathered_is_stored(const std::string& table, std::function<void()> work);
    /// Does the next thing at a table: waiting requests first, then the keeper's work.
    void go_on(const std::string& table);
    /// The same, in the next turn of the loop.
    void go_on_soon(const std::string& table);
    /// Nothing happens there until it is released.
    void hold(const std::string& table);
    void release(const std::string& table);

    /// A room without events; the first one is performed next.
    void make(const std::string& table) { entries_[table].room = std::make_unique<Room>(table); }
    /// Folds an event and puts it into the next commit. Events of one table that come before that commit begins go into
    /// it together, all or none; no client sees any of them before.
    void perform(const std::string& table, RoomEvent event, Done done);
    /// True if some of its events are not stored, and others may still join them.
    [[nodiscard]] bool gathers(const Entry& entry) const { return state_of(entry) == CommitState::gathered; }

    void load(const std::string& table);
    /// Folds a room from its log in another thread, for reading only; calls `done` in that thread.
    void read(const std::string& table, RoomLoader::Loaded done) { loader_.load(table, std::move(done)); }
    /// Frees its room; the next request folds it again.
    void rest(Entry& entry);
    /// The same with every room, despite unfinished work: other nodes may have played on, and look after them now.
    void let_all_go();
    void forget_if_idle(const std::string& table);
    void forget_soon_if_idle(const std::string& table);
    /// Changes the stored data of a table other than by appending (tables_rewrite.cpp): nothing else happens there from
    /// `make`, which reads the store, until all of it is written. Then the table is folded again, and all watchers
    /// receive the whole view again. `done` receives the result.
    using Rewrite = std::function<Expected<Write>(Store&)>;
    void rewrite(const std::string& table, const Rewrite& make, const std::function<void(bool)>& done);
    /// Another node did so.
    void was_rewritten(const std::string& table);
    /// Its log is gone: informs all watchers, and forgets the table.
    void shut(const std::string& table);

    /// Another node appended up to this event.
    void heard(const std::string& table, std::int64_t seq);
    /// Other nodes may have appended anything: looks at every table.
    void resync_all(StoreThread& store);
    /// The store takes writes. If it refused one before, its log may hold more than the rooms: looks at every table.
    void store_works();
    /// Reads the events of other nodes in another thread, and folds them. Requests to the table wait meanwhile. `done`
    /// learns whether there were any.
    void catch_up(const std::string& table, const std::function<void(bool)>& done = {});

    /// A sign of life; they measure the time since the last request to a table.
    void beat() { ++beats_; }
    [[nodiscard]] std::int64_t beats() const { return beats_; }
    [[nodiscard]] std::size_t loading() const { return loading_; }
    [[nodiscard]] std::size_t damaged() const { return damaged_.size(); }
    [[nodiscard]] std::size_t unstored() const { return under_way_; }
    struct Counts {
        std::int64_t events = 0;
        std::int64_t conflicts = 0;
        std::int64_t failures = 0;
    };
    [[nodiscard]] const Counts& counts() const { return counts_; }

  private:
    /// How far the last events of a table have come.
    enum class CommitState { stored, gathered, committing };
    [[nodiscard]] CommitState state_of(const Entry& entry) const {
        if (!entry.place) return CommitState::stored;
        return commits_.is_gathered(*entry.place) ? CommitState::gathered : CommitState::committing;
    }
    static bool is_behind(const Entry& entry, std::int64_t seq) {
        if (entry.room) return entry.room->seq() < seq && !entry.room->damage();
        return entry.resting && entry.audience.told() < seq;
    }
    void unload(Entry& entry);
    void loaded(const std::string& table, Expected<std::unique_ptr<Room>> room);
    void note_damage(Entry& entry, const Room& room);
    void stored(const std::string& table, const Expected<WriteOutcome>& outcome);
    void tell(Entry& entry);
    /// Runs when all is stored; does not open it.
    void when_idle(const std::string& table, std::function<void()> work);
    void fold_anew(const std::string& table);
    void try_to_rewrite(const std::string& table, const Rewrite& make, int tries,
                        const std::function<void(bool)>& done);
    void rewritten(const std::string& table, bool is_changed);
    void tell_missed_turns(Entry& entry);
    /// A table whose log went on elsewhere.
    struct CatchUp {
        std::string table;
        std::int64_t after = 0;  ///< the last event that is known
        std::int64_t heard = 0;
        std::function<void(bool)> done;
    };
    void catch_up_all();
    void caught_up(const std::string& table, std::int64_t heard, const Expected<std::vector<StoredEvent>>& missed);
    bool fold_missed(const std::string& table, const Expected<std::vector<StoredEvent>>& missed);
    struct Known {
        std::string table;
        std::int64_t seq = 0;
    };
    void resync(StoreThread& store, const std::shared_ptr<std::vector<Known>>& tables);

    Loop& loop_;
    StoreThread& reads_;
    Commits& commits_;
    Pusher& pusher_;
    int settled_from_ = 0;
    Keeper* keeper_ = nullptr;
    std::function<void(const Room&)> changed_ = [](const Room&) {};
    std::function<void(const std::string&)> club_result_ = [](const std::string&) {};
    std::function<void(const Room&, Seat)> missed_turn_ = [](const Room&, Seat) {};
    std::unordered_map<std::string, Entry> entries_;
    bool closing_ = false;
    bool is_in_doubt_ = false;  ///< the outcome of a write is unknown until the next one succeeds
    std::function<void()> when_closed_;
    std::size_t under_way_ = 0;
    std::size_t loading_ = 0;
    std::vector<CatchUp> to_catch_up_;  ///< in this turn of the loop
    std::size_t looked_over_ = 0;       ///< the next part of the entries that is looked over
    std::int64_t beats_ = 0;
    std::set<std::string> damaged_;  ///< requested tables whose log cannot be read to its end
    Counts counts_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  ///< for posted work: false once this object is gone
    RoomLoader loader_;
};

}  // namespace springtide::server
