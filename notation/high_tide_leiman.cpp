#include "notation/high_tide_leiman.hpp"

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "notation/high_tide_leiman_words.hpp"
#include "rules/high_tide_leiman/moves.hpp"
#include "rules/high_tide_leiman/pie.hpp"

namespace springtide {

using namespace high_tide_leiman;

namespace {

constexpr std::array<std::string_view, 4> first_choices = {"random", "blue", "pink", "pie"};
constexpr std::array<std::string_view, 2> setup_choices = {"random", "balanced"};

constexpr std::array<OptionSpec, 3> option_specs = {{
    {.name = "stones",
     .type = OptionType::number,
     .fallback = "3",
     .choices = {},
     .low = 1,
     .high = 5,
     .count = 0,
     .help = "stones that win the match; every round is worth one"},
    {.name = "first",
     .type = OptionType::choice,
     .fallback = "random",
     .choices = first_choices,
     .low = 0,
     .high = 0,
     .count = 0,
     .help = "who starts the first round; after that the loser starts. pie is a rule of ours: before every round one "
             "lays the tiles, the other chooses the side"},
    {.name = "setup",
     .type = OptionType::choice,
     .fallback = "random",
     .choices = setup_choices,
     .low = 0,
     .high = 0,
     .count = 0,
     .help =
         "any set-up, or only balanced ones: exactly one first move wins for whoever starts; with first = pie a player "
         "lays what they like"},
}};

constexpr GameInfo game_info = {
    .id = "high_tide_leiman",
    .title = "High Tide (Leiman)",
    .designer = "Marceline Leiman",
    .summary = "stack hexagons, cover the other colour; 2 players, nothing hidden",
    .min_players = 2,
    .max_players = 2,
    .options = option_specs,
};

std::optional<Tile> parse_tile(char letter) {
    const auto at = tile_letters.find(letter);
    if (at == std::string_view::npos) return std::nullopt;
    return static_cast<Tile>(at);
}

char letter_of(Tile tile) { return tile_letters[static_cast<std::size_t>(tile)]; }

/// The cells of a board written row by row, or nothing if rows or cells are missing.
std::optional<std::vector<std::string_view>> parse_rows(std::string_view text) {
    std::vector<std::string_view> cells;
    const auto rows = split(text, '/');
    if (rows.size() != row_length.size()) return std::nullopt;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto in_row = split(rows[row], ',');
        if (std::ssize(in_row) != row_length[row]) return std::nullopt;
        cells.insert(cells.end(), in_row.begin(), in_row.end());
    }
    return cells;
}

std::optional<Seat> parse_colour(std::string_view name) {
    const auto found = std::ranges::find(colour_names, name);
    if (found == colour_names.end()) return std::nullopt;
    return static_cast<Seat>(found - colour_names.begin());
}

std::string_view phase_word(Phase phase) {
    return phase == Phase::laying ? "lay" : phase == Phase::choosing_side ? "side" : "move";
}

void write_seat_or_null(JsonWriter& json, int seat) {
    if (seat < 0)
        json.null();
    else
        json.value(seat);
}

}  // namespace

using Text = GameText<State>;

const GameInfo& Text::info() { return game_info; }

Expected<State::Options> Text::options(const OptionReader& reader, int) {
    return State::Options{.stones = static_cast<std::uint8_t>(reader.number("stones")),
                          .first = static_cast<First>(reader.choice("first")),
                          .setup = static_cast<SetupRule>(reader.choice("setup"))};
}

OptionTexts Text::option_texts(const State::Options& options) {
    return {{"stones", std::to_string(options.stones)},
            {"first", std::string(first_choices[static_cast<std::size_t>(options.first)])},
            {"setup", std::string(setup_choices[static_cast<std::size_t>(options.setup)])}};
}

std::string Text::cell_name(int cell) {
    int row = 0;
    while (cell >= row_length[static_cast<std::size_t>(row)]) cell -= row_length[static_cast<std::size_t>(row++)];
    return {static_cast<char>('a' + row), static_cast<char>('1' + cell)};
}

std::optional<int> Text::parse_cell(std::string_view text) {
    for (int cell = 0; cell < cell_count; ++cell)
        if (cell_name(cell) == text) return cell;
    return std::nullopt;
}

