// Requests over WebSocket (docs/api/asyncapi.yaml); those that change a table are in shard_changes.cpp.
#include <algorithm>
#include <boost/json/serialize.hpp>

#include "core/version.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/reasons.hpp"
#include "protocol/refusal.hpp"
#include "protocol/server_reasons.hpp"
#include "server/accounts/company.hpp"
#include "server/accounts/reading.hpp"
#include "server/identity/identity.hpp"
#include "server/messages/ops.hpp"
#include "server/shard/shard.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t longest_id = 64;
constexpr std::size_t short_message = 1024;

}  // namespace

void Shard::receive(const ClientPtr& client, std::string_view message) {
    const PayerScope scope(client->person.guest, client->person.origin.address);
    ++counts_.requests;
    std::string id = "null";
    const auto refuse = [&](const Error& why) {
        ++counts_.refusals;
        client->send(refusal(id, why));
    };
    // A long message is not even parsed if the budget is spent; a short one is, so that the refusal can name its id.
    const bool is_paid = group_.limits.take(client->person.origin.address, Cost::bytes,
                                            std::chrono::steady_clock::now(), static_cast<double>(message.size()));
    if (!is_paid && message.size() > short_message) return refuse(error_of(server_reason("address_sends_much")));
    auto value = parse_json(message);
    if (!value) return refuse(value.error());
    if (!value->is_object())
        return refuse(error_of(request_reason("not_an_object"), {{"example", R"({"op": "hello"})"}}));
    auto& request = value->get_object();
    if (const auto* given = request.if_contains("id")) {
        const bool is_short_text = given->is_string() && given->get_string().size() <= longest_id;
        if (!given->is_int64() && !is_short_text) return refuse(error_of(server_reason("bad_id")));
        id = boost::json::serialize(*given);
    }
    if (!is_paid) return refuse(error_of(server_reason("address_sends_much")));
    if (tables_.is_closing()) return refuse(error_of(server_reason("server_stopping")));
    if (!client->is_asking) return take(client, id, request);
    client->next_requests.emplace_back([this, client, id, request = std::move(request)] { take(client, id, request); });
}

void Shard::take_in_turn(const ClientPtr& client, std::function<void()> work) {
    client->is_asking ? client->next_requests.push_back(std::move(work)) : work();
}

/// A request about a table of another shard is passed on to it, after the client's earlier requests there.
void Shard::take(const ClientPtr& client, const std::string& id, const boost::json::object& object) {
    auto request = parse_request(object);
    if (!request) return refuse_if_not(std::unexpected(request.error()), client, id);
    const std::size_t home = request->table.empty() ? number_ : group_.owner_of(request->table);
    if (home == number_) return refuse_if_not(answer(client, id, std::move(*request)), client, id);
    forward(client, home, [id, request = std::move(*request)](Shard& there, const ClientPtr& remote) {
        take_in_turn(remote, [&there, remote, id, request] {
            const PayerScope scope(remote->person.guest, remote->person.origin.address);
            const auto answered = there.tables_.is_closing() ? refuse(server_reason("server_stopping"))
                                                             : there.answer(remote, id, request);
            there.refuse_if_not(answered, remote, id);
        });
    });
}

void Shard::refuse_if_not(const Expected<void>& answered, const ClientPtr& client, const std::string& id) {
    if (answered) return;
    ++counts_.refusals;
    client->send(refusal(id, answered.error()));
}

/// A request of this client has its answer from the store: takes the requests that came in meanwhile.
void Shard::take_next(const ClientPtr& client) {
    client->is_asking = false;
    while (!client->is_asking && !client->next_requests.empty()) {
        const auto next = std::move(client->next_requests.front());
        client->next_requests.pop_front();
        next();
    }
}

Expected<void> Shard::answer(const ClientPtr& client, const std::string& id, Request request) {
    const Asker asker{.client = client, .id = id, .table = std::move(request.table)};
    return std::visit(
        [&]<class What>(What& what) {
            if constexpr (!std::is_same_v<What, TableChange>) static_cast<void>(op_of<What>());
            return answer(asker, std::move(what));
        },
        request.what);
}

