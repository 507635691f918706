// Ownership of seats: sitting down, other devices of one person, leaving, removal by the host.
#include <algorithm>

#include "protocol/server_reasons.hpp"
#include "server/identity/identity.hpp"
#include "server/messages/requests.hpp"
#include "server/room/room.hpp"

namespace springtide::server {

Room::Decided Room::decide(const JoinRequest& request, const Caller& caller) const {
    const Person& person = caller.person;
    PlayerJoined joined{.origin = to_text(person.origin)};
    if (caller.seat) {
        if (chairs_[*caller.seat].resigned) return refuse(server_reason("resigned"));
        joined.seat = *caller.seat;
        return joined;
    }
    if (blocked_.blocks(person.guest, person.origin) && person.guest != setup_.host)
        return refuse(server_reason("asked_to_leave"));
    if (request.key) return join_by_key(*request.key, person);
    if (phase_ != Phase::open) return refuse(server_reason("may_watch"));
    if (setup_.listed && is_bot_account(person.guest)) return refuse(server_reason("bot_not_asked"));
    if (request.seat) {
        const auto seat = seat_numbered(*request.seat);
        if (!seat) return std::unexpected(seat.error());
        if (chairs_[*seat].kind != SeatKind::open) return refuse(server_reason("seat_not_open"), {{"seat", *seat}});
        joined.seat = *seat;
    } else {
        const auto open = std::ranges::find(chairs_, SeatKind::open, &Chair::kind);
        if (open == chairs_.end()) return refuse(server_reason("no_open_seat"));
        joined.seat = static_cast<Seat>(open - chairs_.begin());
    }
    joined.key = random_id();
    return joined;
}

/// An invitation opens its seat once and is worth nothing afterwards. The key of a seat that is taken lets another
/// device ask; the one that sat down first decides.
Room::Decided Room::join_by_key(std::string_view key, const Person& person) const {
    std::optional<Seat> opened;
    for (std::size_t seat = 0; seat < chairs_.size(); ++seat)
        if (!chairs_[seat].key.empty() && same_secret(chairs_[seat].key, key)) opened = static_cast<Seat>(seat);
    if (!opened) return refuse(server_reason("key_is_void"));
    const Chair& chair = chairs_[*opened];
    if (chair.kind == SeatKind::reserved)
        return PlayerJoined{.seat = *opened, .key = random_id(), .origin = to_text(person.origin)};
    if (chair.asking)
        return refuse(chair.asking->guest == person.guest ? server_reason("must_be_let_in")
                                                          : server_reason("other_device_asks"));
    return DeviceAsked{.seat = *opened, .origin = to_text(person.origin)};
}

/// The answer of a seat's first device to a request of another one.
Room::Decided Room::decide(const DeviceRequest& request, const Caller& caller) const {
    const Seat seat = *caller.seat;
    const Chair& chair = chairs_[seat];
    if (chair.guests.front() != caller.person.guest) return refuse(server_reason("not_first_device"));
    if (request.answer != DeviceAnswer::only && !chair.asking) return refuse(server_reason("no_device_asks"));
    switch (request.answer) {
        case DeviceAnswer::admit: return DeviceAdmitted{.seat = seat, .device = chair.asking->guest};
        // A new key: a device that has the old one and was not let in cannot ask again.
        case DeviceAnswer::refuse: return DeviceRefused{.seat = seat, .key = random_id()};
        case DeviceAnswer::only: break;
    }
    return OtherDevicesRemoved{.seat = seat, .key = random_id()};
}

Expected<void> Room::happen(const RoomEvent& event, const PlayerJoined& what) {
    Chair& chair = chairs_[what.seat];
    if (chair.kind != SeatKind::person) {
        chair.kind = SeatKind::person;
        chair.key = what.key;
        tell(RoomHappening::sat, what.seat, event.name);
    } else if (chair.bot_substitute && !chair.resigned) {
        chair.bot_substitute = false;
        tell(RoomHappening::back, what.seat, event.name);
    }
    chair.name = event.name;
    chair.asked = false;
    let_in(chair, event.guest, origin_from_text(what.origin));
    note_coming(chair, event.at);
    return {};
}

/// A guest who sits here logged in: the seat is the account's from now on.
Expected<void> Room::happen(const RoomEvent& event, const PlayerMoved& what) {
    Chair& chair = chairs_[what.seat];
    if (chair.guests.front() == what.from) chair.name = event.name;
    std::ranges::replace(chair.guests, what.from, event.guest);
    if (chair.player == what.from) chair.player = event.guest;
    if (setup_.host == what.from) setup_.host = event.guest;
    return {};
}

void Room::let_in(Chair& chair, const std::string& guest, const Origin& origin) {
    if (std::ranges::find(chair.guests, guest) == chair.guests.end()) {
        if (!chair.guests.empty())
            tell(RoomHappening::second_device, static_cast<int>(&chair - chairs_.data()), chair.name);
        chair.guests.push_back(guest);
    }
    if (origin != Origin() && std::ranges::find(chair.origins, origin) == chair.origins.end())
        chair.origins.push_back(origin);
}

Expected<void> Room::happen(const RoomEvent& event, const DeviceAsked& what) {
    Chair& chair = chairs_[what.seat];
    chair.asking = std::make_unique<Asking>(Asking{.guest = event.guest, .origin = origin_from_text(what.origin)});
    tell(RoomHappening::device_asks, what.seat, chair.name);
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const DeviceAdmitted& what) {
    Chair& chair = chairs_[what.seat];
    if (const auto asking = std::exchange(chair.asking, nullptr)) let_in(chair, asking->guest, asking->origin);
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const DeviceRefused& what) {
    Chair& chair = chairs_[what.seat];
    chair.key = what.key;
    chair.asking.reset();
    tell(RoomHappening::device_refused, what.seat, chair.name);
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const OtherDevicesRemoved& what) {
    Chair& chair = chairs_[what.seat];
    chair.key = what.key;
    chair.asking.reset();
    if (chair.guests.size() <= 1) return {};
    chair.guests.resize(1);
    tell(RoomHappening::one_device, what.seat, chair.name);
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const PlayerLeft& what) {
    Chair& chair = chairs_[what.seat];
    tell(phase_ == Phase::running ? RoomHappening::left_to_bot : RoomHappening::left, what.seat, chair.name);
    leave(chair, what.new_secret);
    return {};
}

void Room::leave(Chair& chair, const std::string& new_secret) {
    if (phase_ == Phase::running) {
        chair.bot_substitute = true;
    } else if (phase_ == Phase::open) {
        Chair fresh;
        fresh.bank = setup_.clock.bank;
        chair = std::move(fresh);
        if (!new_secret.empty()) draw_anew(new_secret);
    }
    takeback_.reset();
    end_vote_.reset();
}

/// The host removed the player of a seat: no guest, key or device of that seat can return.
Expected<void> Room::happen(const RoomEvent& /*event*/, const PlayerRemoved& what) {
    Chair& chair = chairs_[what.seat];
    tell(RoomHappening::removed, what.seat, chair.name);
    for (const auto& guest : chair.guests) blocked_.block_guest(guest);
    for (const Origin& origin : chair.origins) blocked_.block(origin, neighbours_of(what.seat));
    if (const auto host = seat_of(setup_.host); host && phase_ == Phase::running) chairs_[*host].gave_up = true;
    chair.removed = true;
    chair.guests.clear();
    chair.origins.clear();
    chair.asking.reset();
    chair.key.clear();
    leave(chair, what.new_secret);
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const SpectatorRemoved& what) {
    blocked_.block_guest(what.spectator);
    blocked_.block(origin_from_text(what.origin), neighbours_of(std::nullopt));
    tell(RoomHappening::spectator_removed, -1);
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const PlayerMuted& what) {
    chairs_[what.seat].muted = what.on;
    return {};
}

Expected<void> Room::happen(const RoomEvent& /*event*/, const SpectatorMuted& what) {
    if (what.on)
        muted_.insert(what.spectator);
    else
        muted_.erase(what.spectator);
    return {};
}

/// The origins of the host and of all players on other seats.
std::vector<Origin> Room::neighbours_of(std::optional<Seat> seat) const {
    std::vector<Origin> all = {host_origin_};
    for (std::size_t other = 0; other < chairs_.size(); ++other)
        if (other != seat) all.insert(all.end(), chairs_[other].origins.begin(), chairs_[other].origins.end());
    return all;
}

RoomEvent Room::rematch_created(const Person& person, const std::set<std::string>& not_asked) const {
    RoomSetup setup = setup_;
    setup.host = person.guest;  // the person asking becomes the host, because the host of this table may decline
    setup.secret = to_hex(random_secret());
    setup.closed_to = blocked_.entries();
    setup.club.clear();  // a rematch is not part of the club night
    setup.duplicate.clear();
    setup.seats.resize(chairs_.size());
    if (is_usual(setup)) setup.options = usual_options(setup.game, setup.players);
    for (std::size_t i = 0; i < chairs_.size(); ++i) {
        SeatSetup& seat = setup.seats[(i + 1) % chairs_.size()];
        if (chairs_[i].kind == SeatKind::person && chairs_[i].guests.empty())
            continue;  // asked to leave: the seat is open
        if (std::ranges::any_of(chairs_[i].guests, [&](const auto& guest) { return not_asked.contains(guest); }))
            continue;
        seat.kind = chairs_[i].kind;
        seat.level = chairs_[i].level;
        if (seat.kind != SeatKind::person) continue;
        seat.name = chairs_[i].name;
        seat.key = random_id();
        seat.guests = chairs_[i].guests;
        seat.asked = seat_of(person.guest) != static_cast<Seat>(i);
    }
    return {.what = TableCreated{.origin = to_text(person.origin), .setup = to_json(setup)}, .guest = person.guest};
}

}  // namespace springtide::server
