// Requests are parsed here, once, as the table of ops says; nothing behind it looks at their JSON.
#include "server/messages/requests.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/clean_text.hpp"
#include "server/messages/ops.hpp"
#include "server/messages/read_fields.hpp"

namespace springtide::server {

namespace {

constexpr std::string_view seat_forms = R"("open", "reserved" or {"bot": level})";
constexpr std::string_view clock_form = R"(an object like {"kind": "none"})";

Expected<SeatChoice> read_seat(const boost::json::value& value) {
    if (value.is_string()) {
        const auto kind = enum_from_name<SeatKind>(std::string_view(value.get_string()));
        if (kind == SeatKind::open || kind == SeatKind::reserved) return SeatChoice{.kind = *kind, .level = {}};
    } else if (value.is_object()) {
        const auto level = Fields(value.get_object()).text("bot");
        if (!level) return std::unexpected(level.error());
        return SeatChoice{.kind = SeatKind::bot, .level = *level};
    }
    return refuse(server_reason("seat_form"), {{"forms", std::string(seat_forms)}});
}
Expected<std::int64_t> number_between(const Fields& fields, std::string_view name, std::int64_t low,
                                      std::int64_t high) {
    const auto number = fields.number(name);
    if (!number) return number;
    if (*number < low || *number > high)
        return Fields::wrong(name, std::to_string(low) + " to " + std::to_string(high));
    return number;
}

/// All day where they are not given.
Expected<PlayingHours> read_hours(const boost::json::object& clock) {
    const auto* given = clock.if_contains("hours");
    if (given == nullptr) return PlayingHours();
    if (!given->is_object())
        return Fields::wrong("hours", R"(an object like {"from": 1080, "to": 1320, "offset": 60})");
    const Fields fields(given->get_object());
    const auto from = number_between(fields, "from", 0, minutes_of_day - 1);
    if (!from) return std::unexpected(from.error());
    const auto to = number_between(fields, "to", 0, minutes_of_day - 1);
    if (!to) return std::unexpected(to.error());
    const auto offset = number_between(fields, "offset", -furthest_offset, furthest_offset);
    if (!offset) return std::unexpected(offset.error());
    const PlayingHours hours{
        .from = static_cast<int>(*from), .to = static_cast<int>(*to), .offset = static_cast<int>(*offset)};
    if (!are_possible(hours)) return refuse(server_reason("hours_too_short"), {{"least", shortest_slot}});
    return hours;
}

Expected<ClockSetup> read_clock(const boost::json::object& object, std::string_view name) {
    constexpr std::int64_t second = 1000;
    const auto* given = object.at(name).if_object();
    if (given == nullptr) return Fields::wrong(name, std::string(clock_form));
    const Fields fields(*given);
    const auto text = fields.text("kind");
    if (!text) return std::unexpected(text.error());
    const auto kind = enum_from_name<ClockKind>(*text);
    if (!kind) return refuse(server_reason("clock_kind"));
    ClockSetup clock;
    clock.kind = *kind;
    switch (*kind) {
        case ClockKind::none: break;
        case ClockKind::live: {
            const auto move = number_between(fields, "move", 1, 3600);
            if (!move) return std::unexpected(move.error());
            const auto bank = number_between(fields, "bank", 0, 86400);
            if (!bank) return std::unexpected(bank.error());
            clock.move = *move * second;
            clock.bank = *bank * second;
            break;
        }
        case ClockKind::days: {
            const auto days = number_between(fields, "days", 1, 60);
            if (!days) return std::unexpected(days.error());
            if (const auto hours = read_hours(*given); hours)
                clock.hours = *hours;
            else
                return std::unexpected(hours.error());
            clock.move = *days * clock.hours.length();  // a day is what it has of playing time
            break;
        }
    }
    return clock;
}

}  // namespace

template <>
struct FieldType<SeatChoice> {
    static constexpr std::string_view name = "SeatChoice";
    static std::string wanted() { return std::string(seat_forms); }
    static Expected<SeatChoice> read(const boost::json::object& object, std::string_view field) {
        return read_seat(object.at(field));
    }
};
template <>
struct FieldType<std::vector<SeatChoice>> {
    static constexpr std::string_view name = "list of SeatChoice";
    static std::string wanted() { return "a list of seats"; }
    static Expected<std::vector<SeatChoice>> read(const boost::json::object& object, std::string_view field) {
        const auto* list = object.at(field).if_array();
        if (list == nullptr || list->size() > max_seats) return refuse(server_reason("seats_list"));
        std::vector<SeatChoice> seats;
        for (const auto& item : *list) {
            auto seat = read_seat(item);
            if (!seat) return std::unexpected(seat.error());
            seats.push_back(std::move(*seat));
        }
        return seats;
    }
};
template <>
struct FieldType<ClockSetup> {
    static constexpr std::string_view name = "ClockChoice";
    static std::string wanted() { return std::string(clock_form); }
    static Expected<ClockSetup> read(const boost::json::object& object, std::string_view field) {
        return read_clock(object, field);
    }
};
template <>
struct FieldType<OptionTexts> {
    static constexpr std::string_view name = "options";
    static std::string wanted() { return "an object"; }
    static Expected<OptionTexts> read(const boost::json::object& object, std::string_view field) {
        return Fields(object).options(field);
    }
};
template <>
inline constexpr const RefusalReason* unknown_name<Speed> = &server_reason("unknown_speed");

namespace {

template <class What>
constexpr bool changes_table = std::is_constructible_v<TableChange, What>;

template <class What, class... Members>
Expected<Request> parse_as(const Op<What, Members...>& op, const boost::json::object& object) {
    Request request;
    if (op.has_table) {
        auto table = Fields(object).text("table");
        if (!table) return std::unexpected(table.error());
        if (!is_id(*table)) return refuse(server_reason("no_such_table"));
        request.table = std::move(*table);
    }
    auto what = read_fields<What>(object, op.fields);
    if (!what) return std::unexpected(what.error());
    if constexpr (changes_table<What>)
        request.what = TableChange(std::move(*what));
    else
        request.what = std::move(*what);
    return request;
}

template <class What, class... Members>
void describe(JsonWriter& json, const Op<What, Members...>& op) {
    json.begin_object().key("op").value(op.name).key("who").value(enum_name(op.who)).key("does").value(op.does);
    json.key("fields").begin_array();
    if (op.has_table) describe_field<std::string>(json, "table");
    describe_fields(json, op.fields);
    json.end_array().end_object();
}

std::string all_names() {
    std::string names;
    std::apply([&](const auto&... each) { ((names += (names.empty() ? "" : ", ") + std::string(each.name)), ...); },
               ops);
    return names;
}

}  // namespace

Expected<Request> parse_request(const boost::json::object& object) {
    const auto name = Fields(object).text("op");
    if (!name) return std::unexpected(name.error());
    std::optional<Expected<Request>> parsed;
    const auto try_one = [&](const auto& op) {
        if (op.name == *name) parsed = parse_as(op, object);
        return parsed.has_value();
    };
    std::apply([&](const auto&... each) { static_cast<void>((try_one(each) || ...)); }, ops);
    if (parsed) return *std::move(parsed);
    return refuse(server_reason("unknown_server_op"), {{"op", printable(*name)}, {"ops", all_names()}});
}

std::string ops_json() {
    JsonWriter json;
    json.begin_array();
    std::apply([&](const auto&... each) { (describe(json, each), ...); }, ops);
    return json.end_array().take();
}

}  // namespace springtide::server
