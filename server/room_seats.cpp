// Whose a seat is: sitting down, other devices of one person, leaving, being asked to leave.
#include <algorithm>
#include <boost/json/object.hpp>

#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/identity.hpp"
#include "server/room.hpp"

namespace springtide::server {

Expected<RoomEvent> Room::decide_join(RoomEvent event, const boost::json::object& request, const Person& person) const {
    event.kind = "joined";
    event.origin = to_text(person.origin);
    if (const auto own = seat_of(person.guest)) {
        if (chairs_[static_cast<std::size_t>(*own)].resigned) return refuse(server_reason("resigned"));
        event.seat = *own;
        return event;
    }
    if (door_.is_closed_to(person.guest, person.origin) && person.guest != setup_.host)
        return refuse(server_reason("asked_to_leave"));
    if (Fields(request).has("key")) return decide_join_by_key(std::move(event), request, person);
    if (phase_ != "open") return refuse(server_reason("may_watch"));
    if (Fields(request).has("seat")) {
        const auto seat = seat_field(request);
        if (!seat) return std::unexpected(seat.error());
        if (chairs_[static_cast<std::size_t>(*seat)].kind != "open")
            return refuse(server_reason("seat_not_open"), {{"seat", *seat}});
        event.seat = *seat;
    } else {
        const auto open = std::ranges::find(chairs_, "open", &Chair::kind);
        if (open == chairs_.end()) return refuse(server_reason("no_open_seat"));
        event.seat = static_cast<int>(open - chairs_.begin());
    }
    event.key = random_id();
    return event;
}

/// An invitation opens its seat once and is worth nothing afterwards. The key of a seat that is taken lets another
/// device ask; the one that sat down first decides.
Expected<RoomEvent> Room::decide_join_by_key(RoomEvent event, const boost::json::object& request,
                                             const Person& person) const {
    const auto key = Fields(request).text("key");
    if (!key) return std::unexpected(key.error());
    for (std::size_t seat = 0; seat < chairs_.size(); ++seat)
        if (!chairs_[seat].key.empty() && same_secret(chairs_[seat].key, *key)) event.seat = static_cast<int>(seat);
    if (event.seat < 0) return refuse(server_reason("key_is_void"));
    const Chair& chair = chairs_[static_cast<std::size_t>(event.seat)];
    if (chair.kind == "reserved") {
        event.key = random_id();
        return event;
    }
    if (chair.asking)
        return refuse(chair.asking->guest == person.guest ? server_reason("must_be_let_in")
                                                          : server_reason("other_device_asks"));
    event.kind = "device asked";
    event.name = chair.name;
    return event;
}

/// What the first device of a seat says about the others.
Expected<RoomEvent> Room::decide_device(RoomEvent event, const boost::json::object& request) const {
    const auto what = Fields(request).text("do");
    if (!what) return std::unexpected(what.error());
    if (*what != "admit" && *what != "refuse" && *what != "only")
        return Fields::wrong("do", R"("admit", "refuse" or "only")");
    const Chair& chair = chairs_[static_cast<std::size_t>(event.seat)];
    if (chair.guests.front() != event.guest) return refuse(server_reason("not_first_device"));
    if (*what != "only" && !chair.asking) return refuse(server_reason("no_device_asks"));
    event.kind = "device " + *what;
    if (*what == "admit")
        event.text = chair.asking->guest;
    else
        event.key = random_id();  // who has the old one and was not let in cannot ask again
    return event;
}

Expected<void> Room::join(const RoomEvent& event) {
    Chair& chair = chairs_[static_cast<std::size_t>(event.seat)];
    if (chair.kind != "person") {
        chair.kind = "person";
        chair.key = event.key;
        tell(RoomHappening::sat, event.seat, event.name);
    } else if (chair.minded && !chair.resigned) {
        chair.minded = false;
        tell(RoomHappening::back, event.seat, event.name);
    }
    chair.name = event.name;
    let_in(chair, event.guest, origin_from_text(event.origin));
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

Expected<void> Room::change_devices(const RoomEvent& event) {
    Chair& chair = chairs_[static_cast<std::size_t>(event.seat)];
    if (event.kind == "device asked") {
        chair.asking = Asking{.guest = event.guest, .origin = origin_from_text(event.origin)};
        tell(RoomHappening::device_asks, event.seat, chair.name);
        return {};
    }
    if (event.kind == "device admit" && chair.asking) {
        let_in(chair, chair.asking->guest, chair.asking->origin);
    } else {
        chair.key = event.key;
        if (event.kind == "device refuse") {
            tell(RoomHappening::device_refused, event.seat, chair.name);
        } else if (event.kind == "device only" && chair.guests.size() > 1) {
            chair.guests.resize(1);
            tell(RoomHappening::one_device, event.seat, chair.name);
        }
    }
    chair.asking.reset();
    return {};
}

Expected<void> Room::leave(const RoomEvent& event) {
    Chair& chair = chairs_[static_cast<std::size_t>(event.seat)];
    if (event.kind == "left")
        tell(phase_ == "running" ? RoomHappening::left_to_bot : RoomHappening::left, event.seat, chair.name);
    if (phase_ == "running") {
        chair.minded = true;
    } else if (phase_ == "open") {
        Chair fresh;
        fresh.bank = setup_.clock.bank;
        chair = std::move(fresh);
        if (!event.text.empty()) draw_anew(event.text);
    }
    takeback_.reset();
    ending_.reset();
    return {};
}

/// The host asked somebody on a seat to leave: no guest of that seat, no key of it and nobody from there comes back.
Expected<void> Room::remove(const RoomEvent& event) {
    const auto seat = static_cast<std::size_t>(event.seat);
    tell(RoomHappening::removed, event.seat, chairs_[seat].name);
    for (const auto& guest : chairs_[seat].guests) door_.close_to_guest(guest);
    for (const Origin& origin : chairs_[seat].origins) door_.close_to(origin, neighbours_of(event.seat));
    if (const auto host = seat_of(setup_.host); host && phase_ == "running") chairs_[*host].gave_up = true;
    Chair& chair = chairs_[seat];
    chair.removed = true;
    chair.guests.clear();
    chair.origins.clear();
    chair.asking.reset();
    chair.key.clear();
    return leave(event);
}

/// The host mutes or removes somebody without a seat; `key` is the guest.
Expected<void> Room::quiet_spectator(const RoomEvent& event) {
    if (event.kind == "removed") {
        door_.close_to_guest(event.key);
        door_.close_to(origin_from_text(event.origin), neighbours_of(-1));
        tell(RoomHappening::spectator_removed, -1);
    } else if (event.number != 0) {
        muted_.insert(event.key);
    } else {
        muted_.erase(event.key);
    }
    return {};
}

std::vector<Origin> Room::neighbours_of(int seat) const {
    std::vector<Origin> all = {host_origin_};
    for (std::size_t other = 0; other < chairs_.size(); ++other)
        if (static_cast<int>(other) != seat)
            all.insert(all.end(), chairs_[other].origins.begin(), chairs_[other].origins.end());
    return all;
}

RoomSetup Room::rematch_setup() const {
    RoomSetup setup = setup_;
    setup.secret = to_hex(random_secret());
    setup.closed_to = door_.entries();
    for (std::size_t i = 0; i < chairs_.size(); ++i) {
        SeatSetup& seat = setup.seats[(i + 1) % chairs_.size()];
        seat = {};
        if (chairs_[i].kind == "person" && chairs_[i].guests.empty()) continue;  // asked to leave: the seat is open
        seat.kind = chairs_[i].kind;
        seat.level = chairs_[i].level;
        if (seat.kind != "person") continue;
        seat.name = chairs_[i].name;
        seat.key = random_id();
        seat.guests = chairs_[i].guests;
    }
    return setup;
}

}  // namespace springtide::server
