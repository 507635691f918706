#include "server/accounts/without_name.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <functional>
#include <set>

#include "server/accounts/host_desk.hpp"
#include "server/accounts/people.hpp"
#include "server/room/room.hpp"
#include "server/storing/shared_log.hpp"

namespace springtide::server {

namespace {

/// A note or an event, with what `change` does to it; nothing where that changes nothing.
std::optional<std::string> changed_json(const std::string& body,
                                        const std::function<void(boost::json::object&)>& change) {
    boost::system::error_code error;
    auto value = boost::json::parse(body, error);
    if (error || !value.is_object()) return std::nullopt;
    const auto before = value;
    change(value.get_object());
    if (value == before) return std::nullopt;
    return boost::json::serialize(value);
}

/// Where a member is this guest, the member with the name says so no more.
bool take_name(boost::json::object& object, std::string_view who, std::string_view name, const std::string& guest) {
    const auto* whose = object.if_contains(who);
    if (whose == nullptr || !whose->is_string() || std::string_view(whose->get_string()) != guest) return false;
    if (auto* called = object.if_contains(name)) called->emplace_string().assign(People::name_of_new(guest));
    return true;
}

}  // namespace

Expected<Write> table_without_name(Store& store, const std::string& table, const std::string& guest) {
    const auto log = store.events(table, 0);
    if (!log) return std::unexpected(log.error());
    const std::string nameless = People::name_of_new(guest);
    Write write;
    write.table = table;
    std::vector<StoredEvent> after = *log;
    std::set<std::string, std::less<>> guests = {guest};  // and those whose seats the account took over
    for (const StoredEvent& stored : after)
        if (const auto event = from_stored(stored); event && event->guest == guest)
            if (const auto* moved = std::get_if<PlayerMoved>(&event->what)) guests.insert(moved->from);
    std::set<std::string> names;  // that they had here: the event of a device that asks for their seat carries it, too
    for (StoredEvent& stored : after) {
        auto event = from_stored(stored);
        if (!event) return write;  // a damaged table is left to its host
        if (guests.contains(event->guest) && !event->name.empty()) names.insert(std::exchange(event->name, nameless));
        if (std::holds_alternative<DeviceAsked>(event->what) && names.contains(event->name)) event->name = nameless;
        if (auto* invited = std::get_if<PlayerInvited>(&event->what);
            invited != nullptr && guests.contains(invited->invited))
            names.insert(std::exchange(invited->called, nameless));
        if (auto* said = std::get_if<ChatSaid>(&event->what); said != nullptr && guests.contains(event->guest))
            said->text = "…";
        if (auto* created = std::get_if<TableCreated>(&event->what)) {
            auto setup = setup_from_log(created->setup);
            if (!setup) return write;
            for (auto& seat : setup->seats)
                if (std::ranges::any_of(seat.guests, [&](const auto& one) { return guests.contains(one); }))
                    names.insert(std::exchange(seat.name, nameless));
            created->setup = to_json(*setup);
        }
        const StoredEvent fresh = to_stored(*event);
        if (fresh.body == stored.body) continue;
        write.rewritten.push_back({.seq = stored.seq, .before = stored.body, .after = fresh.body});
        stored.body = fresh.body;
    }
    const auto row = store.room(table);
    if (!row) return std::unexpected(row.error());
    if (const auto room = Room::load(table, after); room && *row && !(*room)->damage()) {
        RoomRow fresh = (*room)->row();
        fresh.at = (*row)->at;
        if (fresh.summary != (*row)->summary) write.room = std::move(fresh);  // else they have no seat in it
    }
    return write;
}

Expected<Write> club_without_name(Store& store, const std::string& id, const std::string& guest) {
    auto log = store.club(id);
    if (!log) return std::unexpected(log.error());
    Write write;
    ClubRewrite rewrite{.club = id, .events = {}};
    for (StoredEvent& event : log->events) {
        auto fresh = changed_json(event.body, [&](boost::json::object& object) {
            if (take_name(object, "guest", "name", guest) && object.contains("device"))
                object["device"].emplace_string();
        });
        if (!fresh) continue;
        rewrite.events.push_back({.seq = event.seq, .before = std::move(event.body), .after = std::move(*fresh)});
    }
    write.club_rewrite = std::move(rewrite);
    write.forgotten_notes = {{.guest = guest, .kind = note_kinds::club, .key = id}};
    return write;
}

Expected<std::vector<NoteRow>> desk_without_name(Store& store, const std::string& guest) {
    std::vector<NoteRow> changed;
    std::set<std::string, std::less<>> names;  // of this guest in reports: a ban by device or address has only these
    for (const char* kind : {note_kinds::report, note_kinds::deed, note_kinds::mute, note_kinds::ban}) {
        auto notes = store.notes(host_guest, kind, -1);
        if (!notes) return std::unexpected(notes.error());
        for (NoteRow& note : *notes) {
            auto fresh = changed_json(note.body, [&](boost::json::object& object) {
                take_name(object, "by", "by_name", guest);
                auto* name = object.if_contains("name");
                if (name == nullptr || !name->is_string()) return;
                const auto* whose = object.if_contains(note.kind == note_kinds::report ? "guest" : "whom");
                const bool is_theirs = note.key.ends_with(guest) ||
                                       (whose != nullptr && whose->is_string() &&
                                        std::string_view(whose->get_string()).find(guest) != std::string_view::npos);
                if (is_theirs) names.emplace(std::string_view(name->get_string()));
                if (is_theirs || (note.kind == note_kinds::ban && names.contains(std::string_view(name->get_string()))))
                    name->emplace_string().assign(People::name_of_new(guest));
            });
            if (!fresh) continue;
            note.body = std::move(*fresh);
            changed.push_back(std::move(note));
        }
    }
    return changed;
}

}  // namespace springtide::server
