#pragma once

#include <boost/json/fwd.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/accounts/bans.hpp"
#include "server/accounts/company.hpp"
#include "server/accounts/host_desk.hpp"
#include "server/accounts/online.hpp"
#include "server/accounts/people.hpp"
#include "server/accounts/seat_moves.hpp"
#include "server/base/figures.hpp"
#include "server/base/loop.hpp"
#include "server/competitions/club.hpp"
#include "server/competitions/daily.hpp"
#include "server/competitions/duplicate.hpp"
#include "server/competitions/matchmaking.hpp"
#include "server/competitions/partings.hpp"
#include "server/identity/client.hpp"
#include "server/limits/address_limits.hpp"
#include "server/limits/limits.hpp"
#include "server/notify/calls.hpp"
#include "server/room/room.hpp"
#include "server/shard/remote_client.hpp"
#include "server/shard/shard_group.hpp"
#include "server/storing/commits.hpp"
#include "server/storing/fold_cache.hpp"
#include "server/storing/heartbeat.hpp"
#include "server/storing/store_thread.hpp"
#include "server/tables/audience.hpp"
#include "server/tables/bot_streams.hpp"
#include "server/tables/caretaker.hpp"
#include "server/tables/lists.hpp"
#include "server/tables/presence_tracker.hpp"
#include "server/tables/tables.hpp"

namespace springtide::server {

struct ShardSettings {
    std::string public_url;
    BotPoolSettings bots;
    std::size_t tables_watched = 64;          ///< by one connection
    std::size_t tables_created_hourly = 200;  ///< by one guest
    AddressRates rates{};                     ///< of one address
    std::string data{};                       ///< the folder whose disk is looked at; empty: none
    std::int64_t free_megabytes = 0;          ///< below which no table is made
    int keep_empty_hours = 0;                 ///< tables at which nobody ever sat; 0: for ever
    int keep_finished_days = 0;               ///< games; then they go into a file in the data folder; 0: for ever
    int keep_clubs_days = 0;                  ///< club nights and duplicate tables that nobody plays; 0: for ever
    int gather_milliseconds = 0;              ///< commits begin so long after each other, where many write
    SenderSettings sender{};                  ///< of calls and letters
    BotLimits bot_accounts{};
    int rating_opponents = 1;  ///< from so many places, before a rating leaves the middle and is listed
};

/// A store is used by one thread, and never by that of the loop.
struct ShardStores {
    std::unique_ptr<Store> reader;                       ///< for what people ask
    std::unique_ptr<Store> writer;                       ///< for commits; nothing where the group has it
    std::unique_ptr<Store> loader;                       ///< for tables that are opened
    std::unique_ptr<Store> keeper;                       ///< for claims, and what the server looks for by itself
    std::vector<std::unique_ptr<Store>> more_readers{};  ///< as `reader`: they share its work
    std::unique_ptr<Store> heart{};                      ///< for the lease of this node; nothing where it is alone
};

/// Takes requests and passes each to the part that answers it: tables (Tables), identities (People) or lists (Lists).
/// It lives in one thread. A group may have several shards: each table belongs to one of them, and a request that
/// arrives in another shard is passed on to it.
class Shard {
  public:
    /// The next shard of this group; without one it has its own.
    Shard(Loop& loop, ShardStores stores, ShardSettings settings, ShardGroup* group = nullptr);
    ~Shard();
    Shard(const Shard&) = delete;
    Shard& operator=(const Shard&) = delete;

    /// Takes up the games that were running when the last process ended.
    Expected<void> open();
    /// No new requests; what is under way is finished. `done` is called when all is stored.
    void close(std::function<void()> done) { tables_.close(std::move(done)); }
    [[nodiscard]] bool ready() const { return !tables_.is_closing() && caretaker_.is_healthy(); }

    void receive(const ClientPtr& client, std::string_view message);
    void gone(const ClientPtr& client);

    /// A client came; gone() is called for it once.
    void came(const ClientPtr& client);
    [[nodiscard]] Loop& loop() { return loop_; }
    [[nodiscard]] People& people() { return people_; }
    [[nodiscard]] Lists& lists() { return lists_; }
    [[nodiscard]] Calls& calls() { return calls_; }
    /// Who may not be here, and who may not talk.
    [[nodiscard]] const Bans& bans() const { return bans_; }
    /// The host banned or muted somebody, or does so no more: on every node, and those who are here go.
    void bans_changed(const std::function<void()>& done);
    /// The host closes a table: it is in no list any more, nobody can open it, and its log is kept apart.
    void close_table(const std::string& table, const std::string& why, const std::function<void(Expected<void>)>& done);
    /// Changes what is stored of a table; on every node it is shown as it is then.
    void rewrite(const std::string& table, const Tables::Rewrite& make, const std::function<void(bool)>& done);
    /// What is counted and measured in all shards.
    void measure(const std::function<void(const std::vector<Figure>&)>& done);
    /// The same, and what the whole process measures, in Prometheus' text format.
    void metrics(const std::function<void(const std::string&)>& done);
    /// Somebody blocked or unblocked another person: every node uses the new list.
    void blocks_changed(const std::string& guest);

