#include "bots/high_tide_leiman/review.hpp"

#include <algorithm>

#include "bots/high_tide_leiman/after.hpp"
#include "notation/high_tide_leiman.hpp"
#include "table/games.hpp"
#include "table/record.hpp"
#include "table/table_of.hpp"

namespace springtide::high_tide_leiman {

namespace {

using Text = GameText<State>;

void write_ending(JsonWriter& json, const Ending& ending) {
    json.begin_object().key("winner").value(int{ending.winner}).key("margin").value(ending.margin).end_object();
}

}  // namespace

std::optional<ReviewedMove> review_move(Solver& solver, const State& before, Action action) {
    const auto winners = solver.move_winners(before);
    if (!winners) return std::nullopt;
    const auto ending_before = solver.ending(before);
    if (!ending_before) return std::nullopt;
    const auto ending_after = solver.ending(after(before, action));
    if (!ending_after) return std::nullopt;
    ReviewedMove reviewed{.round = before.round,
                          .mover = before.mover,
                          .action = action,
                          .before = *ending_before,
                          .after = *ending_after,
                          .legal = static_cast<int>(winners->size()),
                          .winning = 0,
                          .better = std::nullopt};
    for (const auto& [other, winner] : *winners) {
        if (winner != before.mover) continue;
        ++reviewed.winning;
        if (reviewed.turning_point() && !reviewed.better) reviewed.better = other;
    }
    return reviewed;
}

Expected<std::vector<ReviewedMove>> review(std::string_view record) {
    Solver solver;
    return review(record, solver);
}

Expected<std::vector<ReviewedMove>> review(std::string_view record, Solver& solver) {
    const auto game = parse_record(record);
    if (!game) return std::unexpected(game.error());
    if (const auto played = play_record(*game); !played) return std::unexpected(played.error());
    if (game->game != Text::info().id) return refuse(reason_of("not_reviewed"), {{"game", game->game}});

    std::vector<ReviewedMove> moves;
    const auto review_line = [&](const Table& table, const Record::Line& line) -> Expected<void> {
        if (line.by.is_chance()) return {};
        const State& before = static_cast<const TableOf<State>&>(table).state();
        if (before.phase != Phase::moving) return {};  // tiles are laid, a side is chosen: no move of a round
        const auto reviewed = review_move(solver, before, *Text::parse_action(before, line.by.seat(), line.action));
        if (!reviewed) return refuse(reason_of("review_broken_off"), {{"action", line.action}});
        moves.push_back(*reviewed);
        return {};
    };
    if (const auto played = play_record(*game, review_line); !played) return std::unexpected(played.error());
    return moves;
}

void write_review_moves(JsonWriter& json, std::span<const ReviewedMove> moves) {
    json.key("moves").begin_array();
    for (const auto& move : moves) {
        const auto text = [&move](Action action) { return Text::action_text({}, move.mover, action); };
        json.begin_object().key("round").value(move.round).key("by").value(int{move.mover});
        json.key("action").value(text(move.action)).key("legal").value(move.legal).key("winning").value(move.winning);
        json.key("turning_point").value(move.turning_point()).key("better");
        if (move.better)
            json.value(text(*move.better));
        else
            json.null();
        write_ending(json.key("before"), move.before);
        write_ending(json.key("after"), move.after);
        json.end_object();
    }
    json.end_array();
}

std::string review_json(std::span<const ReviewedMove> moves) {
    JsonWriter json;
    json.begin_object();
    write_review_moves(json, moves);
    return json.end_object().take();
}

}  // namespace springtide::high_tide_leiman