Expected<void> Shard::answer(const Asker& asker, const UnwatchRequest& /*request*/) {  // no reason to open a table
    if (asker.client->watching.erase(asker.table) > 0) stop_watching(asker.client, asker.table);
    asker.client->send(yes(asker.id).end_object().take());
    return {};
}

Expected<void> Shard::answer(const Asker& asker, const PresenceRequest& /*request*/) {
    asker.client->send(presence(*asker.client, asker.id, asker.table));
    return {};
}

/// Does not open the table: where nobody watches it there is nobody to tell.
Expected<void> Shard::answer(const Asker& asker, const AwayRequest& request) {
    if (!group_.limits.take(asker.client->person.origin.address, Cost::event, std::chrono::steady_clock::now()))
        return refuse(server_reason("address_acts_fast"));
    auto* entry = asker.client->watching.contains(asker.table) ? tables_.find(asker.table) : nullptr;
    if (entry != nullptr && entry->audience.set_away(asker.client, request.on)) presence_tracker_.changed(asker.table);
    asker.client->send(yes(asker.id).end_object().take());
    return {};
}

Expected<void> Shard::answer(const Asker& asker, const ReadRequest& request) {
    if (!group_.limits.take(asker.client->person.origin.address, Cost::event, std::chrono::steady_clock::now()))
        return refuse(server_reason("address_acts_fast"));
    return admit(asker, true, [this, asker, request] {
        tables_.when_stored(asker.table, [this, asker, request] { read_until(asker, request); });
    });
}

/// The mark never moves back: another device may have read on. Where nothing new was said, nothing is written.
void Shard::read_until(const Asker& asker, const ReadRequest& request) {
    const auto found = tables_.entry(asker.table);
    if (!found) return asker.client->send(refusal(asker.id, found.error()));
    const Room& room = *(*found)->room;
    const std::string& guest = asker.client->person.guest;
    if (const auto allowed = room.may(op_of<ReadRequest>().who, asker.client->person); !allowed)
        return asker.client->send(refusal(asker.id, allowed.error()));
    const auto chair = std::ranges::find_if(
        room.chairs(), [&](const Chair& one) { return std::ranges::find(one.guests, guest) != one.guests.end(); });
    const std::int64_t until = std::clamp<std::int64_t>(request.until.value_or(0), 0, room.seq());
    auto notes = have_read(chair == room.chairs().end() ? std::vector{guest} : chair->guests, room, until, now_ms());
    const auto read = [key = NoteKey{.guest = guest, .kind = note_kinds::read, .key = asker.table}](Store& store) {
        return store.note(key);
    };
    reads_.ask(read, [this, asker, until, notes = std::move(notes)](const Expected<std::optional<NoteRow>>& note) {
        const auto answer = [asker](std::int64_t seq) {
            asker.client->send(yes(asker.id).key("until").value(seq).end_object().take());
        };
        if (!note) return asker.client->send(refusal(asker.id, note.error()));
        const ReadMark before = *note ? read_mark((*note)->body) : ReadMark();
        const ReadMark now = read_mark(notes.front().body);
        if (until <= before.seq || now.lines <= before.lines) return answer(std::max(until, before.seq));
        Write write;
        write.notes = notes;
        commits_.add(std::move(write), [asker, answer, until](const Expected<WriteOutcome>& stored) {
            if (stored && *stored == WriteOutcome::stored) return answer(until);
            asker.client->send(refusal(asker.id, error_of(server_reason("not_stored"))));
        });
    });
}

Expected<void> Shard::answer(const Asker& asker, const WatchRequest& request) {
    const Audience::Look look{.since = request.since.value_or(0),
                              .takes_presence = request.presence.value_or(false),
                              .away = request.away.value_or(false)};
    return admit(asker, true, [this, asker, look] {
        tables_.when_stored(asker.table, [this, asker, look] { watch(asker, look); });
    });
}

