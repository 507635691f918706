// Bot accounts: made, given tokens and deleted by their owners (docs/api/openapi.yaml).
#include <algorithm>

#include "core/json_writer.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/http/http_api.hpp"
#include "store/person_change.hpp"

namespace springtide::server {

namespace {

struct AllBots {
    std::vector<BotAccount> all;
    std::vector<BotAccount> own;
};

/// The token counts only if the bot account is still there and still theirs.
Expected<Change> making_bot_token(Store& store, const std::string& owner, const std::string& bot,
                                  const std::string& session, const std::string& name) {
    Change change;
    const auto owns = note_seen(store, change.write.only_if, {.guest = owner, .kind = note_kinds::owns, .key = bot});
    if (!owns) return std::unexpected(owns.error());
    if (!*owns) return refuse(server_reason("no_bot_of_yours"));
    auto note = note_bot_token(store, bot, session, name, now_ms());
    if (!note) return std::unexpected(note.error());
    change.write.notes = {std::move(*note)};
    return change;
}

}  // namespace

/// All of them, for whoever would like to challenge one; and those of this guest, with their tokens. `token` is a new
/// one: it is told here, and never again.
void HttpApi::answer_bots(const std::string& guest, const std::string& token, const Reply& reply) {
    const auto read = [guest](Store& store) -> Expected<AllBots> {
        auto all = read_bots(store);
        if (!all) return std::unexpected(all.error());
        auto own = guest.empty() ? std::vector<BotAccount>() : read_bots_of(store, guest);
        if (!own) return std::unexpected(own.error());
        return AllBots{.all = std::move(*all), .own = std::move(*own)};
    };
    lists_.ask(read, [this, guest, token, reply](const Expected<AllBots>& bots) {
        if (!bots) return reply(refusal(bots.error()));
        JsonWriter json;
        json.begin_object().key("bots").begin_array();
        for (const BotAccount& bot : bots->all) {
            json.begin_object().key("name").value(bot.name).key("here").value(shard_.online().is_here(bot.guest));
            json.key("ratings").begin_array();
            for (const RatingRow& row : bot.ratings) {
                json.begin_object().key("game").value(row.game).key("rating").value(static_cast<int>(row.rating));
                json.key("deviation").value(static_cast<int>(row.deviation)).key("games").value(row.games).end_object();
            }
            json.end_array().end_object();
        }
        json.end_array().key("mine").begin_array();
        for (const BotAccount& bot : bots->own) {
            const std::string account = people_.handle_of(guest, bot.guest);
            json.begin_object().key("account").value(account).key("bot").value(account).key("name").value(bot.name);
            json.key("here").value(shard_.online().is_here(bot.guest)).key("at").value(bot.at).key("tokens");
            json.begin_array();
            for (const NoteRow& note : bot.tokens) {
                json.begin_object().key("id").value(people_.handle_of(guest, note.key)).key("name").value(note.body);
                json.key("at").value(note.at).end_object();
            }
            json.end_array().end_object();
        }
        json.end_array();
        if (!token.empty()) json.key("token").value(token);
        reply(answer_with(json.end_object().take()));
    });
}

/// Strangers may look, too.
void HttpApi::bots(const RoutedRequest& request, const Reply& reply) {
    people_.recognise(request.token, [this, reply](const Expected<Person>& person) {
        answer_bots(person ? person->guest : std::string(), "", reply);
    });
}

void HttpApi::change_bots(const RoutedRequest& request, const ChangeBotsBody& body, const Reply& reply) {
    const BotAct act = body.act;
    const auto& mark = body.account ? body.account : body.bot;
    const auto needs = [&](std::string_view field) { reply(refusal(Fields::missing(field, "a text").error())); };
    if (!body.name && (act == BotAct::make || act == BotAct::token)) return needs("name");
    if (!mark && act != BotAct::make) return needs("account");
    if (!body.token && act == BotAct::revoke) return needs("token");
    const std::string owner = request.account.guest.id;
    if (act == BotAct::make) return make_bot(owner, *request.account.token, *body.name, reply);
    const auto find = [=, this, mark = *mark](const Expected<std::vector<BotAccount>>& own) {
        if (!own) return reply(refusal(own.error()));
        const auto bot = std::ranges::find_if(
            *own, [&](const BotAccount& one) { return people_.handle_of(owner, one.guest) == mark; });
        if (bot == own->end()) return reply(refusal(error_of(server_reason("no_bot_of_yours"))));
        if (act == BotAct::token) return make_bot_token(owner, bot->guest, *body.name, reply);
        act == BotAct::revoke ? end_bot_token(owner, *bot, *body.token, reply) : delete_bot(owner, *bot, reply);
    };
    lists_.ask([owner](Store& store) { return read_bots_of(store, owner); }, find);
}

void HttpApi::make_bot(const std::string& owner, const Token& token, const std::string& name, const Reply& reply) {
    const auto decide = [owner, token, name, at = now_ms()](Store& store) -> Expected<Change> {
        auto write = server::make_bot(store, owner, name, at);
        if (!write) return std::unexpected(write.error());
        write->only_if.session = session_mark(token);
        return Change{.write = std::move(*write)};
    };
    change(decide, reply, [this, owner, reply](const Change&) { answer_bots(owner, "", reply); });
}

/// A token is a session of the bot account. Only that there is one is stored, and what it is called.
void HttpApi::make_bot_token(const std::string& owner, const std::string& bot, const std::string& name,
                             const Reply& reply) {
    people_.find_guest(bot, [this, owner, bot, name, reply](const Expected<std::optional<GuestRow>>& row) {
        if (!row) return reply(refusal(row.error()));
        if (!*row) return reply(refusal(error_of(server_reason("no_bot_of_yours"))));
        const std::string token = people_.begin_session(**row);
        const auto decide = [owner, bot, name, session = people_.token_of(token).session](Store& store) {
            return making_bot_token(store, owner, bot, session, name);
        };
        change(decide, reply, [this, owner, token, reply](const Change&) { answer_bots(owner, token, reply); });
    });
}

/// Connections that use it are closed at once, on every node.
void HttpApi::end_bot_token(const std::string& owner, const BotAccount& bot, const std::string& id,
                            const Reply& reply) {
    const auto note =
        std::ranges::find_if(bot.tokens, [&](const NoteRow& one) { return people_.handle_of(owner, one.key) == id; });
    if (note == bot.tokens.end()) return reply(refusal(error_of(server_reason("no_such_bot_token"))));
    Write write = Sessions::end({.guest = bot.guest, .session = note->key}, now_ms());
    write.forgotten_notes = {{.guest = note->guest, .kind = note->kind, .key = note->key}};
    people_.end_session(std::move(write), [this, owner, reply](const Expected<WriteOutcome>& stored) {
        stored && *stored == WriteOutcome::stored ? answer_bots(owner, "", reply) : reply(not_stored());
    });
}

void HttpApi::delete_bot(const std::string& owner, const BotAccount& bot, const Reply& reply) {
    if_free(bot.guest, server_reason("bot_plays_still"), reply, [this, owner, guest = bot.guest, reply] {
        forget_guest({.guest = guest}, reply, [this, owner, reply] { answer_bots(owner, "", reply); });
    });
}

}  // namespace springtide::server
