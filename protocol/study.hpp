#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/json_writer.hpp"
#include "table/table.hpp"

/// What a solved game offers to learn from: the requests `analyse`, `length`, `review` and `puzzle`. Each writes the
/// fields of its answer into an open object.
namespace springtide {

/// What an answer may cost.
struct StudyLimits {
    std::int64_t memory;  ///< for what is proven, in KiB
    std::uint64_t nodes;  ///< positions searched
};
inline constexpr std::int64_t least_memory = 16;
inline constexpr std::int64_t usual_memory = 512;
inline constexpr std::int64_t most_memory = 1'048'576;

Expected<void> write_analysis(JsonWriter& json, const Table& table, StudyLimits limits);
Expected<void> write_length(JsonWriter& json, const Table& table, StudyLimits limits);
Expected<void> write_review(JsonWriter& json, std::string_view record, StudyLimits limits);

/// One puzzle by its number, or drawn with a seed, among those of a rating if one is given.
struct PuzzleWish {
    std::optional<std::int64_t> number;
    std::optional<std::string> seed;
    std::optional<std::int64_t> rating;
};
Expected<void> write_puzzle(JsonWriter& json, const PuzzleWish& wish);

}  // namespace springtide