Expected<void> Shard::answer(const Asker& asker, const HistoryRequest& request) {
    return admit(asker, true, [this, asker, before = request.before] {
        tables_.when_stored(asker.table, [this, asker, before] { history(asker, before); });
    });
}

Expected<void> Shard::answer(const Asker& asker, const StandingRequest& /*request*/) {
    return admit(asker, true, [this, asker] {
        tables_.when_stored(asker.table, [this, asker] {
            const auto found = tables_.entry(asker.table);
            if (!found) return asker.client->send(refusal(asker.id, found.error()));
            const Room& room = *(*found)->room;
            if (const auto allowed = room.may(op_of<StandingRequest>().who, asker.client->person); !allowed)
                return asker.client->send(refusal(asker.id, allowed.error()));
            auto json = yes(asker.id);
            json.key("standing").raw(room.standing(asker.client->person.guest));
            asker.client->send(json.end_object().take());
        });
    });
}

Expected<void> Shard::answer(const Asker& asker, const RematchRequest& /*request*/) {
    return admit(asker, true, [this, asker] {
        const auto read = [guest = asker.client->person.guest](Store& store) { return read_kept_apart(store, guest); };
        reads_.ask(read, [this, asker](const Expected<std::set<std::string>>& apart) {
            tables_.when_stored(
                asker.table, [this, asker, apart = apart.value_or(std::set<std::string>())] { rematch(asker, apart); });
        });
    });
}

/// People who were asked to play are called where they let themselves be called.
void Shard::tell_invited(const Room& room, const std::vector<std::string>& guests, const std::string& by) {
    if (guests.empty()) return;
    calls_.call({.table = room.id(),
                 .game = room.setup().game,
                 .guests = guests,
                 .others = {by},
                 .acted = 0,
                 .is_invitation = true});
}

/// Goes on with a request once it is known that its table may be opened for this person. Without `looks` they are about
/// to sit down: under their present name, not the one they connected with.
Expected<void> Shard::admit(const Asker& asker, bool looks, const std::function<void()>& go_on) {
    const ClientPtr& client = asker.client;
    client->is_asking = true;
    if (!client->blocked) {  // before they hear anything of a table
        const auto read = [guest = client->person.guest](Store& store) { return read_blocked(store, guest); };
        reads_.ask(read, [this, asker, looks, go_on](const Expected<std::set<std::string>>& blocked) {
            asker.client->blocked =
                std::make_shared<const std::set<std::string>>(blocked.value_or(std::set<std::string>()));
            [[maybe_unused]] const auto admitted = admit(asker, looks, go_on);
        });
        return {};
    }
    may_open(asker.table, client->person, looks, [this, client, id = asker.id, looks, go_on](Expected<void> allowed) {
        if (!allowed) {
            ++counts_.refusals;
            client->send(refusal(id, allowed.error()));
            return take_next(client);
        }
        if (looks) {
            go_on();
            return take_next(client);
        }
        people_.find_guest(client->person.guest, [this, client, go_on](const Expected<std::optional<GuestRow>>& row) {
            if (row && *row) client->person.name = (*row)->name;
            go_on();
            take_next(client);
        });
    });
    return {};
}

/// A page of what happened earlier at a table.
void Shard::history(const Asker& asker, std::int64_t before) {
    const auto found = tables_.entry(asker.table);
    if (!found) return asker.client->send(refusal(asker.id, found.error()));
    const Room& room = *(*found)->room;
    if (const auto allowed = room.may(op_of<HistoryRequest>().who, asker.client->person); !allowed)
        return asker.client->send(refusal(asker.id, allowed.error()));
    pusher_.tell(*asker.client,
                 "{\"id\":" + asker.id + ",\"ok\":true," +
                     room.history(asker.client->person.guest, before,
                                  {.rows = asker.client->takes_events, .unheard = asker.client->blocked.get()})
                         .substr(1));
}

