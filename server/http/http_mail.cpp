// An address for letters, and the way back into an account whose password is lost.
#include <algorithm>

#include "core/json_writer.hpp"
#include "protocol/server_reasons.hpp"
#include "server/http/http_api.hpp"
#include "server/identity/identity.hpp"

namespace springtide::server {

namespace {

constexpr double letters_at_once = 4;  // of a kind, to one recipient; then one every 20 minutes
constexpr double letters_per_second = 1.0 / 1200;
constexpr std::size_t most_recipients = 100'000;
constexpr std::size_t shortest_password = 8;
constexpr std::size_t longest_password = 200;

HttpResponse nothing_more() { return answer_with("{}"); }

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

void HttpApi::tell_of_change(const Change& change, const std::string& what, const std::string& link) {
    if (change.address.empty() || !may_write_to("changed", change.address)) return;
    const std::string& url = shard_.calls().public_url();
    shard_.calls().send_letter(
        change.address, "Your Springtide account was changed",
        "The " + what + " of your account " + change.name + " at " + url +
            " was changed.\n\nIf this was you, you can ignore this email.\n\nIf it wasn't you, open this link within "
            "72 hours. It cancels the change, logs out all devices and lets you set a new password:\n" +
            url + "/#/cancel/" + link + "\n");
}

/// Sends a letter to an address, which counts once the link in it was followed.
void HttpApi::set_mail(const RoutedRequest& request, const SetMailBody& body, const Reply& reply) {
    if (!shard_.calls().has_mail()) return reply(refusal(error_of(server_reason("no_mail_here"))));
    const std::string& address = body.address;
    if (!is_mail_address(address)) return reply(refusal(error_of(server_reason("mail_address"))));
    if (!request.account.guest.claimed) return reply(refusal(error_of(server_reason("no_name_kept"))));
    const std::string link = random_id();
    const auto decide = [caller = caller_of(request.account), address, link](Store& store) {
        return asking_mail(store, caller, address, mark_of(link), now_ms());
    };
    change(decide, reply, [this, reply, address, link](const Change& change) {
        if (!may_write_to("confirm", address)) return reply(refusal(error_of(server_reason("many_letters"))));
        const std::string& url = shard_.calls().public_url();
        const bool sent = shard_.calls().send_letter(
            address, "Confirm your email address",
            "To use this email address for the account " + change.name + " at " + url +
                ", open this link within 30 minutes:\n" + url + "/#/mail/" + link +
                "\n\nIf you didn't ask for this, ignore this email. You won't get any more.\n");
        reply(sent ? nothing_more() : refusal(error_of(server_reason("no_mail_here"))));
    });
}

void HttpApi::confirm_mail(const RoutedRequest& /*request*/, const ConfirmMailBody& body, const Reply& reply) {
    const std::string objection = random_id();
    const auto decide = [mark = mark_of(body.link), objection](Store& store) {
        return confirming_mail(store, mark, mark_of(objection), now_ms());
    };
    change(decide, reply, [this, reply, objection](const Change& change) {
        tell_of_change(change, "email address", objection);
        reply(nothing_more());
    });
}

void HttpApi::forget_mail(const RoutedRequest& request, const Reply& reply) {
    const std::string objection = random_id();
    const auto decide = [caller = caller_of(request.account), objection](Store& store) {
        return forgetting_mail(store, caller, mark_of(objection), now_ms());
    };
    change(decide, reply, [this, reply, objection](const Change& change) {
        tell_of_change(change, "email address", objection);
        reply(nothing_more());
    });
}

/// Gives a link by which the owner sets a new password at once.
void HttpApi::cancel_change(const RoutedRequest& /*request*/, const CancelChangeBody& body, const Reply& reply) {
    const std::string recovery = random_id();
    const auto decide = [mark = mark_of(body.link), recovery](Store& store) {
        return objecting(store, mark, mark_of(recovery), now_ms());
    };
    change(decide, reply, [reply, recovery](const Change&) {
        JsonWriter json;
        json.begin_object().key("link").value(recovery).end_object();
        reply(answer_with(json.take()));
    });
}

/// The answer is the same whether the name and the address exist or not, and comes before the look-up: so its time
/// tells nothing either.
void HttpApi::recover(const RoutedRequest& /*request*/, const RecoverBody& body, const Reply& reply) {
    if (!shard_.calls().has_mail()) return reply(refusal(error_of(server_reason("no_mail_here"))));
    if (!shard_.ready()) return reply(not_stored());
    reply(nothing_more());
    const std::string link = random_id();
    const auto decide = [name = body.name, link](Store& store) {
        return recovering(store, name, mark_of(link), now_ms());
    };
    lists_.ask(decide, [this, link](const Expected<std::optional<Change>>& found) {
        if (!found || !*found || !may_write_to("recover", (*found)->address)) return;
        people_.store((*found)->write, [this, link, change = **found](const Expected<WriteOutcome>& stored) {
            if (!stored || *stored != WriteOutcome::stored) return;
            const std::string& url = shard_.calls().public_url();
            shard_.calls().send_letter(
                change.address, "Reset your Springtide password",
                "To set a new password for your account " + change.name + " at " + url +
                    ", open this link within 30 minutes. It works once:\n" + url + "/#/recover/" + link +
                    "\n\nIf you didn't ask for this, ignore this email. Your password stays the same.\n");
        });
    });
}

/// Takes the link and sets the password in one write; every session before it ends.
void HttpApi::finish_recovery(const RoutedRequest& request, const FinishRecoveryBody& body, const Reply& reply) {
    const std::string& password = body.password;
    if (password.size() < shortest_password || password.size() > longest_password)
        return reply(refusal(error_of(server_reason("password_length"))));
    const std::string mark = mark_of(body.link);
    const auto find = [mark](Store& store) { return recovers(store, mark, now_ms()); };
    lists_.ask(find, [this, reply, request, password, mark](const Expected<std::string>& guest) {
        if (!guest) return reply(refusal(guest.error()));
        const auto make = [password] { return hash_password(password); };
        in_password_thread(request, reply, make,
                           [this, reply, request, mark, guest = *guest](const Expected<std::string>& hash) {
                               if (!hash) return reply(refusal(hash.error()));
                               const auto decide = [mark, hash = *hash](Store& store) {
                                   return recovered(store, mark, hash, now_ms());
                               };
                               change(decide, reply, [this, reply, request, guest, hash = *hash](const Change&) {
                                   begin_session(guest, hash, request, reply);
                               });
                           });
    });
}

}  // namespace springtide::server
