// What each kind of event does to a room.
#include "server/room.hpp"

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "protocol/server_reasons.hpp"
#include "table/games.hpp"
#include "table/record.hpp"

namespace springtide::server {

std::uint64_t message_mark(std::string_view guest, std::string_view message) {
    const auto mark = std::hash<std::string>()(std::string(guest) + "\n" + std::string(message));
    return std::max<std::uint64_t>(mark, 1);
}

namespace {

/// Who sits where and how: all but what happens in the game, what is asked and said.
bool changes_seats(std::string_view kind) {
    constexpr auto others = std::to_array<std::string_view>(
        {"play", "timeout", "retract", "withdraw", "undo", "takeback", "end", "chat", "rematch", "resumed"});
    return std::ranges::find(others, kind) == others.end();
}

}  // namespace

Expected<std::unique_ptr<Room>> Room::load(std::string id, const std::vector<StoredEvent>& log) {
    if (log.empty()) return refuse(server_reason("no_such_table"));
    auto room = std::make_unique<Room>(std::move(id));
    if (const auto folded = room->fold_log(log); !folded) return std::unexpected(folded.error());
    return room;
}

Expected<void> Room::fold_log(const std::vector<StoredEvent>& log) {
    for (const StoredEvent& stored : log) {
        auto event = from_stored(stored);
        const auto done = event ? fold(*event, false) : std::unexpected(event.error());
        if (!done) return refuse(server_reason("table_damaged"), {{"seq", stored.seq}, {"why", done.error().message}});
    }
    return {};
}

Expected<void> Room::fold(RoomEvent& event, bool drawing) {
    const auto happen = [&]() -> Expected<void> {
        if (event.kind == "created") return create(event);
        if (event.kind == "joined") return join(event);
        if (event.kind == "left") return leave(event);
        if (event.kind.starts_with("device ")) return change_devices(event);
        if (event.kind == "seat") return change_seat(event);
        if (event.kind == "ready") return get_ready(event, drawing);
        if (event.kind == "show") return show_contribution(event, drawing);
        if (event.kind == "play" || event.kind == "timeout" || event.kind == "retract" || event.kind == "withdraw")
            return play(event, drawing);
        if (event.kind == "undo") return take_back(event);
        if (event.kind == "takeback") return vote(event, takeback_);
        if (event.kind == "end") return vote(event, ending_);
        if (event.kind == "resign") return resign(event);
        if (event.seat < 0 && (event.kind == "muted" || event.kind == "removed")) return quiet_spectator(event);
        auto& chair = chairs_[static_cast<std::size_t>(std::max(event.seat, 0))];
        if (event.kind == "minded") {  // time is up and a bot takes the seat
            chair.minded = true;
            tell(RoomHappening::out_of_time, event.seat, chair.name);
        } else if (event.kind == "muted") {
            chair.muted = event.number != 0;
        } else if (event.kind == "removed") {
            return remove(event);
        } else if (event.kind == "rematch") {
            rematch_ = event.text;
        } else if (event.kind == "resumed") {
            pause_clocks(event.number, event.text.empty() ? event.at : parse_int64(event.text).value_or(event.at));
        } else if (event.kind == "chat") {
            talk_.push_back({seq_ + 1, event.guest, event.name, event.text, event.origin});
            return {};
        } else {
            return fail(ErrorCode::unavailable, "this program does not know events of kind " + event.kind);
        }
        return {};
    };
    if (auto sound = check_event(event); !sound) return sound;
    const bool takes_back = event.kind == "undo" || event.kind == "retract" || event.kind == "withdraw";
    if (drawing && takes_back && time_was_up(static_cast<Seat>(event.seat), event.at))
        return refuse(server_reason("too_late_to_take_back"));
    const auto before = phase_;
    const bool asked = takeback_ || ending_;
    may_position_change_ = false;
    if (auto done = happen(); !done) return done;
    seq_ = event.seq;
    at_ = event.at;
    bounds_.count(event);
    const bool of_the_game =
        event.kind == "play" || event.kind == "retract" || event.kind == "withdraw" || event.kind == "undo";
    if (phase_ != before || asked || !(of_the_game || event.kind == "chat")) room_changed_at_ = seq_;
    if (asked || takeback_ || ending_) asked_at_ = seq_;
    if (changes_seats(event.kind)) seats_changed_at_ = seq_;
    if (may_position_change_) position_seq_ = seq_;
    messages_.resize(static_cast<std::size_t>(seq_));
    if (!event.message.empty()) messages_.back() = message_mark(event.guest, event.message);
    update_clocks(event.at);
    if (drawing && table_ && phase_ == "running")
        for (const Seat seat : table_->to_act().seats) event.turn |= 1U << seat;
    return {};
}

Expected<void> Room::create(const RoomEvent& event) {
    auto setup = setup_from_log(event.setup);
    if (!setup) return std::unexpected(setup.error());
    if (auto sound = check_setup(*setup); !sound) return sound;
    setup_ = std::move(*setup);
    committed_at_ = event.seq;
    host_origin_ = origin_from_text(event.origin);
    for (const auto& entry : setup_.closed_to) door_.add(entry);
    chairs_.reserve(setup_.seats.size());
    for (const SeatSetup& seat : setup_.seats) {
        Chair chair;
        chair.kind = seat.kind;
        chair.level = seat.level;
        chair.name = seat.name;
        chair.key = seat.key;
        chair.guests = seat.guests;
        chair.bank = setup_.clock.bank;
        chairs_.push_back(std::move(chair));
    }
    return {};
}

Expected<void> Room::change_seat(const RoomEvent& event) {
    Chair& chair = chairs_[static_cast<std::size_t>(event.seat)];
    chair.kind = event.text;
    chair.level = event.name;
    chair.key = event.key;
    return {};
}

Expected<void> Room::start(RoomEvent& event, bool drawing) {
    auto table =
        new_table(setup_.game, {.players = setup_.players, .options = setup_.options, .seed = {}, .position = {}});
    if (!table) return std::unexpected(table.error());
    const auto secret = digest_from_hex(setup_.secret);
    if (!secret) return fail(ErrorCode::unavailable, "the log holds no secret for the chance");
    std::vector<std::string> contributions;
    contributions.reserve(chairs_.size());
    for (const Chair& chair : chairs_) contributions.push_back(chair.contribution);
    for (Chair& chair : chairs_) chair.player = chair.guests.empty() ? "" : chair.guests.front();
    table_ = std::move(*table);
    chance_.emplace(*secret, id_, contributions);
    phase_ = "running";
    tell(RoomHappening::begun, -1);
    whole_at_ = seq_ + 1;
    return let_chance_act(event, drawing);
}

Expected<void> Room::let_chance_act(RoomEvent& event, bool drawing) {
    for (std::size_t i = 0; table_->to_act().chance; ++i) {
        if (drawing) {
            auto drawn = table_->play_chance(chance_->for_event(drawn_));
            event.chance.push_back(std::move(drawn.text));
            tell(drawn.story);
        } else {
            if (i >= event.chance.size()) return fail(ErrorCode::unavailable, "a chance event is missing in the log");
            const auto story = table_->play(Actor::chance(), event.chance[i]);
            if (!story) return std::unexpected(story.error());
            tell(*story);
        }
        ++drawn_;
        may_position_change_ = true;
    }
    if (table_->over()) end("played");
    return {};
}

Expected<void> Room::play(RoomEvent& event, bool drawing) {
    if (!table_ || phase_ != "running") return refuse(server_reason("no_game_running"));
    const auto seat = static_cast<Seat>(event.seat);
    if (event.kind == "withdraw") {
        Story story;
        const auto gone = table_->withdraw(seat, &story);
        if (!gone) return std::unexpected(gone.error());
        tell(story);
        resume_clock(chairs_[seat]);
        return {};
    }
    if (event.kind == "retract") {  // only in logs of older programs
        const auto done = table_->retract(seat);
        if (!done) return std::unexpected(done.error());
        tell(*done);
        resume_clock(chairs_[seat]);
        return {};
    }
    // Where several choose at once, a choice is taken back with retract, and never once it is revealed.
    const bool alone = table_->to_act().seats == SeatSet::of(seat) && table_->may_retract().empty();
    const auto story = table_->play(Actor::seat(seat), event.text);
    if (!story) return std::unexpected(story.error());
    if (event.kind == "timeout") tell(RoomHappening::bot_moves, seat, name_of(seat));
    tell(*story);
    may_position_change_ = !table_->may_retract().contains(seat);
    Chair& chair = chairs_[seat];
    ++(event.kind == "timeout" || chair.minded ? chair.bot_actions : chair.own_actions);
    chair.played_since = chair.since;
    chair.bank_before = chair.bank;
    chair.used = chair.since >= 0 ? event.at - chair.since : 0;
    if (has_clock() && chair.since >= 0)
        chair.bank = std::max<std::int64_t>(
            0, chair.bank - std::max<std::int64_t>(0, event.at - chair.since - setup_.clock.move));
    chair.since = -1;
    may_undo_.reset();
    const auto length = table_->log_size();
    if (auto done = let_chance_act(event, drawing); !done) return done;
    if (alone && table_->log_size() == length && phase_ == "running" && event.kind == "play") may_undo_ = seat;
    takeback_.reset();
    ending_.reset();
    return {};
}

void Room::tell(RoomHappening happening, int seat, std::string name) {
    Event event{.kind = static_cast<std::uint8_t>(happening),
                .seat = static_cast<std::int8_t>(seat),
                .private_to = for_everybody,
                .values = as_values(names_.size())};
    told_.push_back({.seq = seq_ + 1, .event = event, .of_room = true});
    names_.push_back(std::move(name));
}

void Room::tell(const Story& story) {
    for (const Event& event : story)
        if (event.private_to != for_nobody) told_.push_back({.seq = seq_ + 1, .event = event, .of_room = false});
}

void Room::back_to(std::size_t length) {
    for (std::size_t i = length; i < table_->log_size(); ++i)
        if (table_->log_entry(i).by.is_chance()) --drawn_;
    table_->back_to(length);
    may_undo_.reset();
    may_position_change_ = true;
    whole_at_ = seq_ + 1;
    for (Chair& chair : chairs_) chair.since = -1;
}

Expected<void> Room::take_back(const RoomEvent& event) {
    back_to(table_->log_size() - 1);
    resume_clock(chairs_[static_cast<std::size_t>(event.seat)]);
    tell(RoomHappening::took_back, event.seat, name_of(static_cast<Seat>(event.seat)));
    return {};
}

/// `text` is ask, agree or refuse.
Expected<void> Room::vote(const RoomEvent& event, std::optional<Vote>& question) {
    const auto seat = static_cast<Seat>(event.seat);
    const bool about_end = event.kind == "end";
    if (event.text == "refuse") {
        question.reset();
        tell(RoomHappening::disagreed, seat, name_of(seat));
        return {};
    }
    if (event.text == "ask") {
        question = Vote{.by = seat, .agreed = {}};
        tell(about_end ? RoomHappening::asks_end : RoomHappening::asks_takeback, seat, name_of(seat));
    }
    question->agreed.insert(seat);
    if (!everybody_agreed(*question)) return {};
    const Seat by = question->by;
    question.reset();
    if (about_end) {
        end("agreed");
        tell(RoomHappening::agreed_end, -1);
    } else if (const auto length = last_play_of(by)) {
        back_to(*length);
        chairs_[by].since = event.at - chairs_[by].used;  // everybody agreed: the talk about it costs nobody time
        chairs_[by].bank = chairs_[by].bank_before;
        tell(RoomHappening::took_back_agreed, by, name_of(by));
    }
    return {};
}

Expected<void> Room::resign(const RoomEvent& event) {
    const auto seat = static_cast<Seat>(event.seat);
    chairs_[seat].resigned = true;
    tell(RoomHappening::resigned, seat, name_of(seat));
    if (chairs_.size() > 2) {
        chairs_[seat].minded = true;
    } else {
        resigned_winners_ = SeatSet::of(static_cast<Seat>(1 - seat));
        end("resigned");
    }
    return {};
}

void Room::end(std::string how) {
    phase_ = "over";
    how_ = std::move(how);
    may_undo_.reset();
}

void Room::update_clocks(std::int64_t at) {
    const SeatSet acting = this->acting();
    for (std::size_t seat = 0; seat < chairs_.size(); ++seat) {
        Chair& chair = chairs_[seat];
        if (!acting.contains(static_cast<Seat>(seat)))
            chair.since = -1;
        else if (chair.since < 0)
            chair.since = at;
    }
}

/// Nobody could move between these times.
void Room::pause_clocks(std::int64_t from, std::int64_t to) {
    for (Chair& chair : chairs_)
        for (std::int64_t* since : {&chair.since, &chair.played_since})
            if (*since >= 0) *since = from > *since ? *since + (to - from) : to;
}

/// As if the last action had never been played: also the time since then is gone.
void Room::resume_clock(Chair& chair) {
    chair.since = chair.played_since;
    chair.bank = chair.bank_before;
}

bool Room::time_was_up(Seat seat, std::int64_t at) const {
    const Chair& chair = chairs_[seat];
    return has_clock() && chair.played_since >= 0 && at > chair.played_since + setup_.clock.move + chair.bank_before;
}

}  // namespace springtide::server
