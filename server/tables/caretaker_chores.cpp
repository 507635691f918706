// Signs of life and the work at each: tables rest, old ones go.
#include <algorithm>
#include <filesystem>

#include "server/base/log.hpp"
#include "server/storing/archive.hpp"
#include "server/tables/caretaker.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t most_looked_over = 1024;  // places of tables, in one beat
constexpr std::int64_t beats_before_rest = 60;
constexpr std::int64_t beats_before_tidying = 30;
constexpr int most_tidied = 200;  // tables at once
constexpr std::int64_t hour_ms = 3'600'000;

}  // namespace

/// Notes that the server is alive, so that clocks know how long no player could move.
void Caretaker::beat() {
    Write sign;
    sign.facts = {{"alive", std::to_string(now_ms())}};
    commits_.add(std::move(sign), [this](const Expected<WriteOutcome>& outcome) {
        const bool well = outcome.has_value();
        if (well && !healthy_) log_at(Level::info, "the store takes writes again");
        if (!well && healthy_) log_at(Level::error, "the store refuses", {{"why", outcome.error().message}});
        healthy_ = well;
        if (well) tables_.store_works();
        tables_.beat();
        if (tables_.is_closing()) return;
        if (well) after_beat();
        loop_.after(heartbeat_ms, [this, alive = alive_] {
            if (*alive && !tables_.is_closing()) beat();
        });
    });
}

/// The store takes writes. Was it, or were we, away for long? Does a table wait for us?
void Caretaker::after_beat() {
    const auto now = now_ms();
    const auto before = std::exchange(last_beat_, now);
    if (before != 0 && now - before > longest_gap_ms) give_outage_back({.from = before, .to = now});
    wake_some();
    let_tables_rest();
    hooks_.on_beat(tables_.beats());
    must_tidy_ = must_tidy_ || tables_.beats() % beats_before_tidying == 0;
    do_chores(now);
}

/// No player could move anywhere between these times.
void Caretaker::give_outage_back(Outages::Span lost) {
    if (!store_.is_shared()) note_outage(lost.from);  // of tables that rest, until they are opened
    std::vector<std::string> tables;
    for (const auto& [table, entry] : tables_.all())
        if (entry.care.claimed_in &&
            (entry.room ? entry.room->deadline().has_value() : entry.care.alarm_for != 0 && store_.is_shared()))
            tables.push_back(table);
    for (const auto& table : tables)
        tables_.when_stored(table, [this, table, lost] {
            const auto found = tables_.entry(table);
            if (found && (*found)->room->at() < lost.to && (*found)->room->has_clock())
                when_claimed_here(table, [this, table, lost] { give_time_back(table, lost); });
        });
}

/// Reads from the store and the disk, in another thread. A slow store gets no second request before its answer.
void Caretaker::do_chores(std::int64_t now) {
    if (std::exchange(has_chores_, true)) return;
    const bool tidies = std::exchange(must_tidy_, false);
    if (tidies && settings_.keep_empty_hours > 0 && store_.is_shared()) say_what_is_in_use(now);
    hooks_.on_chores();
    const auto look = [tidies, now, settings = settings_, from = tidied_until_,
                       clubs_from = clubs_tidied_until_](Store& store) {
        Chores chores;
        if (store.is_shared()) chores.taken = claim_unclaimed(store);
        if (!settings.data.empty() && settings.free_megabytes > 0) {
            std::error_code error;
            const auto space = std::filesystem::space(settings.data, error);
            chores.disk_is_low =
                !error && space.available / (1024 * 1024) < static_cast<std::uintmax_t>(settings.free_megabytes);
        }
        // Some of them each time, so that players at thousands of tables cost no more than others.
        if (tidies && settings.keep_empty_hours > 0)
            chores.empty =
                store.stale(enum_name(Phase::open), from, now - settings.keep_empty_hours * hour_ms, most_tidied)
                    .value_or(std::vector<RoomRow>());
        if (tidies && settings.keep_finished_days > 0 && !settings.data.empty())
            chores.finished =
                store.stale(enum_name(Phase::over), 0, now - settings.keep_finished_days * 24 * hour_ms, most_tidied)
                    .value_or(std::vector<RoomRow>());
        if (tidies)
            chores.clubs = look_for_old_clubs(
                               store, clubs_from, now,
                               {.unplayed_days = settings.keep_clubs_days, .played_days = settings.keep_finished_days})
                               .value_or(OldClubs());
        return chores;
    };
    store_.ask(look, [this, tidies, now](const Chores& chores) {
        has_chores_ = false;
        if (tidies) clubs_tidied_until_ = chores.clubs.looked_until;
        if (tidies) tidied_until_ = std::ssize(chores.empty) == most_tidied ? chores.empty.back().at + 1 : 0;
        ++counts_.chores;
        if (tables_.is_closing()) return;
        finish_chores(chores, now);
        if (must_tidy_) do_chores(now_ms());
    });
}