Expected<void> Shard::answer(const Asker& asker, const HelloRequest& request) {
    const ClientPtr& client = asker.client;
    if (!request.token) return welcome(asker, request);
    client->is_asking = true;
    people_.recognise(*request.token, [this, asker, request](const Expected<Person>& person) {
        const auto welcomed = [&]() -> Expected<void> {
            if (!person) return refuse(server_reason("foreign_token"));
            if (bans_.forbids(person->guest, {}, "", now_ms())) return refuse(server_reason("banned"));
            if (!asker.client->watching.empty() || asker.client->asks_other_shards)
                return refuse(server_reason("hello_first"));
            const auto origin = asker.client->person.origin;
            online_.gone(asker.client->person.guest);
            online_.came(person->guest);
            online_.forget(*asker.client);
            bot_streams_.forget(*asker.client);
            asker.client->person = *person;
            asker.client->person.origin = origin;
            asker.client->blocked.reset();
            return welcome(asker, request);
        }();
        if (!welcomed) {
            ++counts_.refusals;
            asker.client->send(refusal(asker.id, welcomed.error()));
        }
        take_next(asker.client);
    });
    return {};
}

/// The answer to `hello`, once it is known who says it.
Expected<void> Shard::welcome(const Asker& asker, const HelloRequest& request) {
    const ClientPtr& client = asker.client;
    if (request.protocol) {  // 1: sentences and the whole; 2: events
        if (*request.protocol != 1 && *request.protocol != 2)
            return refuse(request_reason("unknown_protocol"), {{"protocol", *request.protocol}});
        client->takes_events = *request.protocol == 2;
    }
    JsonWriter json = yes(asker.id);
    json.key("name").value("Springtide").key("version").value(version).key("protocol");
    json.value(client->takes_events ? 2 : 1).key("guest").value(client->person.guest);
    json.key("player").value(client->person.name);
    if (!client->person.by_cookie) {
        const GuestRow guest{.id = client->person.guest, .name = {}, .claimed = {}, .password = {}};
        if (client->person.session.empty()) {  // somebody new: a session begins, and the connection is of it
            const auto token = people_.begin_session(guest);
            client->person.use(people_.token_of(token));
            json.key("token").value(token);
        }
    }
    client->send(json.end_object().take());
    return {};
}

Expected<void> Shard::answer(const Asker& asker, const CreateRequest& request) {
    const ClientPtr& client = asker.client;
    const std::string& id = asker.id;
    auto setup = setup_from_request(request);
    if (!setup) return std::unexpected(setup.error());
    if (setup->listed && is_bot_account(client->person.guest)) return refuse(server_reason("bot_not_listed"));
    if (auto allowed = may_create(client->person); !allowed) return allowed;
    const auto made = std::make_shared<std::string>();
    const auto seats = setup->seats;
    const auto tell = [this, client, id, made, seats](const Expected<std::int64_t>& done) {
        if (!done) return client->send(refusal(id, done.error()));
        const std::string& table = *made;
        JsonWriter json = yes(id);
        json.key("table")
            .value(table)
            .key("url")
            .value(settings_.public_url + "/t/" + table)
            .key("keys")
            .begin_object();
        for (std::size_t seat = 0; seat < seats.size(); ++seat)
            if (!seats[seat].key.empty()) json.key(std::to_string(seat)).value(seats[seat].key);
        client->send(json.end_object().end_object().take());
    };
    *made = make_table(client->person, std::move(*setup), tell);
    return {};
}

/// Whether this person and their address may make another table.
Expected<void> Shard::may_create(const Person& person) {
    const auto hourly = static_cast<double>(settings_.tables_created_hourly);
    if (!group_.creators.take(person.guest, hourly, hourly / 3600)) return refuse(server_reason("many_tables_made"));
    if (!group_.limits.take(person.origin.address, Cost::table, std::chrono::steady_clock::now()))
        return refuse(server_reason("address_makes_many_tables"));
    if (caretaker_.disk_is_low()) return refuse(server_reason("disk_almost_full"));
    return {};
}

