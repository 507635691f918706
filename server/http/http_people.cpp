// Whom people know: friends, those they keep away, those they met; and reports to the host (docs/api/openapi.yaml).
#include <algorithm>

#include "core/json_writer.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/accounts/company.hpp"
#include "server/accounts/host_desk.hpp"
#include "server/base/clean_text.hpp"
#include "server/http/http_api.hpp"
#include "server/identity/identity.hpp"

namespace springtide::server {

namespace {

constexpr double reports_at_once = 5;  // from one address; then one every ten minutes
constexpr double reports_per_second = 1.0 / 600;
constexpr std::size_t most_reporters = 100'000;
constexpr std::size_t longest_reason = 500;

}  // namespace

/// Others are named by marks that mean something to this person alone: nobody learns the id of a guest.
void HttpApi::answer_company(const std::string& guest, const Reply& reply) {
    const auto answer = [this, guest, reply](const Expected<Company>& company) {
        if (!company) return reply(refusal(company.error()));
        JsonWriter json;
        json.begin_object();
        const auto write = [&](std::string_view name, const std::vector<Acquaintance>& all) {
            json.key(name).begin_array();
            for (const Acquaintance& one : all) {
                json.begin_object().key("person").value(people_.handle_of(guest, one.guest));
                json.key("name").value(one.name).key("claimed").value(one.is_claimed).key("at").value(one.at);
                if (one.is_bot) json.key("bot_account").value(true);
                if (name == "friends") json.key("here").value(shard_.online().is_here(one.guest));
                if (!one.table.empty()) json.key("table").value(one.table);
                json.end_object();
            }
            json.end_array();
        };
        write("friends", company->friends);
        write("asked", company->asked);
        write("asking", company->asking);
        write("blocked", company->blocked);
        write("recent", company->met);
        reply(answer_with(json.end_object().take()));
    };
    lists_.ask([guest](Store& store) { return read_company(store, guest); }, answer);
}

void HttpApi::company(const RoutedRequest& request, const Reply& reply) { answer_company(request.person.guest, reply); }

void HttpApi::change_company(const RoutedRequest& request, const ChangeCompanyBody& body, const Reply& reply) {
    const std::string reason = plain_text(body.reason.value_or(""));
    if (body.act == PeopleAct::report) {
        if (reason.empty() || reason.size() > longest_reason)
            return reply(refusal(error_of(server_reason("report_why"))));
        if (reporters_.size() > most_reporters) reporters_.clear();
        auto& reporter =
            reporters_.try_emplace(network_of(request.address), reports_at_once, reports_per_second).first->second;
        if (!reporter.take(std::chrono::steady_clock::now()))
            return reply(refusal(error_of(server_reason("many_reports"))));
    }
    find_guest(request.person, body, reply,
               [this, reply, reason, act = body.act, person = request.person](const TableGuest& whom) {
                   if (whom.guest == person.guest) return reply(refusal(error_of(server_reason("that_is_you"))));
                   act == PeopleAct::report ? report(person, whom, reason, reply)
                                            : change_tie(person, whom.guest, act, reply);
               });
}

/// Finds a person: by the mark they have in the sender's own lists, by their seat at a table, or by what they said
/// there.
void HttpApi::find_guest(const Person& person, const ChangeCompanyBody& body, const Reply& reply,
                         const std::function<void(const TableGuest&)>& go_on) {
    if (body.person) {
        lists_.ask([guest = person.guest](Store& store) { return read_company(store, guest); },
                   [this, reply, go_on, handle = *body.person, guest = person.guest](const Expected<Company>& company) {
                       if (!company) return reply(refusal(company.error()));
                       for (const auto* all :
                            {&company->friends, &company->asked, &company->asking, &company->blocked, &company->met})
                           for (const Acquaintance& one : *all)
                               if (people_.handle_of(guest, one.guest) == handle)
                                   return go_on({.guest = one.guest, .name = one.name});
                       reply(refusal(error_of(server_reason("no_such_person"))));
                   });
        return;
    }
    if (!body.table) return reply(refusal(Fields::missing("table", "a text").error()));
    if (!is_id(*body.table)) return reply(refusal(error_of(server_reason("no_such_table"))));
    if (!body.said && !body.seat) return reply(refusal(Fields::missing("seat", "a whole number").error()));
    const auto find = [said = body.said, seat = body.seat](const Room& room) {
        return said ? room.who_said(*said) : room.who_sits(*seat);
    };
    shard_.find_guest(*body.table, person, find, [reply, go_on](const Expected<TableGuest>& whom) {
        whom ? go_on(*whom) : reply(refusal(whom.error()));
    });
}

void HttpApi::change_tie(const Person& person, const std::string& other, PeopleAct act, const Reply& reply) {
    const std::string& guest = person.guest;
    const auto tie = [guest, other, act, at = now_ms()](Store& store) -> Expected<Write> {
        switch (act) {
            case PeopleAct::befriend: return befriend(store, guest, other, at);
            case PeopleAct::block: return block(store, guest, other, at);
            case PeopleAct::unblock: return unblock(guest, other);
            case PeopleAct::part:
            case PeopleAct::report: break;
        }
        return part(guest, other);
    };
    const auto decide = [tie, token = person.token()](Store& store) -> Expected<Change> {
        auto write = tie(store);
        if (!write) return std::unexpected(write.error());
        write->only_if.session = session_mark(token);
        return Change{.write = std::move(*write)};
    };
    change(decide, reply, [this, reply, guest, other, act](const Change&) {
        if (act == PeopleAct::block || act == PeopleAct::unblock) shard_.blocks_changed(guest);
        shard_.friends_changed({guest, other});
        answer_company(guest, reply);
    });
}

/// A line in the host's list. Whoever is reported is not told.
void HttpApi::report(const Person& person, const TableGuest& whom, const std::string& reason, const Reply& reply) {
    Write write;
    write.notes = {report_note({.by = person.guest, .by_name = person.name, .whom = whom, .reason = reason}, now_ms())};
    store_then(std::move(write), reply, [this, reply, guest = person.guest] { answer_company(guest, reply); });
}

}  // namespace springtide::server
