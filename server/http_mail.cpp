// An address for letters, and the way back into an account whose password is lost.
#include <algorithm>

#include "core/json_writer.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/http_api.hpp"
#include "server/identity.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t link_lasts_ms = 30 * 60'000;
constexpr std::int64_t between_letters_ms = 2 * 60'000;
constexpr double letters_at_once = 4;  // of a kind, to one recipient; then one every 20 minutes
constexpr double letters_per_second = 1.0 / 1200;
constexpr std::size_t most_recipients = 100'000;
constexpr std::size_t shortest_password = 8;
constexpr std::size_t longest_password = 200;
HttpResponse nothing_more() {
    HttpResponse response;
    response.body = "{}";
    return response;
}

/// What the store keeps of a link: nobody who reads it can follow it.
std::string mark_of(std::string_view link) { return to_hex(sha256(link)); }

/// The note of a link that was asked for a moment ago, if there is one: letters are not sent as often as somebody
/// clicks.
Expected<bool> has_fresh_link(Store& store, const std::string& guest, const char* kind) {
    const auto notes = store.notes(guest, kind, 1);
    if (!notes) return std::unexpected(notes.error());
    return !notes->empty() && notes->front().at > now_ms() - between_letters_ms;
}

/// A new link of this kind; those before it go.
Expected<Write> new_link(Store& store, NoteRow note) {
    Write write;
    const auto before = store.notes(note.guest, note.kind, -1);
    if (!before) return std::unexpected(before.error());
    for (const NoteRow& old : *before)
        write.forgotten_notes.push_back({.guest = old.guest, .kind = old.kind, .key = old.key});
    write.notes = {std::move(note)};
    return write;
}

/// The note behind a link that still counts.
Expected<NoteRow> note_behind(Store& store, const std::string& link, const char* kind) {
    const auto found = store.notes_by_key(kind, mark_of(link), 1);
    if (!found) return std::unexpected(found.error());
    if (found->empty() || found->front().at < now_ms() - link_lasts_ms) return refuse(server_reason("link_is_void"));
    return found->front();
}

}  // namespace

