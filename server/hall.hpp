#pragma once

#include <boost/json/fwd.hpp>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/address_limits.hpp"
#include "server/alarms.hpp"
#include "server/bot_pool.hpp"
#include "server/client.hpp"
#include "server/commits.hpp"
#include "server/daily.hpp"
#include "server/limits.hpp"
#include "server/lists.hpp"
#include "server/loop.hpp"
#include "server/matchmaking.hpp"
#include "server/outages.hpp"
#include "server/people.hpp"
#include "server/room.hpp"
#include "server/room_loader.hpp"
#include "server/store_thread.hpp"

namespace springtide::server {

struct HallSettings {
    std::string public_url;
    BotPoolSettings bots;
    std::size_t tables_watched = 64;          ///< by one connection
    std::size_t tables_created_hourly = 200;  ///< by one guest
    AddressRates rates{};                     ///< of one address
    std::string data{};                       ///< the folder whose disk is looked at; empty: none
    std::int64_t free_megabytes = 0;          ///< below which no table is made
    int keep_empty_hours = 0;                 ///< tables at which nobody ever sat; 0: for ever
    int keep_finished_days = 0;               ///< games; then they go into a file in the data folder; 0: for ever
};

/// A store is used by one thread, and never by that of the loop.
struct HallStores {
    std::unique_ptr<Store> reader;  ///< for what people ask
    std::unique_ptr<Store> writer;  ///< for commits
    std::unique_ptr<Store> loader;  ///< for tables that are opened
    std::unique_ptr<Store> keeper;  ///< for claims, and what the server looks for by itself
};

/// Every table there is, and the road of a request: decide, fold, store, then answer and tell. It lives in one thread.
class Hall {
  public:
    Hall(Loop& loop, HallStores stores, HallSettings settings);
    ~Hall();
    Hall(const Hall&) = delete;
    Hall& operator=(const Hall&) = delete;

    /// Takes up the games that were running when the last process ended.
    Expected<void> open();
    /// No new requests; what is under way is finished. `done` is called when all is stored.
    void close(std::function<void()> done);
    [[nodiscard]] bool ready() const { return !closing_ && healthy_; }

    void receive(const ClientPtr& client, std::string_view message);
    void gone(const ClientPtr& client);

    /// A client came; gone() is called for it once.
    void came(const ClientPtr& client) {
        client->has_gone = false;
        people_.came(*client);
    }
    [[nodiscard]] Loop& loop() { return loop_; }
    [[nodiscard]] People& people() { return people_; }
    [[nodiscard]] Lists& lists() { return lists_; }

    /// Whether a table may be opened for this person; asked before that is done. Where it is open already, or not
    /// certain without opening it, the table itself decides. Without `looks` they need not be allowed to watch.
    void may_open(const std::string& table, const Person& person, bool looks,
                  const std::function<void(Expected<void>)>& done);
    /// Opens a table where it is not open yet; `done` is called with the room as it is stored, or why there is none.
    void look(const std::string& table, const std::function<void(Expected<const Room*>)>& done);
    using RecordDone = std::function<void(const Expected<std::string>&)>;
    /// The record of a finished game, if this person may read it; made aside, from the log.
    void record(const std::string& table, const Person& person, const RecordDone& done);

    [[nodiscard]] const DailySecrets& daily() const { return *daily_; }
    /// The table of this person's one attempt at the deal of a day, made where there is none yet.
    using DailyDone = std::function<void(const Expected<std::string>&)>;
    void begin_daily(const Person& person, const std::string& game, std::int64_t day, const DailyDone& done);

    /// Another node appended up to this event.
    void heard(const std::string& table, std::int64_t seq);
    /// Other nodes may have appended anything: looks at every table.
    void resync_all();
    [[nodiscard]] std::string metrics() const;
    /// What each address may spend.
    [[nodiscard]] AddressLimits& limits() { return limits_; }

  private:
    /// With the sequence number of the event, once it is stored.
    using Done = std::function<void(Expected<std::int64_t>)>;

    struct Watcher {
        ClientPtr client;
        Observer as = Observer::spectator();
        std::int64_t seen = -1;  ///< the event after which they were shown the table as that observer; -1: not yet
    };
    struct Waiting {
        bool for_all_stored;  ///< otherwise it may join the events that wait for the next commit
        std::function<void()> work;
    };
    /// How far the last events of a table have come.
    enum class CommitState { stored, gathered, committing };
    struct Entry {
        std::unique_ptr<Room> room;  ///< nothing while it rests or is opened, or when the log could not be read
        std::vector<Watcher> watchers;
        std::vector<Waiting> waiting;                         ///< few, if any
        std::optional<Commits::Place> place;                  ///< of the events that are not stored yet
        std::vector<std::pair<std::int64_t, Done>> unstored;  ///< these, and who waits for each
        Bucket spectators_talk{10, 0.5};
        bool loading = false;          ///< its log is being folded; what is asked meanwhile waits
        std::optional<Error> why_not;  ///< why the last attempt failed
        bool thinking = false;
        bool resting = false;                    ///< all of it is stored and told; folded again when it is asked for
        bool put_off = false;                    ///< the watchers are told after the next commit
        bool must_tell = false;                  ///< and soon, whether or not anything happened
        std::int64_t told = 0;                   ///< the last event the watchers know
        SeatSet left;                            ///< seats whose last connection here ended
        SeatSet told_acting;                     ///< who had to act then
        std::int64_t heard = 0;                  ///< the last event of another node
        std::optional<std::int64_t> claimed_in;  ///< the store's session in which the table is ours
        bool claiming = false;                   ///< the store is asked whether it can be
        std::vector<std::function<void(bool)>> when_claimed;
        std::int64_t alarm_for = 0;  ///< the deadline for which an alarm is set
        std::int64_t asked_at = 0;   ///< the beat in which it was last asked for
    };

