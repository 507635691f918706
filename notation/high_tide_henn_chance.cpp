#include <algorithm>
#include <span>

#include "core/enum_table.hpp"
#include "core/text.hpp"
#include "notation/high_tide_henn.hpp"
#include "notation/high_tide_henn_words.hpp"

/// Chance in text: `towels 2,0,1`, `roll y2 b1`, `coins k:3,7,…;p:…` and the like.
namespace springtide {

using namespace high_tide_henn;

namespace {

using Kind = Chance::Kind;
using Text = GameText<State>;

constexpr auto kind_words = enum_table(std::to_array<EnumRow<Kind, std::string_view>>({
    {Kind::towels, "towels"},
    {Kind::coins, "coins"},
    {Kind::surfers, "surfers"},
    {Kind::baywatch, "baywatch"},
    {Kind::alert, "alert"},
    {Kind::roll, "roll"},
    {Kind::reroll, "reroll"},
    {Kind::shark, "shark"},
}));

template <class Values, class Write>
std::string list_of(const Values& values, char separator, Write&& write) {
    std::string list;
    for (const auto& value : values) {
        if (!list.empty()) list += separator;
        list += write(value);
    }
    return list;
}

std::string number_text(std::uint8_t number) { return std::to_string(number); }

/// Fills a list from texts, each read by `read`; false if there are too many or one is no such thing.
template <class Values, class Read>
bool read_list(std::string_view text, Values& values, Read&& read) {
    const auto parts = split(text, ',');
    if (parts.size() > values.size()) return false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::optional<int> value = read(parts[i]);
        if (!value) return false;
        values[i] = static_cast<std::uint8_t>(*value);
    }
    return true;
}

std::optional<int> read_byte(std::string_view text) {
    const auto number = parse_int(text);
    return number && *number >= 0 && *number <= 255 ? number : std::nullopt;
}

std::optional<int> read_colour(std::string_view text) {
    const auto colour = parse_colour(text);
    if (!colour) return std::nullopt;
    return *colour;
}

std::optional<int> read_tile(std::string_view text) {
    const auto found = std::ranges::find(tile_names, text);
    if (found == tile_names.end()) return std::nullopt;
    return static_cast<int>(found - tile_names.begin());
}

/// Six beaches, in any order, each with eight coins.
bool read_coins(std::string_view text, Chance& chance) {
    const auto beaches = split(text, ';');
    if (beaches.size() != colour_count) return false;
    for (const auto beach : beaches) {
        const auto colour = parse_colour(beach.substr(0, 1));
        if (!colour || beach.size() < 2 || beach[1] != ':') return false;
        auto& values = chance.coins[*colour];
        if (values[0] != 0 || std::ranges::count(beach, ',') != coins_per_colour - 1) return false;
        if (!read_list(beach.substr(2), values, read_byte)) return false;
    }
    return true;
}

bool read_value(std::optional<int> value, Chance& chance) {
    if (!value) return false;
    chance.value = static_cast<std::uint8_t>(*value);
    return true;
}

/// Reads the text after the first word.
bool read_rest(std::string_view rest, const State& state, Chance& chance) {
    const auto words = split(rest, ' ');
    switch (chance.kind) {
        case Kind::towels:
            return std::ranges::count(rest, ',') == state.players - 1 && read_list(rest, chance.seats, read_byte);
        case Kind::surfers:
            return std::ranges::count(rest, ',') == state.players - 1 && read_list(rest, chance.seats, read_colour);
        case Kind::coins: return read_coins(rest, chance);
        case Kind::baywatch: return read_value(read_tile(rest), chance);
        case Kind::alert: return read_value(read_colour(rest), chance);
        case Kind::shark: return read_value(read_byte(rest), chance);
        case Kind::roll: {
            const auto one = parse_die(words[0]);
            const auto other = words.size() == 2 ? parse_die(words[1]) : std::nullopt;
            if (!one || !other) return false;
            chance.dice = laid(*one, *other);
            return true;
        }
        case Kind::reroll: {
            if (words.size() > 2) return false;
            for (std::size_t i = 0; i < words.size(); ++i) {
                const auto number = read_byte(words[i]);
                if (!number || *number == 0) return false;
                chance.numbers[i] = static_cast<std::uint8_t>(*number);
            }
            return true;
        }
    }
    return false;
}

}  // namespace

std::string Text::chance_text(const State& state, const Chance& chance) {
    const std::string kind = std::string(kind_words[static_cast<std::size_t>(chance.kind)]) + " ";
    const std::span by_seat(chance.seats.data(), state.players);
    switch (chance.kind) {
        case Kind::towels: return kind + list_of(by_seat, ',', number_text);
        case Kind::surfers: return kind + list_of(by_seat, ',', letter);
        case Kind::coins:
            return kind + list_of(all_colours, ';', [&](Colour colour) {
                       return letter(colour) + ":" + list_of(chance.coins[colour], ',', number_text);
                   });
        case Kind::baywatch: return kind + std::string(tile_names[chance.value]);
        case Kind::alert: return kind + letter(chance.value);
        case Kind::shark: return kind + std::to_string(chance.value);
        case Kind::roll: return kind + pair_text(chance.dice);
        case Kind::reroll:
            return kind + std::to_string(chance.numbers[0]) +
                   (chance.numbers[1] == 0 ? "" : " " + std::to_string(chance.numbers[1]));
    }
    return kind;
}

std::optional<State::Chance> Text::parse_chance(const State& state, std::string_view text) {
    const auto space = text.find(' ');
    const auto found = std::ranges::find(kind_words, text.substr(0, space));
    if (space == std::string_view::npos || found == kind_words.end()) return std::nullopt;
    Chance chance;
    chance.kind = static_cast<Kind>(found - kind_words.begin());
    if (!read_rest(text.substr(space + 1), state, chance)) return std::nullopt;
    return chance;
}

std::string Text::chance_form(const State& state) {
    switch (state.phase) {
        case Phase::piling_towels: return "towels 2,0,1: every seat once, the top of the pile first";
        case Phase::laying_coins: return "coins k:3,7,…;p:…: the coins of each beach, k p b o y w, on spaces 1 to 8";
        case Phase::dealing_surfers: return "surfers k,b,y: a different beach for each seat";
        case Phase::revealing_tile: return "baywatch swap: a tile that was not turned up yet";
        case Phase::raising_alert: return "alert p: a beach, not the one of the last round";
        case Phase::revealing_shark: return "shark 3: the value of a tile that is left";
        case Phase::rerolling:
            return state.rerolling == 3 ? "reroll 4 2: both numbers, the left die first" : "reroll 4";
        case Phase::rolling:
        case Phase::rolling_waves: return "roll y2 b1: two dice that are in the bag";
        case Phase::before_turn:
        case Phase::choosing:
        case Phase::answering:
        case Phase::choosing_reroll:
        case Phase::using_tiles:
        case Phase::ordering:
        case Phase::landing:
        case Phase::over: break;  // chance has nothing to do
    }
    return "";
}

}  // namespace springtide