    /// Two people became friends or ended it: every node tells them of their friends only.
    void friends_changed(const std::vector<std::string>& guests);
    /// Who is connected, to whichever node.
    [[nodiscard]] const Online& online() const { return online_; }

    /// Whether a table may be opened for this person; asked before that is done. Where it is open already, or not
    /// certain without opening it, the table itself decides. Without `looks` they need not be allowed to watch.
    void may_open(const std::string& table, const Person& person, bool looks,
                  const std::function<void(Expected<void>)>& done);
    /// Opens a table of this shard; `done` is called with the room as it is stored, or why there is none.
    void look(const std::string& table, const std::function<void(Expected<const Room*>)>& done);
    /// Finds somebody at a table, whichever shard has it, for a person who may look at it.
    using FindGuest = std::function<Expected<TableGuest>(const Room&)>;
    using GuestFound = std::function<void(const Expected<TableGuest>&)>;
    void find_guest(const std::string& table, const Person& person, const FindGuest& find, const GuestFound& done);
    using RecordDone = std::function<void(const Expected<std::string>&)>;
    /// The record of a finished game, if this person may read it; made aside, from the log.
    void record(const std::string& table, const Person& person, const RecordDone& done);

    [[nodiscard]] const DailySecrets& daily() const { return *daily_; }
    /// The table of this person's one attempt at the deal of a day, made where there is none yet.
    using DailyDone = std::function<void(const Expected<std::string>&)>;
    void begin_daily(const Person& person, const std::string& game, std::int64_t day, const DailyDone& done);

    /// A new club night; with its id, once it is stored.
    using ClubDone = std::function<void(const Expected<Club>&)>;
    void make_club(const Person& person, ClubSetup setup, const ClubDone& done);
    void look_at_club(const std::string& id, const ClubDone& done);
    /// The night as this guest sees it, as JSON, made aside; and what it costs in events that were read.
    struct Shown {
        std::string text;
        double events = 0;
    };
    using ShownDone = std::function<void(const Expected<Shown>&)>;
    void show_club(const std::string& id, const std::string& guest, const ShownDone& done);
    /// `change` says what is to happen at the night as it is stored.
    using ClubChange = std::function<Club::Decided(const Club&)>;
    void change_club(const std::string& id, const ClubChange& change, const ClubDone& done);
    /// A guest logged in: their seats are the account's from now on. `done` hears it once all of them are.
    void move_seats(const SeatMove& move, const std::function<void(const Expected<void>&)>& done);
    void begin_club_round(const Person& person, const std::string& id, const ClubDone& done);

    /// New duplicate tables; with their id, once it is stored.
    using DuplicateDone = std::function<void(const Expected<DuplicateSet>&)>;
    void make_duplicate(const Person& person, DuplicateSetup setup, const DuplicateDone& done);
    void look_at_duplicate(const std::string& id, const DuplicateDone& done);
    void show_duplicate(const std::string& id, const std::string& guest, const ShownDone& done);
    using DuplicateChange = std::function<DuplicateSet::Decided(const DuplicateSet&)>;
    void change_duplicate(const std::string& id, const DuplicateChange& change, const DuplicateDone& done);
    /// Where their ways parted, as JSON; only when all of them are over.
    void part_duplicate(const std::string& id, const RecordDone& done);

    /// Another node appended up to this event.
    void heard(const std::string& table, std::int64_t seq) { tables_.heard(table, seq); }
    /// Other nodes may have appended anything: looks at every table.
    void resync_all() {
        tables_.resync_all(keeper_);
        presence_tracker_.ask_again();
        online_.ask_again();
    }
    /// Another node said something (Store::tell_others).
    void told(const std::string& node, std::string_view words);
    /// What each address may spend.
    [[nodiscard]] AddressLimits& limits() { return group_.limits; }

