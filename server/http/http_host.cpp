// The host's page: reports, who is kept out or may not talk, tables to be closed; and what was done there.
#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <tuple>

#include "core/json_writer.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/accounts/bans.hpp"
#include "server/accounts/host_desk.hpp"
#include "server/base/clean_text.hpp"
#include "server/base/log.hpp"
#include "server/http/http_api.hpp"
#include "server/identity/identity.hpp"
#include "table/sha256.hpp"

namespace springtide::server {

namespace {

constexpr int most_shown = 200;
constexpr int most_bans = 10'000;
constexpr std::size_t longest_why = 500;
constexpr std::int64_t hour_ms = 3'600'000;
constexpr std::int64_t most_hours = 24 * 3660;

struct Desk {
    std::vector<NoteRow> reports;
    std::vector<NoteRow> deeds;
    std::vector<NoteRow> bans;
    std::vector<NoteRow> mutes;
};

Expected<Desk> read_desk(Store& store) {
    Desk desk;
    for (const auto& [kind, rows, limit] :
         {std::tuple(note_kinds::report, &desk.reports, most_shown),
          std::tuple(note_kinds::deed, &desk.deeds, most_shown), std::tuple(note_kinds::ban, &desk.bans, most_bans),
          std::tuple(note_kinds::mute, &desk.mutes, most_bans)}) {
        auto found = store.notes(host_guest, kind, limit);
        if (!found) return std::unexpected(found.error());
        *rows = std::move(*found);
    }
    return desk;
}

/// A text of the note's JSON; empty where there is none.
std::string word_of(const NoteRow& note, std::string_view name) {
    boost::system::error_code error;
    const auto body = boost::json::parse(note.body, error);
    return error || !body.is_object() ? "" : Fields(body.get_object()).text(name).value_or("");
}

std::vector<Origin> origins_of(const NoteRow& report) {
    std::vector<Origin> origins;
    boost::system::error_code error;
    const auto body = boost::json::parse(report.body, error);
    const auto* list = error || !body.is_object() ? nullptr : body.get_object().if_contains("origins");
    if (list != nullptr && list->is_array())
        for (const auto& one : list->get_array())
            if (one.is_string()) origins.push_back(origin_from_text(std::string_view(one.get_string())));
    return origins;
}

/// What the host's page shows: the notes, and what this process counts.
std::string desk_text(const Desk& desk, const std::vector<Figure>& figures) {
    JsonWriter json;
    json.begin_object().key("reports").begin_array();
    for (const NoteRow& report : desk.reports) {
        json.begin_object().key("report").value(report.key).key("at").value(report.at);
        for (const char* name : {"by_name", "guest", "name", "table", "text", "reason"})
            json.key(name).value(word_of(report, name));
        json.end_object();
    }
    json.end_array().key("deeds").begin_array();
    for (const NoteRow& deed : desk.deeds) {
        json.begin_object().key("at").value(deed.at);
        for (const char* name : {"do", "whom", "name", "why"}) json.key(name).value(word_of(deed, name));
        json.end_object();
    }
    json.end_array();
    for (const auto& [name, rows] : {std::pair("bans", &desk.bans), std::pair("mutes", &desk.mutes)}) {
        json.key(name).begin_array();
        for (const NoteRow& row : *rows)
            if (const auto ban = ban_from(row)) {
                json.begin_object().key("target").value(ban->target).key("name").value(ban->name);
                json.key("why").value(ban->why).key("at").value(ban->at).key("until").value(ban->until).end_object();
            }
        json.end_array();
    }
    json.key("counters").begin_object();
    for (const auto& [name, figure] : {std::pair("connected", "clients"), std::pair("tables", "tables_known"),
                                       std::pair("events", "events_total"), std::pair("requests", "requests_total"),
                                       std::pair("refusals", "refusals_total"), std::pair("damaged", "tables_damaged")})
        json.key(name).value(value_of(figures, figure));
    return json.end_object().end_object().take();
}

}  // namespace

/// What the host asked for, checked.
struct HttpApi::HostDeed {
    HostAct what = HostAct::look;
    std::string guest{};
    std::string range{};
    std::string report{};
    std::string table{};
    std::string target{};
    std::string why{};
    std::int64_t until = 0;
    bool there = false;
};

bool HttpApi::is_host(const std::string& key) const {
    // Digests: what is compared is equally long, whatever was sent.
    return !host_key_.empty() && same_secret(to_hex(sha256(key)), to_hex(sha256(host_key_)));
}

std::optional<HttpResponse> HttpApi::refuse_host(const HttpRequest& request, const boost::json::object& body) {
    if (host_key_.empty()) return refusal(error_of(server_reason("no_host_key")));
    const auto now = std::chrono::steady_clock::now();
    if (const auto wait = host_guesses_.try_address(request.address, now))
        return refusal(error_of(server_reason("too_many_passwords")), wait);
    const auto key = Fields(body).text("key");
    if (!key) return refusal(key.error());
    if (!is_host(*key)) {
        log_at(Level::warning, "a wrong host's key was tried");
        return refusal(error_of(server_reason("wrong_host_key")));
    }
    host_guesses_.forgive_address(request.address, now);  // only guesses cost
    return std::nullopt;
}

void HttpApi::host(const RoutedRequest& /*request*/, const HostBody& body, const Reply& reply) {
    const auto deed = host_deed(body);
    if (!deed) return reply(refusal(deed.error()));
    if (deed->what == HostAct::look) return show_desk(reply);
    if (deed->what == HostAct::close) return close_table(*deed, reply);
    const auto decide = [deed = *deed, at = now_ms()](Store& store) { return decide_deed(store, deed, at); };
    lists_.ask(decide, [this, reply](Expected<Write> write) {
        if (!write) return reply(refusal(write.error()));
        store_then(std::move(*write), reply,
                   [this, reply] { shard_.bans_changed([this, reply] { show_desk(reply); }); });
    });
}

Expected<HttpApi::HostDeed> HttpApi::host_deed(const HostBody& body) {
    HostDeed deed{.what = body.act,
                  .guest = body.guest.value_or(""),
                  .range = body.range.value_or(""),
                  .report = body.report.value_or(""),
                  .table = body.table.value_or(""),
                  .target = body.target.value_or(""),
                  .why = plain_text(body.why.value_or("")),
                  .there = body.there.value_or(false)};
    if (deed.what == HostAct::look) return deed;
    if (deed.why.empty() || deed.why.size() > longest_why) return refuse(server_reason("host_why"));
    const auto hours = body.hours.value_or(0);
    if (hours < 0 || hours > most_hours) return refuse(server_reason("host_hours"), {{"most", most_hours}});
    deed.until = hours == 0 ? 0 : now_ms() + hours * hour_ms;
    if (!deed.guest.empty() && !is_id(deed.guest) && !is_bot_account(deed.guest))
        return refuse(server_reason("no_such_person"));
    if (!deed.range.empty() && !range_from_text(deed.range)) return refuse(server_reason("host_range"));
    if (deed.what == HostAct::close && !is_id(deed.table)) return refuse(server_reason("no_such_table"));
    if ((deed.what == HostAct::ban || deed.what == HostAct::mute) && deed.guest.empty() && deed.report.empty() &&
        (deed.range.empty() || deed.what == HostAct::mute))
        return refuse(server_reason("host_whom"));
    if ((deed.what == HostAct::unban || deed.what == HostAct::unmute) && deed.target.empty())
        return refuse(server_reason("host_whom"));
    return deed;
}

/// In the store's thread: what is written, with the line that tells of it.
Expected<Write> HttpApi::decide_deed(Store& store, const HostDeed& deed, std::int64_t at) {
    Write write;
    Ban ban{.target = {}, .name = {}, .why = deed.why, .until = deed.until, .at = at};
    std::string guest = deed.guest;
    std::vector<Origin> origins;
    if (!deed.report.empty()) {
        const auto report = store.note({.guest = host_guest, .kind = note_kinds::report, .key = deed.report});
        if (!report) return std::unexpected(report.error());
        if (!*report) return refuse(server_reason("no_such_report"));
        guest = word_of(**report, "guest");
        ban.name = word_of(**report, "name");
        if (deed.there) origins = origins_of(**report);
    } else if (!guest.empty()) {
        const auto row = store.guest(guest);
        if (!row) return std::unexpected(row.error());
        if (!*row) return refuse(server_reason("no_such_person"));
        ban.name = (*row)->name;
    }
    std::vector<std::string> targets;
    const char* kind = deed.what == HostAct::mute || deed.what == HostAct::unmute ? note_kinds::mute : note_kinds::ban;
    if (deed.what == HostAct::mute) targets.push_back(guest);
    if (deed.what == HostAct::ban) {
        if (!guest.empty()) targets.push_back("guest " + guest);
        const auto bots = guest.empty() ? std::vector<NoteRow>() : store.notes(guest, note_kinds::owns, most_bots);
        if (!bots) return std::unexpected(bots.error());
        for (const NoteRow& bot : *bots) targets.push_back("guest " + bot.key);  // their programs go with them
        if (!deed.range.empty()) targets.push_back("range " + deed.range);
        for (const Origin& origin : origins) {
            if (!origin.device.empty()) targets.push_back("device " + origin.device);
            if (!origin.address.empty()) targets.push_back("address " + origin.address);
        }
    }
    std::string told;
    for (const std::string& target : targets) {
        ban.target = target;
        write.notes.push_back(note_of(ban, kind));
        told += (told.empty() ? "" : ", ") + target;
    }
    if (targets.empty()) {
        const auto there = store.note({.guest = host_guest, .kind = kind, .key = deed.target});
        if (!there) return std::unexpected(there.error());
        if (!*there) return refuse(server_reason("host_not_there"));
        ban.name = word_of(**there, "name");
        write.forgotten_notes = {{.guest = host_guest, .kind = kind, .key = deed.target}};
        told = deed.target;
    }
    write.notes.push_back(
        deed_note({.what = std::string(enum_name(deed.what)), .whom = told, .name = ban.name, .why = deed.why}, at));
    return write;
}

void HttpApi::close_table(const HostDeed& deed, const Reply& reply) {
    shard_.close_table(deed.table, deed.why, [this, reply, deed](const Expected<void>& closed) {
        if (!closed) return reply(refusal(closed.error()));
        Write write;
        write.notes = {deed_note(
            {.what = std::string(enum_name(deed.what)), .whom = "table " + deed.table, .name = {}, .why = deed.why},
            now_ms())};
        store_then(std::move(write), reply, [this, reply] { show_desk(reply); });
    });
}

void HttpApi::show_desk(const Reply& reply) {
    lists_.ask([](Store& store) { return read_desk(store); },
               [this, reply](const Expected<Desk>& desk) {
                   if (!desk) return reply(refusal(desk.error()));
                   shard_.measure([reply, desk = *desk](const std::vector<Figure>& figures) {
                       reply(answer_with(desk_text(desk, figures)));
                   });
               });
}

}  // namespace springtide::server
