#include "examples/pebbles/notation.hpp"

#include "core/enum_table.hpp"
#include "core/text.hpp"

namespace springtide {

namespace {

using pebbles::State;
using Text = GameText<State>;

constexpr std::array<std::string_view, pebbles::max_players> names = {"Ada", "Ben", "Cleo", "Dan"};

constexpr std::array<OptionSpec, 1> option_specs = {{{.name = "shell",
                                                      .type = OptionType::number,
                                                      .fallback = "3",
                                                      .choices = {},
                                                      .low = 0,
                                                      .high = 9,
                                                      .count = 0,
                                                      .help = "what the shell under the last pebble is worth"}}};

constexpr GameInfo game_info = {
    .id = "pebbles",
    .title = "Pebbles",
    .designer = "an example of Springtide",
    .summary = "take one to three pebbles; the last one hides a shell; 2 to 4 players",
    .min_players = pebbles::min_players,
    .max_players = pebbles::max_players,
    .options = option_specs,
};

constexpr RefusalReason too_many = {ErrorCode::illegal_action, "too_many_pebbles", "P3",
                                    "take 1 to 3 pebbles, and no more than the {heap} that lie there"};

constexpr ValueType who = {
    .schema = R"({"type":"integer"})",
    .typescript = "number",
    .write = [](JsonWriter& json, const Event& event, std::size_t) { json.value(int{event.seat}); },
    .say = [](const Event& event, std::size_t) { return std::string(names[static_cast<std::size_t>(event.seat)]); },
    .words = {}};

constexpr auto everybody = MayKnow::everybody;
using values::number;

constexpr std::array<EventKind, pebbles::happening_count> book =
    enum_table(std::to_array<EnumRow<pebbles::Happening, EventKind>>({
        {pebbles::Happening::thrown,
         event_kind("thrown", everybody, "the sea throws {pebbles} pebbles on the beach", field("pebbles", number))},
        {pebbles::Happening::taken,
         event_kind("taken", everybody, "{seat} takes {pebbles}, {left} are left", field("seat", who),
                    field("pebbles", number), field("left", number, 1), field("points", number, 2))},
        {pebbles::Happening::shell, event_kind("shell", everybody, "{seat} finds the shell, worth {worth}",
                                               field("seat", who), field("worth", number), field("points", number, 1))},
        {pebbles::Happening::turn, event_kind("turn", everybody, "", field("seat", who))},
        {pebbles::Happening::won,
         event_kind("won", everybody, "{seat} wins with {points} points", field("seat", who), field("points", number))},
    }));

/// The number after a word and a space, such as 3 in `take 3`.
std::optional<std::uint8_t> number_after(std::string_view word, std::string_view text) {
    const auto words = split(text, ' ');
    if (words.size() != 2 || words[0] != word) return std::nullopt;
    const auto read = parse_int(words[1]);
    if (!read || *read < 0 || *read > 99) return std::nullopt;
    return static_cast<std::uint8_t>(*read);
}

}  // namespace

const GameInfo& Text::info() { return game_info; }
Expected<State::Options> Text::options(const OptionReader& reader, int) {
    return State::Options{.shell = static_cast<std::uint8_t>(reader.number("shell"))};
}
OptionTexts Text::option_texts(const State::Options& options) { return {{"shell", std::to_string(options.shell)}}; }

std::string Text::action_text(const State&, Seat, State::Action action) {
    return "take " + std::to_string(action.pebbles);
}
std::optional<State::Action> Text::parse_action(const State&, Seat, std::string_view text) {
    const auto pebbles = number_after("take", text);
    if (!pebbles) return std::nullopt;
    return State::Action{*pebbles};
}
std::string Text::action_form(const State&) { return "'take 1', 'take 2' or 'take 3'"; }
Error Text::why_not(const State& state, Seat, State::Action) { return error_of(too_many, {{"heap", state.heap}}); }

std::string Text::chance_text(const State&, const State::Chance& chance) {
    return "wave " + std::to_string(chance.pebbles);
}
std::optional<State::Chance> Text::parse_chance(const State&, std::string_view text) {
    const auto pebbles = number_after("wave", text);
    if (!pebbles) return std::nullopt;
    return State::Chance{*pebbles};
}
std::string Text::chance_form(const State&) { return "wave <pebbles>, 12 to 24"; }

std::string Text::seat_name(const State&, Seat seat) { return std::string(names[seat]); }
EventBook Text::events() { return book; }

void Text::write_view(const Seen<State>& seen, JsonWriter& json) {
    const State& state = seen.state();
    json.key("heap").value(int{state.heap}).key("shell").value(int{state.options.shell}).key("to_take");
    if (state.phase == pebbles::Phase::taking)
        json.value(int{state.mover});
    else
        json.null();
    json.key("points").begin_array();
    for (const Seat seat : SeatSet::first(state.players)) json.value(int{state.points[seat]});
    json.end_array().key("winners").begin_array();
    for (const Seat winner : result(state).winners) json.value(int{winner});
    json.end_array();
}

}  // namespace springtide
