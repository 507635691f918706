#include "core/enum_table.hpp"
#include "notation/turn_the_tide.hpp"
#include "notation/turn_the_tide_words.hpp"

/// The events of Turn the Tide, described once.
namespace springtide {

using namespace turn_the_tide;

namespace {

constexpr std::array<std::string_view, 2> round_ends = {"two_left", "played_out"};
constexpr std::array<std::string_view, 2> round_ends_said = {"at most two players are left",
                                                             "all twelve tricks are played"};

std::string say_preservers(const Event& event, std::size_t at) { return counted(event.values[at], "preserver"); }

/// The card of a seat in an event that carries one of every seat, 0 for none.
int card_of(const Event& event, int seat) { return static_cast<int>((event.bits() >> (8 * at(seat))) & 255U); }

/// The last seat that revealed a card does not tell the number of seats: later seats may be out and show none. So the
/// event says how many there are.
int seats_of(const Event& event) { return static_cast<int>(event.bits() >> 56U); }

constexpr ValueType seat = {
    .schema = R"({"type":"integer"})",
    .typescript = "number",
    .write = [](JsonWriter& json, const Event& event, std::size_t) { json.value(int{event.seat}); },
    .say = [](const Event& event, std::size_t) { return player_name(event.seat); },
    .words = {}};
constexpr ValueType other_seat = {
    .schema = R"({"type":"integer"})",
    .typescript = "number",
    .write = [](JsonWriter& json, const Event& event, std::size_t at) { json.value(int{event.values[at]}); },
    .say = [](const Event& event, std::size_t at) { return player_name(event.values[at]); },
    .words = {}};
constexpr ValueType preservers = {
    .schema = R"({"type":"integer"})",
    .typescript = "number",
    .write = [](JsonWriter& json, const Event& event, std::size_t at) { json.value(int{event.values[at]}); },
    .say = say_preservers,
    .words = {}};
constexpr ValueType cards = {
    .schema = R"({"type":"array","items":{"type":"integer"}})",
    .typescript = "number[]",
    .write = [](JsonWriter& json, const Event& event, std::size_t) { write_cards(json, event.bits()); },
    .say = [](const Event& event, std::size_t) { return card_list(event.bits(), " "); },
    .words = {}};
/// No sentence if no card is left out.
constexpr ValueType cards_left_out = {
    .schema = cards.schema,
    .typescript = cards.typescript,
    .write = cards.write,
    .say = [](const Event& event,
              std::size_t) { return event.bits() == 0 ? "" : "left out are " + card_list(event.bits(), " "); },
    .words = {}};
/// One for every seat, null for players who are out; one sentence for each.
constexpr ValueType cards_of_all = {.schema = R"({"type":"array","items":{"type":["integer","null"]}})",
                                    .typescript = "(number | null)[]",
                                    .write =
                                        [](JsonWriter& json, const Event& event, std::size_t) {
                                            json.begin_array();
                                            for (int one = 0; one < seats_of(event); ++one) {
                                                if (const int card = card_of(event, one); card != 0)
                                                    json.value(card);
                                                else
                                                    json.null();
                                            }
                                            json.end_array();
                                        },
                                    .say =
                                        [](const Event& event, std::size_t) {
                                            std::string lines;
                                            for (int one = 0; one < seats_of(event); ++one)
                                                if (const int card = card_of(event, one); card != 0)
                                                    lines += player_name(one) + " reveals the " + std::to_string(card) +
                                                             "\n";
                                            return lines;
                                        },
                                    .words = {}};
constexpr ValueType levels = {
    .schema = R"({"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":2})",
    .typescript = "[number, number]",
    .write =
        [](JsonWriter& json, const Event& event, std::size_t at) {
            json.begin_array().value(int{event.values[at]}).value(int{event.values[at + 1]}).end_array();
        },
    .say =
        [](const Event& event, std::size_t at) {
            return std::to_string(event.values[at]) + " and " + std::to_string(event.values[at + 1]);
        },
    .words = {}};
constexpr ValueType lowest_tide = {
    .schema = R"({"type":"boolean"})",
    .typescript = "boolean",
    .write = [](JsonWriter& json, const Event& event, std::size_t at) { json.value(event.values[at] != 0); },
    .say = [](const Event& event,
              std::size_t at) { return std::string(event.values[at] != 0 ? " with the lowest tide" : ""); },
    .words = {}};
constexpr ValueType round_end = one_of<round_ends, round_ends_said>();

constexpr auto everybody = MayKnow::everybody;
using values::number;

constexpr std::array<EventKind, happening_count> book = enum_table(std::to_array<EnumRow<Happening, EventKind>>({
    {Happening::hand,
     event_kind("hand", MayKnow::seat, "{seat} holds {cards}", field("seat", seat), field("cards", cards))},
    {Happening::preservers, event_kind("preservers_dealt", everybody, "{seat} receives {preservers}",
                                       field("seat", seat), field("preservers", preservers))},
    {Happening::left_out,
     event_kind("left_out", MayKnow::nobody_or_everybody, "{cards}", field("cards", cards_left_out))},
    {Happening::tides, event_kind("tides_turned_up", everybody, "tide cards {levels} are turned up",
                                  field("levels", levels), field("trick", number, 2))},
    {Happening::chose,
     voided_by(Happening::revealed, event_kind("chose", everybody, "{seat} has chosen", field("seat", seat)))},
    {Happening::chosen_card,
     voided_by(Happening::revealed, event_kind("own_choice", MayKnow::seat, "{seat} chooses the {card}",
                                               field("seat", seat), field("card", number)))},
    {Happening::took_back,
     voided_by(Happening::revealed, event_kind("choice_taken_back", everybody, "", field("seat", seat)))},
    {Happening::revealed, event_kind("revealed", everybody, "{cards}", field("cards", cards_of_all))},
    {Happening::took,
     event_kind("tide_taken", everybody, "{seat} takes tide {level}", field("seat", seat), field("level", number))},
    {Happening::lost, event_kind("preserver_lost", everybody, "{seat} loses a preserver and has {left} left",
                                 field("seat", seat), field("left", preservers))},
    {Happening::eliminated, event_kind("eliminated", everybody,
                                       "{seat} has no preserver to lose and is out of the round", field("seat", seat))},
    {Happening::next_trick,
     voided_by(Happening::tides, event_kind("trick_begun", everybody, "", field("trick", number)))},
    {Happening::round_ended, event_kind("round_ended", everybody, "round {round} ends: {reason}",
                                        field("round", number), field("reason", round_end, 1))},
    {Happening::scored,
     event_kind("scored", everybody, "{seat} scores {points}{lowest_tide}, {total} in all", field("seat", seat),
                field("points", values::points), field("lowest_tide", lowest_tide, 1), field("total", number, 2))},
    {Happening::passed, event_kind("hand_passed", everybody, "{seat} gets the cards of {from}", field("seat", seat),
                                   field("from", other_seat), field("preservers", preservers, 1))},
    {Happening::next_round, event_kind("round_begun", everybody, "", field("round", number))},
    {Happening::won,
     event_kind("won", everybody, "{seat} wins with {points}", field("seat", seat), field("points", values::points))},
}));

}  // namespace

EventBook GameText<State>::events() { return book; }

}  // namespace springtide
