// Club nights over HTTP: /api/clubs, /api/clubs/{club} and what a person does at one.
#include "server/http/http_api.hpp"

namespace springtide::server {

namespace {

Shard::ClubDone show_to(const std::string& guest, const HttpApi::Reply& reply) {
    return [guest, reply](const Expected<Club>& club) {
        reply(club ? answer_with(club->view(guest)) : refusal(club.error()));
    };
}

}  // namespace

void HttpApi::club(const RoutedRequest& request, const Reply& reply) {
    const auto origin = people_.origin_of(request.device, request.address);
    people_.recognise(request.token, [=, this, id = request.parts.id](const Expected<Person>& known) {
        shard_.show_club(
            id, known ? known->guest : std::string(), [this, origin, reply](const Expected<Shard::Shown>& shown) {
                if (!shown) return reply(refusal(shown.error()));
                shard_.limits().spend(origin.address, Cost::opened, std::chrono::steady_clock::now(), shown->events);
                reply(answer_with(shown->text));
            });
    });
}

void HttpApi::make_club(const RoutedRequest& request, const MakeClubBody& body, const Reply& reply) {
    shard_.make_club(request.person, body.setup, show_to(request.person.guest, reply));
}

void HttpApi::enter_club(const RoutedRequest& request, const Reply& reply) {
    const auto enter = [who = request.person](const Club& club) { return club.enter(who.guest, who.name); };
    shard_.change_club(request.parts.id, enter, show_to(request.person.guest, reply));
}

void HttpApi::leave_club(const RoutedRequest& request, const LeaveClubBody& body, const Reply& reply) {
    const auto leave = [guest = request.person.guest, person = body.person](const Club& club) {
        return club.leave(guest, person);
    };
    shard_.change_club(request.parts.id, leave, show_to(request.person.guest, reply));
}

void HttpApi::begin_club_round(const RoutedRequest& request, const Reply& reply) {
    shard_.begin_club_round(request.person, request.parts.id, show_to(request.person.guest, reply));
}

void HttpApi::end_club(const RoutedRequest& request, const Reply& reply) {
    const auto end = [guest = request.person.guest](const Club& club) { return club.end(guest); };
    shard_.change_club(request.parts.id, end, show_to(request.person.guest, reply));
}

}  // namespace springtide::server
