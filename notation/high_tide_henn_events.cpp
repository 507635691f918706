#include "core/enum_table.hpp"
#include "notation/high_tide_henn.hpp"
#include "notation/high_tide_henn_words.hpp"
#include "rules/high_tide_henn/round.hpp"

/// The events of Henn's game, described once.
namespace springtide {

using namespace high_tide_henn;

namespace {

using Text = GameText<State>;

constexpr std::array<std::string_view, 6> reasons_said = {
    "nearest to the water", "second", "third", "at the bar", "a surfer in the water", "a surfer at the bar"};
constexpr std::array<std::string_view, 2> wave_sizes = {"small", "large"};
constexpr std::array<std::string_view, colour_count> beach_words = {"k", "p", "b", "o", "y", "w"};

constexpr std::string_view integer = R"({"type":"integer"})";
constexpr std::string_view integers = R"({"type":"array","items":{"type":"integer"}})";
constexpr std::string_view two_dice = R"({"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2})";

std::string say_number(const Event& event, std::size_t at) { return std::to_string(event.values[at]); }
void write_number(JsonWriter& json, const Event& event, std::size_t at) { json.value(int{event.values[at]}); }
std::string seat_word(int seat) { return std::string(seat_names[static_cast<std::size_t>(seat)]); }
std::string colour_word(int colour) { return std::string(colour_names[static_cast<std::size_t>(colour)]); }
std::string beach_words_of(int colour) { return "the " + colour_word(colour) + " beach"; }
Die die_at(const Event& event, std::size_t at) { return Die::from_code(static_cast<std::uint8_t>(event.values[at])); }

void write_pile(JsonWriter& json, const Event& event, std::size_t) {
    const auto pile = TowelPile::from_packed(static_cast<std::uint32_t>(event.bits()));
    json.begin_array();
    for (int i = 0; i < pile.size(); ++i) json.value(int{pile[i]});
    json.end_array();
}

/// The coin of number `index` in an event that carries several.
int coin_of(const Event& event, std::size_t index) { return static_cast<int>((event.bits() >> (7 * index)) & 127U); }
int colour_above_coins(const Event& event) { return static_cast<int>(event.bits() >> 56U); }

constexpr ValueType seat = {
    .schema = integer,
    .typescript = "number",
    .write = [](JsonWriter& json, const Event& event, std::size_t) { json.value(int{event.seat}); },
    .say = [](const Event& event, std::size_t) { return seat_word(event.seat); },
    .words = {}};
constexpr ValueType driven_back = {.schema = R"({"type":["integer","null"]})",
                                   .typescript = "number | null",
                                   .write =
                                       [](JsonWriter& json, const Event& event, std::size_t) {
                                           if (event.seat < 0)
                                               json.null();
                                           else
                                               json.value(int{event.seat});
                                       },
                                   .say =
                                       [](const Event& event, std::size_t) {
                                           return event.seat < 0 ? ", and nobody is on the sand"
                                                                 : " drives " + seat_word(event.seat) + " back";
                                       },
                                   .words = {}};
constexpr ValueType pile = {.schema = integers,
                            .typescript = "number[]",
                            .write = write_pile,
                            .say =
                                [](const Event& event, std::size_t) {
                                    const auto told = TowelPile::from_packed(static_cast<std::uint32_t>(event.bits()));
                                    std::string list;
                                    for (int i = 0; i < told.size(); ++i)
                                        list += (i == 0 ? "" : ", ") + seat_word(told[i]);
                                    return list;
                                },
                            .words = {}};
/// The start of a new round, packed above the pile.
template <unsigned Shift>
constexpr ValueType of_round = {
    .schema = integer,
    .typescript = "number",
    .write = [](JsonWriter& json, const Event& event,
                std::size_t) { json.value(static_cast<int>((event.bits() >> Shift) & 255U)); },
    .say = [](const Event& event, std::size_t) { return std::to_string((event.bits() >> Shift) & 255U); },
    .words = {}};
