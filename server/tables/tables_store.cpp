// The way of an event: folded, gathered with those of other tables, stored in one commit, and only then told.
#include <algorithm>
#include <iterator>

#include "protocol/server_reasons.hpp"
#include "server/accounts/company.hpp"
#include "server/accounts/reading.hpp"
#include "server/base/log.hpp"
#include "server/base/measures.hpp"
#include "server/competitions/results.hpp"
#include "server/notify/calls.hpp"
#include "server/tables/tables.hpp"

namespace springtide::server {

namespace {

/// The players at the start of the game, one guest for each.
std::vector<std::string> people_at(const Room& room) {
    std::vector<std::string> guests;
    for (const Chair& chair : room.chairs())
        if (chair.kind == SeatKind::person && !chair.player.empty()) guests.push_back(chair.player);
    return guests;
}

}  // namespace

void Tables::perform(const std::string& table, RoomEvent event, Done done) {
    Entry& entry = entries_[table];
    Room& room = *entry.room;
    const bool was_over = room.phase() == Phase::over;
    const SeatSet acted = room.acting();
    event.seq = room.seq() + 1;
    event.at = now_ms();
    if (auto folded = room.fold(event, true); !folded) {
        done(std::unexpected(folded.error()));
        return;
    }
    for (const Seat seat : room.acting())
        if (!acted.contains(seat)) entry.turns.insert(seat);
    if (!entry.place) {
        Write fresh;
        fresh.table = table;
        entry.place = commits_.add(std::move(fresh),
                                   [this, table](const Expected<WriteOutcome>& outcome) { stored(table, outcome); });
    }
    Write& write = commits_.at(*entry.place);
    write.events.push_back(to_stored(event));
    const auto* said = std::get_if<ChatSaid>(&event.what);  // lists tell how many lines there are
    if (room.room_changed_after(event.seq - 1) || room.needs_care() || said != nullptr) write.room = room.row();
    if (said != nullptr && said->seat)  // a person who talks has read the chat
        std::ranges::move(have_read(room.chairs()[*said->seat].guests, room, event.seq, event.at),
                          std::back_inserter(write.notes));
    std::ranges::move(room.seat_rows(event), std::back_inserter(write.seats));
    if (room.phase() == Phase::over && !was_over) {
        write.rating_change = rating_change(room, settled_from_);
        write.daily = daily_result(room);
        write.club_result = club_result(room);
        write.forgotten_notes = notes_of_game(room);
        std::ranges::move(have_met(people_at(room), room.id(), event.at), std::back_inserter(write.notes));
        if (write.club_result && !room.setup().club.empty())
            done = [this, club = write.club_result->club, done = std::move(done)](const Expected<std::int64_t>& seq) {
                done(seq);
                if (seq) club_result_(club);
            };
    }
    if (room.room_changed_after(event.seq - 1)) changed_(room);
    Done timed = [began = Histogram::Clock::now(), done = std::move(done)](auto&& outcome) {
        measures().event.add_since(began);
        done(std::forward<decltype(outcome)>(outcome));
    };
    entry.unstored.emplace_back(event.seq, std::move(timed));
    ++under_way_;
}

void Tables::stored(const std::string& table, const Expected<WriteOutcome>& outcome) {
    Entry& entry = entries_[table];
    const auto events = std::exchange(entry.unstored, {});
    entry.place.reset();
    under_way_ -= events.size();
    if (outcome && *outcome == WriteOutcome::stored) {
        counts_.events += std::ssize(events);
        store_works();
        for (const auto& [seq, done] : events) done(seq);
        // Requests that wait here will be in the next commit: the audience gets both together, once.
        entry.put_off = !entry.put_off && !entry.waiting.empty() && !entry.waiting.front().for_all_stored;
        if (!entry.put_off) tell(entry);
        tell_missed_turns(entry);
        if (entry.room->seq() < entry.heard) catch_up(table);
    } else {
        // Memory ran ahead of the log, which is the truth: another node was first, or the disk refused.
        const bool late = outcome.has_value();
        is_in_doubt_ = is_in_doubt_ || !late;
        if (!late) log_at(Level::error, "event not stored", {{"table", table}, {"why", outcome.error().message}});
        ++(late ? counts_.conflicts : counts_.failures);
        entry.turns = {};
        unload(entry);
        load(table);
        const Error why = late ? error_of(server_reason("somebody_was_first")) : error_of(server_reason("not_certain"));
        for (const auto& [seq, done] : events) done(std::unexpected(why));
    }
    go_on(table);
    if (closing_ && under_way_ == 0 && when_closed_) std::exchange(when_closed_, {})();
}

void Tables::tell_missed_turns(Entry& entry) {
    const Room& room = *entry.room;
    // The presence from another node may be old by now. An extra notification is harmless: an open page drops it.
    const Presence now = entry.turns.empty() ? Presence() : entry.audience.connected();
    for (const Seat seat : std::exchange(entry.turns, SeatSet()))
        if (room.acting().contains(seat) && !now.here.contains(seat)) missed_turn_(room, seat);
}

}  // namespace springtide::server
