#include "cli/releases.hpp"

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "protocol/json_fields.hpp"

namespace springtide::cli {

namespace {

using Version = std::array<int, 3>;

std::optional<Version> parse_version(std::string_view text) {
    if (text.starts_with('v')) text.remove_prefix(1);
    const auto parts = split(text, '.');
    Version version{};
    if (parts.size() != version.size()) return std::nullopt;
    for (std::size_t i = 0; i < version.size(); ++i) {
        const auto number = parse_int(parts[i]);
        if (!number || *number < 0) return std::nullopt;
        version[i] = *number;
    }
    return version;
}

std::string version_text(const Version& version) {
    return std::to_string(version[0]) + "." + std::to_string(version[1]) + "." + std::to_string(version[2]);
}

/// An address that can be printed: nothing in it moves the cursor or looks like another line.
std::string page_of(const Fields& fields) {
    const auto page = fields.text("html_url");
    const auto is_plain = [](char c) { return c > ' ' && c <= '~'; };
    return page && page->starts_with("https://") && std::ranges::all_of(*page, is_plain) ? *page : "";
}

bool is_set(const Fields& fields, std::string_view name) { return fields.flag(name).value_or(false); }

}  // namespace

Expected<std::optional<Release>> newer_release(std::string_view list, std::string_view own) {
    const auto value = parse_json(list);
    if (!value || !value->is_array())
        return fail(ErrorCode::unavailable, "this is no list of releases: a JSON array of objects with tag_name");
    std::optional<Release> newest;
    std::optional<Version> best = parse_version(own);
    for (const auto& entry : value->get_array()) {
        if (!entry.is_object()) continue;
        const Fields fields(entry.get_object());
        const auto tag = fields.text("tag_name");
        if (!tag || is_set(fields, "draft") || is_set(fields, "prerelease")) continue;
        const auto version = parse_version(*tag);
        if (!version || (best && *version <= *best)) continue;
        best = version;
        newest = Release{.version = version_text(*version), .page = page_of(fields)};
    }
    return newest;
}

}  // namespace springtide::cli