constexpr ValueType rental_of_round = {.schema = R"({"type":["integer","null"]})",
                                       .typescript = "number | null",
                                       .write =
                                           [](JsonWriter& json, const Event& event, std::size_t) {
                                               const auto space = static_cast<int>((event.bits() >> 40U) & 255U);
                                               if (space == 0)
                                                   json.null();
                                               else
                                                   json.value(space);
                                           },
                                       .say = nullptr,
                                       .words = {}};

void write_beach(JsonWriter& json, const Event& event, std::size_t at) { json.value(letter(event.values[at])); }
constexpr ValueType beach = {.schema = {},
                             .typescript = {},
                             .write = write_beach,
                             .say = [](const Event& event, std::size_t at) { return beach_words_of(event.values[at]); },
                             .words = beach_words};
constexpr ValueType colour = {.schema = {},
                              .typescript = {},
                              .write = write_beach,
                              .say = [](const Event& event, std::size_t at) { return colour_word(event.values[at]); },
                              .words = beach_words};
constexpr ValueType beach_of_coins = {
    .schema = {},
    .typescript = {},
    .write = [](JsonWriter& json, const Event& event, std::size_t) { json.value(letter(colour_above_coins(event))); },
    .say = [](const Event& event, std::size_t) { return beach_words_of(colour_above_coins(event)); },
    .words = beach_words};
constexpr ValueType coins_from_space_1 = {.schema = integers,
                                          .typescript = "number[]",
                                          .write =
                                              [](JsonWriter& json, const Event& event, std::size_t) {
                                                  json.begin_array();
                                                  for (std::size_t i = 0; i < coins_per_colour; ++i)
                                                      json.value(coin_of(event, i));
                                                  json.end_array();
                                              },
                                          .say =
                                              [](const Event& event, std::size_t) {
                                                  std::string list;
                                                  for (std::size_t i = 0; i < coins_per_colour; ++i)
                                                      list += (i == 0 ? "" : " ") + std::to_string(coin_of(event, i));
                                                  return list;
                                              },
                                          .words = {}};
constexpr ValueType coins_by_colour = {.schema = R"({"type":"object","additionalProperties":{"type":"integer"}})",
                                       .typescript = "Partial<Record<'k' | 'p' | 'b' | 'o' | 'y' | 'w', number>>",
                                       .write =
                                           [](JsonWriter& json, const Event& event, std::size_t) {
                                               json.begin_object();
                                               for (const Colour one : all_colours)
                                                   if (const int value = coin_of(event, one); value != 0)
                                                       json.key(letter(one)).value(value);
                                               json.end_object();
                                           },
                                       .say = nullptr,
                                       .words = {}};

constexpr ValueType dice = {
    .schema = two_dice,
    .typescript = "[string, string]",
    .write =
        [](JsonWriter& json, const Event& event, std::size_t at) {
            json.begin_array().value(die_text(die_at(event, at))).value(die_text(die_at(event, at + 1))).end_array();
        },
    .say =
        [](const Event& event, std::size_t at) {
            const auto words = [](Die die) { return colour_word(die.colour()) + " " + std::to_string(die.number()); };
            return words(die_at(event, at)) + " and " + words(die_at(event, at + 1));
        },
    .words = {}};
constexpr ValueType rolled_again = {.schema = R"({"type":"array","items":{"enum":["left","right"]}})",
                                    .typescript = "('left' | 'right')[]",
                                    .write =
                                        [](JsonWriter& json, const Event& event, std::size_t at) {
                                            json.begin_array();
                                            if ((event.values[at] & 1) != 0) json.value("left");
                                            if ((event.values[at] & 2) != 0) json.value("right");
                                            json.end_array();
                                        },
                                    .say = nullptr,
                                    .words = {}};
