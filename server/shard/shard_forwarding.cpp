// Between the shards of one process: requests passed on, questions, and what is told to all
// (docs/decisions/0270).
#include "protocol/refusal.hpp"
#include "protocol/server_reasons.hpp"
#include "server/identity/identity.hpp"
#include "server/shard/shard.hpp"

namespace springtide::server {

std::string Shard::new_id() const {
    std::string id = random_id();
    while (!owns(id)) id = random_id();
    return id;
}

void Shard::in(std::size_t shard, const std::function<void(Shard&)>& work) {
    shard == number_ ? work(*this) : group_.post(shard, work);
}

void Shard::in_every_other(const std::function<void(Shard&)>& work) {
    for (std::size_t shard = 0; shard < group_.shards(); ++shard)
        if (shard != number_) group_.post(shard, work);
}

void Shard::tell_others(const std::string& words) {
    in_every_other([words](Shard& other) { other.told("", words); });
    tell_nodes(words);
}

void Shard::tell_nodes(const std::string& words) {
    if (keeper_.is_shared())
        keeper_.ask([words](Store& store) { return store.tell_others(words); }, [](const Expected<void>&) {});
}

void Shard::came(const ClientPtr& client) {
    client->has_gone = false;
    client->original = client;
    client->shard = number_;
    people_.came(*client);
    online_.came(client->person.guest);
    // Bans may have changed since they were checked for this connection.
    if (bans_.forbids(client->person.guest, client->person.origin, client->address, now_ms()))
        client->dismiss(std::string(server_reason("banned").sentence));
}

void Shard::gone(const ClientPtr& client) {
    people_.gone(*client);
    online_.gone(client->person.guest);
    online_.forget(*client);
    bot_streams_.forget(*client);
    stop_watching_all(client);
    if (client->asks_other_shards)
        in_every_other([original = client->original](Shard& other) { other.remote_gone(original); });
}

void Shard::stop_watching_all(const ClientPtr& client) {
    client->has_gone = true;
    client->next_requests.clear();
    for (const auto& table : std::exchange(client->watching, {})) stop_watching(client, table);
}

/// Only their own shard brings somebody to another one: so the other hears that they have gone after everything they
/// asked there.
void Shard::forward(const ClientPtr& client, std::size_t shard, ClientWork work) {
    if (shard == number_) return work(*this, client);
    if (client->has_gone) return;  // the other shards have heard so
    client->asks_other_shards = true;
    const ForwardedClient forwarded{.original = client->original,
                                    .shard = number_,
                                    .person = client->person,
                                    .address = client->address,
                                    .takes_events = client->takes_events,
                                    .asks_for_differences = client->asks_for_differences};
    group_.post(shard, [forwarded, work = std::move(work)](Shard& there) { work(there, there.remote_of(forwarded)); });
}

void Shard::forward_back(const ClientPtr& client, const ClientWork& work) {
    if (client->shard == number_) return work(*this, client);
    group_.post(client->shard, [original = client->original, work](Shard& home) {
        if (const auto back = original.lock(); back && !back->has_gone) work(home, back);
    });
}

ClientPtr Shard::remote_of(const ForwardedClient& forwarded) {
    auto& remote = remotes_[forwarded.original];
    if (!remote) remote = std::make_shared<RemoteClient>(group_, forwarded);
    remote->takes_events = forwarded.takes_events;
    return remote;
}

void Shard::remote_gone(const std::weak_ptr<Client>& original) {
    const auto known = remotes_.find(original);
    if (known == remotes_.end()) return;
    const ClientPtr remote = std::move(known->second);
    remotes_.erase(known);
    stop_watching_all(remote);
}

}  // namespace springtide::server
