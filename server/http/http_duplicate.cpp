// Duplicate tables over HTTP: /api/duplicates, /api/duplicates/{duplicate} and what a person does there.
#include "server/http/http_api.hpp"

namespace springtide::server {

namespace {

Shard::DuplicateDone show_to(const std::string& guest, const HttpApi::Reply& reply) {
    return [guest, reply](const Expected<DuplicateSet>& set) {
        reply(set ? answer_with(set->view(guest)) : refusal(set.error()));
    };
}

}  // namespace

void HttpApi::duplicate(const RoutedRequest& request, const Reply& reply) {
    const auto origin = people_.origin_of(request.device, request.address);
    people_.recognise(request.token, [=, this, id = request.parts.id](const Expected<Person>& known) {
        shard_.show_duplicate(
            id, known ? known->guest : std::string(), [this, origin, reply](const Expected<Shard::Shown>& shown) {
                if (!shown) return reply(refusal(shown.error()));
                shard_.limits().spend(origin.address, Cost::opened, std::chrono::steady_clock::now(), shown->events);
                reply(answer_with(shown->text));
            });
    });
}

void HttpApi::duplicate_ways(const RoutedRequest& request, const Reply& reply) {
    shard_.part_duplicate(request.parts.id, [reply](const Expected<std::string>& ways) {
        reply(ways ? answer_with(*ways) : refusal(ways.error()));
    });
}

void HttpApi::make_duplicate(const RoutedRequest& request, const MakeDuplicateBody& body, const Reply& reply) {
    shard_.make_duplicate(player_of(request), body.setup, show_to(request.person.guest, reply));
}

void HttpApi::sit_duplicate(const RoutedRequest& request, const SitDuplicateBody& body, const Reply& reply) {
    const DuplicateSet::Wish wish{.table = body.table, .seat = body.seat};
    const auto sit = [who = player_of(request), wish](const DuplicateSet& set) { return set.sit(who, wish); };
    shard_.change_duplicate(request.parts.id, sit, show_to(request.person.guest, reply));
}

void HttpApi::leave_duplicate(const RoutedRequest& request, const LeaveDuplicateBody& body, const Reply& reply) {
    const DuplicateSet::Wish wish{.table = body.table, .seat = body.seat};
    const auto leave = [guest = request.person.guest, wish](const DuplicateSet& set) { return set.leave(guest, wish); };
    shard_.change_duplicate(request.parts.id, leave, show_to(request.person.guest, reply));
}

void HttpApi::begin_duplicate(const RoutedRequest& request, const BeginDuplicateBody& body, const Reply& reply) {
    const auto begin = [guest = request.person.guest, table = body.table](const DuplicateSet& set) {
        return set.begin(guest, table);
    };
    shard_.change_duplicate(request.parts.id, begin, show_to(request.person.guest, reply));
}

void HttpApi::close_duplicate(const RoutedRequest& request, const Reply& reply) {
    const auto close = [guest = request.person.guest](const DuplicateSet& set) { return set.close(guest); };
    shard_.change_duplicate(request.parts.id, close, show_to(request.person.guest, reply));
}

}  // namespace springtide::server
