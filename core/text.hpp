#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lifetime.hpp"

namespace springtide {

/// The whole of `text` as a whole number, or nothing: no spaces, no plus sign, no leading zeros.
template <class Number>
std::optional<Number> parse_whole(std::string_view text) {
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
    if (text == "-0") return std::nullopt;
    return value;
}
inline std::optional<int> parse_int(std::string_view text) { return parse_whole<int>(text); }
inline std::optional<std::int64_t> parse_int64(std::string_view text) { return parse_whole<std::int64_t>(text); }

/// The parts of `text` between separators; an empty text has one empty part.
inline std::vector<std::string_view> split(std::string_view text SPRINGTIDE_LIFETIME_BOUND, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

/// The parts of a temporary string would point into nothing: give it a name first. (clang 19 does not see through the
/// string_view that the other one takes.)
template <std::same_as<std::string> Temporary>
std::vector<std::string_view> split(Temporary&& text, char separator) = delete;

/// `text` for an error sentence: cut when long, bytes that do not print shown as dots.
inline std::string printable(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string shown;
    for (const char c : text.substr(0, longest)) shown += (c >= ' ' && c < 0x7F) ? c : '.';
    if (text.size() > longest) shown += "…";
    return shown;
}
inline std::string in_quotes(std::string_view text) { return "'" + printable(text) + "'"; }

}  // namespace springtide
