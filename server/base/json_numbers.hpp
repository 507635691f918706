#pragma once

#include <boost/json/object.hpp>
#include <string_view>
#include <vector>

#include "core/json_writer.hpp"

namespace springtide::server {

/// Lists of whole numbers, as club nights and duplicate tables store them; anything else is skipped.
inline void write_numbers(JsonWriter& json, const std::vector<int>& numbers) {
    json.begin_array();
    for (const int one : numbers) json.value(one);
    json.end_array();
}

inline std::vector<int> numbers_of(const boost::json::value& list) {
    std::vector<int> numbers;
    if (list.is_array())
        for (const auto& one : list.get_array())
            if (one.is_int64()) numbers.push_back(static_cast<int>(one.get_int64()));
    return numbers;
}
inline std::vector<int> numbers_in(const boost::json::object& object, std::string_view name) {
    const auto* list = object.if_contains(name);
    return list == nullptr ? std::vector<int>() : numbers_of(*list);
}

}  // namespace springtide::server
