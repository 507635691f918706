// An account over HTTP: where it is logged in, all that is kept of it as one file, and how to get rid of it.
#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <set>

#include "core/json_writer.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/clean_text.hpp"
#include "server/company.hpp"
#include "server/daily.hpp"
#include "server/host_desk.hpp"
#include "server/http_api.hpp"
#include "server/identity.hpp"
#include "server/shared_log.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t seen_again_ms = 24LL * 3'600'000;  // a session's note is as exact as that
constexpr int most_sessions = 100;
constexpr int most_notes = 1000;
constexpr double cost_of_export = 2'000;  // as if so many events were folded

HttpResponse not_stored() { return refusal(error_of(server_reason("not_stored"))); }

/// What a browser says of itself, in the few words that tell devices apart.
std::string device_name(std::string_view agent) {
    const auto first_of = [&](const auto& words) -> std::string {
        for (const auto& [word, name] : words)
            if (agent.find(word) != std::string_view::npos) return name;
        return "";
    };
    using Word = std::pair<const char*, const char*>;
    constexpr auto browsers = std::to_array<Word>(
        {{"Edg", "Edge"}, {"OPR", "Opera"}, {"Firefox", "Firefox"}, {"Chrom", "Chrome"}, {"Safari", "Safari"}});
    constexpr auto systems = std::to_array<Word>({{"Android", "Android"},
                                                  {"iPhone", "iPhone"},
                                                  {"iPad", "iPad"},
                                                  {"Windows", "Windows"},
                                                  {"Mac OS", "Mac"},
                                                  {"Linux", "Linux"}});
    const std::string browser = first_of(browsers);
    const std::string system = first_of(systems);
    return browser + (browser.empty() || system.empty() ? "" : ", ") + system;
}

struct KnownSession {
    NoteRow note;
    bool is_here = false;
};

Expected<std::vector<KnownSession>> read_sessions(Store& store, const Token& token) {
    const auto notes = store.notes(token.guest, note_kinds::session, most_sessions);
    if (!notes) return std::unexpected(notes.error());
    std::vector<KnownSession> known;
    for (const NoteRow& note : *notes) {
        const auto ended = store.is_ended(note.key);
        if (!ended) return std::unexpected(ended.error());
        if (!*ended) known.push_back({.note = note, .is_here = note.key == token.session});
    }
    return known;
}

/// What somebody did and said at a table; nothing of what chance or others did, which may still be hidden.
void write_own_events(JsonWriter& json, const std::vector<StoredEvent>& log, const std::string& guest) {
    json.key("events").begin_array();
    for (const StoredEvent& stored : log) {
        const auto event = from_stored(stored);
        if (!event || event->guest != guest) continue;
        json.begin_object().key("seq").value(event->seq).key("at").value(event->at);
        json.key("kind").value(kind_of(*event).name);
        if (const auto* played = std::get_if<ActionPlayed>(&event->what)) json.key("action").value(played->action);
        if (const auto* said = std::get_if<ChatSaid>(&event->what)) json.key("text").value(said->text);
        json.end_object();
    }
    json.end_array();
}

/// Everything but the tables, whose list is begun; gives which they are. `handle` is how others are told of: their ids
/// stay here.
Expected<std::vector<std::string>> write_all_but_tables(JsonWriter& json, Store& store, const Account& account,
                                                        const std::function<std::string(const std::string&)>& handle) {
    const std::string& guest = account.guest.id;
    json.begin_object().key("guest").value(guest).key("name").value(account.guest.name);
    json.key("claimed").value(account.guest.claimed.has_value()).key("ratings").begin_array();
    for (const RatingRow& row : account.ratings) {
        json.begin_object().key("game").value(row.game).key("rating").value(static_cast<int>(row.rating));
        json.key("deviation").value(static_cast<int>(row.deviation)).key("games").value(row.games).end_object();
    }
    const auto notes = store.notes(guest, "", most_notes);
    if (!notes) return std::unexpected(notes.error());
    json.end_array().key("notes").begin_array();
    for (const NoteRow& note : *notes) {
        const bool is_about_somebody = note.kind == note_kinds::tie || note.kind == note_kinds::block ||
                                       note.kind == note_kinds::met || note.kind == note_kinds::owns;
        json.begin_object().key("kind").value(note.kind).key("key");
        json.value(is_about_somebody ? handle(note.key) : note.key).key("at").value(note.at);
        json.key("body").value(note.kind == note_kinds::bot ? handle(note.body) : note.body).end_object();
    }
    const auto attempts = store.daily_attempts_of(guest);
    if (!attempts) return std::unexpected(attempts.error());
    json.end_array().key("daily").begin_array();
    for (const DailyAttempt& one : *attempts) {
        json.begin_object().key("date").value(date_text(one.day)).key("game").value(one.game);
        json.key("table").value(one.table).key("done").value(one.done_at > 0);
        json.key("score").value(one.score).key("points").value(one.points).end_object();
    }
    json.end_array().key("tables").begin_array();
    return store.tables_of(guest);
}