std::string Text::stack_text(const State& state, int cell) {
    std::string stack;
    for (int level = 0; level < height(state, cell); ++level) stack += letter_of(tile_at(state, cell, level));
    return stack;
}

std::string Text::action_text(const State&, Seat, Action action) {
    if (action.from == lay_mark) return std::string("lay ") + tile_letters[action.to];
    if (action.from == side_mark) return std::string(side_words[action.to]);
    return cell_name(action.from) + "-" + cell_name(action.to);
}

std::optional<State::Action> Text::parse_action(const State&, Seat, std::string_view text) {
    if (text == side_words[0]) return keep_sides;
    if (text == side_words[1]) return swap_sides;
    if (text.starts_with("lay ")) {
        const auto tile = text.size() == 5 ? parse_tile(text.back()) : std::nullopt;
        return tile ? std::optional(lay(*tile)) : std::nullopt;
    }
    const auto cells = split(text, '-');
    if (cells.size() != 2) return std::nullopt;
    const auto from = parse_cell(cells[0]);
    const auto to = parse_cell(cells[1]);
    if (!from || !to) return std::nullopt;
    return Action{static_cast<std::uint8_t>(*from), static_cast<std::uint8_t>(*to)};
}

std::string Text::action_form(const State& state) {
    if (state.phase == Phase::choosing_side) return "keep or swap";
    if (state.phase != Phase::laying) return "two cells, for example a1-b2";
    std::string form = "the tile for " + cell_name(next_cell(state)) + ":";
    const auto actions = legal_actions(state, state.mover);
    for (const Action action : actions)
        form += (action == actions[0] ? " " : " or ") + action_text(state, state.mover, action);
    return form;
}

Error Text::why_not(const State& state, Seat seat, Action action) {
    if (action.from == lay_mark && state.phase == Phase::laying)
        return error_of(reason_of("tile_used_up"),
                        {{"colour", std::string(tile_names[action.to])}, {"cell", cell_name(next_cell(state))}});
    if (before_the_round(state) || !is_move(action))
        return error_of(reason_of("asked_otherwise"),
                        {{"form", action_form(state)}, {"phase", std::string(phase_word(state.phase))}});
    const Concern from{"cell", cell_name(action.from)};
    const Concern to{"to", cell_name(action.to)};
    const int from_height = height(state, action.from);
    if (from_height == 0) return error_of(reason_of("cell_empty"), {from});
    if (top(state, action.from) == static_cast<Tile>(opponent(seat)))
        return error_of(reason_of("tile_of_opponent"), {from, {"colour", std::string(colour_names[opponent(seat)])}});
    const int distance = bit_of_cell[action.to] - bit_of_cell[action.from];
    if (std::ranges::find(step, distance) == step.end()) return error_of(reason_of("not_beside"), {from, to});
    if (height(state, action.to) < from_height) return error_of(reason_of("stack_lower"), {from, to});
    const Bits on_level = state.levels.tiles[static_cast<std::size_t>(from_height - 1)];
    bool loose = false;
    for (int d = 0; d < direction_count; ++d)
        loose |= ((looking_at(on_level, d) | looking_at(on_level, (d + 1) % direction_count)) & bit(action.from)) == 0;
    return error_of(loose ? reason_of("would_break") : reason_of("tile_held"), {from});
}

std::string Text::chance_text(const State&, const Chance& chance) {
    if (chance.kind == Chance::Kind::first) return "first " + std::string(colour_names[chance.first]);
    return "setup " +
           rows_text([&](int cell) { return std::string(1, letter_of(chance.setup[static_cast<std::size_t>(cell)])); });
}

std::optional<State::Chance> Text::parse_chance(const State&, std::string_view text) {
    const auto words = split(text, ' ');
    if (words.size() != 2) return std::nullopt;
    Chance chance;
    if (words[0] == "first") {
        const auto colour = parse_colour(words[1]);
        if (!colour) return std::nullopt;
        chance.kind = Chance::Kind::first;
        chance.first = *colour;
        return chance;
    }
    if (words[0] != "setup") return std::nullopt;
    const auto cells = parse_rows(words[1]);
    if (!cells) return std::nullopt;
    for (std::size_t cell = 0; cell < cells->size(); ++cell) {
        const auto tile = (*cells)[cell].size() == 1 ? parse_tile((*cells)[cell].front()) : std::nullopt;
        if (!tile) return std::nullopt;
        chance.setup[cell] = *tile;
    }
    return chance;
}

