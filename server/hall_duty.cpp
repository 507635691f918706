// What a hall does by itself: bots, clocks, signs of life, and keeping up with other nodes.
#include <malloc.h>

#include <algorithm>

#include "server/hall.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t heartbeat_ms = 1000;
constexpr std::int64_t longest_gap_ms = 4000;      // between signs of life; after more, clocks are set right
constexpr std::int64_t longest_alarm_ms = 60'000;  // longer waits are looked at again: clocks of machines jump
constexpr int most_taken_over = 1000;              // at once
constexpr std::int64_t beats_between_trims = 60;

/// What a busy minute took and a quiet one does not need goes back to the machine.
void give_memory_back(std::int64_t beat) {
    if (beat % beats_between_trims == 0) ::malloc_trim(0);
}

}  // namespace

/// A table's bots and clocks are run by the node that claimed it.
bool Hall::is_ours(Entry& entry) {
    if (!entry.room->on_duty()) return false;
    if (entry.claimed_in == reader_->claims_valid_in()) return true;
    entry.claimed_in.reset();
    if (reader_->claim(entry.room->id()).value_or(false)) entry.claimed_in = reader_->claims_valid_in();
    return entry.claimed_in.has_value();
}

/// Takes up running tables that no node looks after; nobody could move at them since `down_from`.
Expected<void> Hall::take_up_tables(std::int64_t down_from) {
    const auto tables = reader_->unclaimed(reader_->is_shared() ? most_taken_over : -1);
    if (!tables) return std::unexpected(tables.error());
    for (const std::string& table : *tables) {
        const auto found = entry(table);
        if (!found) {
            log_line("table does not load", {{"table", table}, {"why", found.error().message}});
            continue;
        }
        if ((*found)->way == Under::nothing && is_ours(**found)) give_time_back(table, down_from);
        go_on(table);
    }
    return {};
}

void Hall::give_time_back(const std::string& table, std::int64_t from) {
    if (!entries_[table].room->has_clock()) return;
    RoomEvent resumed;
    resumed.kind = "resumed";
    resumed.number = from;
    perform(table, std::move(resumed), [](const Expected<std::int64_t>&) {});
}

/// Notes that the server is alive, so that clocks know how long nobody could move.
void Hall::beat() {
    Write sign;
    sign.facts = {{"alive", std::to_string(now_ms())}};
    write(std::move(sign), [this](const Expected<WriteOutcome>& outcome) {
        const bool well = outcome.has_value();
        if (well != healthy_) log_line(well ? "the store takes writes again" : "the store refuses");
        healthy_ = well;
        give_memory_back(++counts_.beats);
        if (closing_) return;
        if (well) after_beat();
        loop_.after(heartbeat_ms, [this, alive = alive_] {
            if (*alive && !closing_) beat();
        });
    });
}

/// The store takes writes. Was it, or were we, away for long? Does a table wait for us?
void Hall::after_beat() {
    const auto now = now_ms();
    const auto before = std::exchange(last_beat_, now);
    if (before != 0 && now - before > longest_gap_ms) {
        std::vector<std::string> tables;
        for (const auto& [table, entry] : entries_)
            if (entry.room && entry.claimed_in && entry.room->deadline()) tables.push_back(table);
        for (const auto& table : tables)
            when_stored(table, [this, table, before] {
                if (const auto found = entry(table); found && is_ours(**found)) give_time_back(table, before);
            });
    }
    std::vector<std::string> lost;
    for (const auto& [table, entry] : entries_)
        if (!entry.room && entry.way == Under::nothing) lost.push_back(table);
    for (const auto& table : lost) {
        if (const auto found = entry(table)) tell_watchers(**found);
        go_on(table);
    }
    if (!reader_->is_shared()) return;
    if (const auto taken = take_up_tables(now - longest_gap_ms); !taken)
        log_line("cannot look for tables without a node", {{"why", taken.error().message}});
}

void Hall::heard(const std::string& table, std::int64_t seq) {
    const auto found = entries_.find(table);
    if (found == entries_.end()) return;
    found->second.heard = std::max(found->second.heard, seq);
    if (found->second.way == Under::nothing && found->second.room && found->second.room->seq() < seq) {
        catch_up(table);
        go_on(table);
    }
}

