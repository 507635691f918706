// The road of an event: folded, gathered with those of other tables, stored in one commit, and only then told.
#include <algorithm>
#include <iterator>

#include "protocol/server_reasons.hpp"
#include "server/hall.hpp"
#include "server/log.hpp"
#include "server/measures.hpp"
#include "server/rating.hpp"

namespace springtide::server {

/// Folds an event and puts it into the next commit. Events of one table that come before that commit begins go into it
/// together, all or none; nobody is told of any of them before.
void Hall::perform(const std::string& table, RoomEvent event, Done done) {
    Entry& entry = entries_[table];
    Room& room = *entry.room;
    const bool was_over = room.phase() == Phase::over;
    event.seq = room.seq() + 1;
    event.at = now_ms();
    if (auto folded = room.fold(event, true); !folded) {
        done(std::unexpected(folded.error()));
        return;
    }
    if (!entry.place) {
        Write fresh;
        fresh.table = table;
        entry.place = commits_.add(std::move(fresh),
                                   [this, table](const Expected<WriteOutcome>& outcome) { stored(table, outcome); });
    }
    Write& write = commits_.at(*entry.place);
    write.events.push_back(to_stored(event));
    if (room.room_changed_after(event.seq - 1) || room.on_duty()) write.room = room.row();
    std::ranges::move(room.seat_rows(event), std::back_inserter(write.seats));
    if (room.phase() == Phase::over && !was_over) write.rating_change = rating_change(room);
    if (room.phase() == Phase::over && !was_over) write.daily = daily_result(room);
    if (room.room_changed_after(event.seq - 1)) note_waiting(room);
    Done timed = [began = Histogram::Clock::now(), done = std::move(done)](auto&& outcome) {
        measures().event.add_since(began);
        done(std::forward<decltype(outcome)>(outcome));
    };
    entry.unstored.emplace_back(event.seq, std::move(timed));
    ++under_way_;
}

void Hall::stored(const std::string& table, const Expected<WriteOutcome>& outcome) {
    Entry& entry = entries_[table];
    const auto events = std::exchange(entry.unstored, {});
    entry.place.reset();
    under_way_ -= events.size();
    if (outcome && *outcome == WriteOutcome::stored) {
        counts_.events += std::ssize(events);
        for (const auto& [seq, done] : events) done(seq);
        // Who waits to act here will have acted by the next commit: the watchers are told of both together, once.
        entry.put_off = !entry.put_off && !entry.waiting.empty() && !entry.waiting.front().for_all_stored;
        if (!entry.put_off) tell_watchers(entry);
        if (entry.room->seq() < entry.heard) catch_up(table);
    } else {
        // Memory ran ahead of the log, which is the truth: another node was first, or the disk refused.
        const bool late = outcome.has_value();
        if (!late) log_at(Level::error, "event not stored", {{"table", table}, {"why", outcome.error().message}});
        ++(late ? counts_.conflicts : counts_.failures);
        put_away(entry);
        load(table);
        const Error why = late ? error_of(server_reason("somebody_was_first")) : error_of(server_reason("not_certain"));
        for (const auto& [seq, done] : events) done(std::unexpected(why));
    }
    go_on(table);
    if (closing_ && under_way_ == 0 && when_closed_) std::exchange(when_closed_, {})();
}

/// Everybody hears what happened since they were last told; only called when all of it is stored.
void Hall::tell_watchers(Entry& entry) {
    const Room& room = *entry.room;
    entry.put_off = false;
    const bool must_tell = std::exchange(entry.must_tell, false);
    if (room.seq() == entry.told && !must_tell) return;
    const auto now = now_ms();
    const bool with_room = must_tell || room.room_changed_after(entry.told);
    // Each is made once for all who see the table with the same eyes.
    struct Made {
        Observer to;
        std::string text;
    };
    const auto made_for = [](std::vector<Made>& made, Observer observer, auto&& make) -> const std::string& {
        const auto found = std::ranges::find(made, observer, &Made::to);
        return found != made.end() ? found->text : made.emplace_back(Made{observer, make()}).text;
    };
    std::vector<Made> choices;
    std::vector<Made> states;
    std::erase_if(entry.watchers, [&](Watcher& watcher) {
        const std::string& guest = watcher.client->person.guest;
        ++counts_.pushes;
        if (!room.may_watch(watcher.client->person)) {
            JsonWriter json;
            json.begin_object().key("table").value(room.id());
            constexpr const RefusalReason& why = server_reason("not_open_any_more");
            json.key("closed").value(why.sentence).key("reason").value(why.name);
            watcher.client->send(json.end_object().take());
            watcher.client->watching.erase(room.id());
            return true;
        }
        const Observer observer = room.observer_of(guest);
        const bool in_step = watcher.client->takes_events && watcher.seen == entry.told && watcher.as == observer &&
                             room.folds_since(entry.told);
        const Room::PushForm form{.rows = watcher.client->takes_events,
                                  .named = !in_step || watcher.client->watching.size() > 1,
                                  .in_step = in_step,
                                  .knows_room = watcher.client->takes_events && watcher.seen == entry.told};
        const std::string& state =
            in_step ? made_for(choices, observer, [&] { return room.choices(observer, entry.told, entry.told_acting); })
                    : made_for(states, observer, [&] { return room.state(observer); });
        tell(*watcher.client, room.push(guest, entry.told, with_room, now, state, form));
        counts_.whole_pushes += in_step ? 0 : 1;
        watcher.as = observer;
        watcher.seen = room.seq();
        return false;
    });
    entry.told = room.seq();
    entry.told_acting = room.acting();
}

/// What is told about a table is many times as long as what asks for it: it counts as what its reader sends does.
void Hall::tell(Client& client, std::string message) {
    limits_.spend(client.person.origin.address, Cost::bytes, std::chrono::steady_clock::now(),
                  static_cast<double>(message.size()));
    client.send(std::move(message));
}

/// Only games among people are rated, and only if somebody won or gave up. That all of them claimed their names is the
/// store's to see, when it writes.
std::optional<RatingChange> Hall::rating_change(const Room& room) {
    RatedGame game{.places = room.places(), .gave_up = {}, .is_hardly_played = room.is_hardly_played(), .meetings = {}};
    RatingChange change{.game = room.setup().game, .guests = {}, .compute = {}};
    std::set<std::string> known;
    for (std::size_t seat = 0; seat < room.chairs().size(); ++seat) {
        const Chair& chair = room.chairs()[seat];
        if (chair.kind != SeatKind::person || chair.player.empty() || !known.insert(chair.player).second)
            return std::nullopt;
        change.guests.push_back(chair.player);
        game.gave_up.push_back(room.is_absent(static_cast<Seat>(seat)));
    }
    if (room.ending() == Ending::agreed && std::ranges::find(game.gave_up, true) == game.gave_up.end())
        return std::nullopt;
    change.at = room.at();
    change.since = change.at - meetings_count_for;
    change.compute = [game](std::vector<RatingRow> players, const RatingChange::Meetings& meetings) {
        RatedGame rated = game;
        rated.meetings = meetings;
        return rate(std::move(players), rated);
    };
    return change;
}

}  // namespace springtide::server
