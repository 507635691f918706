// What a hall does by itself: bots, clocks, signs of life, and keeping up with other nodes.
#include <algorithm>

#include "server/hall.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t heartbeat_ms = 1000;
constexpr std::int64_t longest_gap_ms = 4000;      // between signs of life; after more, clocks are set right
constexpr std::int64_t longest_alarm_ms = 60'000;  // longer waits are looked at again: clocks of machines jump
constexpr std::int64_t thinking_ms = 100;          // before it is asked again whether a bot still thinks
constexpr int most_taken_over = 1000;              // at once
constexpr std::int64_t beats_before_rest = 60;

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
        ++counts_.beats;
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
            if (entry.claimed_in && (entry.room ? entry.room->deadline().has_value() : entry.alarm_for != 0))
                tables.push_back(table);
        for (const auto& table : tables)
            when_stored(table, [this, table, before] {
                if (const auto found = entry(table); found && is_ours(**found)) give_time_back(table, before);
            });
    }
    std::vector<std::string> lost;
    for (const auto& [table, entry] : entries_)
        if (!entry.room && !entry.resting && entry.way == Under::nothing) lost.push_back(table);
    for (const auto& table : lost) {
        if (const auto found = entry(table)) tell_watchers(**found);
        go_on(table);
    }
    let_tables_rest();
    if (!reader_->is_shared()) return;
    if (const auto taken = take_up_tables(now - longest_gap_ms); !taken)
        log_line("cannot look for tables without a node", {{"why", taken.error().message}});
}

/// A table at which nobody did anything for a while keeps who watches it and when its clock rings; the rest is in the
/// log. One that nobody needs any more is forgotten, whatever it was loaded for.
void Hall::let_tables_rest() {
    std::vector<std::string> left;
    for (auto& [table, entry] : entries_) {
        if (entry.way != Under::nothing || entry.thinking || !entry.waiting.empty()) continue;
        if (entry.watchers.empty()) left.push_back(table);
        if (!entry.room || counts_.beats - entry.asked_at < beats_before_rest) continue;
        const bool all_told = entry.told == entry.room->seq() && entry.heard <= entry.told;
        if (!all_told || (entry.claimed_in && entry.room->bot_to_act())) continue;
        entry.room.reset();
        std::vector<Shown>().swap(entry.shown);  // an assignment would keep the memory
        entry.resting = true;
    }
    for (const auto& table : left) forget_if_idle(table);
}

void Hall::heard(const std::string& table, std::int64_t seq) {
    const auto found = entries_.find(table);
    if (found == entries_.end()) return;
    found->second.heard = std::max(found->second.heard, seq);
    if (found->second.way == Under::nothing && is_behind(found->second, seq)) {
        catch_up(table);
        go_on(table);
    }
}

void Hall::heard_nothing() {
    std::vector<std::string> tables;
    for (const auto& [table, entry] : entries_)
        if ((entry.room || entry.resting) && entry.way == Under::nothing) tables.push_back(table);
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
    const auto missed = reader_->events(table, entry.room ? entry.room->seq() : entry.told);
    if (entry.resting && missed && missed->empty()) return;
    bool folds = missed && entry.room;
    for (std::size_t i = 0; folds && i < missed->size(); ++i) {
        auto event = from_stored((*missed)[i]);
        folds = event && event->seq == entry.room->seq() + 1 && entry.room->fold(*event, false);
    }
    if (!folds) {
        entry.room.reset();
        entry.resting = false;
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
    const auto before = std::exchange(entry.alarm_for, deadline ? deadline->second : 0);
    if (deadline && before != deadline->second) wait_for_alarm(table, 0);
}

/// Rings at the time for which the alarm is set, but not before `pause`; without looking at the table, which may rest.
void Hall::wait_for_alarm(const std::string& table, std::int64_t pause) {
    const auto at = entries_[table].alarm_for;
    const auto wait = std::clamp(at - now_ms(), pause, longest_alarm_ms);
    loop_.after(wait, [this, alive = alive_, table, at] {
        if (!*alive) return;
        const auto found = entries_.find(table);
        if (found == entries_.end() || found->second.alarm_for != at) return;  // nobody waits for it any more
        at > now_ms() ? wait_for_alarm(table, 0) : when_stored(table, [this, table] { ring(table); });
    });
}

void Hall::ring(const std::string& table) {
    const auto found = entry(table);
    if (!found || closing_) return;
    Entry& entry = **found;
    const auto deadline = entry.room->deadline();
    entry.alarm_for = deadline && is_ours(entry) ? deadline->second : 0;
    if (entry.alarm_for == 0) return;
    // After a time in which nobody could move, beat() gives it back before anybody loses by it.
    const bool was_away = now_ms() - last_beat_ > longest_gap_ms;
    if (was_away || entry.thinking || entry.alarm_for > now_ms()) {
        wait_for_alarm(table, was_away ? heartbeat_ms : entry.thinking ? thinking_ms : 0);
        return;
    }
    entry.alarm_for = 0;
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