  private:
    // Other shards, in shard_forwarding.cpp.
    [[nodiscard]] bool owns(const std::string& id) const { return group_.owner_of(id) == number_; }
    /// An id for a new table of this shard.
    [[nodiscard]] std::string new_id() const;
    /// Does this in that shard: at once where it is this one.
    void in(std::size_t shard, const std::function<void(Shard&)>& work);
    void in_every_other(const std::function<void(Shard&)>& work);
    /// Asks the shard of this table; `done` hears the answer here. What is asked and what is to be done keep no
    /// connection.
    template <class Found>
    void ask_owner(const std::string& table,
                   const std::function<void(Shard&, const std::function<void(const Found&)>&)>& ask,
                   const std::function<void(const Found&)>& done);
    /// Passes work of a client whose connection is in this shard to another shard.
    using ClientWork = std::function<void(Shard&, const ClientPtr&)>;
    void forward(const ClientPtr& client, std::size_t shard, ClientWork work);
    /// The way back: does this in the shard of the client's connection, if it is still open.
    void forward_back(const ClientPtr& client, const ClientWork& work);
    /// The object that stands here for a client of another shard.
    ClientPtr remote_of(const ForwardedClient& client);
    void remote_gone(const std::weak_ptr<Client>& original);
    void stop_watching_all(const ClientPtr& client);
    /// Other nodes hear this; told() takes it. With tell_others() other shards do, too.
    void tell_nodes(const std::string& words);
    void tell_others(const std::string& words);
    [[nodiscard]] std::vector<Figure> figures() const;
    void add_figures(std::vector<Figure> sum, std::size_t shard,
                     const std::function<void(const std::vector<Figure>&)>& done);

    void pay_for_opening(const std::string& table, const Person& person, bool looks,
                         const std::function<void(Expected<void>)>& done);
    void make_record(const std::string& table, const Person& person, bool is_open, RecordDone done);
    void look_for_news();
    /// Other nodes have ended the lease of this one: whatever it knows may be old.
    void lost_lease();
    struct BanNotes {
        std::vector<NoteRow> bans;
        std::vector<NoteRow> mutes;
    };
    static Expected<BanNotes> read_bans(Store& store);
    void use_bans(const BanNotes& notes);
    void use_blocks(const std::string& guest, const std::shared_ptr<const std::set<std::string>>& blocked);
    void reload_bans(const std::function<void()>& done = {});

    // Requests, in shard_requests.cpp; those that change a table (Asked), in shard_changes.cpp.
    struct Asked;
    struct Asker {
        ClientPtr client;
        std::string id;     ///< of the request, as JSON
        std::string table;  ///< that it is about, if any
    };
    void take(const ClientPtr& client, const std::string& id, const boost::json::object& request);
    /// At once, or after what the client asked here before.
    static void take_in_turn(const ClientPtr& client, std::function<void()> work);
    void take_next(const ClientPtr& client);
    void refuse_if_not(const Expected<void>& answered, const ClientPtr& client, const std::string& id);
    Expected<void> answer(const ClientPtr& client, const std::string& id, struct Request request);
    Expected<void> answer(const Asker& asker, const struct HelloRequest& request);
    Expected<void> answer(const Asker& asker, const struct CreateRequest& request);
    Expected<void> answer(const Asker& asker, const struct PlayNowRequest& request);
    Expected<void> answer(const Asker& asker, const struct WatchRequest& request);
    Expected<void> answer(const Asker& asker, const struct HistoryRequest& request);
    Expected<void> answer(const Asker& asker, const struct StandingRequest& request);
    Expected<void> answer(const Asker& asker, const struct UnwatchRequest& request);
    Expected<void> answer(const Asker& asker, const struct PresenceRequest& request);
    Expected<void> answer(const Asker& asker, const struct AwayRequest& request);
    Expected<void> answer(const Asker& asker, const struct ReadRequest& request);
    void read_until(const Asker& asker, const struct ReadRequest& request);
    Expected<void> answer(const Asker& asker, const struct RematchRequest& request);
    Expected<void> answer(const Asker& asker, const struct FollowRequest& request);
    Expected<void> answer(const Asker& asker, const struct FriendsRequest& request);
    Expected<void> answer(const Asker& asker, struct TableChange change);
    Expected<void> admit(const Asker& asker, bool looks, const std::function<void()>& go_on);
    Expected<void> welcome(const Asker& asker, const struct HelloRequest& request);
    void history(const Asker& asker, std::int64_t before);
    void read_blocks(const std::string& guest);
    void resolve(const std::shared_ptr<Asked>& asked);
    void refuse_asked(const Asked& asked, const Error& why);
    /// Nobody sits down with somebody who blocks them: read before the table decides.
    void check_company(const std::shared_ptr<Asked>& asked);
    // Bot accounts and friends, in shard_bots.cpp.
    void challenge(const std::shared_ptr<Asked>& asked);
    void tell_bots(const Room& room);
    void follow_friends(const ClientPtr& client, const std::function<void(const Expected<Company>&)>& done);
    void read_friends(const std::string& guest);
    void tell_invited(const Room& room, const std::vector<std::string>& guests, const std::string& by);
    void watch(const Asker& asker, const Audience::Look& look);
    Expected<void> count(Client& client, const struct TableChange& change, Tables::Entry& entry);
    void change(const std::shared_ptr<Asked>& asked);
    void accept(const Asked& asked, bool repeated, std::int64_t seq);
    void refuse_or_retry(const std::shared_ptr<Asked>& asked, const Error& error, bool late);
    void decide_later(const std::shared_ptr<Asked>& asked);
    void rematch(const Asker& asker, const std::set<std::string>& not_asked);
    void stop_watching(const ClientPtr& client, const std::string& table);
    Expected<void> may_create(const Person& person);
    void shut(const std::string& table);
    /// Gives its id; `done` is called when it is stored.
    std::string make_table(const Person& person, RoomSetup setup, Tables::Done done);
    void make_daily_table(const Person& person, const DailyAttempt& attempt, const DailyDone& done);

