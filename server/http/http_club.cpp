// Club nights over HTTP: /api/clubs, /api/clubs/{id} and what is asked of one.
#include <boost/json/parse.hpp>

#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/http/http_api.hpp"

namespace springtide::server {

namespace {

constexpr std::string_view start = "/api/clubs";

Shard::ClubDone show_to(const std::string& guest, const HttpApi::Reply& reply) {
    return [guest, reply](const Expected<Club>& club) {
        if (!club) return reply(refusal(club.error()));
        HttpResponse response;
        response.body = club->view(guest);
        reply(response);
    };
}

}  // namespace

bool HttpApi::is_club_path(std::string_view path) { return is_path_under(path, start); }

void HttpApi::club(const HttpRequest& request, const Reply& reply) {
    const auto asked = path_under(request.path, start);
    if (!asked || asked->id.empty() || !asked->what.empty()) return reply(nothing_at(request.path));
    const auto origin = people_.origin_of(request.device, request.address);
    const auto now = std::chrono::steady_clock::now();
    if (!shard_.limits().take(origin.address, Cost::event, now) ||
        !shard_.limits().take(origin.address, Cost::opened, now))
        return reply(refusal(error_of(server_reason("address_acts_fast"))));
    people_.recognise(request.token, [=, this, id = asked->id](const Expected<Person>& known) {
        shard_.show_club(
            id, known ? known->guest : std::string(), [this, origin, reply](const Expected<Shard::Shown>& shown) {
                if (!shown) return reply(refusal(shown.error()));
                shard_.limits().spend(origin.address, Cost::opened, std::chrono::steady_clock::now(), shown->events);
                HttpResponse response;
                response.body = shown->text;
                reply(response);
            });
    });
}

void HttpApi::change_club(const HttpRequest& request, const boost::json::object& body, const Reply& reply) {
    const auto asked = path_under(request.path, start);
    if (!asked || (!asked->id.empty() && asked->what.empty())) return reply(nothing_at(request.path));
    const auto origin = people_.origin_of(request.device, request.address);
    if (!shard_.limits().take(origin.address, Cost::event, std::chrono::steady_clock::now()))
        return reply(refusal(error_of(server_reason("address_acts_fast"))));
    ClubSetup setup;
    if (asked->id.empty()) {
        auto wanted = club_setup_from_request(body);
        if (!wanted) return reply(refusal(wanted.error()));
        setup = std::move(*wanted);
    }
    std::optional<std::int64_t> person;
    if (body.contains("person")) {
        const auto number = Fields(body).number("person");
        if (!number) return reply(refusal(number.error()));
        person = *number;
    }
    people_.recognise(request.token, [=, this, path = request.path](const Expected<Person>& known) {
        if (!known) return reply(refusal(error_of(server_reason("not_logged_in"))));
        Person who = *known;
        who.origin = origin;
        const auto shown = show_to(who.guest, reply);
        if (asked->id.empty()) return shard_.make_club(who, setup, shown);
        if (asked->what == "round") return shard_.begin_club_round(who, asked->id, shown);
        if (asked->what == "enter")
            return shard_.change_club(
                asked->id, [who](const Club& club) { return club.enter(who.guest, who.name); }, shown);
        if (asked->what == "leave")
            return shard_.change_club(
                asked->id, [who, person](const Club& club) { return club.leave(who.guest, person); }, shown);
        if (asked->what == "end")
            return shard_.change_club(asked->id, [who](const Club& club) { return club.end(who.guest); }, shown);
        reply(nothing_at(path));
    });
}

}  // namespace springtide::server