void Caretaker::finish_chores(const Chores& chores, std::int64_t now) {
    if (chores.disk_is_low != disk_is_low_)
        log_at(chores.disk_is_low ? Level::error : Level::info,
               chores.disk_is_low ? "the disk is almost full: no new tables" : "the disk has room again");
    disk_is_low_ = chores.disk_is_low;
    const auto is_at_hand = [this](const std::string& table) {
        return shares_.owns(table) && tables_.find(table) == nullptr;
    };
    for (const RoomRow& row : chores.empty)
        if (row.seat < 0 && is_at_hand(row.table)) forget_for_good(row);
    for (const RoomRow& row : chores.finished)
        if (is_at_hand(row.table)) archive(row);
    for (const ClubForgotten& club : chores.clubs.gone) {
        if (!shares_.owns(club.club)) continue;
        Write gone;
        gone.club_forgotten = club;
        commits_.add(std::move(gone), [](const Expected<WriteOutcome>&) {});  // else it is found again
    }
    if (!chores.taken) return;
    if (*chores.taken)
        take_up_tables(**chores.taken, now - longest_alone_ms);
    else
        log_at(Level::error, "cannot look for tables without a node", {{"why", chores.taken->error().message}});
}

/// Of an idle table only its watchers and its alarm stay in memory; the rest is in the log. An unused table is
/// dropped, whatever it was loaded for, and one that was lost is searched for again. With very many tables, some in
/// each beat.
void Caretaker::let_tables_rest() {
    std::vector<std::string> lost;
    std::vector<std::string> left;
    for (const auto& [table, found] : tables_.look_over_some(most_looked_over)) {
        Entry& entry = *found;
        if (entry.place || entry.care.thinking || entry.loading || !entry.waiting.empty()) continue;
        if (!entry.room && !entry.resting) lost.push_back(*table);
        if (entry.audience.empty()) left.push_back(*table);
        if (!entry.room || tables_.beats() - entry.asked_at < beats_before_rest) continue;
        const auto told = entry.audience.told();
        const bool all_told = told == entry.room->seq() && entry.heard <= told;
        if (!(all_told || entry.room->damage()) || (entry.care.claimed_in && bot_due(entry))) continue;
        tables_.rest(entry);
    }
    for (const auto& table : lost) tables_.load(table);
    for (const auto& table : left) tables_.forget_if_idle(table);
}

/// A finished game goes once its record is kept elsewhere; both happen aside.
void Caretaker::archive(const RoomRow& row) {
    const auto keep =
        [row, archive = Archive(settings_.data + "/finished.jsonl")](const Expected<std::unique_ptr<Room>>& room) {
            if (!room || (*room)->damage()) {  // unreadable tables are not thrown away
                log_at(Level::error, "a finished game cannot be read",
                       {{"table", row.table}, {"why", room ? (*room)->damage()->why : room.error().message}});
                return false;
            }
            if ((*room)->table() == nullptr) return true;
            const auto kept = archive.add(row.table, row.game, row.at, (*room)->record());
            if (!kept) log_at(Level::error, "a finished game is not kept elsewhere", {{"why", kept.error().message}});
            return kept.has_value();
        };
    tables_.read(row.table, [this, alive = alive_, row, keep](const Expected<std::unique_ptr<Room>>& room) {
        if (!keep(room)) return;
        loop_.post([this, alive, row] {
            if (*alive && tables_.find(row.table) == nullptr) forget_for_good(row);
        });
    });
}

/// Prevents other nodes from deleting an empty table at which a client is connected here.
void Caretaker::say_what_is_in_use(std::int64_t now) {
    InUse use{.tables = {}, .since = now - settings_.keep_empty_hours * hour_ms / 2, .at = now};
    for (const auto& [table, entry] : tables_.all())
        if (!entry.audience.empty()) use.tables.push_back(table);
    if (use.tables.empty()) return;
    Write note;
    note.in_use = std::move(use);
    commits_.add(std::move(note), [](const Expected<WriteOutcome>&) {});
}

void Caretaker::forget_for_good(const RoomRow& row) {
    const std::string table = row.table;
    tables_.hold(table);
    Write gone;
    gone.table = table;
    gone.forget = row.at;
    commits_.add(std::move(gone), [this, table](const Expected<WriteOutcome>& outcome) {
        if (outcome && *outcome == WriteOutcome::stored) {
            ++counts_.forgotten;
            hooks_.on_forgotten(table);
        }
        tables_.release(table);
        tables_[table].waiting.empty() ? tables_.forget_if_idle(table) : tables_.load(table);
    });
}

}  // namespace springtide::server