    // Club nights, in shard_club.cpp.
    /// A table whose people sit there already; at least one does.
    struct SeatedTable {
        std::string table;
        RoomSetup setup;
    };
    void make_seated_tables(const std::vector<SeatedTable>& tables, const std::function<void()>& done);
    void make_seated_table(const SeatedTable& table, const std::function<void()>& done);
    void go_on_moving(const SeatMove& move, const std::function<void(const Expected<void>&)>& done);
    void finish_moves(const std::vector<SeatMove>& moves);
    void leave_table(const std::string& table, const std::string& guest);
    /// A player whose seat the server set looks at the table for the first time.
    void note_coming(const Person& person, const std::string& table);
    void move_seat(const std::string& table, const SeatMove& move, const std::function<void(bool)>& done);

    // Duplicate tables, in shard_duplicate.cpp.
    void compare_tables(const std::shared_ptr<const DuplicateSet>& set, const std::vector<int>& left,
                        const std::vector<PlayedTable>& read, const RecordDone& done);

    // Play now, in shard_play_now.cpp.
    struct Wish;
    struct PlayNowSearch;
    /// A table in the lobby, as the store lists it.
    struct Listed {
        WaitingTable table;
        bool is_quick = false;  ///< opened by "play now" for a live game
    };
    void seek_in_turn(const ClientPtr& client, const std::string& id, const Wish& wish);
    void seek(const std::shared_ptr<PlayNowSearch>& seeker);
    void open_quick_table(const std::shared_ptr<PlayNowSearch>& seeker);
    void sit_down(const std::shared_ptr<PlayNowSearch>& seeker, const std::string& table, bool opened);
    void note_waiting(const Room& room);
    static std::vector<Listed> read_listed(Store& store);
    void note_listed(const std::vector<Listed>& tables);
    void refresh_waiting_tables(std::int64_t beats);
    static bool is_waited_at(const Tables::Entry& entry);
    void free_seats_later(const std::string& table);
    void free_seats_of_absent(const std::string& table);
    [[nodiscard]] std::string presence(const Client& client, const std::string& id, const std::string& table) const;

    std::unique_ptr<ShardGroup> own_group_;  ///< where this is the only shard
    ShardGroup& group_;
    Loop& loop_;
    const std::size_t number_;
    ShardSettings settings_;
    std::optional<DailySecrets> daily_;
    /// Those whose connection lives in another shard, by that connection.
    std::map<std::weak_ptr<Client>, ClientPtr, std::owner_less<>> remotes_;
    Pusher pusher_;
    Matchmaker matchmaker_;
    Bans bans_;
    struct Counts {
        std::int64_t requests = 0;
        std::int64_t refusals = 0;
    } counts_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  ///< for posted work: false once this object is gone
    StoreThread reads_;
    std::shared_ptr<FoldCache<Club>> clubs_ = std::make_shared<FoldCache<Club>>();
    std::shared_ptr<FoldCache<DuplicateSet>> duplicates_ = std::make_shared<FoldCache<DuplicateSet>>();
    StoreThread keeper_;
    Commits commits_;
    People people_;
    Lists lists_;
    Calls calls_;
    Tables tables_;
    PresenceTracker presence_tracker_;
    Online online_;
    BotStreams bot_streams_;
    Caretaker caretaker_;
    std::unique_ptr<Heartbeat> heartbeat_;  ///< nothing where it is alone
};

template <class Found>
void Shard::ask_owner(const std::string& table,
                      const std::function<void(Shard&, const std::function<void(const Found&)>&)>& ask,
                      const std::function<void(const Found&)>& done) {
    if (owns(table)) return ask(*this, done);
    group_.post(group_.owner_of(table),
                for_this_payer([ask, done = for_this_payer(done), &group = group_, number = number_](Shard& home) {
                    ask(home, [done, &group, number](const Found& found) {
                        group.post(number, [done, found](Shard&) { done(found); });
                    });
                }));
}

}  // namespace springtide::server
