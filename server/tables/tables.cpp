#include "server/tables/tables.hpp"

#include <algorithm>
#include <iterator>

#include "protocol/server_reasons.hpp"
#include "server/base/log.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t most_resynced = 256;  // tables, asked for at once
constexpr std::size_t most_asked_for = 64;  // tables, with one question about them
constexpr int most_caught_up = 16;          // events of other nodes, folded in the loop

}  // namespace

Tables::Tables(Loop& loop, StoreThread& reads, Commits& commits, std::unique_ptr<Store> loader, Pusher& pusher)
    : loop_(loop), reads_(reads), commits_(commits), pusher_(pusher), loader_(std::move(loader)) {}

Tables::~Tables() { *alive_ = false; }

void Tables::close(std::function<void()> done) {
    closing_ = true;
    when_closed_ = std::move(done);
    if (under_way_ == 0) when_closed_();
}

Expected<Tables::Entry*> Tables::entry(const std::string& table) {
    Entry* entry = find(table);
    if (entry == nullptr) return refuse(server_reason("no_such_table"));
    if (!entry->room)
        return std::unexpected(entry->why_not
                                   ? *entry->why_not
                                   : Error{ErrorCode::unavailable, "this table cannot be opened just now; try again"});
    entry->asked_at = beats_;
    return entry;
}

Tables::Entry* Tables::find(const std::string& table) {
    const auto found = entries_.find(table);
    return found == entries_.end() ? nullptr : &found->second;
}

const Tables::Entry* Tables::find(const std::string& table) const {
    const auto found = entries_.find(table);
    return found == entries_.end() ? nullptr : &found->second;
}

std::vector<std::pair<const std::string*, Tables::Entry*>> Tables::look_over_some(std::size_t most) {
    std::vector<std::pair<const std::string*, Entry*>> some;
    const auto buckets = entries_.bucket_count();
    for (std::size_t i = 0; i < std::min(buckets, most); ++i) {
        const auto bucket = looked_over_++ % buckets;
        for (auto one = entries_.begin(bucket); one != entries_.end(bucket); ++one)
            some.emplace_back(&one->first, &one->second);
    }
    return some;
}

bool Tables::is_open(const std::string& table) const {
    const Entry* entry = find(table);
    return entry != nullptr && (entry->room || entry->loading);
}

/// A long room takes long to be taken apart, too.
void Tables::unload(Entry& entry) {
    if (entry.room) loader_.take_apart(std::move(entry.room));
    entry.room.reset();
}

void Tables::rest(Entry& entry) {
    unload(entry);
    entry.resting = true;
}

/// A room whose events are on their way to the store goes when that refuses them (stored); one that is held is folding
/// what others did.
void Tables::let_all_go() {
    std::vector<std::string> all;
    for (auto& [table, entry] : entries_) {
        entry.care.claimed_in.reset();
        entry.care.alarm_for = 0;
        if (entry.room && !entry.place && !entry.loading) rest(entry);
        all.push_back(table);
    }
    for (const auto& table : all) forget_if_idle(table);
}

/// Folds a table in another thread. Requests to it wait in its entry.
void Tables::load(const std::string& table) {
    if (std::exchange(entries_[table].loading, true)) return;
    ++loading_;
    loader_.load(table, [this, alive = alive_, table](Expected<std::unique_ptr<Room>> room) {
        // A function of the standard library is copied, a room is not.
        const auto result = std::make_shared<Expected<std::unique_ptr<Room>>>(std::move(room));
        loop_.post([this, alive, table, result] {
            if (*alive) loaded(table, std::move(*result));
        });
    });
}

void Tables::loaded(const std::string& table, Expected<std::unique_ptr<Room>> room) {
    --loading_;
    Entry& entry = entries_[table];
    entry.loading = false;
    entry.why_not.reset();
    const bool is_damaged = room && (*room)->damage();
    if (is_damaged) note_damage(entry, **room);
    if (!is_damaged) damaged_.erase(table);
    if (is_damaged && (*room)->seq() == 0) room = std::unexpected((*room)->check_whole().error());  // nothing to show
    if (room) {
        entry.room = std::move(*room);
        entry.resting = false;
        entry.asked_at = beats_;
        entry.audience.catch_up_if_empty(*entry.room);
        changed_(*entry.room);
        if (is_behind(entry, entry.heard))
            catch_up(table);
        else
            keeper_->opened(table);
    } else {
        entry.why_not = std::make_unique<Error>(room.error());
        if (room.error().code != ErrorCode::unknown_table && !is_damaged)
            log_at(Level::error, "table does not load", {{"table", table}, {"why", room.error().message}});
    }
    go_on(table);
    keeper_->may_open_more();
}

