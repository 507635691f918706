#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/base/alarms.hpp"
#include "server/base/locked.hpp"
#include "server/base/loop.hpp"
#include "server/competitions/old_clubs.hpp"
#include "server/limits/bot_pool.hpp"
#include "server/storing/commits.hpp"
#include "server/storing/store_thread.hpp"
#include "server/tables/outages.hpp"
#include "server/tables/tables.hpp"
#include "store/node_lease.hpp"

namespace springtide::server {

struct CaretakerSettings {
    std::string data{};               ///< the folder whose disk is looked at; empty: none
    std::int64_t free_megabytes = 0;  ///< below which no table is made
    int keep_empty_hours = 0;         ///< tables without any player; 0: for ever
    int keep_finished_days = 0;       ///< games; then they go into a file in the data folder; 0: for ever
    int keep_clubs_days = 0;          ///< club nights and duplicate tables without games; 0: for ever
};

/// The objects that caretakers of different shards share.
struct CaretakerShares {
    BotPool& bots;
    Locked<Outages>& outages;
    std::function<bool(const std::string& id)> owns;  ///< the table, or club night, is looked after here
};

/// Looks after tables by itself: claims those that no other node has, lets their bots and clocks act, gives back the
/// time in which no player could move, lets tables rest, and clears away old ones.
class Caretaker final : public Tables::Keeper {
  public:
    /// The work of other parts at each sign of life.
    struct Hooks {
        std::function<void(std::int64_t beats)> on_beat = [](std::int64_t) {};
        std::function<void()> on_chores = [] {};  ///< with every look at the store; never while the last one lasts
        std::function<void(const std::string& table)> on_forgotten = [](const std::string&) {};
    };

    /// `store` is used for claims, and for what is looked for.
    Caretaker(Loop& loop, Tables& tables, StoreThread& store, Commits& commits, CaretakerSettings settings,
              CaretakerShares shares);
    ~Caretaker() override;
    Caretaker(const Caretaker&) = delete;
    Caretaker& operator=(const Caretaker&) = delete;
    void use(Hooks hooks) { hooks_ = std::move(hooks); }

    /// Reads the outages for all shards of this process: before the first of them opens.
    Expected<void> read_outages();
    /// Takes up the games that were running when the last process ended, and gives signs of life from now on.
    Expected<void> open();
    /// The store takes writes.
    [[nodiscard]] bool is_healthy() const { return healthy_; }
    [[nodiscard]] bool disk_is_low() const { return disk_is_low_; }
    /// Deletes a table that was last changed then, unless another node was first. Requests to it wait meanwhile, and
    /// then learn that there is no such table.
    void forget_for_good(const RoomRow& row);
    /// Other nodes ended the lease of this one: nothing is looked after here any more, and no room is what it was.
    void let_all_go();

    struct Counts {
        std::int64_t bot_moves = 0;
        std::int64_t chores = 0;
        std::int64_t forgotten = 0;
    };
    [[nodiscard]] const Counts& counts() const { return counts_; }
    [[nodiscard]] BotPool::Load bot_load() const { return shares_.bots.load(); }

    void opened(const std::string& table) override { give_lost_time_back(table); }
    void may_open_more() override { wake_some(); }
    void is_quiet(const std::string& table) override;
    [[nodiscard]] bool needs(const Tables::Entry& entry) const override;
    void let_go(const std::string& table, const Tables::Entry& entry) override;

  private:
    using Entry = Tables::Entry;
    static constexpr std::int64_t heartbeat_ms = 1000;
    static constexpr std::int64_t longest_gap_ms = 4000;  ///< between signs of life; after more, clocks are set right
    /// Another node takes over tables only after nothing has served them for so long.
    static constexpr std::int64_t longest_alone_ms = NodeLease::length.count() + 2 * heartbeat_ms;
    [[nodiscard]] bool is_ours(const Entry& entry) const;
    void claim(const std::string& table, const std::function<void(bool)>& done);
    void claimed(const std::string& table, std::optional<std::int64_t> lease);
    void when_claimed_here(const std::string& table, const std::function<void()>& work);
    void look_after(const std::string& table);
    /// Tables that no node looked after, and that are ours now.
    struct TakenUp {
        std::vector<Due> tables;
        std::int64_t lease = 0;
    };
    static Expected<TakenUp> claim_unclaimed(Store& store);
    void take_up_tables(const TakenUp& taken, std::optional<std::int64_t> alone_since);
    void take_up(const Due& due, std::int64_t lease);
    void wake_some();
    void note_outage(std::int64_t from);
    void give_time_back(const std::string& table, Outages::Span lost);
    void give_lost_time_back(const std::string& table);
    static std::optional<std::pair<Seat, std::string>> bot_due(const Entry& entry);
    void ask_bot(const std::string& table, Seat seat, const std::string& level, bool for_timeout);
    struct Thought;
    void bot_chose(const Thought& thought, const Expected<BotAnswer>& answer);
    void set_alarm(const std::string& table);
    void wait_for_alarm(const std::string& table, std::int64_t pause);
    void wait_for_alarms();
    void ring(const std::string& table);

    // Signs of life and the work at each, in caretaker_chores.cpp.
    void beat();
    void after_beat();
    void give_outage_back(Outages::Span lost);
    void let_tables_rest();
    /// The results of the look at the store and the disk after a sign of life.
    struct Chores {
        std::optional<Expected<TakenUp>> taken;
        std::vector<RoomRow> empty;     ///< tables without any player
        std::vector<RoomRow> finished;  ///< games that are kept no longer
        OldClubs clubs;
        bool disk_is_low = false;
    };
    void do_chores(std::int64_t now);
    void finish_chores(const Chores& chores, std::int64_t now);
    void archive(const RoomRow& row);
    void say_what_is_in_use(std::int64_t now);

    Loop& loop_;
    Tables& tables_;
    StoreThread& store_;
    Commits& commits_;
    CaretakerSettings settings_;
    CaretakerShares shares_;
    Hooks hooks_;
    bool healthy_ = true;
    bool disk_is_low_ = false;
    std::int64_t last_beat_ = 0;
    std::int64_t tidied_until_ = 0;        ///< open tables before this time were looked at
    std::int64_t clubs_tidied_until_ = 0;  ///< the same of club nights
    std::vector<std::string> to_wake_;     ///< not open yet, but their bots are to act
    Alarms alarms_;
    std::int64_t timer_for_ = 0;  ///< the alarm for which a timer runs
    bool has_chores_ = false;     ///< they are being done
    bool must_tidy_ = false;      ///< old tables are looked for with the next ones
    Counts counts_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  ///< for posted work: false once this object is gone
};

}  // namespace springtide::server