/// Gives how many events had to be read for it.
Expected<std::size_t> write_table(JsonWriter& json, Store& store, const std::string& table, const std::string& guest) {
    const auto row = store.room(table);
    if (!row) return std::unexpected(row.error());
    const auto log = store.events(table, 0);
    if (!log) return std::unexpected(log.error());
    json.begin_object().key("table").value(table);
    if (*row) json.key("game").value((*row)->game).key("phase").value((*row)->phase).key("at").value((*row)->at);
    write_own_events(json, *log, guest);
    json.end_object();
    return log->size();
}

/// The tables at which somebody still plays with others, or would.
Expected<std::vector<std::string>> tables_not_over(Store& store, const std::string& guest) {
    const auto tables = store.tables_of(guest);
    if (!tables) return std::unexpected(tables.error());
    std::vector<std::string> still;
    for (const std::string& table : *tables) {
        const auto row = store.room(table);
        if (!row) return std::unexpected(row.error());
        const auto seat = store.seat_of(table, guest);
        if (!seat) return std::unexpected(seat.error());
        if (*row && (*row)->phase != enum_name(Phase::over) && *seat >= 0 && !shared_deal((*row)->summary).day)
            still.push_back(table);
    }
    return still;
}

/// The events of a table in which a guest has a name, or said something, with neither; and the table's row in lists.
Expected<Write> without_name(Store& store, const std::string& table, const std::string& guest) {
    const auto log = store.events(table, 0);
    if (!log) return std::unexpected(log.error());
    const std::string nameless = People::name_of_new(guest);
    Write write;
    write.table = table;
    std::vector<StoredEvent> after = *log;
    std::set<std::string> names;  // that they had here: a device that asks for their seat tells it in its own event
    for (StoredEvent& stored : after) {
        auto event = from_stored(stored);
        if (!event) return write;  // a damaged table is left to its host
        if (event->guest == guest && !event->name.empty()) names.insert(std::exchange(event->name, nameless));
        if (std::holds_alternative<DeviceAsked>(event->what) && names.contains(event->name)) event->name = nameless;
        if (auto* invited = std::get_if<PlayerInvited>(&event->what); invited != nullptr && invited->invited == guest)
            names.insert(std::exchange(invited->called, nameless));
        if (auto* said = std::get_if<ChatSaid>(&event->what); said != nullptr && event->guest == guest)
            said->text = "…";
        if (auto* created = std::get_if<TableCreated>(&event->what)) {
            auto setup = setup_from_log(created->setup);
            if (!setup) return write;
            for (auto& seat : setup->seats)
                if (std::ranges::find(seat.guests, guest) != seat.guests.end())
                    names.insert(std::exchange(seat.name, nameless));
            created->setup = to_json(*setup);
        }
        const StoredEvent fresh = to_stored(*event);
        if (fresh.body == stored.body) continue;
        stored.body = fresh.body;
        write.rewritten.push_back(stored);
    }
    const auto row = store.room(table);
    if (!row) return std::unexpected(row.error());
    if (const auto room = Room::load(table, after); room && *row && !(*room)->damage()) {
        write.room = (*room)->row();
        write.room->at = (*row)->at;
    }
    return write;
}

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

/// The log of a club night or of duplicate tables without their name, and without the mark of their device.
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
        event.body = std::move(*fresh);
        rewrite.events.push_back(std::move(event));
    }
    write.club_rewrite = std::move(rewrite);
    write.forgotten_notes = {{.guest = guest, .kind = note_kinds::club, .key = id}};
    return write;
}

/// What the host was told and did about somebody, without their name: reports, deeds and bans stay.
Expected<std::vector<NoteRow>> desk_without_name(Store& store, const std::string& guest) {
    std::vector<NoteRow> changed;
    std::set<std::string, std::less<>> names;  // that the host knows them by: bans of where they came from have no more
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

/// That somebody is logged in here. Only of names that are kept with a password: a visitor costs nothing.
std::optional<Write> note_of_session(const Account& account, const Token& token, const HttpRequest& request) {
    if (!account.guest.claimed || token.session.empty() || is_bot_account(account.guest.id)) return std::nullopt;
    Write write;
    write.notes = {{.guest = account.guest.id,
                    .kind = note_kinds::session,
                    .key = token.session,
                    .at = now_ms(),
                    .body = device_name(request.user_agent)}};
    return write;
}

}  // namespace