/// The log of the server says why a table cannot be read, once; its audience is shown what was understood of it.
void Tables::note_damage(Entry& entry, const Room& room) {
    if (damaged_.insert(room.id()).second)
        log_at(Level::error, "a table is damaged and closed to play",
               {{"table", room.id()},
                {"seq", std::to_string(room.damage()->seq)},
                {"why", room.damage()->why},
                {"see", "springtide check"}});
    entry.audience.show_all_again();
}

void Tables::forget_if_idle(const std::string& table) {
    const auto found = entries_.find(table);
    if (found == entries_.end()) return;
    Entry& entry = found->second;
    if (entry.place || entry.loading || !entry.waiting.empty() || !entry.audience.empty()) return;
    if (keeper_->needs(entry)) return;
    keeper_->let_go(table, entry);
    unload(entry);
    entries_.erase(found);
}

void Tables::forget_soon_if_idle(const std::string& table) {
    loop_.post([this, alive = alive_, table] {
        if (*alive) forget_if_idle(table);
    });
}

void Tables::shut(const std::string& table) {
    Entry* entry = find(table);
    if (entry == nullptr) return;
    entry->audience.dismiss(table, server_reason("closed_by_host"));
    if (entry->room && !entry->place) {  // a commit that is under way finds no event to follow
        unload(*entry);
        entry->why_not = std::make_unique<Error>(error_of(server_reason("no_such_table")));
    }
    forget_soon_if_idle(table);
}

void Tables::when_stored(const std::string& table, std::function<void()> work) {
    Entry& entry = entries_[table];
    if (!entry.room) load(table);
    if (entry.loading || entry.place || !entry.waiting.empty())
        entry.waiting.push_back({true, std::move(work)});
    else
        work();
}

void Tables::when_free(const std::string& table, std::function<void()> work) {
    Entry& entry = entries_[table];
    if (!entry.room) load(table);
    if (entry.loading || state_of(entry) == CommitState::committing || !entry.waiting.empty())
        entry.waiting.push_back({false, std::move(work)});
    else
        work();
}

void Tables::when_gathered_is_stored(const std::string& table, std::function<void()> work) {
    auto& waiting = entries_[table].waiting;
    waiting.insert(waiting.begin(), {true, std::move(work)});
}

void Tables::go_on(const std::string& table) {
    for (;;) {
        const auto found = entries_.find(table);
        if (found == entries_.end() || found->second.loading) return;
        if (state_of(found->second) == CommitState::committing) return;
        auto& waiting = found->second.waiting;
        if (waiting.empty()) break;
        if (waiting.front().for_all_stored && found->second.place) return;
        const auto work = std::move(waiting.front().work);
        waiting.erase(waiting.begin());
        work();
    }
    Entry& entry = entries_[table];
    if (entry.place) return;
    if (entry.room) tell(entry);
    if (closing_) return;
    if (entry.room) keeper_->is_quiet(table);
    forget_if_idle(table);
}

void Tables::go_on_soon(const std::string& table) {
    loop_.post([this, alive = alive_, table] {
        if (*alive) go_on(table);
    });
}

void Tables::hold(const std::string& table) {
    entries_[table].loading = true;
    ++loading_;
}

void Tables::release(const std::string& table) {
    entries_[table].loading = false;
    --loading_;
}

/// Only called when all of it is stored.
void Tables::tell(Entry& entry) {
    entry.put_off = false;
    entry.audience.tell(*entry.room, pusher_);
}

void Tables::heard(const std::string& table, std::int64_t seq) {
    Entry* entry = find(table);
    if (entry == nullptr) return;
    entry->heard = std::max(entry->heard, seq);
    if (!entry->place && is_behind(*entry, seq)) catch_up(table);
}

void Tables::resync_all(StoreThread& store) {
    const auto tables = std::make_shared<std::vector<Known>>();
    for (const auto& [table, entry] : entries_)
        if ((entry.room || entry.resting) && !entry.place)
            tables->push_back({.table = table, .seq = entry.room ? entry.room->seq() : entry.audience.told()});
    resync(store, tables);
}

