#include "server/notify/calls.hpp"

#include "core/json_writer.hpp"
#include "core/text.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/log.hpp"
#include "server/identity/sessions.hpp"
#include "table/games.hpp"
#include "table/sha256.hpp"

namespace springtide::server {

namespace {

constexpr int most_devices = 10;
constexpr std::int64_t proof_lasts_s = 12 * 3600;  // a push service takes at most a day
constexpr const char* push_lasts = "TTL: 259200";  // seconds for which a service keeps it for a browser that is off
constexpr const char* key_fact = "push_key";

/// The message to the page's service worker, which has the texts.
std::string push_text(const MissedTurn& turn) {
    JsonWriter json;
    json.begin_object()
        .key("kind")
        .value(turn.is_invitation ? "invitation" : "turn")
        .key("table")
        .value(turn.table)
        .key("game")
        .value(turn.game);
    json.key("with").begin_array();
    for (const std::string& name : turn.others) json.value(name);
    return json.end_array().end_object().take();
}

std::string letter_text(const MissedTurn& turn, const std::string& title, const std::string& public_url) {
    std::string with;
    for (const std::string& name : turn.others) with += (with.empty() ? "" : ", ") + name;
    return (turn.is_invitation ? "You're invited to play " : "It's your turn in ") + title +
           (with.empty() ? "" : ", with " + with) + ".\n\n" + public_url + "/t/" + turn.table +
           "\n\nYou get one email for each game until you play. You can turn these emails off at " + public_url +
           "/#/me.\n";
}

}  // namespace

std::string to_text(const PushDevice& device) {
    return device.address.endpoint + "\n" + to_base64url(device.address.point) + "\n" +
           to_base64url(device.address.secret) + "\n" + device.token.session + "\n" +
           std::to_string(device.token.issued);
}

std::optional<PushDevice> push_device(const NoteRow& note) {
    const auto lines = split(note.body, '\n');
    if (lines.size() != 5) return std::nullopt;
    auto point = from_base64url(lines[1]);
    auto secret = from_base64url(lines[2]);
    const auto issued = parse_int64(lines[4]);
    if (!point || !secret || !issued) return std::nullopt;
    return PushDevice{
        .address = {.endpoint = std::string(lines[0]), .point = std::move(*point), .secret = std::move(*secret)},
        .token = {.guest = note.guest, .session = std::string(lines[3]), .issued = *issued}};
}

std::string push_mark(std::string_view endpoint) {
    constexpr std::size_t mark_length = 32;
    return to_hex(sha256(endpoint)).substr(0, mark_length);
}

Calls::Calls(Loop& loop, StoreThread& store, Commits& commits, CallSettings settings)
    : loop_(loop),
      store_(store),
      commits_(commits),
      settings_(std::move(settings)),
      sender_(std::make_shared<Sender>(settings_.sender)) {}

Calls::~Calls() { *alive_ = false; }

Expected<PushKey> ServerPushKey::get(Store& store) {
    const std::scoped_lock lock(mutex_);
    if (key_) return *key_;
    auto text = store.fact(key_fact);
    if (text && !*text) {  // if several nodes make one, the first wins
        std::vector<Write> write(1);
        write[0].first_facts = {{key_fact, PushKey::make().text()}};
        if (const auto written = store.write(write); !written) return std::unexpected(written.error());
        text = store.fact(key_fact);
    }
    if (!text) return std::unexpected(text.error());
    key_ = PushKey::from_text(text->value_or(""));
    if (key_) return *key_;
    const std::string why =
        std::string("the fact ") + key_fact + " of the database is no key; delete that row, and a new one is made";
    log_at(Level::error, why);
    return fail(ErrorCode::unavailable, why);
}

void Calls::check_address(PushAddressTexts texts, std::function<void(const Expected<PushAddress>&)> done) {
    const auto check = [texts = std::move(texts), anywhere = settings_.sender.anywhere]() -> Expected<PushAddress> {
        const auto point = from_base64url(texts.point);
        const auto secret = from_base64url(texts.secret);
        if (!point || !secret) return refuse(server_reason("push_keys"));
        PushAddress address{.endpoint = texts.endpoint, .point = *point, .secret = *secret};
        if (!service_of(address.endpoint, anywhere)) return refuse(server_reason("push_endpoint"));
        if (!encrypt_push(address, "")) return refuse(server_reason("push_keys"));
        return address;
    };
    loop_.aside([&loop = loop_, alive = alive_, check, done = std::move(done)]() mutable {
        loop.post([alive = std::move(alive), done = std::move(done), address = check()] {
            if (*alive) done(address);
        });
    });
}

/// In the store's thread: nothing where they want no calls.
Expected<Calls::Ways> Calls::read_ways(Store& store, const std::string& guest, const std::string& table, bool has_mail,
                                       ServerPushKey& key) {
    Ways ways;
    for (const std::string& of : {std::string(), table}) {
        const auto quiet = store.note({.guest = guest, .kind = note_kinds::quiet, .key = of});
        if (!quiet) return std::unexpected(quiet.error());
        if (*quiet) return ways;
    }
    auto devices = store.notes(guest, note_kinds::push, most_devices);
    if (!devices) return std::unexpected(devices.error());
    for (NoteRow& note : *devices) {
        const auto device = push_device(note);
        const auto session = device ? Sessions::guest_of(store, device->token)
                                    : Expected<std::optional<GuestRow>>(std::unexpected(Sessions::not_valid()));
        if (!session && session.error().code != ErrorCode::forbidden) return std::unexpected(session.error());
        if (session)
            ways.devices.push_back(std::move(note));
        else
            ways.over.push_back({.guest = note.guest, .kind = note.kind, .key = note.key});
    }
    if (!ways.devices.empty()) {
        auto known = key.get(store);
        if (!known) return std::unexpected(known.error());
        ways.key = std::move(*known);
    }
    if (!has_mail) return ways;
    const auto letters = store.note({.guest = guest, .kind = note_kinds::mail_calls, .key = {}});
    if (!letters) return std::unexpected(letters.error());
    const auto address = store.notes(guest, note_kinds::mail, 1);
    if (!address) return std::unexpected(address.error());
    if (*letters && !address->empty()) ways.mail = address->front().key;
    return ways;
}

void Calls::call(const MissedTurn& turn) {
    for (const std::string& guest : turn.guests) call_guest(guest, turn);
}

/// The note is written before the message is sent, and only one writer succeeds: a turn causes one notification.
void Calls::call_guest(const std::string& guest, const MissedTurn& turn) {
    const auto read = [guest, table = turn.table, has_mail = has_mail(), key = key_](Store& store) {
        return read_ways(store, guest, table, has_mail, *key);
    };
    store_.ask(read, [this, guest, turn](const Expected<Ways>& ways) {
        if (!ways) return;
        if (!ways->over.empty()) forget(ways->over);
        if (ways->devices.empty() && ways->mail.empty()) return;
        Write note;
        note.changed_note = NoteRow{.guest = guest,
                                    .kind = note_kinds::called,
                                    .key = turn.table,
                                    .at = now_ms(),
                                    .body = turn.is_invitation ? "invited" : std::to_string(turn.acted)};
        commits_.add(std::move(note), [this, guest, turn, ways = *ways](const Expected<WriteOutcome>& outcome) {
            if (outcome && *outcome == WriteOutcome::stored) send_all(guest, turn, ways);
        });
    });
}

/// If none of them can be sent, the next turn tries again.
void Calls::send_all(const std::string& guest, const MissedTurn& turn, const Ways& ways) {
    struct Left {
        std::size_t count;
        bool is_taken = false;
    };
    const auto left = std::make_shared<Left>(Left{.count = ways.devices.size() + (ways.mail.empty() ? 0 : 1)});
    const auto one_done = [this, left, called = NoteKey{guest, note_kinds::called, turn.table}](Sent sent) {
        counts_.failed += sent == Sent::taken ? 0 : 1;
        left->is_taken = left->is_taken || sent == Sent::taken;
        if (--left->count == 0 && !left->is_taken) forget({called});
    };
    const auto in_loop = [&loop = loop_, alive = alive_](std::function<void(Sent)> done) {
        return [&loop, alive, done = std::move(done)](Sent sent) {
            loop.post([alive, done, sent] {
                if (*alive) done(sent);
            });
        };
    };
    for (const NoteRow& note : ways.devices) {
        const auto device = push_device(note);
        const std::string subject =
            settings_.sender.mail_from.empty() ? settings_.public_url : "mailto:" + settings_.sender.mail_from;
        const auto done = [this, one_done, key = NoteKey{note.guest, note.kind, note.key}](Sent sent) {
            if (sent == Sent::never) forget({key});
            counts_.pushes += sent == Sent::taken ? 1 : 0;
            one_done(sent);
        };
        const auto until = now_ms() / 1000 + proof_lasts_s;
        loop_.aside([sender = sender_, address = device->address, subject, until, text = push_text(turn),
                     table = turn.table, key = *ways.key, done = in_loop(done)] {
            const auto service = service_of(address.endpoint, sender->settings().anywhere);
            const auto body = service ? encrypt_push(address, text) : std::nullopt;
            if (!body) return done(Sent::never);
            Outgoing message{.url = address.endpoint,
                             .headers = {"Authorization: " + key.authorization(*service, subject, until), push_lasts,
                                         "Topic: " + table, "Urgency: high", "Content-Encoding: aes128gcm",
                                         "Content-Type: application/octet-stream", "Expect:"},
                             .to = {},
                             .body = *body};
            if (!sender->send(std::move(message), done)) done(Sent::not_now);
        });
    }
    if (ways.mail.empty()) return;
    const auto game = find_game(turn.game);
    const std::string title(game ? (*game)->info().title : turn.game);
    const auto done = in_loop([this, one_done](Sent sent) {
        counts_.letters += sent == Sent::taken ? 1 : 0;
        one_done(sent);
    });
    Outgoing message{.url = {},
                     .headers = {},
                     .to = ways.mail,
                     .body = letter(settings_.sender.mail_from, ways.mail,
                                    (turn.is_invitation ? "Invitation to " : "Your turn in ") + title,
                                    letter_text(turn, title, settings_.public_url), now_ms())};
    if (!sender_->send(std::move(message), done)) done(Sent::not_now);
}

bool Calls::send_letter(const std::string& to, const std::string& subject, const std::string& text) {
    if (!has_mail()) return false;
    Outgoing message{.url = {},
                     .headers = {},
                     .to = to,
                     .body = letter(settings_.sender.mail_from, to, subject, text, now_ms()),
                     .is_asked_for = true};
    return sender_->send(std::move(message), [this, &loop = loop_, alive = alive_](Sent sent) {
        loop.post([this, alive, sent] {
            if (!*alive) return;
            ++(sent == Sent::taken ? counts_.letters : counts_.failed);
            if (sent != Sent::taken) log_at(Level::warning, "a letter was not taken by the mail server");
        });
    });
}

void Calls::forget(std::vector<NoteKey> notes) {
    Write gone;
    gone.forgotten_notes = std::move(notes);
    commits_.add(std::move(gone), [](const Expected<WriteOutcome>&) {});
}

}  // namespace springtide::server
