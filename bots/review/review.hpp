#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/review/review_model.hpp"
#include "core/error.hpp"
#include "core/json_writer.hpp"
#include "core/seat.hpp"

/// The review of a game of luck by the bot `best`: each seat's expectation at every moment, the effect of chance, and
/// the mistakes.
///
/// Two questions need two kinds of knowledge. The expectation is computed with everything known, hidden hands too: only
/// that separates the effect of chance from the effect of decisions. A mistake is judged by the knowledge of its seat:
/// the action is compared with the bot's in many states that this seat could not tell apart, on the same luck, and only
/// a difference that chance does not explain counts.
namespace springtide {

struct ReviewRequest {
    std::uint64_t nodes = 1000;  ///< simulations for one decision, to weigh it against the bot's, and for every moment
    std::uint64_t seed = 0;
    std::size_t from = 0;  ///< the first event to review; findings do not depend on it
    std::size_t count = std::numeric_limits<std::size_t>::max();
};

/// A choice against what the bot would have done.
struct Judgement {
    std::string advice;      ///< the bot's action; the one played, if that is as good
    int legal = 0;           ///< how many actions there were
    double cost = 0;         ///< the lead of the bot's action: a share of a win, 0 if it is no mistake
    double cost_points = 0;  ///< the same in points
    double error = 0;        ///< standard error of the cost
    [[nodiscard]] bool mistake() const { return cost > 0; }
};

struct ReviewedEvent {
    std::size_t event = 0;
    Actor by = Actor::chance();
    std::string action;
    Forecast after;
    std::optional<Judgement> judgement;  ///< if there was a choice, and it was not undone
};

/// The causes of the change in a seat's expectation. They add up to the change from the first moment to the last.
struct Balance {
    static constexpr std::size_t groups = 16;
    struct Part {
        double share = 0;
        double points = 0;
        Part& operator+=(const Part& other) {
            share += other.share;
            points += other.points;
            return *this;
        }
    };
    Part luck;      ///< gained or lost by chance
    Part mistakes;  ///< what own mistakes cost: 0 or less
    Part rest;      ///< what the others did, and good guesses
    /// The luck's share once more by each group of simulations alone: how far they differ says how sure it is.
    std::array<double, groups> luck_by_group{};
    [[nodiscard]] double luck_error() const;
};

struct LuckReview {
    std::size_t of = 0;  ///< events of the whole game
    int players = 0;
    Forecast before;
    std::vector<ReviewedEvent> events;
    std::array<Balance, max_seats> balance{};
};

/// Joins what follows to what was reviewed before.
void append(LuckReview& review, LuckReview next);

/// Can games of this kind be reviewed so?
bool has_luck_review(std::string_view game);

/// Every event of a record of such a game, or those asked for.
Expected<LuckReview> review_luck(std::string_view record, const ReviewRequest& request);

/// Into an open object; docs/reference/protocol.md says what.
void write_luck_review(JsonWriter& json, const LuckReview& review);

}  // namespace springtide