void Tables::store_works() {
    if (!std::exchange(is_in_doubt_, false)) return;
    std::vector<std::string> loading;  // perhaps read before it was certain what the log holds
    for (const auto& [table, entry] : entries_)
        if (entry.loading) loading.push_back(table);
    for (const auto& table : loading) when_stored(table, [this, table] { catch_up(table); });
    resync_all(reads_);
}

/// Some at a time, from the end, so that other questions to this store come in between.
void Tables::resync(StoreThread& store, const std::shared_ptr<std::vector<Known>>& tables) {
    if (tables->empty() || closing_) return;
    const auto first = tables->end() - static_cast<std::ptrdiff_t>(std::min(most_resynced, tables->size()));
    std::vector<Known> some(std::make_move_iterator(first), std::make_move_iterator(tables->end()));
    tables->erase(first, tables->end());
    const auto find_those = [some = std::move(some)](Store& in) {
        std::vector<std::string> behind;
        for (const auto& [table, seq] : some)
            if (in.last_seq(table).value_or(seq + 1) > seq) behind.push_back(table);
        return behind;
    };
    store.ask(find_those, [this, &store, tables](const std::vector<std::string>& behind) {
        for (const auto& table : behind)
            if (const Entry* entry = find(table); entry != nullptr && !entry->place) catch_up(table);
        resync(store, tables);
    });
}

void Tables::catch_up(const std::string& table, const std::function<void(bool)>& done) {
    const Entry& entry = entries_[table];
    if (entry.loading || (!entry.room && !entry.resting)) {
        load(table);
        if (done) done(true);
        return;
    }
    hold(table);
    to_catch_up_.push_back({.table = table,
                            .after = entry.room ? entry.room->seq() : entry.audience.told(),
                            .heard = entry.heard,
                            .done = done});
    if (to_catch_up_.size() > 1) return;
    loop_.post([this, alive = alive_] {
        if (*alive) catch_up_all();
    });
}

/// One question for all tables that other nodes changed in this turn of the loop, but not for very many: all are folded
/// in one turn.
void Tables::catch_up_all() {
    auto behind = std::exchange(to_catch_up_, {});
    while (!behind.empty()) {
        const auto first = behind.end() - static_cast<std::ptrdiff_t>(std::min(most_asked_for, behind.size()));
        const auto some = std::make_shared<const std::vector<CatchUp>>(first, behind.end());
        behind.erase(first, behind.end());
        const auto read = [some](Store& store) {
            std::vector<Store::After> wanted;
            wanted.reserve(some->size());
            for (const CatchUp& one : *some) wanted.push_back({.table = one.table, .seq = one.after});
            return store.events_after(wanted, most_caught_up);
        };
        reads_.ask(read, [this, some](const Expected<std::vector<std::vector<StoredEvent>>>& missed) {
            for (std::size_t i = 0; i < some->size(); ++i) {
                const CatchUp& one = (*some)[i];
                const auto events =
                    missed ? Expected<std::vector<StoredEvent>>((*missed)[i]) : std::unexpected(missed.error());
                caught_up(one.table, one.heard, events);
                if (one.done) one.done(!events || !events->empty());
                go_on(one.table);
            }
        });
    }
}

/// `heard` is what was known of other nodes when they were read.
void Tables::caught_up(const std::string& table, std::int64_t heard, const Expected<std::vector<StoredEvent>>& missed) {
    release(table);
    Entry& entry = entries_[table];
    const bool is_new = !missed || !missed->empty();
    if (is_new && !fold_missed(table, missed)) {
        unload(entry);
        load(table);
    } else if (entry.heard > heard && is_behind(entry, entry.heard)) {
        catch_up(table);
    } else if (entry.room) {
        keeper_->opened(table);
    }
}

/// False if the table must be opened again: more than a few are folded in another thread.
bool Tables::fold_missed(const std::string& table, const Expected<std::vector<StoredEvent>>& missed) {
    Entry& entry = entries_[table];
    if (!entry.room || !missed || std::ssize(*missed) == most_caught_up) return false;
    for (const StoredEvent& one : *missed) {
        auto event = from_stored(one);
        if (!event || event->seq != entry.room->seq() + 1 || !entry.room->fold(*event, false)) return false;
    }
    tell(entry);
    return true;
}

}  // namespace springtide::server