std::string Text::chance_form(const State& state) {
    if (state.phase == Phase::choosing_first) return "first blue|pink";
    std::string form =
        "setup <rows>, rows a to e separated by '/', cells by ',', a cell is b, p or n: the centre n, around it "
        "2 of each, outside 5 b, 5 p, 2 n";
    if (state.options.setup == SetupRule::balanced)
        form += "; balanced: exactly one first move of " + seat_name(state, state.mover) + " wins";
    return form;
}

std::string Text::seat_name(const State&, Seat seat) { return std::string(colour_names[seat]); }

void Text::write_view(const Seen<State>& seen, JsonWriter& json) {
    const State& state = seen.state();
    json.key("cells").begin_object();
    for (int cell = 0; cell < cell_count; ++cell) json.key(cell_name(cell)).value(stack_text(state, cell));
    json.end_object();
    json.key("to_move");
    write_seat_or_null(json, state.phase == Phase::moving ? state.mover : -1);
    json.key("last_mover");
    write_seat_or_null(json, state.last_mover);
    json.key("stones").begin_array().value(state.stones[seat_blue]).value(state.stones[seat_pink]).end_array();
    json.key("stones_to_win").value(state.options.stones);
    json.key("round").value(state.round);
    json.key("visible").begin_array().value(visible(state, seat_blue)).value(visible(state, seat_pink)).end_array();
    json.key("round_winner");
    write_seat_or_null(json, state.round_winner);
    json.key("winner");
    write_seat_or_null(json, state.phase == Phase::over ? state.round_winner : -1);
    if (state.options.first != First::pie) return;
    json.key("pie").begin_object().key("lays");
    write_seat_or_null(json, state.phase == Phase::laying ? state.mover : -1);
    json.key("next");
    if (state.phase == Phase::laying)
        json.value(cell_name(next_cell(state)));
    else
        json.null();
    json.key("chooses");
    write_seat_or_null(json, state.phase == Phase::choosing_side ? state.mover : -1);
    json.end_object();
}

std::string Text::position_text(const State& state) {
    std::string text = rows_text([&](int cell) {
        const std::string stack = stack_text(state, cell);
        return stack.empty() ? std::string(".") : stack;
    });
    text += ' ';
    text += tile_letters[state.mover];
    text += ' ';
    text += state.last_mover < 0 ? '-' : tile_letters[static_cast<std::size_t>(state.last_mover)];
    return text;
}

OptionTexts Text::position_options() { return {{"stones", "1"}}; }

Expected<State> Text::parse_position(std::string_view text, const State::Options& options) {
    const auto words = split(text, ' ');
    if (words.size() != 3) return refuse(reason_of("position_form"));
    const auto cells = parse_rows(words[0]);
    if (!cells) return refuse(reason_of("position_rows"));

    State state = start(options, 2);
    std::array<int, 3> counted{};
    for (int cell = 0; cell < cell_count; ++cell) {
        const std::string_view stack = (*cells)[static_cast<std::size_t>(cell)];
        if (stack.empty()) return refuse(reason_of("position_cell_missing"), {{"cell", cell_name(cell)}});
        if (stack == ".") continue;
        for (const char letter : stack) {
            const auto tile = parse_tile(letter);
            if (!tile)
                return refuse(reason_of("position_no_tile"),
                              {{"cell", cell_name(cell)}, {"text", printable({&letter, 1})}});
            if (++counted[static_cast<std::size_t>(*tile)] > tile_count[static_cast<std::size_t>(*tile)])
                return refuse(reason_of("position_too_many"));
            put(state, cell, *tile);
        }
    }
    if (counted != tile_count) return refuse(reason_of("position_too_few"));
    if (!connected(state.levels.tiles[0])) return refuse(reason_of("position_in_pieces"));

    if (words[1] != "b" && words[1] != "p") return refuse(reason_of("position_mover"));
    state.mover = words[1] == "b" ? seat_blue : seat_pink;
    if (words[2] != "-") {
        if (words[2] != "b" && words[2] != "p") return refuse(reason_of("position_last"));
        state.last_mover = static_cast<std::int8_t>(words[2] == "b" ? seat_blue : seat_pink);
        if (state.last_mover == state.mover) return refuse(reason_of("position_moved_twice"));
    }
    settle_position(state);
    return state;
}

}  // namespace springtide
