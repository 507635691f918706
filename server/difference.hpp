#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace springtide::server {

/// What leads from one JSON object to another, both as JsonWriter writes them, as members of a push:
/// `"from":7,"changes":[[["view","players",1,"level"],12],…]`. `from` names the event the first one belongs to. Each
/// change is a path and the value that is there now; what has the same shape in both is compared part by part, a list
/// of plain values or of another length is given whole. Nothing is compared but what the observer was shown and will be
/// shown.
std::string difference(std::string_view before, std::string_view after, std::int64_t from);

/// The members of a JSON object, without its braces.
inline std::string_view members_of(std::string_view object) { return object.substr(1, object.size() - 2); }

}  // namespace springtide::server