    [[nodiscard]] CommitState state_of(const Entry& entry) const {
        if (!entry.place) return CommitState::stored;
        return commits_.is_gathered(*entry.place) ? CommitState::gathered : CommitState::committing;
    }
    /// The entry with its room. Only for work that waited for it: of a table that is not open there is none.
    Expected<Entry*> entry(const std::string& table);
    void load(const std::string& table);
    [[nodiscard]] bool is_open(const std::string& table) const;
    void pay_for_opening(const std::string& table, const Person& person, bool looks,
                         const std::function<void(Expected<void>)>& done);
    void make_record(const std::string& table, const Person& person, bool is_open, RecordDone done);
    void put_away(Entry& entry);
    void loaded(const std::string& table, Expected<std::unique_ptr<Room>> room);
    void note_damage(Entry& entry, const Room& room);
    void forget_if_idle(const std::string& table);
    /// Runs when every event of this table is stored.
    void when_stored(const std::string& table, std::function<void()> work);
    /// Runs when events of this table may be added to the next commit.
    void when_free(const std::string& table, std::function<void()> work);
    void go_on(const std::string& table);

    // To the disk, and from there to everybody, in hall_store.cpp.
    void perform(const std::string& table, RoomEvent event, Done done);
    void stored(const std::string& table, const Expected<WriteOutcome>& outcome);
    void tell_watchers(Entry& entry);
    void tell(Client& client, std::string message);
    [[nodiscard]] static std::optional<RatingChange> rating_change(const Room& room);
    [[nodiscard]] static std::optional<DailyAttempt> daily_result(const Room& room);

    // By itself, in hall_duty.cpp.
    [[nodiscard]] bool is_ours(const Entry& entry) const;
    void claim(const std::string& table, const std::function<void(bool)>& done);
    void claimed(const std::string& table, std::optional<std::int64_t> session);
    void when_ours(const std::string& table, const std::function<void()>& work);
    void look_after(const std::string& table);
    static bool is_behind(const Entry& entry, std::int64_t seq) {
        if (entry.room) return entry.room->seq() < seq && !entry.room->damage();
        return entry.resting && entry.told < seq;
    }
    /// Tables that no node looked after, and that are ours now.
    struct TakenUp {
        std::vector<Due> tables;
        std::int64_t session = 0;
    };
    static Expected<TakenUp> claim_unclaimed(Store& store);
    void take_up_tables(const TakenUp& taken, std::optional<std::int64_t> alone_since);
    void take_up(const Due& due, std::int64_t session);
    void wake_some();
    void note_outage(std::int64_t from);
    void give_time_back(const std::string& table, Outages::Span lost);
    void give_lost_time_back(const std::string& table);
    void catch_up(const std::string& table, const std::function<void(bool)>& done = {});
    void caught_up(const std::string& table, std::int64_t heard, const Expected<std::vector<StoredEvent>>& missed);
    bool fold_missed(const std::string& table, const Expected<std::vector<StoredEvent>>& missed);
    struct Known {
        std::string table;
        std::int64_t seq = 0;
    };
    void resync(const std::shared_ptr<std::vector<Known>>& tables);
    static std::optional<std::pair<Seat, std::string>> bot_due(const Entry& entry);
    void ask_bot(const std::string& table, Seat seat, const std::string& level, bool for_timeout);
    void set_alarm(const std::string& table);
    void wait_for_alarm(const std::string& table, std::int64_t pause);
    void wait_for_alarms();
    void ring(const std::string& table);
    void beat();
    void after_beat();
    void let_tables_rest();
    /// A table in the lobby, as the store lists it.
    struct Listed {
        WaitingTable table;
        bool is_quick = false;  ///< opened by "play now" for a live game
    };
    /// What is looked for in the store and on the disk after a sign of life.
    struct Chores {
        std::optional<Expected<TakenUp>> taken;
        std::optional<Expected<People::News>> news;
        std::vector<Listed> listed;     ///< tables that wait, where other nodes make some
        std::vector<RoomRow> empty;     ///< tables at which nobody ever sat
        std::vector<RoomRow> finished;  ///< games that are kept no longer
        bool disk_is_low = false;
    };
    void do_chores(std::int64_t now);
    void finish_chores(const Chores& chores, std::int64_t now);
    void archive(const RoomRow& row);
    void forget_for_good(const RoomRow& row);
    void say_what_is_in_use(std::int64_t now);

