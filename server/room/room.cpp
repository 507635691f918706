// The effect of each kind of event on a room.
#include "server/room/room.hpp"

#include <algorithm>
#include <array>

#include "protocol/server_reasons.hpp"
#include "table/games.hpp"
#include "table/record.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t coming_takes =
    120'000;  // milliseconds at a club night, before the clock runs without the player

}  // namespace

std::uint64_t message_mark(std::string_view guest, std::string_view message) {
    const auto mark = std::hash<std::string>()(std::string(guest) + "\n" + std::string(message));
    return std::max<std::uint64_t>(mark, 1);
}

Expected<std::unique_ptr<Room>> Room::load(std::string id, const std::vector<StoredEvent>& log) {
    if (log.empty()) return refuse(server_reason("no_such_table"));
    auto room = std::make_unique<Room>(id);
    const auto folded = room->fold_log(log);
    if (folded) return room;
    const auto whole = static_cast<std::size_t>(room->seq());  // events: they are numbered from 1, without a gap
    auto readable = std::make_unique<Room>(std::move(id));
    [[maybe_unused]] const auto again = readable->fold_log(std::span(log).first(whole));
    readable->close_for({.seq = room->seq() + 1, .why = folded.error().message});
    return readable;
}

Expected<void> Room::fold_log(std::span<const StoredEvent> log) {
    for (const StoredEvent& stored : log) {
        auto event = from_stored(stored);
        const auto done = event ? fold(*event, false) : std::unexpected(event.error());
        if (!done) return done;
    }
    return {};
}

Expected<void> Room::check_whole() const {
    if (!damage_) return {};
    return refuse(server_reason("table_damaged"), {{"seq", damage_->seq}});
}

Expected<void> Room::fold(RoomEvent& event, bool drawing) {
    if (auto whole = check_whole(); !whole) return whole;
    if (auto sound = check_event(event); !sound) return sound;
    const RoomEventKind& kind = kind_of(event);
    if (drawing && kind.takes_back && time_was_up(*server::seat_of(event), event.at))
        return refuse(server_reason("too_late_to_take_back"));
    const auto before = phase_;
    const bool asked = takeback_ || end_vote_;
    may_position_change_ = false;
    const auto done = std::visit(
        [&](auto& what) {
            if constexpr (requires { what.chance; })
                return happen(event, what, drawing);
            else
                return happen(event, what);
        },
        event.what);
    if (!done) return done;
    seq_ = event.seq;
    at_ = event.at;
    bounds_.count(event);
    if (phase_ != before || asked || kind.changes_room) room_changed_at_ = seq_;
    if (asked || takeback_ || end_vote_) asked_at_ = seq_;
    if (kind.changes_seats) seats_changed_at_ = seq_;
    if (may_position_change_) position_seq_ = seq_;
    messages_.resize(static_cast<std::size_t>(seq_));
    if (!event.message.empty()) messages_.back() = message_mark(event.guest, event.message);
    update_clocks(event.at);
    if (drawing) note_turns(event);
    return {};
}

/// The last event tells lists whose turn it is, and since when.
void Room::note_turns(RoomEvent& event) const {
    bool all_since_now = true;
    for (const Seat seat : acting()) {
        event.turn |= 1U << seat;
        event.waited.push_back(std::max<std::int64_t>(0, event.at - chairs_[seat].since));
        all_since_now = all_since_now && event.waited.back() == 0;
    }
    if (all_since_now) event.waited.clear();
}

static_assert(sizeof(Room) <= 1024 && 3 * sizeof(Chair) <= 1024,
              "a room and the chairs of three players fit into blocks of 1,024 bytes; the allocator's next has 1,280");

Expected<void> Room::happen(const RoomEvent& event, const TableCreated& what) {
    auto setup = setup_from_log(what.setup);
    if (!setup) return std::unexpected(setup.error());
    if (auto sound = check_setup(*setup); !sound) return sound;
    setup_ = std::move(*setup);
    committed_at_ = event.seq;
    made_at_ = event.at;
    host_origin_ = origin_from_text(what.origin);
    for (const auto& entry : setup_.closed_to) blocked_.add(entry);
    chairs_.reserve(setup_.seats.size());
    for (const SeatSetup& seat : setup_.seats) {
        Chair chair;
        chair.kind = seat.kind;
        chair.level = seat.level;
        chair.name = seat.name;
        chair.key = seat.key;
        chair.guests = seat.guests;
        chair.asked = seat.asked;
        chair.bank = setup_.clock.bank;
        chairs_.push_back(std::move(chair));
    }
    // From here on the chairs and the list say it; and the usual options are not kept at every table.
    setup_.seats = {};
    setup_.closed_to = {};
    if (is_usual(setup_)) setup_.options = {};
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const SeatChanged& what) {
    Chair chair;
    chair.bank = setup_.clock.bank;
    chair.kind = what.becomes;
    chair.level = what.level;
    chair.key = what.key;
    chairs_[what.seat] = std::move(chair);
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const PlayerInvited& what) {
    Chair chair;
    chair.bank = setup_.clock.bank;
    chair.kind = SeatKind::person;
    chair.name = what.called;
    chair.key = what.key;
    chair.guests = {what.invited};
    chair.asked = true;
    chairs_[what.seat] = std::move(chair);
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const BotSubstituted& what) {
    chairs_[what.seat].bot_substitute = true;
    tell(RoomHappening::out_of_time, what.seat, chairs_[what.seat].name);
    return {};
}

