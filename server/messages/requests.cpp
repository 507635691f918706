// Requests are parsed here, once, as the table of ops says; nothing behind it looks at their JSON.
#include "server/messages/requests.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/clean_text.hpp"
#include "server/messages/ops.hpp"

namespace springtide::server {

namespace {

constexpr std::string_view seat_forms = R"("open", "reserved" or {"bot": level})";

// The expected form of a field of each type, for refusals, and its name in ops_json().
template <class Type>
struct FieldType;
template <>
struct FieldType<std::string> {
    static constexpr std::string_view name = "text";
    static std::string wanted() { return "a text"; }
};
template <>
struct FieldType<std::int64_t> {
    static constexpr std::string_view name = "whole number";
    static std::string wanted() { return "a whole number"; }
};
template <>
struct FieldType<bool> {
    static constexpr std::string_view name = "flag";
    static std::string wanted() { return "true or false"; }
};
template <NamedEnum Enum>
struct FieldType<Enum> {
    static constexpr std::string_view name = "one of";
    static std::string wanted() { return quoted_names<Enum>(); }
};
template <>
struct FieldType<SeatChoice> {
    static constexpr std::string_view name = "SeatChoice";
    static std::string wanted() { return std::string(seat_forms); }
};
template <>
struct FieldType<std::vector<SeatChoice>> {
    static constexpr std::string_view name = "list of SeatChoice";
    static std::string wanted() { return "a list of seats"; }
};
template <>
struct FieldType<ClockSetup> {
    static constexpr std::string_view name = "ClockChoice";
    static std::string wanted() { return R"(an object like {"kind": "none"})"; }
};
template <>
struct FieldType<OptionTexts> {
    static constexpr std::string_view name = "options";
    static std::string wanted() { return "an object"; }
};

template <class Type>
std::unexpected<Error> wrong(std::string_view name) {
    return Fields::wrong(name, FieldType<Type>::wanted());
}

// Reading a value of each type; `object` has the field.
Expected<std::string> read(const boost::json::object& object, std::string_view name, std::string* /*type*/) {
    return Fields(object).text(name);
}
Expected<std::int64_t> read(const boost::json::object& object, std::string_view name, std::int64_t* /*type*/) {
    return Fields(object).number(name);
}
Expected<bool> read(const boost::json::object& object, std::string_view name, bool* /*type*/) {
    return Fields(object).flag(name);
}
Expected<OptionTexts> read(const boost::json::object& object, std::string_view name, OptionTexts* /*type*/) {
    return Fields(object).options(name);
}
template <NamedEnum Enum>
Expected<Enum> read(const boost::json::object& object, std::string_view name, Enum* /*type*/) {
    const auto text = Fields(object).text(name);
    if (!text) return std::unexpected(text.error());
    const auto value = enum_from_name<Enum>(*text);
    if (!value) return wrong<Enum>(name);
    return *value;
}

Expected<Speed> read(const boost::json::object& object, std::string_view name, Speed* /*type*/) {
    const auto text = Fields(object).text(name);
    if (!text) return std::unexpected(text.error());
    const auto speed = enum_from_name<Speed>(*text);
    if (!speed) return refuse(server_reason("unknown_speed"));
    return *speed;
}

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
Expected<SeatChoice> read(const boost::json::object& object, std::string_view name, SeatChoice* /*type*/) {
    return read_seat(object.at(name));
}
Expected<std::vector<SeatChoice>> read(const boost::json::object& object, std::string_view name,
                                       std::vector<SeatChoice>* /*type*/) {
    const auto* list = object.at(name).if_array();
    if (list == nullptr || list->size() > max_seats) return refuse(server_reason("seats_list"));
    std::vector<SeatChoice> seats;
    for (const auto& item : *list) {
        auto seat = read_seat(item);
        if (!seat) return std::unexpected(seat.error());
        seats.push_back(std::move(*seat));
    }
    return seats;
}

Expected<std::int64_t> number_between(const Fields& fields, std::string_view name, std::int64_t low,
                                      std::int64_t high) {
    const auto number = fields.number(name);
    if (!number) return number;
    if (*number < low || *number > high)
        return Fields::wrong(name, std::to_string(low) + " to " + std::to_string(high));
    return number;
}

/// All day if they are not given.
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

Expected<ClockSetup> read(const boost::json::object& object, std::string_view name, ClockSetup* /*type*/) {
    constexpr std::int64_t second = 1000;
    const auto* given = object.at(name).if_object();
    if (given == nullptr) return wrong<ClockSetup>(name);
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

/// The type of a member, and whether its field may be absent.
template <class Member>
struct MemberType {
    using Type = Member;
    static constexpr bool optional = false;
};
template <class Member>
struct MemberType<std::optional<Member>> {
    using Type = Member;
    static constexpr bool optional = true;
};

template <class What, class Member>
Expected<void> read_field(const boost::json::object& object, const OpField<What, Member>& field, What& what) {
    using Type = typename MemberType<Member>::Type;
    if (!object.contains(field.name)) {
        if constexpr (MemberType<Member>::optional) return {};
        return Fields::missing(field.name, FieldType<Type>::wanted());
    }
    auto value = read(object, field.name, static_cast<Type*>(nullptr));
    if (!value) return std::unexpected(value.error());
    what.*field.member = std::move(*value);
    return {};
}

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
    What what{};
    Expected<void> done;
    std::apply(
        [&](const auto&... fields) {
            static_cast<void>(((done = read_field(object, fields, what)).has_value() && ...));
        },
        op.fields);
    if (!done) return std::unexpected(done.error());
    if constexpr (changes_table<What>)
        request.what = TableChange(std::move(what));
    else
        request.what = std::move(what);
    return request;
}

template <class Member>
void describe(JsonWriter& json, std::string_view name) {
    using Type = typename MemberType<Member>::Type;
    json.begin_object().key("name").value(name).key("type").value(FieldType<Type>::name);
    if constexpr (NamedEnum<Type>) {
        json.key("names").begin_array();
        for (const auto& each : enum_names<Type>) json.value(each);
        json.end_array();
    }
    json.key("optional").value(MemberType<Member>::optional).end_object();
}

template <class What, class... Members>
void describe(JsonWriter& json, const Op<What, Members...>& op) {
    json.begin_object().key("op").value(op.name).key("who").value(enum_name(op.who)).key("does").value(op.does);
    json.key("fields").begin_array();
    if (op.has_table) describe<std::string>(json, "table");
    std::apply([&](const OpField<What, Members>&... fields) { (describe<Members>(json, fields.name), ...); },
               op.fields);
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
