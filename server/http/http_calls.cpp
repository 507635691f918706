// Being called back to a table over HTTP: /api/calls and /api/push.

#include "core/json_writer.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/clean_text.hpp"
#include "server/http/http_api.hpp"

namespace springtide::server {

namespace {

constexpr int most_devices = 10;
constexpr int most_quiet = 100;

/// What somebody set about calls, read where the store is.
struct CallState {
    bool is_quiet = false;
    std::vector<std::string> quiet_tables;
    std::size_t devices = 0;
    std::string mail;
    bool mail_calls = false;
    std::string push_key;
};

Expected<CallState> read_calls(Store& store, const std::string& guest, ServerPushKey& key) {
    CallState state;
    const auto known = key.get(store);
    if (!known) return std::unexpected(known.error());
    state.push_key = to_base64url(known->public_point());
    const auto quiet = store.notes(guest, note_kinds::quiet, most_quiet);
    if (!quiet) return std::unexpected(quiet.error());
    for (const NoteRow& note : *quiet) {
        state.is_quiet = state.is_quiet || note.key.empty();
        if (!note.key.empty()) state.quiet_tables.push_back(note.key);
    }
    const auto devices = store.notes(guest, note_kinds::push, most_devices);
    if (!devices) return std::unexpected(devices.error());
    state.devices = devices->size();
    const auto mail = store.notes(guest, note_kinds::mail, 1);
    if (!mail) return std::unexpected(mail.error());
    if (!mail->empty()) state.mail = mail->front().key;
    const auto letters = store.note({.guest = guest, .kind = note_kinds::mail_calls, .key = {}});
    if (!letters) return std::unexpected(letters.error());
    state.mail_calls = letters->has_value();
    return state;
}

/// Which notes of a device have to go when it is kept: those of others who used the same browser, and the oldest.
Expected<std::vector<NoteKey>> outdated_devices(Store& store, const std::string& guest, const std::string& mark) {
    std::vector<NoteKey> outdated;
    const auto same = store.notes_by_key(note_kinds::push, mark, most_devices);
    if (!same) return std::unexpected(same.error());
    for (const NoteRow& note : *same)
        if (note.guest != guest) outdated.push_back({.guest = note.guest, .kind = note.kind, .key = note.key});
    const auto own = store.notes(guest, note_kinds::push, -1);
    if (!own) return std::unexpected(own.error());
    int kept = 1;
    for (const NoteRow& note : *own)
        if (note.key != mark && ++kept > most_devices)
            outdated.push_back({.guest = note.guest, .kind = note.kind, .key = note.key});
    return outdated;
}

}  // namespace

void HttpApi::store_then(Write write, const Reply& reply, const std::function<void()>& go_on) {
    people_.store(std::move(write), for_this_payer([reply, go_on](const Expected<WriteOutcome>& stored) {
                      if (!stored) return reply(not_stored());
                      *stored == WriteOutcome::stored ? go_on()
                                                      : reply(refusal(error_of(server_reason("not_logged_in"))));
                  }));
}

void HttpApi::calls(const RoutedRequest& request, const Reply& reply) { answer_calls(request.person.guest, reply); }

void HttpApi::answer_calls(const std::string& guest, const Reply& reply) {
    const auto answer = [this, reply](const Expected<CallState>& state) {
        if (!state) return reply(refusal(state.error()));
        JsonWriter json;
        json.begin_object().key("push_key").value(state->push_key);
        json.key("on").value(!state->is_quiet).key("devices").value(static_cast<std::int64_t>(state->devices));
        json.key("quiet_tables").begin_array();
        for (const std::string& table : state->quiet_tables) json.value(table);
        json.end_array().key("mail").begin_object().key("offered").value(shard_.calls().has_mail()).key("address");
        state->mail.empty() ? json.null() : json.value(state->mail);
        json.key("on").value(state->mail_calls && !state->mail.empty()).end_object();
        reply(answer_with(json.end_object().take()));
    };
    lists_.ask([guest, key = shard_.calls().key()](Store& store) { return read_calls(store, guest, *key); }, answer);
}

/// On or off: for everything, for one table, or for letters.
void HttpApi::set_calls(const RoutedRequest& request, const SetCallsBody& body, const Reply& reply) {
    const std::string table = body.table.value_or("");
    if (!table.empty() && !is_id(table)) return reply(refusal(error_of(server_reason("no_such_table"))));
    if (!body.on && !body.mail) return reply(refusal(error_of(server_reason("calls_what"))));
    const std::string& guest = request.person.guest;
    Write write;
    write.only_if.session = session_mark(request.person.token());
    const auto set = [&](const char* kind, const std::string& key, bool is_there) {
        if (is_there)
            write.notes.push_back({.guest = guest, .kind = kind, .key = key, .at = now_ms(), .body = {}});
        else
            write.forgotten_notes.push_back({.guest = guest, .kind = kind, .key = key});
    };
    if (body.on) set(note_kinds::quiet, table, !*body.on);
    if (body.mail) set(note_kinds::mail_calls, "", *body.mail);
    const auto keep = [this, reply, guest](const Write& settings) {
        store_then(settings, reply, [this, reply, guest] { answer_calls(guest, reply); });
    };
    if (table.empty() || body.on.value_or(false)) return keep(write);
    // Only about tables at which they sit: so nobody fills the store with settings of nothing.
    lists_.ask([table, guest](Store& store) { return store.seat_of(table, guest); },
               [reply, keep, write](const Expected<int>& seat) {
                   if (!seat) return reply(refusal(seat.error()));
                   *seat >= 0 ? keep(write) : reply(refusal(error_of(server_reason("no_seat_here"))));
               });
}

/// A browser lets us call it.
void HttpApi::add_push(const RoutedRequest& request, const AddPushBody& body, const Reply& reply) {
    const PushAddressTexts texts{.endpoint = body.endpoint, .point = body.p256dh, .secret = body.auth};
    shard_.calls().check_address(texts, [this, reply, person = request.person](const Expected<PushAddress>& address) {
        address ? keep_push(person, *address, reply) : reply(refusal(address.error()));
    });
}

void HttpApi::keep_push(const Person& person, const PushAddress& address, const Reply& reply) {
    const std::string mark = push_mark(address.endpoint);
    const auto keep = [=, this](const Expected<std::vector<NoteKey>>& outdated) {
        if (!outdated) return reply(refusal(outdated.error()));
        Write write;
        write.only_if.session = session_mark(person.token());
        write.forgotten_notes = *outdated;
        write.notes = {{.guest = person.guest,
                        .kind = note_kinds::push,
                        .key = mark,
                        .at = now_ms(),
                        .body = to_text(PushDevice{.address = address, .token = person.token()})}};
        store_then(std::move(write), reply, [reply] { reply(answer_with("{}")); });
    };
    lists_.ask([guest = person.guest, mark](Store& store) { return outdated_devices(store, guest, mark); }, keep);
}

void HttpApi::forget_push(const RoutedRequest& request, const ForgetPushBody& body, const Reply& reply) {
    Write write;
    write.only_if.session = session_mark(request.person.token());
    write.forgotten_notes = {
        {.guest = request.person.guest, .kind = note_kinds::push, .key = push_mark(body.endpoint)}};
    store_then(std::move(write), reply, [reply] { reply(answer_with("{}")); });
}

}  // namespace springtide::server
