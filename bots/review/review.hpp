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

/// A game of luck that was played, as the bot `best` sees it: what everybody could expect at every moment, what chance
/// gave and took, and which choices were mistakes.
///
/// Two questions, two kinds of knowledge. How a game stood is told with everything known, hidden hands too: only so
/// what chance did can be told from what was decided. Whether a choice was a mistake is judged by what its seat could
/// know: the same action is compared with the bot's in many states that this seat could not tell apart, on the same
/// luck, and only a difference that chance does not explain counts.
namespace springtide {

struct ReviewRequest {
    std::uint64_t nodes = 1000;  ///< simulations for one decision, to weigh it against the bot's, and for every moment
    std::uint64_t seed = 0;
    std::size_t from = 0;  ///< the first event to look at; what is found does not depend on it
    std::size_t count = std::numeric_limits<std::size_t>::max();
};

/// A choice against what the bot would have done.
struct Judgement {
    std::string advice;      ///< the bot's action; the one played, where that is as good
    int legal = 0;           ///< how many actions there were
    double cost = 0;         ///< what the bot's action wins more: a share of a win, 0 where it is no mistake
    double cost_points = 0;  ///< the same in points
    double error = 0;        ///< standard error of the cost
    [[nodiscard]] bool mistake() const { return cost > 0; }
};

struct ReviewedEvent {
    std::size_t event = 0;
    Actor by = Actor::chance();
    std::string action;
    Forecast after;
    std::optional<Judgement> judgement;  ///< where there was a choice, and it was not taken back
};

/// What became of a seat's expectation, and through what. They add up to the change from the first moment to the last.
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
    Part luck;      ///< what chance gave or took
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
