#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/high_tide_leiman/solver.hpp"
#include "core/error.hpp"
#include "core/json_writer.hpp"

/// The review of a finished game with all information.
namespace springtide::high_tide_leiman {

struct ReviewedMove {
    int round = 1;
    Seat mover = seat_blue;
    Action action;
    Ending before;  ///< with best play of both from here
    Ending after;
    int legal = 0;
    int winning = 0;               ///< moves that won
    std::optional<Action> better;  ///< one of them, where the move let the win slip

    /// A move never wins a lost position, so the winner changes only if the mover errs.
    [[nodiscard]] bool turning_point() const { return before.winner != after.winner; }
};

/// Nothing if the solver's watch broke it off.
std::optional<ReviewedMove> review_move(Solver& solver, const State& before, Action action);

/// Every move of a record (see table/record.hpp), of all its rounds. ErrorCode::limit if the watch broke it off.
Expected<std::vector<ReviewedMove>> review(std::string_view record, Solver& solver);
Expected<std::vector<ReviewedMove>> review(std::string_view record);

/// For a page to draw, into an open object: `moves`, each with round, by, action, legal, winning, turning_point, better
/// (or null), and `before` and `after` as {winner, margin}; margins are blue's.
void write_review_moves(JsonWriter& json, std::span<const ReviewedMove> moves);
/// The same as an object of its own.
std::string review_json(std::span<const ReviewedMove> moves);

}  // namespace springtide::high_tide_leiman