constexpr ValueType steps = {
    .schema =
        R"({"type":"array","items":{"type":"object","properties":{"beach":{"type":"string"},"spaces":{"type":"integer"}}}})",
    .typescript = "{ beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; spaces: number }[]",
    .write =
        [](JsonWriter& json, const Event& event, std::size_t) {
            json.begin_array();
            for (const std::size_t at : {0U, 2U})
                if (event.values[at] >= 0)
                    json.begin_object()
                        .key("beach")
                        .value(letter(event.values[at]))
                        .key("spaces")
                        .value(int{event.values[at + 1]})
                        .end_object();
            json.end_array();
        },
    .say = nullptr,
    .words = {}};

/// A space of a beach, counted from the bar.
constexpr ValueType space = {.schema = integer,
                             .typescript = "number",
                             .write = write_number,
                             .say =
                                 [](const Event& event, std::size_t at) {
                                     return event.values[at] == 0 ? std::string("the bar")
                                                                  : "space " + say_number(event, at);
                                 },
                             .words = {}};
constexpr ValueType rental = {.schema = R"({"type":["integer","null"]})",
                              .typescript = "number | null",
                              .write = [](JsonWriter& json, const Event& event,
                                          std::size_t at) { values::number_or_null.write(json, event, at); },
                              .say =
                                  [](const Event& event, std::size_t at) {
                                      return event.values[at] == 0 ? std::string("is taken off the track")
                                                                   : "moves to space " + say_number(event, at);
                                  },
                              .words = {}};
constexpr ValueType wave_size = {
    .schema = {},
    .typescript = {},
    .write = [](JsonWriter& json, const Event& event,
                std::size_t at) { json.value(wave_sizes[event.values[at] == large_wave]); },
    .say = [](const Event& event,
              std::size_t at) { return "a " + std::string(wave_sizes[event.values[at] == large_wave]); },
    .words = wave_sizes};
constexpr ValueType ended_wet = {
    .schema = R"({"type":"boolean"})",
    .typescript = "boolean",
    .write = [](JsonWriter& json, const Event& event, std::size_t at) { json.value(event.values[at] != 0); },
    .say = [](const Event& event,
              std::size_t at) { return std::string(event.values[at] != 0 ? ": a deckchair is in the water" : ""); },
    .words = {}};
constexpr ValueType reason = one_of<reason_words, reasons_said>();
constexpr ValueType phase = one_of<phase_names, phase_names>();
constexpr ValueType tile = one_of<tile_names, tile_names>();

/// The decision that a `tile_used` tells of.
Action action_of(const Event& event) {
    return Action::unpacked(static_cast<Tile>(event.values[0]), static_cast<std::size_t>(event.values[1]));
}

/// A used tile: the action's own words give its purpose, "use backward left" becomes "backward left".
constexpr ValueType used_tile = {
    .schema = {},
    .typescript = {},
    .write = [](JsonWriter& json, const Event& event,
                std::size_t at) { json.value(tile_names[static_cast<std::size_t>(event.values[at])]); },
    .say = [](const Event& event, std::size_t) { return Text::action_text({}, 0, action_of(event)).substr(4); },
    .words = tile_names};

/// The target of a tile.
template <Tile... Tiles>
constexpr bool (*used_one_of)(const Event&) =
    [](const Event& event) { return ((event.values[0] == static_cast<int>(Tiles)) || ...); };
constexpr std::array<std::string_view, 2> sides = {"left", "right"};
constexpr ValueType used_side = {
    .schema = {},
    .typescript = {},
    .write = [](JsonWriter& json, const Event& event, std::size_t) { json.value(sides[action_of(event).die() & 1U]); },
    .say = nullptr,
    .words = sides};
constexpr ValueType used_beach = {
    .schema = {},
    .typescript = {},
    .write = [](JsonWriter& json, const Event& event, std::size_t) { json.value(letter(action_of(event).beach())); },
    .say = nullptr,
    .words = beach_words};