void Hall::heard_nothing() {
    std::vector<std::string> tables;
    for (const auto& [table, entry] : entries_)
        if (entry.room && entry.way == Under::nothing) tables.push_back(table);
    for (const auto& table : tables) {
        catch_up(table);
        go_on(table);
    }
}

/// Before anything is refused for good: another node may know more.
bool Hall::missed_something(const std::string& table) {
    if (!reader_->is_shared() || !entries_[table].room) return false;
    const auto before = entries_[table].room->seq();
    catch_up(table);
    const Entry& entry = entries_[table];
    return entry.room && entry.room->seq() > before;
}

/// Folds what other nodes appended.
void Hall::catch_up(const std::string& table) {
    Entry& entry = entries_[table];
    const auto missed = reader_->events(table, entry.room->seq());
    bool folds = missed.has_value();
    for (std::size_t i = 0; folds && i < missed->size(); ++i) {
        auto event = from_stored((*missed)[i]);
        folds = event && event->seq == entry.room->seq() + 1 && entry.room->fold(*event, false);
    }
    if (!folds) {
        entry.room.reset();
        if (!this->entry(table)) return;
    }
    tell_watchers(entry);
}

/// `kind` is play for a bot's own seat, timeout for a person whose time is up.
void Hall::ask_bot(const std::string& table, Seat seat, const std::string& level, const std::string& kind) {
    Entry& entry = entries_[table];
    entry.thinking = true;
    const auto asked_at = entry.room->seq();
    bots_.ask(entry.room->table()->clone(), seat, level,
              [this, alive = alive_, table, seat, kind, asked_at](Expected<BotAnswer> answer) {
                  loop_.post([this, alive, table, seat, kind, asked_at, answer = std::move(answer)] {
                      if (!*alive) return;
                      when_stored(table, [this, table, seat, kind, asked_at, answer] {
                          const auto found = this->entry(table);
                          if (!found) return;
                          (*found)->thinking = false;
                          const Room& room = *(*found)->room;
                          const bool due = kind == "play" ? room.bot_to_act() && room.bot_to_act()->first == seat
                                                          : room.seq() == asked_at;
                          if (!answer || !due) {
                              if (room.seq() != asked_at) go_on(table);  // the table went on: think again
                              return;
                          }
                          RoomEvent event;
                          event.kind = kind;
                          event.seat = seat;
                          event.text = answer->action;
                          ++counts_.bot_moves;
                          perform(table, std::move(event), [table](const Expected<std::int64_t>& done) {
                              if (!done)
                                  log_line("a bot was refused", {{"table", table}, {"why", done.error().message}});
                          });
                      });
                  });
              });
}

void Hall::set_alarm(const std::string& table) {
    Entry& entry = entries_[table];
    const auto deadline = entry.room->deadline();
    if (!deadline || entry.alarm_for == deadline->second) return;
    entry.alarm_for = deadline->second;
    const auto wait = std::clamp<std::int64_t>(deadline->second - now_ms(), 0, longest_alarm_ms);
    loop_.after(wait, [this, alive = alive_, table] {
        if (*alive) when_stored(table, [this, table] { ring(table); });
    });
}

void Hall::ring(const std::string& table) {
    const auto found = entry(table);
    if (!found || closing_) return;
    Entry& entry = **found;
    entry.alarm_for = 0;
    const auto deadline = entry.room->deadline();
    if (!deadline || !is_ours(entry)) return;
    if (now_ms() - last_beat_ > longest_gap_ms) {
        // Nobody could move for a while: beat() gives that time back before anybody loses by it.
        loop_.after(heartbeat_ms, [this, alive = alive_, table] {
            if (*alive) when_stored(table, [this, table] { ring(table); });
        });
        return;
    }
    if (deadline->second > now_ms() || entry.thinking) {
        set_alarm(table);
        return;
    }
    if (entry.room->setup().on_timeout == "move") {
        ask_bot(table, deadline->first, entry.room->setup().bot, "timeout");
        return;
    }
    RoomEvent event;
    event.kind = "minded";
    event.seat = deadline->first;
    perform(table, std::move(event), [](const Expected<std::int64_t>&) {});
}

}  // namespace springtide::server
