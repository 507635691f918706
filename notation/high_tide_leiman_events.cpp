#include "core/enum_table.hpp"
#include "notation/high_tide_leiman.hpp"
#include "notation/high_tide_leiman_words.hpp"

/// The events of Leiman's game, described once.
namespace springtide {

using namespace high_tide_leiman;

namespace {

using Text = GameText<State>;

constexpr std::array<std::string_view, 3> reasons = {"visible", "highest", "last_move"};
constexpr std::array<std::string_view, 3> reasons_said = {"more tiles visible", "the highest stack", "the last move"};
constexpr std::array<std::string_view, 3> tile_words = {"b", "p", "n"};

constexpr ValueType seat = {
    .schema = R"({"type":"integer"})",
    .typescript = "number",
    .write = [](JsonWriter& json, const Event& event, std::size_t) { json.value(int{event.seat}); },
    .say = [](const Event& event,
              std::size_t) { return std::string(colour_names[static_cast<std::size_t>(event.seat)]); },
    .words = {}};
constexpr ValueType cell = {.schema = R"({"type":"string"})",
                            .typescript = "string",
                            .write = [](JsonWriter& json, const Event& event,
                                        std::size_t at) { json.value(Text::cell_name(event.values[at])); },
                            .say = [](const Event& event, std::size_t at) { return Text::cell_name(event.values[at]); },
                            .words = {}};
constexpr std::array<std::string_view, 2> sides_said = {"keeps the colours", "swaps the colours and starts"};
constexpr ValueType tile = one_of<tile_words, tile_names>();
constexpr ValueType side = one_of<side_words, sides_said>();
constexpr ValueType reason = one_of<reasons, reasons_said>();
/// Blue's and pink's.
constexpr ValueType both = {
    .schema = R"({"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":2})",
    .typescript = "[number, number]",
    .write =
        [](JsonWriter& json, const Event& event, std::size_t at) {
            json.begin_array().value(int{event.values[at]}).value(int{event.values[at + 1]}).end_array();
        },
    .say =
        [](const Event& event, std::size_t at) {
            return "blue " + std::to_string(event.values[at]) + ", pink " + std::to_string(event.values[at + 1]);
        },
    .words = {}};
constexpr ValueType rows = {
    .schema = R"({"type":"string"})",
    .typescript = "string",
    .write =
        [](JsonWriter& json, const Event& event, std::size_t) {
            json.value(rows_text([&](int one) {
                return std::string(1, tile_letters[(event.bits() >> (16 + 2 * static_cast<unsigned>(one))) & 3U]);
            }));
        },
    .say = nullptr,
    .words = {}};

constexpr auto everybody = MayKnow::everybody;
using values::number;

constexpr std::array<EventKind, happening_count> book = enum_table(std::to_array<EnumRow<Happening, EventKind>>({
    {Happening::first, event_kind("first", everybody, "{seat} starts the match", field("seat", seat))},
    {Happening::laid_out, event_kind("laid_out", everybody, "round {round} is laid out", field("seat", seat),
                                     field("round", number), field("rows", rows))},
    {Happening::moved,
     event_kind("tile_moved", everybody, "{seat} moves the {tile} tile from {from} to {to}, now {height} high",
                field("seat", seat), field("from", cell), field("to", cell, 1), field("height", number, 2),
                field("tile", tile, 3))},
    {Happening::round_won,
     event_kind("round_won", everybody, "{seat} wins round {round} by {reason}: visible {visible}", field("seat", seat),
                field("round", number), field("visible", both, 1), field("reason", reason, 3))},
    {Happening::next_round, event_kind("loser_starts", everybody, "", field("seat", seat), field("round", number))},
    {Happening::match_won, event_kind("match_won", everybody, "{seat} wins the match: stones {stones}",
                                      field("seat", seat), field("stones", both))},
    {Happening::lays, event_kind("player_lays", everybody, "{seat} lays the tiles of round {round}",
                                 field("seat", seat), field("round", number))},
    {Happening::tile_laid, event_kind("tile_laid", everybody, "{seat} lays a {tile} tile on {cell}",
                                      field("seat", seat), field("cell", cell), field("tile", tile, 1))},
    {Happening::side_chosen,
     event_kind("side_chosen", everybody, "{seat} {side}", field("seat", seat), field("side", side))},
}));

}  // namespace

EventBook Text::events() { return book; }

}  // namespace springtide
