// Where an account is logged in.
#include <array>

#include "core/json_writer.hpp"
#include "protocol/server_reasons.hpp"
#include "server/http/http_api.hpp"
#include "server/identity/identity.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t seen_again_ms = 24LL * 3'600'000;  // how exact the time in a session's note is

struct KnownSession {
    NoteRow note;
    bool is_here = false;
};

Expected<std::vector<KnownSession>> read_sessions(Store& store, const Token& token) {
    const auto notes = store.notes(token.guest, note_kinds::session, -1);
    if (!notes) return std::unexpected(notes.error());
    std::vector<KnownSession> known;
    for (const NoteRow& note : *notes) {
        const auto ended = store.is_ended(note.key);
        if (!ended) return std::unexpected(ended.error());
        if (!*ended) known.push_back({.note = note, .is_here = note.key == token.session});
    }
    return known;
}

/// That somebody is logged in here. Only of names that are kept with a password: a visitor costs nothing.
std::optional<Write> note_of_session(const Account& account, const Token& token, const HttpRequest& request) {
    if (!account.guest.claimed || token.session.empty() || is_bot_account(account.guest.id)) return std::nullopt;
    Write write;
    write.only_if.session = session_mark(token);
    write.notes = {{.guest = account.guest.id,
                    .kind = note_kinds::session,
                    .key = token.session,
                    .at = now_ms(),
                    .body = device_name(request.user_agent)}};
    return write;
}

}  // namespace

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

/// Nobody is logged in without being listed: the note of the session is stored first.
void HttpApi::begin_session(const std::string& guest, const std::optional<std::string>& password,
                            const HttpRequest& request, const Reply& reply, const std::optional<NoteRow>& passkey) {
    const auto found = [this, password, request, reply, passkey](const Expected<Account>& account) {
        if (!account) return reply(refusal(account.error()));
        if (account->guest.password != password) return reply(refusal(error_of(server_reason("changed_meanwhile"))));
        const std::string token = people_.begin_session(account->guest);
        if (!account->guest.claimed) return reply(about(*account, token));
        const auto decide = [row = account->guest, token = people_.token_of(token),
                             device = device_name(request.user_agent), passkey](Store& store) {
            return beginning_session(store, row, token, device, now_ms(), passkey);
        };
        change(decide, reply, [this, account = *account, token, request, reply](const Change&) {
            reply(on_known_device(about(account, token), account, request));
        });
    };
    people_.find_account_of(guest, found);
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

void HttpApi::sessions(const RoutedRequest& request, const Reply& reply) {
    const auto answer = [reply](const Expected<std::vector<KnownSession>>& sessions) {
        if (!sessions) return reply(refusal(sessions.error()));
        JsonWriter json;
        json.begin_object().key("sessions").begin_array();
        for (const auto& [note, is_here] : *sessions) {
            json.begin_object().key("session").value(note.key).key("device").value(note.body);
            json.key("at").value(note.at).key("here").value(is_here).end_object();
        }
        reply(answer_with(json.end_array().end_object().take()));
    };
    lists_.ask([token = request.person.token()](Store& store) { return read_sessions(store, token); }, answer);
}

void HttpApi::end_one_session(const RoutedRequest& request, const EndSessionBody& body, const Reply& reply) {
    const NoteKey key{.guest = request.person.guest, .kind = note_kinds::session, .key = body.session};
    lists_.ask([key](Store& store) { return store.note(key); },
               [this, reply, key](const Expected<std::optional<NoteRow>>& known) {
                   if (!known) return reply(refusal(known.error()));
                   if (!*known) return reply(refusal(error_of(server_reason("no_such_session"))));
                   Write write = Sessions::end({.guest = key.guest, .session = key.key}, now_ms());
                   write.forgotten_notes = {key};
                   people_.end_session(std::move(write), [reply](const Expected<WriteOutcome>& stored) {
                       reply(stored && *stored == WriteOutcome::stored ? answer_with("{}") : not_stored());
                   });
               });
}

}  // namespace springtide::server
