#include "server/competitions/duplicate_event.hpp"

#include <boost/json.hpp>

#include "core/json_writer.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/json_numbers.hpp"
#include "server/messages/room_setup.hpp"

namespace springtide::server {

namespace {

constexpr int fewest_tables = 2;
constexpr int most_tables = 12;
constexpr int most_minutes = 180;
constexpr int most_days = 14;

struct ToJson {
    JsonWriter& json;
    void operator()(const DuplicateCreated& what) const {
        json.key("kind").value("duplicate");
        write_setup(json, what.setup);
        json.key("tables").value(what.setup.tables).key("host").value(what.setup.host);
        json.key("secret").value(what.setup.secret).key("ids").begin_array();
        for (const auto& id : what.setup.ids) json.value(id);
        json.end_array();
    }
    void operator()(const DuplicateSeated& what) const {
        json.key("kind").value("seated").key("table").value(what.table).key("seat").value(what.seat);
        json.key("guest").value(what.place.guest).key("name").value(what.place.name);
        if (!what.place.device.empty()) json.key("device").value(what.place.device);
    }
    void operator()(const DuplicateLeft& what) const {
        json.key("kind").value("left").key("table").value(what.table).key("seat").value(what.seat);
    }
    void operator()(const DuplicateBegun& what) const {
        json.key("kind").value("begun").key("tables");
        write_numbers(json, what.tables);
    }
    void operator()(const DuplicateClosed& /*what*/) const { json.key("kind").value("closed"); }
};

}  // namespace

void write_setup(JsonWriter& json, const DuplicateSetup& setup) {
    const GameChoice& choice = setup.choice;
    json.key("name").value(choice.name).key("game").value(choice.game).key("options");
    write_options(json, choice.options);
    json.key("seats").value(choice.seats);
    if (setup.days > 0)
        json.key("days").value(setup.days);
    else
        json.key("minutes").value(setup.minutes);
    json.key("bot").value(choice.bot);
}

std::unexpected<Error> damaged_duplicate() {
    return fail(ErrorCode::unavailable, "what is stored of these duplicate tables cannot be read");
}

StoredEvent to_stored(const DuplicateEvent& event, std::int64_t seq, std::int64_t at) {
    JsonWriter json;
    json.begin_object();
    std::visit(ToJson{json}, event);
    return {.seq = seq, .at = at, .body = json.end_object().take()};
}

std::string named_by(const DuplicateEvent& event) {
    const auto* seated = std::get_if<DuplicateSeated>(&event);
    return seated != nullptr ? seated->place.guest : std::string();
}

bool is_duplicate_set(const ClubLog& log) {
    return !log.events.empty() && log.events.front().body.starts_with(R"({"kind":"duplicate",)");
}

std::string duplicate_result_text(const std::vector<int>& points, const std::vector<int>& absent) {
    JsonWriter json;
    json.begin_object().key("points");
    write_numbers(json, points);
    json.key("absent");
    write_numbers(json, absent);
    return json.end_object().take();
}

Expected<DuplicateSetup> duplicate_setup_from_request(const boost::json::object& request) {
    const Fields fields(request);
    DuplicateSetup setup;
    auto choice = game_choice(fields, server_reason("duplicate_name"));
    if (!choice) return std::unexpected(choice.error());
    setup.choice = std::move(*choice);
    const auto tables = number_between(fields, "tables", fewest_tables, most_tables);
    if (!tables) return std::unexpected(tables.error());
    setup.tables = *tables;
    if (fields.has("minutes") == fields.has("days")) return refuse(server_reason("duplicate_clock"));
    const bool has_days = fields.has("days");
    const auto time =
        has_days ? number_between(fields, "days", 1, most_days) : number_between(fields, "minutes", 1, most_minutes);
    if (!time) return std::unexpected(time.error());
    (has_days ? setup.days : setup.minutes) = *time;
    return setup;
}

Expected<DuplicateEvent> duplicate_from_stored(const StoredEvent& stored) {
    boost::system::error_code error;
    const auto value = boost::json::parse(stored.body, error);
    if (error || !value.is_object()) return damaged_duplicate();
    const auto& object = value.get_object();
    const Fields fields(object);
    const auto kind = fields.text("kind").value_or("");
    const int table = static_cast<int>(fields.number("table").value_or(-1));
    const int seat = static_cast<int>(fields.number("seat").value_or(-1));
    if (kind == "duplicate") {
        auto setup = duplicate_setup_from_request(object);
        if (!setup) return damaged_duplicate();
        setup->host = fields.text("host").value_or("");
        setup->secret = fields.text("secret").value_or("");
        if (const auto* ids = object.if_contains("ids"); ids != nullptr && ids->is_array())
            for (const auto& one : ids->get_array())
                if (one.is_string()) setup->ids.emplace_back(one.get_string());
        return DuplicateCreated{.setup = std::move(*setup)};
    }
    if (kind == "seated")
        return DuplicateSeated{.table = table,
                               .seat = seat,
                               .place = {.guest = fields.text("guest").value_or(""),
                                         .name = fields.text("name").value_or(""),
                                         .device = fields.text("device").value_or("")}};
    if (kind == "left") return DuplicateLeft{.table = table, .seat = seat};
    if (kind == "begun") return DuplicateBegun{.tables = numbers_in(object, "tables")};
    if (kind == "closed") return DuplicateClosed{};
    return damaged_duplicate();
}

}  // namespace springtide::server