std::string Shard::make_table(const Person& person, RoomSetup setup, Tables::Done done) {
    setup.host = person.guest;
    setup.secret = to_hex(random_secret());
    const std::string table = new_id();
    RoomEvent event{.what = TableCreated{.origin = to_text(person.origin), .setup = to_json(setup)},
                    .guest = person.guest};
    tables_.make(table);
    tables_.perform(table, std::move(event), std::move(done));
    return table;
}

/// Told to those who watch the table, and no reason to open it.
std::string Shard::presence(const Client& client, const std::string& id, const std::string& table) const {
    const auto* entry = client.watching.contains(table) ? tables_.find(table) : nullptr;
    const Presence now = entry != nullptr ? entry->audience.presence() : Presence();
    return yes(id).take() + "," + to_json(now).substr(1);
}

void Shard::watch(const Asker& asker, const Audience::Look& look) {
    const auto& [client, id, table] = asker;
    const auto found = tables_.entry(table);
    if (!found) return client->send(refusal(id, found.error()));
    const Room& room = *(*found)->room;
    if (client->has_gone) return;
    if (const auto allowed = room.may(op_of<WatchRequest>().who, client->person); !allowed)
        return client->send(refusal(id, allowed.error()));
    if (client->watching.size() >= settings_.tables_watched && !client->watching.contains(table))
        return client->send(refusal(id, error_of(server_reason("watches_too_many"),
                                                 {{"limit", static_cast<std::int64_t>(settings_.tables_watched)}})));
    JsonWriter head = yes(id);
    if (client->asks_for_differences)
        head.key("notice").value(
            "differences are told no more: every push is whole; connect to /ws?events to be told events");
    (*found)->audience.show(client, room, head.take(), look, pusher_);
    presence_tracker_.watched(table);
    if (room.awaits(client->person.guest)) note_coming(client->person, table);
    if (room.bot_to_act() && !(*found)->care.thinking) tables_.go_on_soon(table);  // it paused while nobody was there
}

/// A new table with the same options; everybody moves one seat on.
void Shard::rematch(const Asker& asker, const std::set<std::string>& not_asked) {
    const auto& [client, id, table] = asker;
    const auto found = tables_.entry(table);
    if (!found) return client->send(refusal(id, found.error()));
    const Room& room = *(*found)->room;
    const auto answer = [client, id](const std::string& next) {
        client->send(yes(id).key("table").value(next).end_object().take());
    };
    if (!room.rematch().empty() && room.may_watch(client->person)) return answer(room.rematch());
    if (!room.seat_of(client->person.guest)) return client->send(refusal(id, error_of(server_reason("no_seat_here"))));
    if (const auto whole = room.check_whole(); !whole) return client->send(refusal(id, whole.error()));
    if (room.phase() != Phase::over) return client->send(refusal(id, error_of(server_reason("not_over_yet"))));
    if (!room.setup().daily.empty()) return client->send(refusal(id, error_of(server_reason("daily_no_way_back"))));
    const std::string next = new_id();
    RoomEvent created = room.rematch_created(client->person, not_asked);
    const Presence now = (*found)->audience.presence();
    std::vector<std::string> gone;  // who is here sees it
    for (const Seat seat : now.gone)
        for (const auto& guest : room.chairs()[seat].guests)
            if (!not_asked.contains(guest)) gone.push_back(guest);
    tables_.make(next);
    tables_.perform(next, std::move(created), [](const Expected<std::int64_t>&) {});
    tables_.perform(table, {.what = RematchMade{.table = next}}, [=, this](const Expected<std::int64_t>& done) {
        if (!done && done.error().code == ErrorCode::stale) return rematch(asker, not_asked);
        if (!done) return asker.client->send(refusal(asker.id, done.error()));
        answer(next);
        const auto* entry = tables_.find(next);
        if (entry != nullptr && entry->room) tell_invited(*entry->room, gone, asker.client->person.name);
    });
}

}  // namespace springtide::server
