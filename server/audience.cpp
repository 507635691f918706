#include "server/audience.hpp"

#include <algorithm>

#include "protocol/server_reasons.hpp"
#include "server/loop.hpp"

namespace springtide::server {

void Teller::tell(Client& client, std::string message) {
    limits_.spend(client.person.origin.address, Cost::bytes, std::chrono::steady_clock::now(),
                  static_cast<double>(message.size()));
    client.send(std::move(message));
}

SeatSet Audience::here() const {
    SeatSet seats;
    for (const Watcher& watcher : watchers_)
        if (watcher.as.is_seat()) seats.insert(watcher.as.seat());
    return seats;
}

SeatSet Audience::gone() const {
    SeatSet seats = left_;
    for (const Seat seat : here()) seats.erase(seat);
    return seats;
}

Audience::Watcher& Audience::watcher(const ClientPtr& client, const std::string& table) {
    client->watching.insert(table);
    const auto known = std::ranges::find(watchers_, client, &Watcher::client);
    if (known != watchers_.end()) return *known;
    return watchers_.emplace_back(Watcher{.client = client, .as = Observer::spectator(), .seen = -1});
}

void Audience::add(const ClientPtr& client, const std::string& table) { watcher(client, table); }

void Audience::remove(const ClientPtr& client) {
    for (const Watcher& watcher : watchers_)
        if (watcher.client == client && watcher.as.is_seat()) left_.insert(watcher.as.seat());
    std::erase_if(watchers_, [&](const Watcher& watcher) { return watcher.client == client; });
}

void Audience::show(const ClientPtr& client, const Room& room, const std::string& head, std::int64_t since,
                    Teller& teller) {
    tell(room, teller);
    const std::string& guest = client->person.guest;
    Watcher& watcher = this->watcher(client, room.id());
    watcher.as = room.observer_of(guest);
    watcher.seen = room.seq();
    const auto push = room.push(guest, since, true, now_ms(), room.state(watcher.as),
                                {.rows = client->takes_events, .named = true, .in_step = false, .knows_room = false});
    teller.tell(*client, head + "," + push.substr(1));
}

void Audience::tell(const Room& room, Teller& teller) {
    const bool must_tell = std::exchange(must_tell_, false);
    if (room.seq() == told_ && !must_tell) return;
    const auto now = now_ms();
    const bool with_room = must_tell || room.room_changed_after(told_);
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
    std::erase_if(watchers_, [&](Watcher& watcher) {
        const std::string& guest = watcher.client->person.guest;
        ++teller.counts.pushes;
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
                                  .named = !in_step || watcher.client->watching.size() > 1,
                                  .in_step = in_step,
                                  .knows_room = watcher.client->takes_events && watcher.seen == told_};
        const std::string& state =
            in_step ? made_for(choices, observer, [&] { return room.choices(observer, told_, told_acting_); })
                    : made_for(states, observer, [&] { return room.state(observer); });
        teller.tell(*watcher.client, room.push(guest, told_, with_room, now, state, form));
        teller.counts.whole_pushes += in_step ? 0 : 1;
        watcher.as = observer;
        watcher.seen = room.seq();
        return false;
    });
    told_ = room.seq();
    told_acting_ = room.acting();
}

void Audience::show_all_again() {
    for (Watcher& watcher : watchers_) watcher.seen = -1;
    must_tell_ = true;
}

void Audience::catch_up_if_empty(const Room& room) {
    if (!watchers_.empty()) return;
    told_ = room.seq();
    told_acting_ = room.acting();
}

}  // namespace springtide::server
