#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/json_writer.hpp"
#include "protocol/json_fields.hpp"
#include "server/messages/field.hpp"
#include "server/messages/room_enums.hpp"

/// Reads the fields that a table of requests lists, and describes them for the check of docs/api. Only the sources that
/// parse include this.
namespace springtide::server {

/// Why another name of this enum is refused; without a reason of its own the refusal lists the names.
template <NamedEnum Enum>
inline constexpr const RefusalReason* unknown_name = nullptr;

/// How a field of each type is read and what it must be, and the name of the type in the description.
template <class Type>
struct FieldType;
template <>
struct FieldType<std::string> {
    static constexpr std::string_view name = "text";
    static std::string wanted() { return "a text"; }
    static Expected<std::string> read(const boost::json::object& object, std::string_view field) {
        return Fields(object).text(field);
    }
};
template <>
struct FieldType<std::int64_t> {
    static constexpr std::string_view name = "whole number";
    static std::string wanted() { return "a whole number"; }
    static Expected<std::int64_t> read(const boost::json::object& object, std::string_view field) {
        return Fields(object).number(field);
    }
};
template <>
struct FieldType<bool> {
    static constexpr std::string_view name = "flag";
    static std::string wanted() { return "true or false"; }
    static Expected<bool> read(const boost::json::object& object, std::string_view field) {
        return Fields(object).flag(field);
    }
};
template <NamedEnum Enum>
struct FieldType<Enum> {
    static constexpr std::string_view name = "one of";
    static std::string wanted() { return quoted_names<Enum>(); }
    static Expected<Enum> read(const boost::json::object& object, std::string_view field) {
        const auto text = Fields(object).text(field);
        if (!text) return std::unexpected(text.error());
        if (const auto value = enum_from_name<Enum>(*text)) return *value;
        if constexpr (unknown_name<Enum> != nullptr) return refuse(*unknown_name<Enum>);
        return Fields::wrong(field, wanted());
    }
};

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

template <class Request, class Member>
Expected<void> read_field(const boost::json::object& object, const Field<Request, Member>& field, Request& request) {
    using Type = typename MemberType<Member>::Type;
    if (!object.contains(field.name)) {
        if constexpr (MemberType<Member>::optional) return {};
        return Fields::missing(field.name, FieldType<Type>::wanted());
    }
    auto value = FieldType<Type>::read(object, field.name);
    if (!value) return std::unexpected(value.error());
    request.*field.member = std::move(*value);
    return {};
}

/// Reads every field of the tuple, up to the first one that is missing or wrong.
template <class Request, class... Members>
Expected<Request> read_fields(const boost::json::object& object, const std::tuple<Field<Request, Members>...>& fields) {
    Request request{};
    Expected<void> done;
    [[maybe_unused]] const auto read_one = [&](const auto& field) {
        return (done = read_field(object, field, request)).has_value();
    };
    std::apply([&](const auto&... each) { static_cast<void>((read_one(each) && ...)); }, fields);
    if (!done) return std::unexpected(done.error());
    return request;
}

/// A line of the description of a request: the field's name, its type and whether it may be absent.
template <class Member>
void describe_field(JsonWriter& json, std::string_view name) {
    using Type = typename MemberType<Member>::Type;
    json.begin_object().key("name").value(name).key("type").value(FieldType<Type>::name);
    if constexpr (NamedEnum<Type>) {
        json.key("names").begin_array();
        for (const auto& each : enum_names<Type>) json.value(each);
        json.end_array();
    }
    json.key("optional").value(MemberType<Member>::optional).end_object();
}

template <class... AllFields>
void describe_fields(JsonWriter& json, const std::tuple<AllFields...>& fields) {
    std::apply([&](const AllFields&... each) { (describe_field<typename AllFields::Member>(json, each.name), ...); },
               fields);
}

}  // namespace springtide::server
