// Halls of one house: who visits another, what is asked there, and what is told to all
// (docs/decisions/0270-all-cores.md).
#include "protocol/refusal.hpp"
#include "protocol/server_reasons.hpp"
#include "server/hall.hpp"
#include "server/identity.hpp"

namespace springtide::server {

std::string Hall::new_id() const {
    std::string id = random_id();
    while (!is_at_home(id)) id = random_id();
    return id;
}

void Hall::in(std::size_t hall, const std::function<void(Hall&)>& work) {
    hall == number_ ? work(*this) : house_.post(hall, work);
}

void Hall::in_every_other(const std::function<void(Hall&)>& work) {
    for (std::size_t hall = 0; hall < house_.halls(); ++hall)
        if (hall != number_) house_.post(hall, work);
}

void Hall::tell_others(const std::string& words) {
    in_every_other([words](Hall& other) { other.told("", words); });
    tell_nodes(words);
}

void Hall::tell_nodes(const std::string& words) {
    if (keeper_.is_shared())
        keeper_.ask([words](Store& store) { return store.tell_others(words); }, [](const Expected<void>&) {});
}

void Hall::came(const ClientPtr& client) {
    client->has_gone = false;
    client->at_home = client;
    client->hall = number_;
    people_.came(*client);
    online_.came(client->person.guest);
    // Bans may have changed since they were checked for this connection.
    if (bans_.forbids(client->person.guest, client->person.origin, client->address, now_ms()))
        client->dismiss(std::string(server_reason("banned").sentence));
}

void Hall::gone(const ClientPtr& client) {
    people_.gone(*client);
    online_.gone(client->person.guest);
    online_.forget(*client);
    bot_streams_.forget(*client);
    stop_watching_all(client);
    if (client->asks_elsewhere)
        in_every_other([at_home = client->at_home](Hall& other) { other.visitor_gone(at_home); });
}

void Hall::stop_watching_all(const ClientPtr& client) {
    client->has_gone = true;
    client->next_requests.clear();
    for (const auto& table : std::exchange(client->watching, {})) stop_watching(client, table);
}

/// Only their own hall brings somebody to another one: so the other hears that they have gone after everything they
/// asked there.
void Hall::visit(const ClientPtr& client, std::size_t hall, Errand errand) {
    if (hall == number_) return errand(*this, client);
    if (client->has_gone) return;  // the other halls have heard so
    client->asks_elsewhere = true;
    const Visit visit{.at_home = client->at_home,
                      .hall = number_,
                      .person = client->person,
                      .address = client->address,
                      .takes_events = client->takes_events,
                      .notice = client->notice};
    house_.post(hall,
                [visit, errand = std::move(errand)](Hall& there) { errand(there, there.receive_visitor(visit)); });
}

void Hall::return_home(const ClientPtr& client, const Errand& errand) {
    if (client->hall == number_) return errand(*this, client);
    house_.post(client->hall, [at_home = client->at_home, errand](Hall& home) {
        if (const auto back = at_home.lock(); back && !back->has_gone) errand(home, back);
    });
}

ClientPtr Hall::receive_visitor(const Visit& visit) {
    auto& visitor = visitors_[visit.at_home];
    if (!visitor) visitor = std::make_shared<RemoteClient>(house_, visit);
    visitor->takes_events = visit.takes_events;
    return visitor;
}

void Hall::visitor_gone(const std::weak_ptr<Client>& at_home) {
    const auto known = visitors_.find(at_home);
    if (known == visitors_.end()) return;
    const ClientPtr visitor = std::move(known->second);
    visitors_.erase(known);
    stop_watching_all(visitor);
}

}  // namespace springtide::server
