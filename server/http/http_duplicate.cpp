// Duplicate tables over HTTP: /api/duplicates, /api/duplicates/{id} and what is asked of them.
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/http/http_api.hpp"

namespace springtide::server {

namespace {

constexpr std::string_view start = "/api/duplicates";
constexpr double cost_of_comparing = 2'000;  // as if so many events were folded

Shard::DuplicateDone show_to(const std::string& guest, const HttpApi::Reply& reply) {
    return [guest, reply](const Expected<DuplicateSet>& set) {
        if (!set) return reply(refusal(set.error()));
        HttpResponse response;
        response.body = set->view(guest);
        reply(response);
    };
}

Expected<std::optional<std::int64_t>> number_if_given(const boost::json::object& body, std::string_view name) {
    if (!body.contains(name)) return std::nullopt;
    const auto number = Fields(body).number(name);
    if (!number) return std::unexpected(number.error());
    return *number;
}

}  // namespace

bool HttpApi::is_duplicate_path(std::string_view path) { return is_path_under(path, start); }

void HttpApi::duplicate(const HttpRequest& request, const Reply& reply) {
    const auto asked = path_under(request.path, start);
    if (!asked || asked->id.empty() || !(asked->what.empty() || asked->what == "ways"))
        return reply(nothing_at(request.path));
    const bool compares = asked->what == "ways";
    const auto origin = people_.origin_of(request.device, request.address);
    if (!shard_.limits().take(origin.address, compares ? Cost::opened : Cost::event, std::chrono::steady_clock::now(),
                              compares ? cost_of_comparing : 1))
        return reply(refusal(error_of(server_reason("address_acts_fast"))));
    if (compares)
        return shard_.part_duplicate(asked->id, [reply](const Expected<std::string>& ways) {
            if (!ways) return reply(refusal(ways.error()));
            HttpResponse response;
            response.body = *ways;
            reply(response);
        });
    if (!shard_.limits().take(origin.address, Cost::opened, std::chrono::steady_clock::now()))
        return reply(refusal(error_of(server_reason("address_acts_fast"))));
    people_.recognise(request.token, [=, this, id = asked->id](const Expected<Person>& known) {
        shard_.show_duplicate(
            id, known ? known->guest : std::string(), [this, origin, reply](const Expected<Shard::Shown>& shown) {
                if (!shown) return reply(refusal(shown.error()));
                shard_.limits().spend(origin.address, Cost::opened, std::chrono::steady_clock::now(), shown->events);
                HttpResponse response;
                response.body = shown->text;
                reply(response);
            });
    });
}

void HttpApi::change_duplicate(const HttpRequest& request, const boost::json::object& body, const Reply& reply) {
    const auto asked = path_under(request.path, start);
    if (!asked || (!asked->id.empty() && asked->what.empty())) return reply(nothing_at(request.path));
    const auto origin = origin_of_player(request);
    if (!shard_.limits().take(origin.address, Cost::event, std::chrono::steady_clock::now()))
        return reply(refusal(error_of(server_reason("address_acts_fast"))));
    DuplicateSetup setup;
    if (asked->id.empty()) {
        auto wanted = duplicate_setup_from_request(body);
        if (!wanted) return reply(refusal(wanted.error()));
        setup = std::move(*wanted);
    }
    DuplicateSet::Wish wish;
    if (!asked->id.empty()) {
        const auto table = number_if_given(body, "table");
        if (!table) return reply(refusal(table.error()));
        const auto seat = number_if_given(body, "seat");
        if (!seat) return reply(refusal(seat.error()));
        wish = {.table = *table, .seat = *seat};
    }
    people_.recognise(request.token, [=, this, path = request.path](const Expected<Person>& known) {
        if (!known) return reply(refusal(error_of(server_reason("not_logged_in"))));
        Person who = *known;
        who.origin = origin;
        const auto shown = show_to(who.guest, reply);
        const auto change = [&](const Shard::DuplicateChange& decide) {
            shard_.change_duplicate(asked->id, decide, shown);
        };
        if (asked->id.empty()) return shard_.make_duplicate(who, setup, shown);
        if (asked->what == "sit") return change([who, wish](const DuplicateSet& set) { return set.sit(who, wish); });
        if (asked->what == "leave")
            return change([who, wish](const DuplicateSet& set) { return set.leave(who.guest, wish); });
        if (asked->what == "begin")
            return change([who, wish](const DuplicateSet& set) { return set.begin(who.guest, wish.table); });
        if (asked->what == "close") return change([who](const DuplicateSet& set) { return set.close(who.guest); });
        reply(nothing_at(path));
    });
}

}  // namespace springtide::server
