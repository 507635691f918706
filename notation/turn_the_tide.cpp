#include "notation/turn_the_tide.hpp"

#include <array>

#include "core/text.hpp"
#include "notation/turn_the_tide_words.hpp"

namespace springtide {

using namespace turn_the_tide;

namespace {

constexpr std::array<std::string_view, 2> editions = {"amigo", "gamewright"};

constexpr std::array<OptionSpec, 3> option_specs = {{
    {.name = "edition",
     .type = OptionType::choice,
     .fallback = "amigo",
     .choices = editions,
     .low = 0,
     .high = 0,
     .count = 0,
     .help = "whose rulebook; it decides 'cascade' where that is not given"},
    {.name = "cascade",
     .type = OptionType::flag,
     .fallback = "",
     .choices = {},
     .low = 0,
     .high = 0,
     .count = 0,
     .help = "a charge that eliminates everybody it falls on falls on the next highest tide (amigo: true)"},
    {.name = "leftovers_open",
     .type = OptionType::flag,
     .fallback = "false",
     .choices = {},
     .low = 0,
     .high = 0,
     .count = 0,
     .help = "the weather cards that nobody got are shown to all"},
}};

constexpr GameInfo game_info = {
    .id = "turn_the_tide",
    .title = "Turn the Tide",
    .designer = "Stefan Dorra",
    .summary = "bid in secret, keep your tide low; 3 to 5 players",
    .min_players = min_players,
    .max_players = max_players,
    .options = option_specs,
};

std::optional<int> parse_card(std::string_view text) {
    const auto card = parse_int(text);
    if (!card || *card < 1 || *card > weather_cards) return std::nullopt;
    return card;
}

/// Twelve numbers; a number given twice makes a hand of fewer cards, which no deal has.
std::optional<Cards> parse_hand(std::string_view text) {
    const auto numbers = split(text, ',');
    if (numbers.size() != hand_size) return std::nullopt;
    Cards hand = 0;
    for (const auto number : numbers) {
        const auto card = parse_card(number);
        if (!card) return std::nullopt;
        hand |= card_bit(*card);
    }
    return hand;
}

std::optional<Chance> parse_deal(std::string_view text) {
    const auto hands = split(text, '|');
    if (hands.size() > max_players) return std::nullopt;
    Chance chance;
    chance.kind = Chance::Kind::deal;
    for (std::size_t seat = 0; seat < hands.size(); ++seat) {
        const auto hand = parse_hand(hands[seat]);
        if (!hand) return std::nullopt;
        chance.hands[seat] = *hand;
    }
    return chance;
}

/// One value for every seat that is played.
template <class Write>
void write_by_seat(JsonWriter& json, std::string_view name, const State& state, Write&& write) {
    json.key(name).begin_array();
    for (const Seat seat : SeatSet::first(state.players)) write(seat);
    json.end_array();
}

void write_or_null(JsonWriter& json, int number) {
    if (number == 0)
        json.null();
    else
        json.value(number);
}

}  // namespace

using Text = GameText<State>;

const GameInfo& Text::info() { return game_info; }

Expected<State::Options> Text::options(const OptionReader& reader, int) {
    const auto edition = static_cast<Edition>(reader.choice("edition"));
    return State::Options{.edition = edition,
                          .cascade = reader.flag("cascade").value_or(cascade_of(edition)),
                          .leftovers_open = reader.flag("leftovers_open").value_or(false)};
}

OptionTexts Text::option_texts(const State::Options& options) {
    const auto flag = [](bool on) { return std::string(on ? "true" : "false"); };
    return {{"edition", std::string(editions[static_cast<std::size_t>(options.edition)])},
            {"cascade", flag(options.cascade)},
            {"leftovers_open", flag(options.leftovers_open)}};
}

std::string Text::action_text(const State&, Seat, Action action) { return std::to_string(action.card); }

std::optional<State::Action> Text::parse_action(const State&, Seat, std::string_view text) {
    const auto card = parse_card(text);
    if (!card) return std::nullopt;
    return Action{static_cast<std::uint8_t>(*card)};
}

std::string Text::action_form(const State&) { return "the number of a weather card in your hand, for example 44"; }

Error Text::why_not(const State& state, Seat seat, Action action) {
    const Concern card{"card", action.card};
    if (contains(state.dealt[seat], action.card)) return error_of(reason_of("card_played"), {card});
    return error_of(reason_of("card_not_in_hand"),
                    {card, {"seat", seat}, {"player", player_name(seat)}, {"cards", card_list(state.hand[seat], " ")}});
}

std::string Text::chance_text(const State& state, const Chance& chance) {
    if (chance.kind == Chance::Kind::tides)
        return "tides " + std::to_string(chance.tides[0]) + " " + std::to_string(chance.tides[1]);
    std::string text;
    for (const Seat seat : SeatSet::first(state.players))
        text += (seat == 0 ? "deal " : "|") + card_list(chance.hands[seat], ",");
    return text;
}

std::optional<State::Chance> Text::parse_chance(const State&, std::string_view text) {
    const auto words = split(text, ' ');
    if (words[0] == "deal" && words.size() == 2) return parse_deal(words[1]);
    if (words[0] != "tides" || words.size() != 3) return std::nullopt;
    Chance chance;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto level = parse_int(words[i + 1]);
        if (!level || *level < 1 || *level > highest_tide) return std::nullopt;
        chance.tides[i] = static_cast<std::uint8_t>(*level);
    }
    return chance;
}

