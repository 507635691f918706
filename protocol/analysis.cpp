#include "protocol/analysis.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "bots/high_tide_leiman/analysis.hpp"
#include "bots/high_tide_leiman/length_solver.hpp"
#include "bots/high_tide_leiman/puzzle.hpp"
#include "bots/high_tide_leiman/review.hpp"
#include "bots/high_tide_leiman/shipped_puzzles.hpp"
#include "notation/high_tide_leiman.hpp"
#include "table/record.hpp"
#include "table/table_of.hpp"

namespace springtide {

using namespace high_tide_leiman;

namespace {

using Text = GameText<State>;

constexpr std::int64_t least_memory = 16;
constexpr std::int64_t usual_memory = 512;
constexpr std::int64_t most_memory = 1'048'576;
constexpr std::int64_t least_review_nodes = 16;
constexpr std::int64_t most_review_nodes = 100'000;

/// A number of a request that lies between two others.
Expected<std::int64_t> number_within(const Fields& fields, std::string_view name, std::int64_t least, std::int64_t most,
                                     std::string_view unit = "") {
    const auto number = fields.number(name);
    if (!number || (*number >= least && *number <= most)) return number;
    return Fields::wrong(name, std::to_string(least) + " to " + std::to_string(most) + std::string(unit));
}

/// A solver within limits, which must outlive it.
template <class AnySolver>
AnySolver limited(AnalysisLimits& limits) {
    AnySolver solver(static_cast<std::size_t>(limits.memory) * 1024);
    solver.set_watch(
        [](void* most, std::uint64_t nodes) { return nodes < static_cast<const AnalysisLimits*>(most)->nodes; },
        &limits, 1024);
    return solver;
}

std::unexpected<Error> too_much(const AnalysisLimits& limits) {
    return refuse(request_reason("search_limit"), {{"limit", static_cast<std::int64_t>(limits.nodes)}});
}

/// The position at a table, if a player is to move in it.
Expected<State> position_at(const Table& table) {
    if (table.game().id != Text::info().id)
        return refuse(request_reason("not_analysed"), {{"game", std::string(Text::info().id)}});
    if (table.over()) return refuse(reason_of("game_over"));
    if (table.to_act().chance) return refuse(reason_of("chance_acts"), {{"form", table.chance_form()}});
    const State& state = static_cast<const TableOf<State>&>(table).state();
    if (state.phase != Phase::moving)
        return refuse(reason_of("asked_otherwise"), {{"form", Text::action_form(state)}, {"phase", "lay"}});
    return state;
}

void write_line(JsonWriter& json, const State& state, const Solver::Line& line) {
    json.key("line").begin_array();
    for (const Action action : line) json.value(Text::action_text(state, state.mover, action));
    json.end_array();
}

}  // namespace

Expected<AnalysisLimits> read_analysis_limits(const Fields& fields, std::uint64_t nodes) {
    AnalysisLimits limits{.memory = usual_memory, .nodes = nodes};
    if (!fields.has("memory")) return limits;
    const auto memory = number_within(fields, "memory", least_memory, most_memory, " (KiB)");
    if (!memory) return std::unexpected(memory.error());
    limits.memory = *memory;
    return limits;
}

Expected<ReviewRequest> read_review_request(const Fields& fields) {
    ReviewRequest request;
    if (fields.has("nodes")) {
        const auto nodes = number_within(fields, "nodes", least_review_nodes, most_review_nodes);
        if (!nodes) return std::unexpected(nodes.error());
        request.nodes = static_cast<std::uint64_t>(*nodes);
    }
    if (fields.has("seed")) {
        const auto seed = fields.text("seed");
        if (!seed) return std::unexpected(seed.error());
        request.seed = fold_text(0, *seed);
    }
    for (auto [name, size] : {std::pair("from", &request.from), std::pair("count", &request.count)}) {
        if (!fields.has(name)) continue;
        const auto given = number_within(fields, name, 0, std::numeric_limits<int>::max());
        if (!given) return std::unexpected(given.error());
        *size = static_cast<std::size_t>(*given);
    }
    return request;
}

Expected<PuzzleWish> read_puzzle_wish(const Fields& fields) {
    PuzzleWish wish;
    for (auto [name, number] : {std::pair("number", &wish.number), std::pair("rating", &wish.rating)}) {
        if (!fields.has(name)) continue;
        const auto given = fields.number(name);
        if (!given) return std::unexpected(given.error());
        *number = *given;
    }
    if (fields.has("seed")) {
        const auto seed = fields.text("seed");
        if (!seed) return std::unexpected(seed.error());
        wish.seed = *seed;
    }
    return wish;
}

Expected<void> write_analysis(JsonWriter& json, const Table& table, AnalysisLimits limits) {
    const auto position = position_at(table);
    if (!position) return std::unexpected(position.error());
    const State& state = *position;
    auto solver = limited<Solver>(limits);
    const auto analysis = analyse(solver, state);
    if (!analysis) return too_much(limits);
    json.key("winner").value(int{analysis->ending.winner}).key("margin").value(analysis->ending.margin);
    json.key("moves").begin_array();
    for (const auto& [action, found] : analysis->moves) {
        json.begin_object().key("action").value(Text::action_text(state, state.mover, action));
        json.key("winner").value(int{found.winner}).key("margin").value(found.margin).end_object();
    }
    json.end_array();
    write_line(json, state, analysis->line);
    json.key("nodes").value(solver.nodes());
    return {};
}

Expected<void> write_winners(JsonWriter& json, const Table& table, AnalysisLimits limits) {
    const auto position = position_at(table);
    if (!position) return std::unexpected(position.error());
    const State& state = *position;
    auto solver = limited<Solver>(limits);
    const auto winner = solver.winner(state);
    const auto moves = winner ? solver.move_winners(state) : std::nullopt;
    if (!moves) return too_much(limits);
    json.key("winner").value(int{*winner}).key("moves").begin_array();
    for (const bool wins : {true, false}) {
        for (const auto& [action, found] : *moves) {
            if ((found == state.mover) != wins) continue;
            json.begin_object().key("action").value(Text::action_text(state, state.mover, action));
            json.key("winner").value(int{found}).end_object();
        }
    }
    json.end_array().key("nodes").value(solver.nodes());
    return {};
}

Expected<void> write_length(JsonWriter& json, const Table& table, AnalysisLimits limits) {
    const auto position = position_at(table);
    if (!position) return std::unexpected(position.error());
    auto solver = limited<LengthSolver>(limits);
    const auto round = solver.round(*position);
    if (!round) return too_much(limits);
    json.key("winner").value(int{round->winner}).key("length").value(static_cast<int>(round->line.size()));
    write_line(json, *position, round->line);
    json.key("nodes").value(solver.nodes());
    return {};
}

Expected<void> write_review(JsonWriter& json, std::string_view record, AnalysisLimits limits,
                            const ReviewRequest& request) {
    if (const auto game = parse_record(record); game && has_luck_review(game->game)) {
        const std::uint64_t events = std::min<std::uint64_t>(request.count, game->events.size());
        if (events * request.nodes > limits.nodes) return too_much(limits);
        const auto found = review_luck(record, request);
        if (!found) return std::unexpected(found.error());
        write_luck_review(json, *found);
        return {};
    }
    auto solver = limited<Solver>(limits);
    const auto moves = review(record, solver);
    if (!moves && moves.error().code == ErrorCode::limit) return too_much(limits);
    if (!moves) return std::unexpected(moves.error());
    write_review_moves(json, *moves);
    return {};
}

Expected<void> write_puzzle(JsonWriter& json, const PuzzleWish& wish) {
    const auto& all = shipped_puzzles();
    const ShippedPuzzle* chosen = nullptr;
    std::vector<ShippedPuzzle> candidates;
    if (wish.number) {
        if (*wish.number < 1 || *wish.number > std::ssize(all))
            return Fields::wrong("number", "1 to " + std::to_string(all.size()));
        chosen = &all[static_cast<std::size_t>(*wish.number - 1)];
    } else {
        if (!wish.seed) return refuse(request_reason("which_puzzle"));
        if (wish.rating && (*wish.rating < 1 || *wish.rating > hardest_rating))
            return Fields::wrong("rating", "1 to " + std::to_string(hardest_rating));
        candidates = wish.rating ? shipped_puzzles(static_cast<int>(*wish.rating)) : all;
        Random random(fold_text(0, *wish.seed));
        chosen = &candidates[random.below(static_cast<std::uint32_t>(candidates.size()))];
    }
    json.key("number")
        .value(chosen->number)
        .key("of")
        .value(static_cast<int>(all.size()))
        .key("rating")
        .value(chosen->rating);
    json.key("position").value(chosen->position).key("solution").value(chosen->solution);
    return {};
}

}  // namespace springtide