void HttpApi::begin_session(const Account& account, const HttpRequest& request, const Reply& reply) {
    const std::string token = people_.begin_session(account.guest);
    auto note = note_of_session(account, people_.token_of(token), request);
    if (!note) return reply(about(account, token));
    store_then(std::move(*note), reply, [this, account, token, reply] { reply(about(account, token)); });
}

void HttpApi::note_seen_again(const Account& account, const Token& token, const HttpRequest& request) {
    const auto note = note_of_session(account, token, request);
    if (!note) return;
    const NoteRow& row = note->notes.front();
    lists_.ask([key = NoteKey{row.guest, row.kind, row.key}](Store& store) { return store.note(key); },
               [this, note](const Expected<std::optional<NoteRow>>& known) {
                   if (!known || (*known && (*known)->at >= note->notes.front().at - seen_again_ms)) return;
                   people_.store(*note, [](const Expected<WriteOutcome>&) {});
               });
}

void HttpApi::sessions(const HttpRequest& request, const Reply& reply) {
    const auto answer = [reply](const Expected<std::vector<KnownSession>>& sessions) {
        if (!sessions) return reply(refusal(sessions.error()));
        JsonWriter json;
        json.begin_object().key("sessions").begin_array();
        for (const auto& [note, is_here] : *sessions) {
            json.begin_object().key("session").value(note.key).key("device").value(note.body);
            json.key("at").value(note.at).key("here").value(is_here).end_object();
        }
        HttpResponse response;
        response.body = json.end_array().end_object().take();
        reply(response);
    };
    as_person(request, reply, [this, answer](const Person& person) {
        lists_.ask([token = person.token](Store& store) { return read_sessions(store, token); }, answer);
    });
}

void HttpApi::end_one_session(const HttpRequest& request, const boost::json::object& body, const Reply& reply) {
    const auto session = Fields(body).text("session");
    if (!session) return reply(refusal(session.error()));
    as_person(request, reply, [this, reply, session = *session](const Person& person) {
        const NoteKey key{.guest = person.guest, .kind = note_kinds::session, .key = session};
        lists_.ask([key](Store& store) { return store.note(key); },
                   [this, reply, key](const Expected<std::optional<NoteRow>>& known) {
                       if (!known) return reply(refusal(known.error()));
                       if (!*known) return reply(refusal(error_of(server_reason("no_such_session"))));
                       Write write = Sessions::end({.guest = key.guest, .session = key.key}, GuestRow{}, now_ms());
                       write.forgotten_notes = {key};
                       people_.end_session(std::move(write), [reply](const Expected<WriteOutcome>& stored) {
                           HttpResponse response;
                           response.body = "{}";
                           reply(stored && *stored == WriteOutcome::stored ? response : not_stored());
                       });
                   });
    });
}

/// A file that is being put together. One thread at a time has it: that of the store, or the loop.
struct HttpApi::Export {
    std::string guest;
    std::string address;  ///< that pays for what is read
    Reply reply;
    std::vector<std::string> tables{};  ///< that are left
    JsonWriter json{};
};

void HttpApi::export_all(const HttpRequest& request, const Reply& reply) {
    const auto origin = people_.origin_of(request.device, request.address);
    if (!hall_.limits().take(origin.address, Cost::opened, std::chrono::steady_clock::now(), cost_of_export))
        return reply(refusal(error_of(server_reason("address_acts_fast"))));
    people_.find_account(request.token, "", [this, reply, origin](const Expected<Account>& account) {
        if (!account) return reply(refusal(account.error()));
        if (!account->token) return reply(refusal(error_of(server_reason("not_logged_in"))));
        if (!exporting_.insert(account->guest.id).second)
            return reply(refusal(error_of(server_reason("address_acts_fast"))));
        const auto all =
            std::make_shared<Export>(Export{.guest = account->guest.id, .address = origin.address, .reply = reply});
        // The key of the marks is made once: it can be used in any thread.
        const auto handle = [&people = people_, guest = all->guest](const std::string& other) {
            return people.handle_of(guest, other);
        };
        lists_.ask([all, account = *account,
                    handle](Store& store) { return write_all_but_tables(all->json, store, account, handle); },
                   [this, all](Expected<std::vector<std::string>> tables) {
                       if (tables) {
                           all->tables = std::move(*tables);
                           return export_next(all);
                       }
                       exporting_.erase(all->guest);
                       all->reply(refusal(tables.error()));
                   });
    });
}