std::string Text::chance_form(const State& state) {
    if (state.phase == Phase::dealing)
        return "deal 1,2,…|…: 12 different numbers from 1 to 60 for each of " + std::to_string(state.players) +
               " players, hands separated by '|'";
    return "tides 4 7: two tide cards from 1 to 12 that are still in the deck";
}

std::string Text::seat_name(const State&, Seat seat) { return player_name(seat); }

void Text::write_view(const Seen<State>& seen, JsonWriter& json) {
    const State& state = seen.state();
    const bool dealt = state.phase != Phase::dealing;
    json.key("round").value(state.round);
    json.key("trick").value(state.trick);
    write_by_seat(json, "hands", state, [&](Seat seat) {
        if (seen.observer().sees_private(seat))
            write_cards(json, state.hand[seat]);
        else
            json.null();
    });
    write_by_seat(json, "preservers", state, [&](Seat seat) { json.value(state.preservers[seat]); });
    write_by_seat(json, "worth", state, [&](Seat seat) { json.value(state.worth[seat]); });
    write_by_seat(json, "tide", state, [&](Seat seat) { write_or_null(json, state.tide[seat]); });
    write_by_seat(json, "eliminated", state, [&](Seat seat) { json.value(!state.still_in.contains(seat)); });
    json.key("upturned");
    if (state.phase == Phase::choosing)
        json.begin_array().value(state.upturned[0]).value(state.upturned[1]).end_array();
    else
        json.null();
    json.key("tides_left").value(tides_left(state.tide_deck));
    write_by_seat(json, "chosen", state, [&](Seat seat) { json.value(state.chosen[seat] != 0); });
    write_by_seat(json, "choice", state,
                  [&](Seat seat) { write_or_null(json, state.chosen[seat] == hidden_card ? 0 : state.chosen[seat]); });
    const bool had_trick = state.last_trick != decltype(state.last_trick){};
    if (had_trick)
        write_by_seat(json, "last_trick", state, [&](Seat seat) { write_or_null(json, state.last_trick[seat]); });
    else
        json.key("last_trick").null();
    json.key("left_out");
    if (dealt && (state.options.leftovers_open || seen.observer().is_all()))
        write_cards(json, state.left_out);
    else
        json.null();
    write_by_seat(json, "scores", state, [&](Seat seat) { json.value(state.scores[seat]); });
    json.key("winners");
    if (state.phase == Phase::over) {
        json.begin_array();
        for (const Seat seat : result(state).winners) json.value(seat);
        json.end_array();
    } else {
        json.null();
    }
}

void Text::write_memory(const Seen<State>& seen, JsonWriter& json) {
    const State& state = seen.state();
    write_by_seat(json, "held", state, [&](Seat seat) { write_cards(json, state.hand[seat]); });
    write_by_seat(json, "played", state, [&](Seat seat) { write_cards(json, state.dealt[seat] & ~state.hand[seat]); });
    write_by_seat(json, "unknown", state, [&](Seat seat) { json.value(hand_size - count(state.dealt[seat])); });
    json.key("unseen");
    write_cards(json, unseen_cards(state));
    json.key("tides").begin_array();
    for (int level = 1; level <= highest_tide; ++level) json.value(tides_left(state.tide_deck, level));
    json.end_array();
}

}  // namespace springtide
