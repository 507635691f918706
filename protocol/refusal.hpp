#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/json_writer.hpp"

namespace springtide {

/// Writes a member into an open object: code, reason, clause, the things concerned, and the sentence.
inline void write_error(JsonWriter& json, const Error& error, std::string_view key = "error") {
    json.key(key).begin_object().key("code").value(name_of(error.code));
    if (!error.reason.empty()) json.key("reason").value(error.reason);
    if (!error.clause.empty()) json.key("clause").value(error.clause);
    for (const auto& [name, value] : error.concerns) {
        json.key(name);
        if (const auto* number = std::get_if<std::int64_t>(&value))
            json.value(*number);
        else
            json.value(std::get<std::string>(value));
    }
    json.key("message").value(error.message).end_object();
}

/// The answer to a request that was done, to which fields are added; `id` is JSON.
inline JsonWriter yes(std::string_view id) {
    JsonWriter json;
    json.begin_object().key("id").raw(id).key("ok").value(true);
    return json;
}

/// The answer to a request that is refused; `id` is JSON.
inline std::string refusal(std::string_view id, const Error& error) {
    JsonWriter json;
    json.begin_object().key("id").raw(id).key("ok").value(false);
    write_error(json, error);
    return json.end_object().take();
}

}  // namespace springtide