Expected<void> Room::happen(const RoomEvent& event, const ChatSaid& what) {
    talk_.push_back({seq_ + 1, event.guest, event.name, what.text, what.origin});
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const RematchMade& what) {
    rematch_ = what.table;
    return {};
}

Expected<void> Room::happen(const RoomEvent& event, const ClocksResumed& what) {
    pause_clocks(what.from, what.to.value_or(event.at));
    return {};
}

Expected<void> Room::start(std::vector<std::string>& chance, bool drawing) {
    auto table =
        new_table(setup_.game, {.players = setup_.players, .options = setup_.options, .seed = {}, .position = {}});
    if (!table) return std::unexpected(table.error());
    const auto secret = digest_from_hex(setup_.secret);
    if (!secret) return fail(ErrorCode::unavailable, "the log holds no secret for the chance");
    std::vector<std::string> contributions;
    contributions.reserve(chairs_.size());
    for (const Chair& chair : chairs_) contributions.push_back(chair.contribution);
    for (Chair& chair : chairs_) chair.player = chair.guests.empty() ? "" : chair.guests.front();
    is_rated_ = begins_rated();
    table_ = std::move(*table);
    chance_.emplace(*secret, chance_name(), contributions);
    phase_ = Phase::running;
    tell(RoomHappening::begun, -1);
    whole_at_ = seq_ + 1;
    return let_chance_act(chance, drawing);
}

Expected<void> Room::let_chance_act(std::vector<std::string>& chance, bool drawing) {
    for (std::size_t i = 0; table_->to_act().chance; ++i) {
        if (drawing) {
            auto drawn = table_->play_chance(chance_->for_event(drawn_));
            chance.push_back(std::move(drawn.text));
            tell(drawn.story);
        } else {
            if (i >= chance.size()) return fail(ErrorCode::unavailable, "a chance event is missing in the log");
            const auto story = table_->play(Actor::chance(), chance[i]);
            if (!story) return std::unexpected(story.error());
            tell(*story);
        }
        ++drawn_;
        may_position_change_ = true;
    }
    if (table_->over()) end(Ending::played);
    return {};
}

Expected<void> Room::happen(const RoomEvent& event, ActionPlayed& what, bool drawing) {
    auto done =
        play({.seat = what.seat, .action = what.action, .at = event.at, .timed_out = false}, what.chance, drawing);
    if (done && !what.origin.empty()) chairs_[what.seat].origins.push_back(origin_from_text(what.origin));
    return done;
}

Expected<void> Room::happen(const RoomEvent& event, TimeoutPlayed& what, bool drawing) {
    return play({.seat = what.seat, .action = what.action, .at = event.at, .timed_out = true}, what.chance, drawing);
}

Expected<void> Room::play(const Play& play, std::vector<std::string>& chance, bool drawing) {
    const Seat seat = play.seat;
    // If several seats choose at once, a choice is taken back with retract, and never once it is revealed.
    const bool alone = table_->to_act().seats == SeatSet::of(seat) && table_->may_retract().empty();
    const auto story = table_->play(Actor::seat(seat), play.action);
    if (!story) return std::unexpected(story.error());
    if (play.timed_out) tell(RoomHappening::bot_moves, seat, name_of(seat));
    tell(*story);
    may_position_change_ = !table_->may_retract().contains(seat);
    Chair& chair = chairs_[seat];
    if (!play.timed_out && !chair.bot_substitute) note_coming(chair, play.at);
    ++(play.timed_out || chair.bot_substitute ? chair.bot_actions : chair.own_actions);
    chair.played_since = chair.since;
    chair.bank_before = chair.bank;
    chair.used = chair.since >= 0 ? setup_.clock.hours.between(chair.since, play.at) : 0;
    if (has_clock() && chair.since >= 0)
        chair.bank = std::max<std::int64_t>(0, chair.bank - std::max<std::int64_t>(0, chair.used - setup_.clock.move));
    chair.since = -1;
    may_undo_.reset();
    const auto length = table_->log_size();
    if (auto done = let_chance_act(chance, drawing); !done) return done;
    if (alone && table_->log_size() == length && phase_ == Phase::running && !play.timed_out && may_go_back())
        may_undo_ = seat;
    takeback_.reset();
    end_vote_.reset();
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const ChoiceWithdrawn& what) {
    Story story;
    const auto gone = table_->withdraw(what.seat, &story);
    if (!gone) return std::unexpected(gone.error());
    tell(story);
    resume_clock(chairs_[what.seat]);
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const ChoiceRetracted& what) {
    const auto done = table_->retract(what.seat);
    if (!done) return std::unexpected(done.error());
    tell(*done);
    resume_clock(chairs_[what.seat]);
    return {};
}

