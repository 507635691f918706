#include "server/tables/audience.hpp"

#include <algorithm>

#include "protocol/server_reasons.hpp"
#include "server/base/loop.hpp"

namespace springtide::server {

void Pusher::tell(Client& client, std::string message) {
    limits_.spend(client.person.origin.address, Cost::bytes, std::chrono::steady_clock::now(),
                  static_cast<double>(message.size()));
    client.send(std::move(message));
}

namespace {

SeatSet both(SeatSet a, SeatSet b) { return SeatSet::from_bits(static_cast<std::uint8_t>(a.bits() | b.bits())); }
SeatSet without(SeatSet a, SeatSet b) { return SeatSet::from_bits(static_cast<std::uint8_t>(a.bits() & ~b.bits())); }

SeatSet players_of(const Room& room) {
    SeatSet seats;
    const auto& chairs = room.chairs();
    for (const Seat seat : SeatSet::first(static_cast<int>(chairs.size())))
        if (chairs[seat].kind == SeatKind::person && !chairs[seat].guests.empty()) seats.insert(seat);
    return seats;
}

}  // namespace

std::string to_json(const Presence& presence) {
    JsonWriter json;
    json.begin_object();
    for (const auto& [name, seats] :
         {std::pair(std::string_view("here"), presence.here), std::pair(std::string_view("away"), presence.away),
          std::pair(std::string_view("gone"), presence.gone)}) {
        json.key(name).begin_array();
        for (const Seat seat : seats) json.value(seat);
        json.end_array();
    }
    return json.end_object().take();
}

bool Audience::is_here(Seat seat) const {
    return std::ranges::any_of(
        watchers_, [seat](const Watcher& watcher) { return watcher.as.is_seat() && watcher.as.seat() == seat; });
}

Presence Audience::connected() const {
    Presence now;
    for (const Watcher& watcher : watchers_)
        if (watcher.as.is_seat()) (watcher.away ? now.away : now.here).insert(watcher.as.seat());
    now.away = without(now.away, now.here);  // a player with two devices counts as here if one page is in sight
    return now;
}

Presence Audience::presence() const {
    Presence now = connected();
    for (const auto& [node, there] : elsewhere_) {
        now.here = both(now.here, there.here);
        now.away = both(now.away, there.away);
    }
    now.away = without(now.away, now.here);
    now.gone = without(asks_elsewhere_ ? left_ : players_, both(now.here, now.away));
    return now;
}

bool Audience::set_away(const ClientPtr& client, bool away) {
    const auto known = std::ranges::find(watchers_, client, &Watcher::client);
    return known != watchers_.end() && std::exchange(known->away, away) != away;
}

bool Audience::set_elsewhere(const std::string& node, const Presence& connected) {
    const auto known = std::ranges::find(elsewhere_, node, &std::pair<std::string, Presence>::first);
    const bool is_nobody = connected == Presence();
    if (known == elsewhere_.end()) {
        if (!is_nobody) elsewhere_.emplace_back(node, connected);
        return !is_nobody;
    }
    if (known->second == connected) return false;
    is_nobody ? static_cast<void>(elsewhere_.erase(known)) : static_cast<void>(known->second = connected);
    return true;
}

void Audience::tell_presence(const std::string& table, Pusher& pusher) {
    const Presence now = presence();
    std::string message;
    for (Watcher& watcher : watchers_) {
        if (!watcher.takes_presence || watcher.knows == now) continue;
        if (message.empty()) {
            JsonWriter json;
            message =
                json.begin_object().key("table").value(table).key("presence").raw(to_json(now)).end_object().take();
        }
        watcher.knows = now;
        ++pusher.counts.presence_pushes;
        pusher.tell(*watcher.client, message);
    }
}

Audience::Watcher& Audience::watcher(const ClientPtr& client, const std::string& table) {
    client->watching.insert(table);
    const auto known = std::ranges::find(watchers_, client, &Watcher::client);
    if (known != watchers_.end()) return *known;
    return watchers_.emplace_back(Watcher{.client = client});
}

/// Notes the observer that they are now; if that changed, they are shown the whole view.
void Audience::sit(Watcher& watcher, const Room& room) {
    const Observer now = room.observer_of(watcher.client->person.guest);
    if (watcher.as != now) watcher.seen = -1;
    watcher.as = now;
}

/// Adds it to a message that is sent anyway.
void Audience::add_presence(std::string& message, Watcher& watcher, const Presence& presence) {
    message.back() = ',';
    message += "\"presence\":" + to_json(presence) + "}";
    watcher.knows = presence;
}

void Audience::add(const ClientPtr& client, const std::string& table) { watcher(client, table); }

void Audience::remove(const ClientPtr& client) {
    for (const Watcher& watcher : watchers_)
        if (watcher.client == client && watcher.as.is_seat()) left_.insert(watcher.as.seat());
    std::erase_if(watchers_, [&](const Watcher& watcher) { return watcher.client == client; });
}

void Audience::show(const ClientPtr& client, const Room& room, const std::string& head, const Look& look,
                    Pusher& pusher) {
    tell(room, pusher);
    const std::string& guest = client->person.guest;
    Watcher& watcher = this->watcher(client, room.id());
    watcher.as = room.observer_of(guest);
    watcher.seen = room.seq();
    watcher.takes_presence = look.takes_presence;
    watcher.away = look.away;
    players_ = players_of(room);
    auto push = room.push(guest, look.since, true, now_ms(), room.state(watcher.as),
                          {.rows = client->takes_events,
                           .named = true,
                           .in_step = false,
                           .knows_room = false,
                           .anew = false,
                           .unheard = client->blocked.get()});
    if (look.takes_presence) add_presence(push, watcher, presence());
    pusher.tell(*client, head + "," + push.substr(1));
}

void Audience::tell(const Room& room, Pusher& pusher) {
    const bool must_tell = std::exchange(must_tell_, false);
    const bool anew = std::exchange(tells_anew_, false);
    if (room.seq() == told_ && !must_tell) return;
    const auto now = now_ms();
    const bool with_room = must_tell || room.room_changed_after(told_);
    // Each text is made once for all watchers who are the same observer.
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
    std::optional<Presence> presence;  // if seats may have been taken or left
    if (with_room) {
        players_ = players_of(room);
        for (Watcher& watcher : watchers_) sit(watcher, room);
        presence = this->presence();
    }
    std::erase_if(watchers_, [&](Watcher& watcher) {
        const std::string& guest = watcher.client->person.guest;
        ++pusher.counts.pushes;
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
        const bool in_step =
            watcher.client->takes_events && watcher.seen == told_ && watcher.as == observer && room.folds_since(told_);
        const Room::PushForm form{.rows = watcher.client->takes_events,
                                  .named = !in_step || watcher.client->watches_several(),
                                  .in_step = in_step,
                                  .knows_room = watcher.client->takes_events && watcher.seen == told_,
                                  .anew = anew,
                                  .unheard = watcher.client->blocked.get()};
        const std::string& state =
            in_step ? made_for(choices, observer, [&] { return room.choices(observer, told_, told_acting_); })
                    : made_for(states, observer, [&] { return room.state(observer); });
        std::string push = room.push(guest, anew ? 0 : told_, with_room, now, state, form);
        if (presence && watcher.takes_presence && watcher.knows != *presence) add_presence(push, watcher, *presence);
        pusher.tell(*watcher.client, std::move(push));
        pusher.counts.whole_pushes += in_step ? 0 : 1;
        watcher.as = observer;
        watcher.seen = room.seq();
        return false;
    });
    told_ = room.seq();
    told_acting_ = room.acting();
}

void Audience::dismiss(const std::string& table, const RefusalReason& why) {
    JsonWriter json;
    json.begin_object().key("table").value(table).key("closed").value(why.sentence).key("reason").value(why.name);
    const std::string message = json.end_object().take();
    for (const Watcher& watcher : std::exchange(watchers_, {})) {
        watcher.client->send(message);
        watcher.client->watching.erase(table);
    }
}

void Audience::show_all_again() {
    for (Watcher& watcher : watchers_) watcher.seen = -1;
    must_tell_ = true;
}

void Audience::show_all_anew() {
    show_all_again();
    tells_anew_ = true;
}

void Audience::catch_up_if_empty(const Room& room) {
    if (!watchers_.empty()) return;
    told_ = room.seq();
    told_acting_ = room.acting();
}

}  // namespace springtide::server