template <int (*Number)(Action)>
constexpr ValueType used_number = {
    .schema = integer,
    .typescript = "number",
    .write = [](JsonWriter& json, const Event& event, std::size_t) { json.value(Number(action_of(event))); },
    .say = nullptr,
    .words = {}};
int used_space(Action action) { return action.space(); }
int used_spaces(Action action) { return action.spaces(); }
int left_change(Action action) { return action.by(left_die); }
int right_change(Action action) { return action.by(right_die); }
constexpr ValueType used_die = {.schema = R"({"type":"string"})",
                                .typescript = "string",
                                .write = [](JsonWriter& json, const Event& event,
                                            std::size_t) { json.value(die_text(action_of(event).pool_die())); },
                                .say = nullptr,
                                .words = {}};

constexpr auto everybody = MayKnow::everybody;
using values::flag;
using values::number;
using values::points;

constexpr std::array<EventKind, happening_count> book = enum_table(std::to_array<EnumRow<Happening, EventKind>>({
    {Happening::towels_piled,
     event_kind("towels_piled", everybody, "the towels lie, from the top: {pile}", field("pile", pile))},
    {Happening::coins_laid, event_kind("coins_laid", everybody, "coins on {beach}, from space 1: {coins}",
                                       field("beach", beach_of_coins), field("coins", coins_from_space_1))},
    {Happening::surfer_dealt, event_kind("surfer_dealt", MayKnow::seat_or_everybody, "{seat} has a surfer on {beach}",
                                         field("seat", seat), field("beach", beach))},
    {Happening::tile_revealed,
     event_kind("tile_turned_up", everybody, "this round is played for the tile {tile}", field("tile", tile))},
    {Happening::alert_raised, event_kind("shark_alert", everybody, "shark alert on {beach}", field("beach", beach))},
    {Happening::round_started,
     event_kind("round_begun", everybody, "round {round} begins", field("round", of_round<32>), field("pile", pile),
                field("rental", rental_of_round), field("dice_of_each", of_round<48>))},
    {Happening::turn_comes, event_kind("turn_comes", everybody, "", field("seat", seat))},
    {Happening::put_back, event_kind("towel_put_back", everybody, "", field("seat", seat))},
    {Happening::asked, voided_by(Happening::asked, event_kind("asked", everybody, "", field("phase", phase)))},
    {Happening::rental_moved, event_kind("rental_moved", everybody, "the rental {space}", field("space", rental))},
    {Happening::rolled,
     event_kind("rolled", everybody, "{seat} rolls {dice}", field("seat", seat), field("dice", dice))},
    {Happening::took, event_kind("pair_taken", everybody, "{seat} takes {dice} from space {space}", field("seat", seat),
                                 field("dice", dice), field("space", number, 2))},
    {Happening::accepted,
     event_kind("accepted", everybody, "{seat} accepts {dice}", field("seat", seat), field("dice", dice))},
    {Happening::declined, event_kind("laid_down", everybody, "{seat} lays {dice} on space {space}", field("seat", seat),
                                     field("dice", dice), field("space", number, 2))},
    {Happening::rerolled, event_kind("rerolled", everybody, "{seat} rolls again: now {dice}", field("seat", seat),
                                     field("dice", dice), field("which", rolled_again, 2))},
    {Happening::steps, voided_by(Happening::steps, event_kind("steps", everybody, "", field("steps", steps)))},
    {Happening::moved,
     event_kind("moved", everybody, "{seat} moves on {beach} from {from} to {to}", field("seat", seat),
                field("beach", beach), field("from", space, 1), field("to", space, 2))},
    {Happening::moved_in_water,
     event_kind("moved_into_water", everybody, "{seat} moves on {beach} from {from} into the water",
                field("seat", seat), field("beach", beach), field("from", space, 1))},
    {Happening::move_lost,
     event_kind("move_lost", everybody, "{seat} cannot move on {beach}: the deckchair is in the water",
                field("seat", seat), field("beach", beach), field("spaces", number, 1))},
    {Happening::towel_laid, event_kind("towel_laid", everybody, "{seat} puts the towel on space {space}",
                                       field("seat", seat), field("space", number))},
    {Happening::pooled, event_kind("pooled", everybody, "", field("dice", dice))},
    {Happening::waves_rolled,
     event_kind("waves_rolled", everybody, "{seat} rolls for the waves: {dice}, laid on space {space}",
                field("seat", seat), field("dice", dice), field("space", number, 2))},
    {Happening::wave,
     event_kind("wave", everybody, "{size} wave floods {beach} from space {water}", field("beach", beach),
                field("size", wave_size, 1), field("spaces", number, 1), field("water", number, 2))},
    {Happening::flooded, event_kind("flooded", everybody, "the deckchair of {seat} on {beach} is in the water",
                                    field("seat", seat), field("beach", beach))},
    {Happening::shark, event_kind("shark", everybody, "a shark {spaces} at {beach}{seat}", field("beach", beach),
                                  field("spaces", number, 1), field("seat", driven_back))},
    {Happening::coin_taken,
     event_kind("coin_taken", everybody, "{seat} takes the coin {value} from space {space} of {beach}",
                field("seat", seat), field("beach", beach), field("space", number, 1), field("value", number, 2),
                field("face_down", flag, 3))},
    {Happening::own_coin,
     event_kind("own_coin", MayKnow::seat, "", field("seat", seat), field("beach", beach), field("value", number, 1))},
    {Happening::coin_left,
     event_kind("coin_left", everybody, "{seat} leaves the coin {value} on space {space} of {beach}",
                field("seat", seat), field("beach", beach), field("space", number, 1), field("value", number, 2))},
    {Happening::tile_used,
     event_kind("tile_used", everybody, "{seat} uses the tile {tile}", field("seat", seat), field("tile", used_tile),
                field("side", used_side, 0, used_one_of<Tile::reroll, Tile::recolour, Tile::backward>),
                field("beach", used_beach, 0, used_one_of<Tile::recolour, Tile::head_start>),
                field("spaces", used_number<used_spaces>, 0, used_one_of<Tile::head_start>),
                field("space", used_number<used_space>, 0, used_one_of<Tile::swap>),
                field("left", used_number<left_change>, 0, used_one_of<Tile::adjust>),
                field("right", used_number<right_change>, 0, used_one_of<Tile::adjust>),
                field("die", used_die, 0, used_one_of<Tile::pool_die>))},
    {Happening::open_dice,
     event_kind("open_dice", everybody, "{seat} has the open dice: {dice}", field("seat", seat), field("dice", dice))},
    {Happening::tile_won,
     event_kind("tile_won", everybody, "{seat} wins the tile {tile}", field("seat", seat), field("tile", tile))},
    {Happening::last_point,
     event_kind("last_point", everybody, "{seat} has the open dice of the last round, 1 point", field("seat", seat))},
    {Happening::game_ended, event_kind("game_ended", everybody, "the game ends in round {round}{wet}",
                                       field("round", number), field("wet", ended_wet, 1))},
    {Happening::coins_shown,
     event_kind("coins_shown", everybody, "", field("seat", seat), field("coins", coins_by_colour))},
    {Happening::surfer_shown, event_kind("surfer_shown", everybody, "", field("seat", seat), field("beach", beach))},
    {Happening::beach_scored,
     event_kind("beach_scored", everybody, "{beach} beach: {seat} is {reason}, {points}", field("seat", seat),
                field("beach", colour), field("points", points, 1), field("reason", reason, 2))},
    {Happening::coins_scored, event_kind("coins_scored", everybody, "{seat} has coins worth {total}, {points}",
                                         field("seat", seat), field("total", number), field("points", points, 1))},
    {Happening::won,
     event_kind("won", everybody, "{seat} wins with {points}", field("seat", seat), field("points", points))},
}));

}  // namespace

EventBook Text::events() { return book; }

}  // namespace springtide
