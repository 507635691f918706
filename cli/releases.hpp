#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace springtide::cli {

struct Release {
    std::string version;  ///< such as 0.3.0
    std::string page;     ///< its web page; empty if the list has none
};

/// The newest release of a list, if it is newer than `own`. The list is what code hosts answer: a JSON array of objects
/// with `tag_name` (v0.3.0), `html_url`, `draft` and `prerelease`. Drafts, previews and tags of another form do not
/// count.
Expected<std::optional<Release>> newer_release(std::string_view list, std::string_view own);

}  // namespace springtide::cli
