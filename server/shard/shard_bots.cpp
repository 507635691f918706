// Bot accounts: what they follow; and friends, who are here or not (docs/decisions/0226).
#include "core/json_writer.hpp"
#include "protocol/refusal.hpp"
#include "protocol/server_reasons.hpp"
#include "server/shard/shard.hpp"

namespace springtide::server {

Expected<void> Shard::answer(const Asker& asker, const FollowRequest& /*request*/) {
    const ClientPtr& client = asker.client;
    if (!is_bot_account(client->person.guest)) return refuse(server_reason("only_bot_accounts"));
    if (!group_.limits.take(client->person.origin.address, Cost::event, std::chrono::steady_clock::now()))
        return refuse(server_reason("address_acts_fast"));
    client->is_asking = true;
    bot_streams_.follow(client, yes(asker.id).take(), [this, asker](const Expected<void>& told) {
        if (!told) asker.client->send(refusal(asker.id, told.error()));
        take_next(asker.client);
    });
    return {};
}

/// For the bot accounts that sit or sat at a table: told when it is stored, here and on other nodes.
void Shard::tell_bots(const Room& room) {
    const auto bots = bot_streams_.concerned(room);
    if (bots.empty()) return;
    tables_.when_stored(room.id(), [this, bots] {
        std::string words = "bots";
        for (const std::string& bot : bots) {
            bot_streams_.look(bot);
            words += " " + bot;
        }
        tell_others(words);
    });
}

Expected<void> Shard::answer(const Asker& asker, const FriendsRequest& /*request*/) {
    const ClientPtr& client = asker.client;
    if (!group_.limits.take(client->person.origin.address, Cost::event, std::chrono::steady_clock::now()))
        return refuse(server_reason("address_acts_fast"));
    client->is_asking = true;
    online_.forget(*client);  // the answer says all of it anew
    follow_friends(client, [this, asker](const Expected<Company>& company) {
        if (!company) {
            asker.client->send(refusal(asker.id, company.error()));
            return take_next(asker.client);
        }
        JsonWriter json = yes(asker.id);
        json.key("friends").begin_array();
        for (const Acquaintance& one : company->friends) {
            json.begin_object().key("person").value(people_.handle_of(asker.client->person.guest, one.guest));
            json.key("name").value(one.name).key("here").value(online_.is_here(one.guest)).end_object();
        }
        asker.client->send(json.end_array().end_object().take());
        take_next(asker.client);
    });
    return {};
}

void Shard::follow_friends(const ClientPtr& client, const std::function<void(const Expected<Company>&)>& done) {
    const auto read = [guest = client->person.guest](Store& store) { return read_company(store, guest); };
    reads_.ask(read, [this, client, done](const Expected<Company>& company) {
        if (company && !client->has_gone) {
            std::set<std::string> guests;
            for (const Acquaintance& one : company->friends) guests.insert(one.guest);
            online_.follow(client, guests);
        }
        done(company);
    });
}

void Shard::friends_changed(const std::vector<std::string>& guests) {
    std::string words = "friends";
    for (const std::string& guest : guests) {
        read_friends(guest);
        words += " " + guest;
    }
    tell_others(words);
}

void Shard::read_friends(const std::string& guest) {
    const PayerScope server(Payer{});  // in one order, whoever asked: the last list counts
    for (Client* client : people_.everybody())
        if (client->person.guest == guest)
            if (const auto follower = online_.follower(*client))
                follow_friends(follower, [](const Expected<Company>&) {});
}

}  // namespace springtide::server