void Room::tell(RoomHappening happening, int seat, std::string name) {
    Event event{.kind = static_cast<std::uint8_t>(happening),
                .seat = static_cast<std::int8_t>(seat),
                .private_to = for_everybody,
                .values = as_values(names_.size())};
    told_.emplace_back(seq_ + 1, event, true);
    names_.push_back(std::move(name));
}

void Room::tell(const Story& story) {
    for (const Event& event : story)
        if (event.private_to != for_nobody) told_.emplace_back(seq_ + 1, event, false);
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

Expected<void> Room::happen(const RoomEvent& /*event*/, const ActionUndone& what) {
    back_to(table_->log_size() - 1);
    resume_clock(chairs_[what.seat]);
    tell(RoomHappening::took_back, what.seat, name_of(what.seat));
    return {};
}

std::optional<Seat> Room::vote(Seat seat, VoteAnswer answer, std::optional<Vote>& question, RoomHappening asks) {
    switch (answer) {
        case VoteAnswer::refuse:
            question.reset();
            tell(RoomHappening::disagreed, seat, name_of(seat));
            return std::nullopt;
        case VoteAnswer::ask:
            question = Vote{.by = seat, .agreed = {}};
            tell(asks, seat, name_of(seat));
            break;
        case VoteAnswer::agree: break;
    }
    question->agreed.insert(seat);
    if (!everybody_agreed(*question)) return std::nullopt;
    const Seat by = question->by;
    question.reset();
    return by;
}

Expected<void> Room::happen(const RoomEvent& event, const TakebackVote& what) {
    const auto by = vote(what.seat, what.answer, takeback_, RoomHappening::asks_takeback);
    const auto length = by ? last_play_of(*by) : std::nullopt;
    if (!length) return {};
    back_to(*length);
    chairs_[*by].since = setup_.clock.hours.before(
        event.at, chairs_[*by].used);  // all agreed: the time of the vote does not count as thinking
    chairs_[*by].bank = chairs_[*by].bank_before;
    tell(RoomHappening::took_back_agreed, *by, name_of(*by));
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const EndVote& what) {
    if (!vote(what.seat, what.answer, end_vote_, RoomHappening::asks_end)) return {};
    end(Ending::agreed);
    tell(RoomHappening::agreed_end, -1);
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const PlayerResigned& what) {
    const Seat seat = what.seat;
    chairs_[seat].resigned = true;
    tell(RoomHappening::resigned, seat, name_of(seat));
    // With more than two players the others continue, but not if the remaining opponents are the bots of the day.
    if (chairs_.size() > 2 && setup_.daily.empty()) {
        chairs_[seat].bot_substitute = true;
    } else {
        resigned_winners_ = SeatSet::first(static_cast<int>(chairs_.size()));
        resigned_winners_.erase(seat);
        end(Ending::resigned);
    }
    return {};
}

void Room::end(Ending how) {
    phase_ = Phase::over;
    ending_ = how;
    may_undo_.reset();
}

void Room::note_coming(Chair& chair, std::int64_t at) {
    chair.has_come = true;
    chair.since = std::min(chair.since, at);
}

void Room::update_clocks(std::int64_t at) {
    const SeatSet acting = this->acting();
    for (std::size_t seat = 0; seat < chairs_.size(); ++seat) {
        Chair& chair = chairs_[seat];
        if (!acting.contains(static_cast<Seat>(seat)))
            chair.since = -1;
        else if (chair.since < 0)
            chair.since = setup_.club.empty() || chair.has_come ? at : std::max(at, made_at_ + coming_takes);
    }
}

/// No player could move between these times.
void Room::pause_clocks(std::int64_t from, std::int64_t to) {
    for (Chair& chair : chairs_)
        for (std::int64_t* since : {&chair.since, &chair.played_since})
            if (*since >= 0)
                *since = from > *since ? setup_.clock.hours.after(*since, setup_.clock.hours.between(from, to))
                                       : std::max(*since, to);
}

/// As if the last action had never been played: also the time since then is gone.
void Room::resume_clock(Chair& chair) {
    chair.since = chair.played_since;
    chair.bank = chair.bank_before;
}

bool Room::time_was_up(Seat seat, std::int64_t at) const {
    const Chair& chair = chairs_[seat];
    return has_clock() && chair.played_since >= 0 &&
           at > setup_.clock.hours.after(chair.played_since, setup_.clock.move + chair.bank_before);
}

}  // namespace springtide::server
