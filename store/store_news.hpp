#pragma once

#include <cstddef>
#include <string_view>

namespace springtide {

/// Reports of a store at work, for the log of the program around it; nothing by default. Set before the first store is
/// opened.
struct StoreNews {
    /// The schema was brought from one version to another; from 0, it was made.
    void (*migrated)(std::size_t from, std::size_t to) = nullptr;
    /// The database sent a notice. Its library would print it to standard error, between the lines of the log.
    void (*notice)(std::string_view words) = nullptr;
};

inline StoreNews store_news;

}  // namespace springtide
