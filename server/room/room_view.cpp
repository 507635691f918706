// All output of a room. The game itself leaves only through Table::view, Table::legal of the own seat, and lines that
// this observer may read; everything else here is public by nature.
#include <algorithm>

#include "protocol/refusal.hpp"
#include "server/room/room.hpp"

namespace springtide::server {

namespace {

/// The legal actions of a seat and their consequences: only for seats that may act.
void write_legal(JsonWriter& json, const Table& table, Seat seat) {
    const auto actions = table.legal(seat);
    json.key("legal").begin_array();
    for (const auto& action : actions) json.value(action);
    json.end_array();
    if (actions.empty()) return;
    if (const auto outlooks = table.outlooks(seat)) json.key("leads_to").raw(*outlooks);
}

constexpr std::size_t page_bytes = 32UL * 1024;  // of lines and talk in one message; the rest comes with `history`

}  // namespace

Observer Room::observer_of(std::string_view guest) const {
    const auto seat = seat_of(guest);
    return seat ? Observer::seat(*seat) : Observer::spectator();
}

std::string Room::state(Observer observer) const {
    const bool running = is_running();
    const bool acts = running && observer.is_seat();
    JsonWriter json;
    json.begin_object().key("view");
    if (table_)
        json.raw(table_->view(observer));
    else
        json.null();
    if (acts && !chairs_[observer.seat()].bot_substitute)
        write_legal(json, *table_, observer.seat());
    else
        json.key("legal").begin_array().end_array();
    json.key("to_act").begin_array();
    if (running)
        for (const Seat acting : table_->to_act().seats) json.value(acting);
    json.end_array().key("over").value(phase_ == Phase::over);
    json.key("undo").value(acts && may_undo_ == observer.seat());
    json.key("retract").value(acts && table_->may_retract().contains(observer.seat()));
    json.key("played").value(acts && last_play_of(observer.seat()).has_value());
    return json.end_object().take();
}

std::string Room::choices(Observer observer, std::int64_t since, SeatSet acted) const {
    const bool running = is_running();
    const SeatSet acting = this->acting();
    const bool acts = observer.is_seat() && acting.contains(observer.seat());
    bool own = room_changed_at_ > since || position_seq_ > since;  // seats are left and taken up again
    for (auto one = told_.rbegin(); !own && one != told_.rend() && one->seq() > since; ++one)
        own = !one->of_room() && observer.is_seat() && one->event.seat == observer.seat();
    JsonWriter json;
    json.begin_object();
    if (acts && own) {
        if (chairs_[observer.seat()].bot_substitute)
            json.key("legal").begin_array().end_array();
        else
            write_legal(json, *table_, observer.seat());
    }
    if (acting != acted) {
        json.key("to_act").begin_array();
        for (const Seat seat : acting) json.value(seat);
        json.end_array();
    }
    if (phase_ == Phase::over) json.key("over").value(true);
    if (running && observer.is_seat()) {
        if (may_undo_ == observer.seat()) json.key("undo").value(true);
        if (table_->may_retract().contains(observer.seat())) json.key("retract").value(true);
        if (last_play_of(observer.seat())) json.key("played").value(true);
    }
    return json.end_object().take();
}

/// Some of what happened, into a list that was begun.
void Room::write_told(JsonWriter& json, Observer observer, std::size_t first, std::size_t last, bool rows) const {
    Story story;  // of the game, between two events of the room
    const auto write_story = [&] {
        if (story.empty()) return;
        const EventBook book = table_->events();
        if (rows) {
            for (const Event& event : without_void(book, std::move(story)))
                if (event.visible_to(observer)) write_row(json, book, event);
        } else {
            for (const auto& line : lines_for(book, story, observer)) json.value(line);
        }
        story.clear();
    };
    for (; first < last; ++first) {
        const Event& event = told_[first].event;
        if (!told_[first].of_room()) {
            story.push_back(event);
            continue;
        }
        write_story();
        const auto happening = static_cast<RoomHappening>(event.kind);
        if (rows)
            write_room_row(json, happening, event.seat, names_[event.bits()]);
        else
            json.value(sentence_of(happening, names_[event.bits()]));
    }
    write_story();
}

/// Events and chat between two events, exclusive; the last part of it if it is too much. Clients that fold get all of
/// it: they are never far behind.
void Room::write_page(JsonWriter& json, Observer observer, std::int64_t since, std::int64_t before,
                      PushForm form) const {
    constexpr std::size_t bytes_of_one = 45;   // about: a record or a sentence
    since = std::max<std::int64_t>(since, 0);  // there is nothing before the first event
    // Both are in order of their seq: go back from the end.
    std::size_t last = told_.size();
    while (last > 0 && told_[last - 1].seq() >= before) --last;
    auto end = talk_.end();
    while (end != talk_.begin() && (end - 1)->seq >= before) --end;
    std::size_t first = last;
    auto said = end;
    const auto told_seq = [&] { return first > 0 ? told_[first - 1].seq() : 0; };
    const auto talk_seq = [&] { return said != talk_.begin() ? (said - 1)->seq : 0; };
    // Whole events only, the latest first, until the page is full.
    std::size_t bytes = 0;
    std::int64_t from = std::max(told_seq(), talk_seq());
    while (from > since && (form.in_step || bytes < page_bytes)) {
        for (; told_seq() == from; --first) bytes += bytes_of_one;
        for (; talk_seq() == from; --said) bytes += (said - 1)->text.size() + (said - 1)->name.size() + 40;
        from = std::max(told_seq(), talk_seq());
    }
    json.key("events").begin_array();
    write_told(json, observer, first, last, form.rows);
    json.end_array();
    const bool talked = said != end || !form.in_step;
    if (talked) json.key("chat").begin_array();
    for (; said != end; ++said) {
        if (form.unheard != nullptr && form.unheard->contains(said->guest)) continue;
        json.begin_object()
            .key("seq")
            .value(said->seq)
            .key("name")
            .value(said->name)
            .key("text")
            .value(said->text)
            .end_object();
    }
    if (talked) json.end_array();
    if (from > since) json.key("earlier").value(true).key("since").value(from);
}

std::string Room::standing(std::string_view guest) const {
    return (table_ ? table_->standing(observer_of(guest)) : std::nullopt).value_or("null");
}

std::string Room::history(std::string_view guest, std::int64_t before, const PushForm& form) const {
    JsonWriter json;
    json.begin_object().key("table").value(id_);
    write_page(json, observer_of(guest), 0, before, form);
    return json.end_object().take();
}

std::string Room::push(std::string_view guest, std::int64_t since, bool with_room, std::int64_t now,
                       std::string_view state, PushForm form) const {
    JsonWriter json;
    json.begin_object();
    if (form.named) json.key("table").value(id_);
    json.key("seq").value(seq_);
    if (form.in_step && since != seq_ - 1) json.key("from").value(since);
    if (form.anew) json.key("anew").value(true);
    write_page(json, observer_of(guest), since, seq_ + 1, form);
    if (state.size() > 2) json.raw(state.substr(1, state.size() - 2));  // its members
    if (is_running() && has_clock()) write_clocks(json, now);
    if (const auto whole = check_whole(); !whole) write_error(json, whole.error(), "damaged");
    if (with_room) write_room(json, guest, since, !form.knows_room);
    return json.end_object().take();
}

void Room::write_clocks(JsonWriter& json, std::int64_t now) const {
    json.key("clocks").begin_array();
    for (std::size_t seat = 0; seat < chairs_.size(); ++seat) {
        const Chair& chair = chairs_[seat];
        if (chair.since < 0) continue;
        const auto left =
            setup_.clock.hours.after(chair.since, setup_.clock.move + chair.bank) - std::max(now, chair.since);
        json.begin_object().key("seat").value(static_cast<int>(seat)).key("left_ms").value(left);
        json.key("bank_ms").value(chair.bank);
        if (chair.since > now) json.key("starts_in_ms").value(chair.since - now);
        json.end_object();
    }
    json.end_array();
}

void Room::write_room(JsonWriter& json, std::string_view guest, std::int64_t since, bool whole) const {
    json.key("room").begin_object().key("phase").value(enum_name(phase_));
    if (whole) {
        json.key("game").value(setup_.game).key("players").value(setup_.players).key("options");
        write_options(json, is_usual(setup_) ? usual_options(setup_.game, setup_.players) : setup_.options);
        json.key("listed").value(setup_.listed).key("spectators").value(setup_.spectators);
        json.key("spectators_chat").value(setup_.spectators_chat);
        json.key("memory_aid").value(setup_.memory_aid);
        if (setup_.quick) json.key("quick").value(true).key("made_at").value(made_at_);
        if (!setup_.daily.empty()) json.key("daily").value(setup_.daily);
        if (!setup_.club.empty()) json.key("club").value(setup_.club);
        if (!setup_.duplicate.empty()) json.key("duplicate").value(setup_.duplicate);
        json.key("clock")
            .begin_object()
            .key("kind")
            .value(enum_name(setup_.clock.kind))
            .key("move_ms")
            .value(setup_.clock.move);
        json.key("bank_ms").value(setup_.clock.bank);
        write_hours(json, setup_.clock.hours);
        json.end_object().key("on_timeout").value(enum_name(setup_.on_timeout));
    }
    if (whole || seats_changed_at_ > since) write_seats(json, guest);
    if (whole || phase_ == Phase::open || whole_at_ > since) json.key("showing").value(is_showing());
    if (whole || committed_at_ > since)
        json.key("commitment").value(CommittedChance::commitment(*digest_from_hex(setup_.secret)));
    if (whole || whole_at_ > since) {
        json.key("contributions").begin_array();
        if (table_)
            for (const Chair& chair : chairs_) json.value(chair.contribution);
        json.end_array().key("rated").value(is_rated_);
    }
    const auto write_vote = [&](std::string_view name, const std::optional<Vote>& question) {
        json.key(name);
        if (!question) {
            json.null();
            return;
        }
        json.begin_object().key("by").value(question->by).key("agreed").begin_array();
        for (const Seat agreed : question->agreed) json.value(agreed);
        json.end_array().end_object();
    };
    if (whole || asked_at_ > since) {
        write_vote("takeback", takeback_);
        write_vote("end", end_vote_);
    }
    if (whole || phase_ == Phase::over) json.key("result");
    if (phase_ == Phase::over) {
        json.begin_object().key("winners").begin_array();
        for (const Seat winner : winners()) json.value(winner);
        json.end_array().key("points").begin_array();
        for (std::size_t i = 0; i < chairs_.size(); ++i) json.value(int{table_->result().points[i]});
        json.end_array().key("how").value(enum_name(*ending_)).end_object();
    } else if (whole) {
        json.null();
    }
    if (whole || !rematch_.empty()) {
        json.key("rematch");
        rematch_.empty() ? json.null() : json.value(rematch_);
    }
    json.end_object();
}

void Room::write_seats(JsonWriter& json, std::string_view guest) const {
    json.key("seats").begin_array();
    for (const Chair& chair : chairs_) {
        json.begin_object().key("kind").value(enum_name(chair.kind)).key("name").value(chair.name);
        if (chair.kind == SeatKind::bot) json.key("level").value(chair.level);
        if (chair.kind == SeatKind::person) json.key("ready").value(chair.ready);
        if (chair.is_bot_account()) json.key("bot_account").value(true);
        if (chair.asked) json.key("asked").value(true);
        if (!chair.commitment.empty()) json.key("commitment").value(chair.commitment).key("shown").value(chair.shown);
        if (chair.bot_substitute) json.key("bot").value(setup_.bot);
        if (chair.resigned) json.key("resigned").value(true);
        if (chair.muted) json.key("muted").value(true);
        if (chair.guests.size() > 1) json.key("devices").value(static_cast<int>(chair.guests.size()));
        json.end_object();
    }
    const auto seat = seat_of(guest);
    json.end_array().key("you").begin_object().key("seat");
    seat ? json.value(static_cast<int>(*seat)) : json.null();
    json.key("host").value(guest == setup_.host);
    if (seat) {
        const Chair& own = chairs_[*seat];
        json.key("first_device").value(own.guests.front() == guest).key("asked").value(own.asking != nullptr);
    }
    json.end_object();
}

RoomRow Room::row() const {
    JsonWriter json;
    json.begin_object().key("players").value(setup_.players).key("seats").begin_array();
    for (const Chair& chair : chairs_) {
        if (chair.kind == SeatKind::person)
            json.value(chair.name);
        else if (chair.kind == SeatKind::bot)
            json.value("bot " + chair.level);
        else
            json.null();
    }
    json.end_array().key("clock").value(enum_name(setup_.clock.kind)).key("usual").value(is_usual(setup_));
    if (std::ranges::any_of(chairs_, &Chair::asked)) {
        json.key("asked").begin_array();
        for (std::size_t seat = 0; seat < chairs_.size(); ++seat)
            if (chairs_[seat].asked) json.value(static_cast<int>(seat));
        json.end_array();
    }
    if (std::ranges::any_of(chairs_, &Chair::is_bot_account)) {
        json.key("bot_accounts").begin_array();
        for (std::size_t seat = 0; seat < chairs_.size(); ++seat)
            if (chairs_[seat].is_bot_account()) json.value(static_cast<int>(seat));
        json.end_array();
    }
    if (!talk_.empty()) json.key("said").value(static_cast<std::int64_t>(talk_.size()));
    if (setup_.quick) json.key("quick").value(true);
    if (!setup_.daily.empty()) json.key("daily").value(setup_.daily);
    if (!setup_.duplicate.empty()) json.key("duplicate").value(setup_.duplicate);
    json.key("result");
    if (phase_ == Phase::over) {
        json.begin_array();
        for (const Seat winner : winners()) json.value(winner);
        json.end_array();
    } else {
        json.null();
    }
    json.end_object();
    return {.table = id_,
            .game = setup_.game,
            .phase = std::string(enum_name(phase_)),
            .listed = setup_.listed,
            .at = at_,
            .summary = json.take(),
            .duty = needs_care(),
            .seat = -1,
            .due = due(),
            .last = {}};
}

std::vector<SeatRow> Room::seat_rows(const RoomEvent& event) const {
    std::vector<SeatRow> rows;
    const auto add = [&](const std::string& guest, int seat) {
        rows.push_back({.table = id_, .guest = guest, .seat = seat});
    };
    if (const auto* joined = std::get_if<PlayerJoined>(&event.what)) add(event.guest, joined->seat);
    if (const auto* admitted = std::get_if<DeviceAdmitted>(&event.what)) add(admitted->device, admitted->seat);
    if (const auto* invited = std::get_if<PlayerInvited>(&event.what)) add(invited->invited, invited->seat);
    if (const auto* moved = std::get_if<PlayerMoved>(&event.what)) {
        add(event.guest, moved->seat);
        add(moved->from, -1);
    }
    if (const auto* changed = std::get_if<SeatChanged>(&event.what); changed != nullptr && !changed->uninvited.empty())
        add(changed->uninvited, -1);
    if (std::holds_alternative<PlayerLeft>(event.what) && phase_ == Phase::open) add(event.guest, -1);
    // Guests without a seat whose name stays here: noted, so that it can be removed later.
    const auto is_seated = [&] {
        return std::ranges::any_of(chairs_, [&](const Chair& chair) {
            return std::ranges::find(chair.guests, event.guest) != chair.guests.end();
        });
    };
    if (!event.guest.empty() && !event.name.empty() && !is_seated()) add(event.guest, -1);
    if (std::holds_alternative<TableCreated>(event.what))
        for (std::size_t seat = 0; seat < chairs_.size(); ++seat)
            for (const auto& guest : chairs_[seat].guests) add(guest, static_cast<int>(seat));
    return rows;
}

}  // namespace springtide::server
