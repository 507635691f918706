// An account over HTTP: where it is logged in, all that is kept of it as one file, and how to get rid of it.
#include <algorithm>
#include <array>

#include "core/json_writer.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/clean_text.hpp"
#include "server/company.hpp"
#include "server/daily.hpp"
#include "server/http_api.hpp"
#include "server/identity.hpp"

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

/// `handle` is how others are told of: their ids stay here.
Expected<std::string> read_everything(Store& store, const Account& account,
                                      const std::function<std::string(const std::string&)>& handle) {
    const std::string& guest = account.guest.id;
    JsonWriter json;
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
    const auto tables = store.tables_of(guest);
    if (!tables) return std::unexpected(tables.error());
    json.end_array().key("tables").begin_array();
    for (const std::string& table : *tables) {
        const auto row = store.room(table);
        if (!row) return std::unexpected(row.error());
        const auto log = store.events(table, 0);
        if (!log) return std::unexpected(log.error());
        json.begin_object().key("table").value(table);
        if (*row) json.key("game").value((*row)->game).key("phase").value((*row)->phase).key("at").value((*row)->at);
        write_own_events(json, *log, guest);
        json.end_object();
    }
    return json.end_array().end_object().take();
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
    for (StoredEvent& stored : after) {
        auto event = from_stored(stored);
        if (!event) return write;  // a damaged table is left to its host
        if (event->guest == guest && !event->name.empty()) event->name = nameless;
        if (auto* said = std::get_if<ChatSaid>(&event->what); said != nullptr && event->guest == guest)
            said->text = "…";
        if (auto* created = std::get_if<TableCreated>(&event->what)) {
            auto setup = setup_from_log(created->setup);
            if (!setup) return write;
            for (auto& seat : setup->seats)
                if (std::ranges::find(seat.guests, guest) != seat.guests.end()) seat.name = nameless;
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

}  // namespace

HttpResponse HttpApi::begin_session(const Account& account, const HttpRequest& request) {
    const std::string token = people_.begin_session(account.guest);
    note_session(account, people_.token_of(token), request, false);
    return about(account, token);
}

/// Only of names that are kept with a password: a visitor costs nothing.
void HttpApi::note_session(const Account& account, const Token& token, const HttpRequest& request, bool only_if_old) {
    if (!account.guest.claimed || token.session.empty() || is_bot_account(account.guest.id)) return;
    const NoteRow note{.guest = account.guest.id,
                       .kind = note_kinds::session,
                       .key = token.session,
                       .at = now_ms(),
                       .body = device_name(request.user_agent)};
    const auto keep = [this, note] {
        Write write;
        write.notes = {note};
        people_.store(std::move(write), [](const Expected<WriteOutcome>&) {});
    };
    if (!only_if_old) return keep();
    lists_.ask([key = NoteKey{note.guest, note.kind, note.key}](Store& store) { return store.note(key); },
               [keep, now = note.at](const Expected<std::optional<NoteRow>>& known) {
                   if (known && (!*known || (*known)->at < now - seen_again_ms)) keep();
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

void HttpApi::export_all(const HttpRequest& request, const Reply& reply) {
    const auto origin = people_.origin_of(request.device, request.address);
    if (!hall_.limits().take(origin.address, Cost::opened, std::chrono::steady_clock::now(), cost_of_export))
        return reply(refusal(error_of(server_reason("address_acts_fast"))));
    people_.find_account(request.token, "", [this, reply](const Expected<Account>& account) {
        if (!account) return reply(refusal(account.error()));
        if (!account->token) return reply(refusal(error_of(server_reason("not_logged_in"))));
        // The key of the marks is made once: it can be used in any thread.
        const auto handle = [&people = people_, guest = account->guest.id](const std::string& other) {
            return people.handle_of(guest, other);
        };
        lists_.ask([account = *account, handle](Store& store) { return read_everything(store, account, handle); },
                   [reply](const Expected<std::string>& everything) {
                       if (!everything) return reply(refusal(everything.error()));
                       HttpResponse response;
                       response.body = *everything;
                       response.headers.emplace_back("Content-Disposition", "attachment; filename=\"springtide.json\"");
                       reply(response);
                   });
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
    with_password(request, password, reply, [this, reply](const Account& account) {
        lists_.ask([guest = account.guest.id](Store& store) { return store.notes(guest, note_kinds::owns, 1); },
                   [this, reply, account](const Expected<std::vector<NoteRow>>& bots) {
                       if (!bots) return reply(refusal(bots.error()));
                       bots->empty() ? give_name_up(account, reply)
                                     : reply(refusal(error_of(server_reason("bots_first"))));
                   });
    });
}

void HttpApi::give_name_up(const Account& account, const Reply& reply) {
    Account after = account;
    after.ratings.clear();
    after.guest.name = People::name_of_new(account.guest.id);
    after.guest.claimed.reset();
    after.guest.password.reset();
    Write write = Sessions::end_all(after.guest, now_ms());
    after.guest = *write.guest;
    write.forgotten_guest = after.guest.id;
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

/// The name leaves the games first: whoever is interrupted can ask again.
void HttpApi::forget_guest(const GuestRow& guest, const std::function<void(bool)>& done) {
    const auto finish = [this, guest, done](bool is_out, const std::vector<NoteKey>& about) {
        if (!is_out) return done(false);
        GuestRow nobody{.id = guest.id,
                        .name = People::name_of_new(guest.id),
                        .claimed = {},
                        .password = {},
                        .valid_from = guest.valid_from};
        Write write = Sessions::end_all(nobody, now_ms());
        write.forgotten_guest = nobody.id;
        write.forgotten_notes = about;  // which others keep
        people_.end_session(std::move(write), [done](const Expected<WriteOutcome>& stored) {
            done(stored && *stored == WriteOutcome::stored);
        });
    };
    lists_.ask([guest = guest.id](Store& store) { return store.tables_of(guest); },
               [this, guest = guest.id, finish](Expected<std::vector<std::string>> tables) {
                   if (!tables) return finish(false, {});
                   take_name_out(std::make_shared<std::vector<std::string>>(std::move(*tables)), guest,
                                 [this, guest, finish](bool is_out) {
                                     lists_.ask([guest](Store& store) { return notes_about(store, guest); },
                                                [finish, is_out](const Expected<std::vector<NoteKey>>& about) {
                                                    finish(is_out && about, about.value_or(std::vector<NoteKey>()));
                                                });
                                 });
               });
}

/// One table after the other: whatever else people ask for comes between.
void HttpApi::take_name_out(const std::shared_ptr<std::vector<std::string>>& tables, const std::string& guest,
                            const std::function<void(bool)>& done) {
    if (tables->empty()) return done(true);
    const std::string table = std::move(tables->back());
    tables->pop_back();
    lists_.ask([table, guest](Store& store) { return without_name(store, table, guest); },
               [this, tables, guest, done](Expected<Write> write) {
                   if (!write) return done(false);
                   people_.store(std::move(*write), [=, this](const Expected<WriteOutcome>& stored) {
                       stored ? take_name_out(tables, guest, done) : done(false);
                   });
               });
}

}  // namespace springtide::server
