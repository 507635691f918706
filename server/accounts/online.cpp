#include "server/accounts/online.hpp"

#include <utility>

#include "core/json_writer.hpp"
#include "core/text.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t most_named = 150;  // guests, in one message to other nodes
constexpr std::int64_t beats_between_signs = 4;
// What nodes say to each other: "online + guests", "online - guests", "online ?" and "online alive".
constexpr std::string_view first_word = "online";
constexpr std::string_view is_here_word = "+";
constexpr std::string_view is_gone_word = "-";
constexpr std::string_view asks_word = "?";
constexpr std::string_view lives_word = "alive";

}  // namespace

bool Connected::came(const std::string& guest) {
    const std::scoped_lock lock(mutex_);
    return ++connections_[guest] == 1;
}

bool Connected::gone(const std::string& guest) {
    const std::scoped_lock lock(mutex_);
    const auto known = connections_.find(guest);
    if (known == connections_.end() || --known->second > 0) return false;
    connections_.erase(known);
    return true;
}

bool Connected::contains(const std::string& guest) const {
    const std::scoped_lock lock(mutex_);
    return connections_.contains(guest);
}

void Online::came(const std::string& guest) {
    if (connected_.came(guest)) tell_shards_(guest);
}

void Online::gone(const std::string& guest) {
    if (connected_.gone(guest)) tell_shards_(guest);
}

bool Online::is_here(const std::string& guest) const {
    if (connected_.contains(guest)) return true;
    for (const auto& [name, node] : nodes_)
        if (node.guests.contains(guest)) return true;
    return false;
}

void Online::follow(const ClientPtr& client, const std::set<std::string>& guests) {
    // Changes of people they followed before, if not yet told, are still told.
    const auto known = followers_.find(client.get());
    const auto told = known != followers_.end() ? known->second.told : std::unordered_map<std::string, bool>();
    forget(*client);
    Follower& follower = followers_[client.get()];
    follower.client = client;
    for (const std::string& guest : guests) {
        const auto before = told.find(guest);
        follower.told[guest] = before != told.end() ? before->second : is_here(guest);
        followed_by_[guest].insert(client.get());
    }
}

void Online::forget(const Client& client) {
    const auto known = followers_.find(&client);
    if (known == followers_.end()) return;
    for (const auto& [guest, here] : known->second.told) {
        const auto by = followed_by_.find(guest);
        if (by == followed_by_.end()) continue;
        by->second.erase(&client);
        if (by->second.empty()) followed_by_.erase(by);
    }
    followers_.erase(known);
}

void Online::changed(const std::string& guest) {
    changed_.insert(guest);
    if (std::exchange(waits_, true)) return;
    loop_.after(pause_ms, [this, alive = alive_] {
        if (!*alive) return;
        waits_ = false;
        tell();
    });
}

void Online::tell() {
    std::vector<std::string> come;
    std::vector<std::string> left;
    for (const std::string& guest : std::exchange(changed_, {})) {
        const bool connected = connected_.contains(guest);
        if (store_.is_shared() && connected != said_.contains(guest)) {
            (connected ? come : left).push_back(guest);
            connected ? static_cast<void>(said_.insert(guest)) : static_cast<void>(said_.erase(guest));
        }
        const auto by = followed_by_.find(guest);
        if (by == followed_by_.end()) continue;
        const bool here = is_here(guest);
        for (const Client* client : by->second) {
            Follower& follower = followers_.at(client);
            if (std::exchange(follower.told[guest], here) == here) continue;
            ++frames_;
            JsonWriter json;
            json.begin_object().key("friend").begin_object();
            json.key("person").value(mark_(follower.client->person.guest, guest)).key("here").value(here);
            follower.client->send(json.end_object().end_object().take());
        }
    }
    say(is_here_word, come);
    say(is_gone_word, left);
}

void Online::say(std::string_view word, const std::vector<std::string>& guests) {
    for (std::size_t first = 0; first < guests.size(); first += most_named) {
        std::string words = std::string(first_word) + " " + std::string(word);
        for (std::size_t i = first; i < std::min(guests.size(), first + most_named); ++i) words += " " + guests[i];
        store_.ask([words](Store& store) { return store.tell_others(words); }, [](const Expected<void>&) {});
    }
}

void Online::say_all() { say(is_here_word, std::vector<std::string>(said_.begin(), said_.end())); }

bool Online::heard(const std::string& node, std::string_view words) {
    const auto all = split(words, ' ');
    if (all.size() < 2 || all[0] != first_word) return false;
    Node& from = nodes_[node];
    from.heard_at = beats_;
    if (all[1] == asks_word) say_all();
    for (std::size_t i = 2; i < all.size(); ++i) {
        const std::string guest(all[i]);
        if (all[1] == is_here_word ? from.guests.insert(guest).second : from.guests.erase(guest) > 0) changed(guest);
    }
    return true;
}

void Online::ask_again() {
    if (!store_.is_shared()) return;
    say_all();
    store_.ask([](Store& store) { return store.tell_others(std::string(first_word) + " " + std::string(asks_word)); },
               [](const Expected<void>&) {});
}

void Online::beat(std::int64_t beats) {
    beats_ = beats;
    if (!store_.is_shared() || beats % beats_between_signs != 0) return;
    store_.ask([](Store& store) { return store.tell_others(std::string(first_word) + " " + std::string(lives_word)); },
               [](const Expected<void>&) {});
    for (auto node = nodes_.begin(); node != nodes_.end();) {
        if (beats - node->second.heard_at <= beats_of_silence) {
            ++node;
            continue;
        }
        const auto guests = std::move(node->second.guests);
        node = nodes_.erase(node);
        for (const std::string& guest : guests) changed(guest);
    }
}

}  // namespace springtide::server