/// One table after the other: whatever else people ask for comes between.
void HttpApi::export_next(const std::shared_ptr<Export>& all) {
    if (all->tables.empty()) {
        exporting_.erase(all->guest);
        HttpResponse response;
        response.body = all->json.end_array().end_object().take();
        response.headers.emplace_back("Content-Disposition", "attachment; filename=\"springtide.json\"");
        return all->reply(response);
    }
    const std::string table = std::move(all->tables.back());
    all->tables.pop_back();
    lists_.ask([all, table](Store& store) { return write_table(all->json, store, table, all->guest); },
               [this, all](const Expected<std::size_t>& events) {
                   if (events) {
                       hall_.limits().spend(all->address, Cost::opened, std::chrono::steady_clock::now(),
                                            static_cast<double>(*events));
                       return export_next(all);
                   }
                   exporting_.erase(all->guest);
                   all->reply(refusal(events.error()));
               });
}

void HttpApi::with_password(const HttpRequest& request, const std::string& password, const Reply& reply,
                            const std::function<void(const Account&)>& go_on) {
    people_.find_account(request.token, "", [this, password, reply, go_on](const Expected<Account>& account) {
        if (!account) return reply(refusal(account.error()));
        if (!account->token) return reply(refusal(error_of(server_reason("not_logged_in"))));
        if (!account->guest.password) return go_on(*account);
        ++passwords_waiting_;
        hall_.loop().aside([this, account = *account, password, reply, go_on] {
            const bool fits = password_fits(*account.guest.password, password);
            hall_.loop().post([this, account, fits, reply, go_on] {
                --passwords_waiting_;
                fits ? go_on(account) : reply(refusal(error_of(server_reason("wrong_password"))));
            });
        });
    });
}

/// As if they had just come; only their games stay theirs.
void HttpApi::delete_name(const HttpRequest& request, const std::string& password, const Reply& reply) {
    // Where their name is in the log of a night must be known as long as it is there.
    const auto read = [](Store& store, const std::string& guest) -> Expected<std::vector<NoteRow>> {
        const auto bots = store.notes(guest, note_kinds::owns, 1);
        if (!bots) return std::unexpected(bots.error());
        if (!bots->empty()) return refuse(server_reason("bots_first"));
        return store.notes(guest, note_kinds::club, -1);
    };
    with_password(request, password, reply, [this, reply, read](const Account& account) {
        lists_.ask([read, guest = account.guest.id](Store& store) { return read(store, guest); },
                   [this, reply, account](const Expected<std::vector<NoteRow>>& kept) {
                       kept ? give_name_up(account, *kept, reply) : reply(refusal(kept.error()));
                   });
    });
}

void HttpApi::give_name_up(const Account& account, const std::vector<NoteRow>& kept, const Reply& reply) {
    Account after = account;
    after.ratings.clear();
    after.guest.name = People::name_of_new(account.guest.id);
    after.guest.claimed.reset();
    after.guest.password.reset();
    Write write = Sessions::end_all(after.guest, now_ms());
    after.guest = *write.guest;
    write.forgotten_guest = after.guest.id;
    write.notes = kept;
    people_.end_session(std::move(write), [this, reply, after](const Expected<WriteOutcome>& stored) {
        reply(stored && *stored == WriteOutcome::stored ? about(after, true) : not_stored());
    });
}

void HttpApi::delete_self(const HttpRequest& request, const std::string& password, const Reply& reply) {
    with_password(request, password, reply, [this, reply](const Account& account) {
        if_free(account.guest.id, server_reason("plays_still"), reply,
                [this, reply, account] { forget_self(account, reply); });
    });
}

void HttpApi::if_free(const std::string& guest, const RefusalReason& plays_still, const Reply& reply,
                      const std::function<void()>& go_on) {
    struct Ties {
        std::size_t tables = 0;
        bool has_bots = false;
    };
    const auto read = [guest](Store& store) -> Expected<Ties> {
        const auto still = tables_not_over(store, guest);
        if (!still) return std::unexpected(still.error());
        const auto bots = store.notes(guest, note_kinds::owns, 1);
        if (!bots) return std::unexpected(bots.error());
        return Ties{.tables = still->size(), .has_bots = !bots->empty()};
    };
    lists_.ask(read, [reply, go_on, &plays_still](const Expected<Ties>& ties) {
        if (!ties) return reply(refusal(ties.error()));
        if (ties->has_bots) return reply(refusal(error_of(server_reason("bots_first"))));
        if (ties->tables > 0)
            return reply(refusal(error_of(plays_still, {{"n", static_cast<std::int64_t>(ties->tables)}})));
        go_on();
    });
}