/// What stands after a plus leads to the same box, and so do capital letters.
bool HttpApi::may_write_to(std::string_view kind, std::string_view recipient) {
    const auto at = recipient.rfind('@');
    const auto plus = std::min(recipient.find('+'), at);
    std::string box = std::string(kind) + " " + std::string(recipient.substr(0, plus));
    if (at != std::string_view::npos) box += recipient.substr(at);
    std::ranges::transform(box, box.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (letters_.size() > most_recipients) letters_.clear();
    return letters_.try_emplace(std::move(box), letters_at_once, letters_per_second)
        .first->second.take(std::chrono::steady_clock::now());
}

/// Sends a letter to an address, which counts once the link in it was followed.
void HttpApi::set_mail(const HttpRequest& request, const boost::json::object& body, const Reply& reply) {
    if (!shard_.calls().has_mail()) return reply(refusal(error_of(server_reason("no_mail_here"))));
    const auto address = Fields(body).text("address");
    if (!address) return reply(refusal(address.error()));
    if (!is_mail_address(*address)) return reply(refusal(error_of(server_reason("mail_address"))));
    people_.find_account(request.token, "", [this, reply, address = *address](const Expected<Account>& account) {
        if (!account) return reply(refusal(account.error()));
        if (!account->guest.claimed) return reply(refusal(error_of(server_reason("no_name_kept"))));
        const std::string link = random_id();
        const NoteRow note{.guest = account->guest.id,
                           .kind = note_kinds::mail_link,
                           .key = mark_of(link),
                           .at = now_ms(),
                           .body = address};
        const auto prepare = [note](Store& store) -> Expected<Write> {
            const auto fresh = has_fresh_link(store, note.guest, note_kinds::mail_link);
            if (!fresh) return std::unexpected(fresh.error());
            if (*fresh) return refuse(server_reason("letter_on_its_way"));
            return new_link(store, note);
        };
        lists_.ask(prepare, [this, reply, address, link, name = account->guest.name](Expected<Write> write) {
            if (!write) return reply(refusal(write.error()));
            if (!may_write_to("confirm", address)) return reply(refusal(error_of(server_reason("many_letters"))));
            store_then(std::move(*write), reply, [this, reply, address, link, name] {
                const std::string& url = shard_.calls().public_url();
                const bool sent = shard_.calls().send_letter(
                    address, "Confirm your address for Springtide",
                    "Somebody, probably you, gave this address for the name " + name + " at " + url +
                        ".\n\nTo confirm it, open this within 30 minutes:\n" + url + "/#/mail/" + link +
                        "\n\nIf it was not you, do nothing: you will get no more letters.\n");
                reply(sent ? nothing_more() : refusal(error_of(server_reason("no_mail_here"))));
            });
        });
    });
}

void HttpApi::confirm_mail(const boost::json::object& body, const Reply& reply) {
    const auto link = Fields(body).text("link");
    if (!link) return reply(refusal(link.error()));
    const auto prepare = [link = *link](Store& store) -> Expected<Write> {
        const auto note = note_behind(store, link, note_kinds::mail_link);
        if (!note) return std::unexpected(note.error());
        NoteRow address{.guest = note->guest, .kind = note_kinds::mail, .key = note->body, .at = now_ms(), .body = {}};
        auto write = new_link(store, std::move(address));
        if (write) write->taken_note = NoteKey{.guest = note->guest, .kind = note->kind, .key = note->key};
        return write;
    };
    lists_.ask(prepare, [this, reply](Expected<Write> write) {
        if (!write) return reply(refusal(write.error()));
        people_.store(std::move(*write), [reply](const Expected<WriteOutcome>& stored) {
            if (!stored) return reply(not_stored());
            reply(*stored == WriteOutcome::stored ? nothing_more() : refusal(error_of(server_reason("link_is_void"))));
        });
    });
}

void HttpApi::forget_mail(const HttpRequest& request, const Reply& reply) {
    as_person(request, reply, [this, reply](const Person& person) {
        const auto prepare = [guest = person.guest](Store& store) -> Expected<Write> {
            Write write;
            for (const char* kind :
                 {note_kinds::mail, note_kinds::mail_link, note_kinds::recovery, note_kinds::mail_calls}) {
                const auto notes = store.notes(guest, kind, -1);
                if (!notes) return std::unexpected(notes.error());
                for (const NoteRow& note : *notes)
                    write.forgotten_notes.push_back({.guest = note.guest, .kind = note.kind, .key = note.key});
            }
            return write;
        };
        lists_.ask(prepare, [this, reply](Expected<Write> write) {
            if (!write) return reply(refusal(write.error()));
            store_then(std::move(*write), reply, [reply] { reply(nothing_more()); });
        });
    });
}

/// The answer is the same whether the name and the address exist or not, and comes before the look-up: so its time
/// tells nothing either.
void HttpApi::recover(const std::string& name, const Reply& reply) {
    if (!shard_.calls().has_mail()) return reply(refusal(error_of(server_reason("no_mail_here"))));
    struct Letter {
        Write write;
        std::string address;
    };
    const std::string link = random_id();
    const auto prepare = [name, link](Store& store) -> Expected<std::optional<Letter>> {
        const auto guest = store.guest_by_claim(claim_of(name));
        if (!guest) return std::unexpected(guest.error());
        if (!*guest) return std::nullopt;
        const auto address = store.notes((*guest)->id, note_kinds::mail, 1);
        if (!address) return std::unexpected(address.error());
        const auto fresh = has_fresh_link(store, (*guest)->id, note_kinds::recovery);
        if (!fresh) return std::unexpected(fresh.error());
        if (address->empty() || *fresh) return std::nullopt;
        auto write = new_link(
            store,
            {.guest = (*guest)->id, .kind = note_kinds::recovery, .key = mark_of(link), .at = now_ms(), .body = {}});
        if (!write) return std::unexpected(write.error());
        return Letter{.write = std::move(*write), .address = address->front().key};
    };
    if (!shard_.ready()) return reply(not_stored());
    reply(nothing_more());
    lists_.ask(prepare, [this, name, link](Expected<std::optional<Letter>> found) {
        if (!found || !*found || !may_write_to("recover", (*found)->address)) return;
        people_.store(std::move((*found)->write),
                      [this, name, link, address = (*found)->address](const Expected<WriteOutcome>& stored) {
                          if (!stored) return;
                          const std::string& url = shard_.calls().public_url();
                          shard_.calls().send_letter(
                              address, "A new password for Springtide",
                              "Somebody, probably you, asked for a new password for the name " + name + " at " + url +
                                  ".\n\nTo set one, open this within 30 minutes; it works once:\n" + url +
                                  "/#/recover/" + link + "\n\nIf it was not you, do nothing: the old one stays.\n");
                      });
    });
}

/// Takes the link and sets the password in one write; every session before it ends.
void HttpApi::finish_recovery(const boost::json::object& body, const std::string& password, const HttpRequest& request,
                              const Reply& reply) {
    const auto link = Fields(body).text("link");
    if (!link) return reply(refusal(link.error()));
    if (password.size() < shortest_password || password.size() > longest_password)
        return reply(refusal(error_of(server_reason("password_length"))));
    struct Found {
        NoteRow note;
        GuestRow guest;
    };
    const auto find = [link = *link](Store& store) -> Expected<Found> {
        auto note = note_behind(store, link, note_kinds::recovery);
        if (!note) return std::unexpected(note.error());
        auto guest = store.guest(note->guest);
        if (!guest) return std::unexpected(guest.error());
        if (!*guest || !(*guest)->claimed) return refuse(server_reason("link_is_void"));
        return Found{.note = std::move(*note), .guest = std::move(**guest)};
    };
    lists_.ask(find, [this, reply, request, password](const Expected<Found>& found) {
        if (!found) return reply(refusal(found.error()));
        ++passwords_waiting_;
        shard_.loop().aside([this, reply, request, password, found = *found] {
            auto hash = hash_password(password);
            shard_.loop().post([this, reply, request, found, hash = std::move(hash)] {
                --passwords_waiting_;
                if (!hash) return reply(refusal(hash.error()));
                GuestRow guest = found.guest;
                guest.password = *hash;
                Write write = Sessions::end_all(guest, now_ms());
                guest = *write.guest;
                write.taken_note = NoteKey{.guest = found.note.guest, .kind = found.note.kind, .key = found.note.key};
                people_.end_session(std::move(write), [this, reply, request, guest](const auto& stored) {
                    if (!stored) return reply(not_stored());
                    if (*stored == WriteOutcome::conflict)
                        return reply(refusal(error_of(server_reason("link_is_void"))));
                    Account account;
                    account.guest = guest;
                    begin_session(account, request, reply);
                });
            });
        });
    });
}

}  // namespace springtide::server
