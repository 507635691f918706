#include "server/tables/bot_streams.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>

#include "core/json_writer.hpp"

namespace springtide::server {

namespace {

constexpr double seconds_of_an_hour = 3600;
constexpr std::string_view over = enum_name(Phase::over);
constexpr std::string_view challenge = "challenge";

/// Asked to play there, and not yet answered.
bool is_challenge(const RoomRow& room) {
    boost::system::error_code error;
    const auto summary = boost::json::parse(room.summary, error);
    if (error || !summary.is_object() || room.phase != enum_name(Phase::open)) return false;
    const auto* asked = summary.get_object().if_contains("asked");
    if (asked == nullptr || !asked->is_array()) return false;
    return std::ranges::any_of(asked->get_array(),
                               [&](const auto& seat) { return seat.is_int64() && seat.get_int64() == room.seat; });
}

/// The changes that matter to a program that follows: it plays at the table itself.
std::string kind_of(const RoomRow& room) { return is_challenge(room) ? std::string(challenge) : room.phase; }

}  // namespace

void BotStreams::follow(const ClientPtr& client, std::string head, std::function<void(const Expected<void>&)> done) {
    lists_.tables_of(client->person.guest, [this, alive = alive_, client, head = std::move(head),
                                            done = std::move(done)](const Expected<std::vector<RoomRow>>& rooms) {
        if (!*alive) return;
        if (!rooms) return done(std::unexpected(rooms.error()));
        Follower fresh{.client = client};
        JsonWriter json;
        json.begin_object();
        for (const bool challenges : {true, false}) {
            json.key(challenges ? "challenges" : "games").begin_array();
            for (const RoomRow& room : *rooms) {
                if (room.phase == over || is_challenge(room) != challenges) continue;
                write_own_table(json, room);
                fresh.told[room.table] = kind_of(room);
            }
            json.end_array();
        }
        client->send(head + "," + json.end_object().take().substr(1));
        if (!client->has_gone) followers_[client.get()] = std::move(fresh);
        done({});
        look(client->person.guest);  // for changes between the first read and the start of following
    });
}

void BotStreams::forget(const Client& client) { followers_.erase(&client); }

bool BotStreams::is_followed(const std::string& bot) const {
    return std::ranges::any_of(followers_, [&](const auto& one) { return one.second.client->person.guest == bot; });
}

void BotStreams::look(const std::string& bot) {
    if (!is_followed(bot)) return;
    lists_.tables_of(bot, [this, alive = alive_, bot](const Expected<std::vector<RoomRow>>& rooms) {
        if (!*alive || !rooms) return;
        for (auto& [client, follower] : followers_)
            if (follower.client->person.guest == bot) tell(follower, *rooms);
    });
}

void BotStreams::look_at_all() {
    std::set<std::string> bots;
    for (const auto& [client, follower] : followers_) bots.insert(follower.client->person.guest);
    for (const std::string& bot : bots) look(bot);
}

void BotStreams::tell(Follower& follower, const std::vector<RoomRow>& rooms) {
    auto before = std::exchange(follower.told, {});
    for (const RoomRow& room : rooms) {
        const std::string kind = kind_of(room);
        const auto known = before.find(room.table);
        const bool is_news = known == before.end() ? kind != over : known->second != kind;
        if (kind != over) follower.told[room.table] = kind;
        if (known != before.end()) before.erase(known);
        if (!is_news) continue;
        JsonWriter json;
        json.begin_object().key(kind == challenge ? challenge : "game");
        write_own_table(json, room);
        follower.client->send(json.end_object().take());
    }
    for (const auto& [table, kind] : before) {  // the seat belongs to another player, or the table is gone
        JsonWriter json;
        follower.client->send(json.begin_object().key("gone").value(table).end_object().take());
    }
}

std::set<std::string> BotStreams::concerned(const Room& room) {
    std::set<std::string> now;
    for (const Chair& chair : room.chairs())
        if (chair.is_bot_account()) now.insert(chair.guests.front());
    std::set<std::string> all = now;
    if (const auto before = at_table_.find(room.id()); before != at_table_.end()) {
        all.insert(before->second.begin(), before->second.end());
        if (now.empty() || room.phase() == Phase::over) at_table_.erase(before);
    }
    if (!now.empty() && room.phase() != Phase::over) at_table_[room.id()] = std::move(now);
    return all;
}

bool BotStreams::may_act(const std::string& bot) {
    const auto rate = static_cast<double>(limits_.moves_per_second);
    return budgets_.take("act " + bot, 2 * rate, rate);
}

bool BotStreams::may_challenge(const std::string& challenger, const std::string& bot) {
    const auto hourly = static_cast<double>(limits_.challenges_per_hour);
    return budgets_.take("by " + challenger, hourly, hourly / seconds_of_an_hour) &&
           budgets_.take("to " + bot, hourly, hourly / seconds_of_an_hour);
}

}  // namespace springtide::server