void HttpApi::forget_self(const Account& account, const Reply& reply) {
    forget_guest(account.guest, [this, reply](bool forgotten) {
        if (!forgotten) return reply(not_stored());
        HttpResponse response;
        response.body = "{}";
        response.headers.emplace_back("Set-Cookie", cookie("springtide", "", true));
        reply(response);
    });
}

/// Notes that are not theirs and tell of them.
struct HttpApi::NotesAbout {
    std::vector<NoteKey> others{};
    std::vector<NoteRow> desk{};  ///< the host's, without the name
};
/// Where their name is.
struct HttpApi::Places {
    std::vector<std::string> tables;
    std::vector<std::string> clubs;
};

/// The name leaves the games first: whoever is interrupted can ask again.
void HttpApi::forget_guest(const GuestRow& guest, const std::function<void(bool)>& done) {
    const auto finish = [this, guest, done](bool is_out, const NotesAbout& about) {
        if (!is_out) return done(false);
        GuestRow nobody{.id = guest.id,
                        .name = People::name_of_new(guest.id),
                        .claimed = {},
                        .password = {},
                        .valid_from = guest.valid_from};
        Write write = Sessions::end_all(nobody, now_ms());
        write.forgotten_guest = nobody.id;
        write.forgotten_notes = about.others;
        write.notes = about.desk;
        people_.end_session(std::move(write), [done](const Expected<WriteOutcome>& stored) {
            done(stored && *stored == WriteOutcome::stored);
        });
    };
    const auto look = [guest = guest.id](Store& store) -> Expected<NotesAbout> {
        auto others = notes_about(store, guest);
        if (!others) return std::unexpected(others.error());
        auto desk = desk_without_name(store, guest);
        if (!desk) return std::unexpected(desk.error());
        return NotesAbout{.others = std::move(*others), .desk = std::move(*desk)};
    };
    const auto read = [guest = guest.id](Store& store) -> Expected<Places> {
        auto tables = store.tables_of(guest);
        if (!tables) return std::unexpected(tables.error());
        const auto clubs = store.notes(guest, note_kinds::club, -1);
        if (!clubs) return std::unexpected(clubs.error());
        Places places{.tables = std::move(*tables), .clubs = {}};
        for (const NoteRow& note : *clubs) places.clubs.push_back(note.key);
        return places;
    };
    lists_.ask(read, [this, guest = guest.id, finish, look](Expected<Places> places) {
        if (!places) return finish(false, {});
        take_name_out(std::make_shared<Places>(std::move(*places)), guest, [this, finish, look](bool is_out) {
            lists_.ask(look, [finish, is_out](const Expected<NotesAbout>& about) {
                finish(is_out && about, about.value_or(NotesAbout()));
            });
        });
    });
}

/// They leave it, where it is not over, and then their name does.
void HttpApi::leave_club(const std::string& id, const std::string& guest, const std::function<void()>& done) {
    const auto left = [done](const auto& /*club*/) { done(); };
    lists_.ask(
        [id](Store& store) { return store.club(id); },
        [this, id, guest, done, left](const Expected<ClubLog>& log) {
            if (!log || log->events.empty()) return done();
            if (is_duplicate_set(*log))
                hall_.change_duplicate(id, [guest](const DuplicateSet& set) { return set.leave(guest, {}); }, left);
            else
                hall_.change_club(id, [guest](const Club& club) { return club.leave(guest, std::nullopt); }, left);
        });
}

/// One after the other: whatever else people ask for comes between.
void HttpApi::take_name_out(const std::shared_ptr<Places>& places, const std::string& guest,
                            const std::function<void(bool)>& done) {
    const auto write = [this, places, guest, done](Expected<Write> change) {
        if (!change) return done(false);
        people_.store(std::move(*change), [=, this](const Expected<WriteOutcome>& stored) {
            stored ? take_name_out(places, guest, done) : done(false);
        });
    };
    if (!places->clubs.empty()) {
        const std::string club = std::move(places->clubs.back());
        places->clubs.pop_back();
        return leave_club(club, guest, [this, club, guest, write] {
            lists_.ask([club, guest](Store& store) { return club_without_name(store, club, guest); }, write);
        });
    }
    if (places->tables.empty()) return done(true);
    const std::string table = std::move(places->tables.back());
    places->tables.pop_back();
    lists_.ask([table, guest](Store& store) { return without_name(store, table, guest); }, write);
}

}  // namespace springtide::server
