#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bots/review/review.hpp"
#include "core/error.hpp"
#include "core/json_writer.hpp"
#include "protocol/json_fields.hpp"
#include "table/table.hpp"

/// Requests that help people learn a game: `analyse`, `length`, `review` and `puzzle`. Each writes the
/// fields of its answer into an open object.
namespace springtide {

/// Limits on the cost of an answer.
struct AnalysisLimits {
    std::int64_t memory;  ///< for what is proven, in KiB
    std::uint64_t nodes;  ///< positions searched
};
/// `memory` of a request, within the engine's limit.
Expected<AnalysisLimits> read_analysis_limits(const Fields& fields, std::uint64_t nodes);

Expected<void> write_analysis(JsonWriter& json, const Table& table, AnalysisLimits limits);
/// The winner, here and after every move: no margins and no line, in a fraction of the time.
Expected<void> write_winners(JsonWriter& json, const Table& table, AnalysisLimits limits);
Expected<void> write_length(JsonWriter& json, const Table& table, AnalysisLimits limits);
/// A solved game as it really stood, another as the best bot sees it; `request` is for these.
Expected<void> write_review(JsonWriter& json, std::string_view record, AnalysisLimits limits,
                            const ReviewRequest& request);
Expected<ReviewRequest> read_review_request(const Fields& fields);

/// One puzzle by its number, or drawn with a seed, among those of a rating if one is given.
struct PuzzleWish {
    std::optional<std::int64_t> number;
    std::optional<std::string> seed;
    std::optional<std::int64_t> rating;
};
Expected<PuzzleWish> read_puzzle_wish(const Fields& fields);
Expected<void> write_puzzle(JsonWriter& json, const PuzzleWish& wish);

}  // namespace springtide