    // Requests, in hall_requests.cpp.
    struct Asked;
    struct Asker {
        ClientPtr client;
        std::string id;     ///< of the request, as JSON
        std::string table;  ///< that it is about, if any
    };
    void take(const ClientPtr& client, const std::string& id, const boost::json::object& request);
    void take_next(const ClientPtr& client);
    Expected<void> answer(const ClientPtr& client, const std::string& id, const boost::json::object& object);
    Expected<void> answer(const Asker& asker, const HelloRequest& request);
    Expected<void> answer(const Asker& asker, const CreateRequest& request);
    Expected<void> answer(const Asker& asker, const PlayNowRequest& request);
    Expected<void> answer(const Asker& asker, const WatchRequest& request);
    Expected<void> answer(const Asker& asker, const HistoryRequest& request);
    Expected<void> answer(const Asker& asker, const UnwatchRequest& request);
    Expected<void> answer(const Asker& asker, const PresenceRequest& request);
    Expected<void> answer(const Asker& asker, const RematchRequest& request);
    Expected<void> answer(const Asker& asker, TableChange change);
    Expected<void> admit(const Asker& asker, bool looks, const std::function<void()>& go_on);
    Expected<void> welcome(const Asker& asker, const HelloRequest& request);
    void history(const Asker& asker, std::int64_t before);
    void watch(const ClientPtr& client, const std::string& id, const std::string& table, std::int64_t since);
    Expected<void> count(Client& client, const TableChange& change, Entry& entry);
    void change(const std::shared_ptr<Asked>& asked);
    void accept(const Asked& asked, bool repeated, std::int64_t seq);
    void refuse_or_retry(const std::shared_ptr<Asked>& asked, const Error& error, bool late);
    void decide_later(const std::shared_ptr<Asked>& asked);
    void rematch(const ClientPtr& client, const std::string& id, const std::string& table);
    void stop_watching(const ClientPtr& client, const std::string& table);
    Expected<void> may_create(const Person& person);
    /// Gives its id; `done` is called when it is stored.
    std::string make_table(const Person& person, RoomSetup setup, Done done);
    void make_daily_table(const Person& person, const DailyAttempt& attempt, const DailyDone& done);

    // Play now, in hall_play_now.cpp.
    struct Seeker;
    void seek(const std::shared_ptr<Seeker>& seeker);
    void open_quick_table(const std::shared_ptr<Seeker>& seeker);
    void sit_down(const std::shared_ptr<Seeker>& seeker, const std::string& table, bool opened);
    void note_waiting(const Room& room);
    static std::vector<Listed> read_listed(Store& store);
    void note_listed(const std::vector<Listed>& tables);
    void say_who_waits();
    static bool is_waited_at(const Entry& entry);
    static bool is_here(const Entry& entry, Seat seat);
    void mind_empty_chairs(const std::string& table);
    void stand_up_the_gone(const std::string& table);
    [[nodiscard]] std::string presence(const Client& client, const std::string& id, const std::string& table) const;
    static Watcher& begin_watching(const ClientPtr& client, const std::string& table, Entry& entry);

    Loop& loop_;
    HallSettings settings_;
    std::optional<DailySecrets> daily_;
    std::unordered_map<std::string, Entry> entries_;
    std::unordered_map<std::string, Bucket> creators_;
    bool closing_ = false;
    bool healthy_ = true;
    std::int64_t last_beat_ = 0;
    std::size_t under_way_ = 0;
    std::function<void()> when_closed_;
    AddressLimits limits_;
    Matchmaker matchmaker_;
    bool disk_is_low_ = false;
    std::int64_t tidied_until_ = 0;  ///< open tables before this time were looked at
    std::set<std::string> damaged_;  ///< tables whose log cannot be read to its end, as far as somebody asked for them
    Outages outages_;
    std::vector<std::string> to_wake_;  ///< bots are to act there, and nobody opened them yet
    std::size_t loading_ = 0;
    Alarms alarms_;
    std::int64_t timer_for_ = 0;   ///< the alarm for which a timer runs
    std::size_t looked_over_ = 0;  ///< the next part of the entries that is looked over
    bool has_chores_ = false;      ///< they are being done
    bool must_tidy_ = false;       ///< old tables are looked for with the next ones
    struct Counts {
        std::int64_t requests = 0;
        std::int64_t refusals = 0;
        std::int64_t events = 0;
        std::int64_t beats = 0;
        std::int64_t whole_pushes = 0;
        std::int64_t pushes = 0;
        std::int64_t bot_moves = 0;
        std::int64_t conflicts = 0;
        std::int64_t failures = 0;
        std::int64_t chores = 0;
        std::int64_t forgotten = 0;
    } counts_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  ///< what was posted looks whether we are still there
    StoreThread reads_;
    StoreThread keeper_;
    Commits commits_;
    People people_;
    Lists lists_;
    BotPool bots_;
    RoomLoader loader_;
};

}  // namespace springtide::server
