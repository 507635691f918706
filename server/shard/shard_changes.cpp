// Requests that change a table: each waits for its turn, is decided by the table, stored, and answered then.
#include <algorithm>

#include "protocol/refusal.hpp"
#include "protocol/server_reasons.hpp"
#include "server/accounts/company.hpp"
#include "server/messages/requests.hpp"
#include "server/shard/shard.hpp"

namespace springtide::server {

namespace {

constexpr int most_attempts = 8;  // when other nodes are quicker

/// One of these made the table, or sits there.
bool sits_one_of(const Room& room, const std::set<std::string>& guests) {
    const auto is_one = [&](const std::string& guest) { return guests.contains(guest); };
    return is_one(room.setup().host) || std::ranges::any_of(room.chairs(), [&](const Chair& chair) {
               return std::ranges::any_of(chair.guests, is_one);
           });
}

}  // namespace

/// A request that changes a table, while it waits for its turn and for the disk.
struct Shard::Asked {
    ClientPtr client;
    std::string id;
    std::string table;
    TableChange change;
    int attempt = 1;
    bool counted = false;                  ///< by the limits
    std::set<std::string> unwelcome_to{};  ///< guests who block whoever sits down
};

Expected<void> Shard::answer(const Asker& asker, TableChange change) {
    const bool joins = std::holds_alternative<JoinRequest>(change);
    const auto asked = std::make_shared<Asked>(Asked{asker.client, asker.id, asker.table, std::move(change)});
    return admit(asker, !joins, [this, asked] {
        if (const auto* invite = std::get_if<InviteRequest>(&asked->change))
            return invite->bot ? challenge(asked) : resolve(asked);
        if (std::holds_alternative<JoinRequest>(asked->change)) return check_company(asked);
        tables_.when_free(asked->table, [this, asked] { this->change(asked); });
    });
}

/// Finds the invited friend by the mark that the host's page knows them by.
void Shard::resolve(const std::shared_ptr<Asked>& asked) {
    const auto read = [guest = asked->client->person.guest](Store& store) { return read_company(store, guest); };
    reads_.ask(read, [this, asked](const Expected<Company>& company) {
        auto& invite = std::get<InviteRequest>(asked->change);
        if (company && invite.person)
            for (const Acquaintance& one : company->friends)
                if (people_.handle_of(asked->client->person.guest, one.guest) == *invite.person) {
                    invite.guest = one.guest;
                    invite.name = one.name;
                }
        if (!company) return refuse_asked(*asked, company.error());
        if (!invite.person) return refuse_asked(*asked, error_of(server_reason("invite_whom")));
        if (invite.guest.empty()) return refuse_asked(*asked, error_of(server_reason("no_such_friend")));
        tables_.when_free(asked->table, [this, asked] { change(asked); });
    });
}

/// A bot account is challenged: by its name, which everybody may know.
void Shard::challenge(const std::shared_ptr<Asked>& asked) {
    const auto& invite = std::get<InviteRequest>(asked->change);
    if (invite.person) return refuse_asked(*asked, error_of(server_reason("invite_whom")));
    struct Found {
        GuestRow bot;
        bool takes = false;
    };
    const auto read = [name = *invite.bot, by = asked->client->person.guest,
                       most = settings_.bot_accounts.games](Store& store) -> Expected<Found> {
        const auto row = find_bot(store, name);
        if (!row) return std::unexpected(row.error());
        if (!*row) return refuse(server_reason("no_such_bot"));
        const auto takes = takes_challenges(store, (*row)->id, by, most);
        if (!takes) return std::unexpected(takes.error());
        return Found{.bot = **row, .takes = *takes};
    };
    reads_.ask(read, [this, asked](const Expected<Found>& found) {
        if (!found) return refuse_asked(*asked, found.error());
        if (!found->takes) return refuse_asked(*asked, error_of(server_reason("bot_plays_enough")));
        if (!bot_streams_.may_challenge(asked->client->person.guest, found->bot.id))
            return refuse_asked(*asked, error_of(server_reason("many_challenges")));
        auto& invited = std::get<InviteRequest>(asked->change);
        invited.guest = found->bot.id;
        invited.name = found->bot.name;
        tables_.when_free(asked->table, [this, asked] { change(asked); });
    });
}

void Shard::check_company(const std::shared_ptr<Asked>& asked) {
    struct Found {
        std::set<std::string> blocked_by;
        std::size_t games = 0;
        bool is_asked = false;
    };
    const auto read = [guest = asked->client->person.guest, table = asked->table](Store& store) -> Expected<Found> {
        auto by = read_blocked_by(store, guest);
        if (!by) return std::unexpected(by.error());
        Found found{.blocked_by = std::move(*by)};
        if (!is_bot_account(guest)) return found;
        const auto games = games_of(store, guest);
        if (!games) return std::unexpected(games.error());
        found.games = *games;
        const auto seat = store.seat_of(table, guest);
        found.is_asked = seat && *seat >= 0;  // those are counted already
        return found;
    };
    reads_.ask(read, [this, asked](const Expected<Found>& found) {
        if (!found) return refuse_asked(*asked, found.error());
        if (!found->is_asked && is_bot_account(asked->client->person.guest) &&
            found->games >= settings_.bot_accounts.games)
            return refuse_asked(*asked, error_of(server_reason("bot_plays_much"),
                                                 {{"limit", static_cast<std::int64_t>(settings_.bot_accounts.games)}}));
        asked->unwelcome_to = found->blocked_by;
        tables_.when_free(asked->table, [this, asked] { change(asked); });
    });
}

void Shard::refuse_asked(const Asked& asked, const Error& why) {
    ++counts_.refusals;
    asked.client->send(refusal(asked.id, why));
}

void Shard::accept(const Asked& asked, bool repeated, std::int64_t seq) {
    JsonWriter json = yes(asked.id);
    json.key("seq").value(seq);
    if (repeated) json.key("repeated").value(true);
    if (std::holds_alternative<JoinRequest>(asked.change)) {
        Tables::Entry& entry = tables_[asked.table];
        if (const auto seat = entry.room->seat_of(asked.client->person.guest)) {
            json.key("seat").value(static_cast<int>(*seat)).key("key").value(entry.room->chairs()[*seat].key);
            if (!asked.client->has_gone) {
                entry.audience.add(asked.client, asked.table);
                presence_tracker_.watched(asked.table);
            }
        } else {
            json.key("waiting").value(true);
        }
    }
    asked.client->send(json.end_object().take());
}

/// It is decided again when another node was first (`late`) or knew more than this one, and when it was refused because
/// of something that is not stored yet.
void Shard::refuse_or_retry(const std::shared_ptr<Asked>& asked, const Error& error, bool late) {
    const Tables::Entry& entry = tables_[asked->table];
    if (!late && tables_.gathers(entry)) return decide_later(asked);
    const auto refuse = [this, asked, error] {
        ++counts_.refusals;
        asked->client->send(refusal(asked->id, error));
    };
    const bool is_damaged = entry.room && entry.room->damage();  // other nodes may read on, but not this one
    if (asked->attempt >= most_attempts || is_damaged || !(late || keeper_.is_shared())) return refuse();
    ++asked->attempt;
    const auto retry = [this, asked] { tables_.when_free(asked->table, [this, asked] { change(asked); }); };
    if (late) return retry();
    tables_.catch_up(asked->table, [refuse, retry](bool is_new) { is_new ? retry() : refuse(); });
}

void Shard::decide_later(const std::shared_ptr<Asked>& asked) {
    tables_.when_gathered_is_stored(asked->table, [this, asked] { change(asked); });
}

/// Whether the player who asks, their address and the table can afford this.
Expected<void> Shard::count(Client& client, const TableChange& change, Tables::Entry& entry) {
    const auto now = std::chrono::steady_clock::now();
    const std::string& address = client.person.origin.address;
    if (std::holds_alternative<ChatRequest>(change)) {
        if (bans_.mutes(client.person.guest, now_ms())) return refuse(server_reason("muted_here"));
        const bool sits = entry.room->seat_of(client.person.guest).has_value();
        if (!client.chat.take(now) || !group_.limits.take(address, Cost::chat, now) ||
            !(sits || entry.spectators_talk.take(now)))
            return refuse(server_reason("talks_too_fast"));
    }
    if (is_bot_account(client.person.guest) && !bot_streams_.may_act(client.person.guest))
        return refuse(server_reason("bot_acts_fast"));
    if (!group_.limits.take(address, Cost::event, now)) return refuse(server_reason("address_acts_fast"));
    return {};
}

void Shard::change(const std::shared_ptr<Asked>& asked) {
    const auto found = tables_.entry(asked->table);
    const ClientPtr& client = asked->client;
    if (!found) return client->send(refusal(asked->id, found.error()));
    const Room& room = *(*found)->room;
    const bool has_id = asked->id != "null";
    if (has_id)
        if (const auto before = room.done_before(client->person.guest, asked->id))
            return (*found)->place ? decide_later(asked) : accept(*asked, true, *before);
    if (!std::exchange(asked->counted, true))
        if (const auto allowed = count(*client, asked->change, **found); !allowed) {
            ++counts_.refusals;
            return client->send(refusal(asked->id, allowed.error()));
        }
    if (!asked->unwelcome_to.empty() && !room.seat_of(client->person.guest) && sits_one_of(room, asked->unwelcome_to))
        return refuse_asked(*asked, error_of(server_reason("no_seat_for_you")));
    auto event = room.decide(asked->change, client->person);
    if (!event) return refuse_or_retry(asked, event.error(), false);
    if (has_id) event->message = asked->id;
    const std::string key = new_key(*event);
    tables_.perform(asked->table, std::move(*event), [this, asked, key](const Expected<std::int64_t>& done) {
        if (!done) return refuse_or_retry(asked, done.error(), done.error().code == ErrorCode::stale);
        if (const auto* invite = std::get_if<InviteRequest>(&asked->change))
            tell_invited(*tables_[asked->table].room, {invite->guest}, asked->client->person.name);
        if (key.empty()) return accept(*asked, false, *done);
        asked->client->send(yes(asked->id).key("seq").value(*done).key("key").value(key).end_object().take());
    });
}

}  // namespace springtide::server
