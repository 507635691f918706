#include "notation/high_tide_henn.hpp"

#include <algorithm>
#include <ranges>

#include "core/text.hpp"
#include "notation/high_tide_henn_words.hpp"

namespace springtide {

using namespace high_tide_henn;

namespace {

constexpr std::array<std::string_view, 2> editions = {"de", "en"};
constexpr std::array<std::string_view, 2> endings = {"after_round", "at_once"};

constexpr OptionSpec choice(std::string_view name, std::span<const std::string_view> choices, std::string_view help) {
    return {.name = name,
            .type = OptionType::choice,
            .fallback = choices.front(),
            .choices = choices,
            .low = 0,
            .high = 0,
            .count = 0,
            .help = help};
}
constexpr OptionSpec flag(std::string_view name, std::string_view fallback, std::string_view help) {
    return {.name = name,
            .type = OptionType::flag,
            .fallback = fallback,
            .choices = {},
            .low = 0,
            .high = 0,
            .count = 0,
            .help = help};
}
constexpr OptionSpec expansion(std::string_view name, std::string_view help) {
    OptionSpec spec = flag(name, "false", help);
    spec.is_expansion = true;
    return spec;
}
constexpr OptionSpec number(std::string_view name, std::string_view fallback, int low, int high,
                            std::string_view help) {
    return {.name = name,
            .type = OptionType::number,
            .fallback = fallback,
            .choices = {},
            .low = low,
            .high = high,
            .count = 0,
            .help = help};
}
constexpr OptionSpec numbers(std::string_view name, std::string_view fallback, int high, int count,
                             std::string_view help) {
    return {.name = name,
            .type = OptionType::numbers,
            .fallback = fallback,
            .choices = {},
            .low = 1,
            .high = high,
            .count = count,
            .help = help};
}

constexpr std::array option_specs = {
    choice("edition", editions, "which rulebook; it decides which chair a shark chases and whether coins stay hidden"),
    expansion("coins", "expansion: pick up coins from the first eight spaces of each beach"),
    expansion("sharks", "expansion: each round a shark chases a front deckchair back"),
    expansion("surfers", "expansion: on one beach you want your chair in the water"),
    expansion("baywatch", "expansion: the lowest pair of each round wins a tile with a special power"),
    choice("ending", endings, "a wet deckchair ends the game after the round, or at once"),
    number("beach_length", "20", 12, 30, "dry spaces on each beach at the start"),
    number("rental_start", "4", 2, 7, "where the rental starts each round; too far down, it blocks no space"),
    flag("coins_hidden", "", "keep coins face down after they are taken (de: true)"),
    numbers("coin_values", "1,2,3,4,5,6,7,8", 99, coins_per_colour, "values of the eight coins of each colour"),
    numbers("shark_values", "1,2,2,3,3,4,4", 30, shark_tiles, "how far each of the seven sharks chases a chair back"),
    flag("surfers_hidden", "false", "keep surfers face down until the end"),
};

static_assert(std::ranges::equal(option_specs | std::views::filter(&OptionSpec::is_expansion), expansions, {},
                                 &OptionSpec::name, &Expansion::name),
              "every expansion has its option here, in the order of rules/high_tide_henn/state.hpp");

constexpr GameInfo game_info = {
    .id = "high_tide_henn",
    .title = "High Tide (Henn)",
    .designer = "Dirk Henn",
    .summary = "deckchairs as near to the water as they dare; dice, 3 to 6 players, four expansions",
    .min_players = min_players,
    .max_players = max_players,
    .options = option_specs,
};

template <std::size_t Count>
std::array<std::uint8_t, Count> read_numbers(const OptionReader& reader, std::string_view name) {
    std::array<std::uint8_t, Count> values{};
    std::ranges::transform(reader.numbers(name), values.begin(),
                           [](int value) { return static_cast<std::uint8_t>(value); });
    return values;
}

template <class Values>
std::string number_list(const Values& values) {
    std::string list;
    for (const auto value : values) list += (list.empty() ? "" : ",") + std::to_string(value);
    return list;
}

std::string flag_text(bool on) { return on ? "true" : "false"; }

}  // namespace

using Text = GameText<State>;

const GameInfo& Text::info() { return game_info; }

Expected<State::Options> Text::options(const OptionReader& reader, int) {
    State::Options options;
    options.edition = static_cast<Edition>(reader.choice("edition"));
    options.ending = static_cast<Ending>(reader.choice("ending"));
    for (const Expansion& each : expansions) options.*each.on = reader.flag(each.name).value_or(false);
    options.coins_hidden = reader.flag("coins_hidden").value_or(hides_coins(options.edition));
    options.surfers_hidden = reader.flag("surfers_hidden").value_or(false);
    options.beach_length = static_cast<std::uint8_t>(reader.number("beach_length"));
    options.rental_start = static_cast<std::uint8_t>(reader.number("rental_start"));
    options.shark_values = read_numbers<shark_tiles>(reader, "shark_values");
    options.coin_values = read_numbers<coins_per_colour>(reader, "coin_values");
    return options;
}

OptionTexts Text::option_texts(const State::Options& options) {
    OptionTexts texts = {{"edition", std::string(editions[static_cast<std::size_t>(options.edition)])}};
    for (const Expansion& each : expansions) texts.emplace_back(each.name, flag_text(options.*each.on));
    texts.insert(texts.end(), {{"ending", std::string(endings[static_cast<std::size_t>(options.ending)])},
                               {"beach_length", std::to_string(options.beach_length)},
                               {"rental_start", std::to_string(options.rental_start)},
                               {"coins_hidden", flag_text(options.coins_hidden)},
                               {"coin_values", number_list(options.coin_values)},
                               {"shark_values", number_list(options.shark_values)},
                               {"surfers_hidden", flag_text(options.surfers_hidden)}});
    return texts;
}

std::string Text::seat_name(const State&, Seat seat) { return std::string(seat_names[seat]); }

}  // namespace springtide
