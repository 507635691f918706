#include "notation/options.hpp"

#include <algorithm>
#include <cassert>

#include "core/text.hpp"
#include "notation/reasons.hpp"

namespace springtide {

namespace {

bool in_range(const OptionSpec& spec, std::string_view text) {
    const auto value = parse_int(text);
    return value && *value >= spec.low && *value <= spec.high;
}

bool allows(const OptionSpec& spec, std::string_view text) {
    switch (spec.type) {
        case OptionType::choice: return std::ranges::find(spec.choices, text) != spec.choices.end();
        case OptionType::number: return in_range(spec, text);
        case OptionType::flag: return text == "true" || text == "false";
        case OptionType::numbers: {
            const auto parts = split(text, ',');
            return std::ssize(parts) == spec.count &&
                   std::ranges::all_of(parts, [&](std::string_view part) { return in_range(spec, part); });
        }
    }
    return false;
}

const OptionSpec* find(const GameInfo& game, std::string_view name) {
    const auto found = std::ranges::find(game.options, name, &OptionSpec::name);
    return found == game.options.end() ? nullptr : &*found;
}

}  // namespace

std::string allowed_values(const OptionSpec& spec) {
    const std::string range = std::to_string(spec.low) + " to " + std::to_string(spec.high);
    switch (spec.type) {
        case OptionType::number: return range;
        case OptionType::flag: return "true or false";
        case OptionType::numbers: return std::to_string(spec.count) + " numbers from " + range;
        case OptionType::choice: break;
    }
    std::string words;
    for (std::size_t i = 0; i < spec.choices.size(); ++i) {
        if (i > 0) words += i + 1 == spec.choices.size() ? " or " : ", ";
        words += spec.choices[i];
    }
    return words;
}

Expected<OptionReader> OptionReader::read(const GameInfo& game, const OptionTexts& given) {
    for (std::size_t i = 0; i < given.size(); ++i) {
        const auto& [name, value] = given[i];
        const OptionSpec* spec = find(game, name);
        if (spec == nullptr) {
            std::string known;
            for (const auto& option : game.options) known += (known.empty() ? "" : ", ") + std::string(option.name);
            return refuse(reason_of("unknown_option"),
                          {{"game", std::string(game.id)}, {"option", printable(name)}, {"options", known}});
        }
        if (std::ranges::any_of(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(i),
                                [&name](const auto& earlier) { return earlier.first == name; }))
            return refuse(reason_of("option_twice"), {{"option", name}});
        if (!allows(*spec, value))
            return refuse(reason_of("option_value"),
                          {{"option", name}, {"allowed", allowed_values(*spec)}, {"value", printable(value)}});
    }
    return OptionReader(game, given);
}

const OptionSpec& OptionReader::spec(std::string_view name) const {
    const OptionSpec* found = find(*game_, name);
    assert(found != nullptr);
    return *found;
}

bool OptionReader::given(std::string_view name) const {
    return std::ranges::any_of(given_, [&](const auto& option) { return option.first == name; });
}

std::optional<std::string_view> OptionReader::text(std::string_view name) const {
    for (const auto& [given_name, value] : given_)
        if (given_name == name) return value;
    const auto fallback = spec(name).fallback;
    if (fallback.empty()) return std::nullopt;
    return fallback;
}

int OptionReader::number(std::string_view name) const { return parse_int(text(name).value_or("0")).value_or(0); }

std::optional<bool> OptionReader::flag(std::string_view name) const {
    const auto value = text(name);
    if (!value) return std::nullopt;
    return *value == "true";
}

int OptionReader::choice(std::string_view name) const {
    const auto& choices = spec(name).choices;
    return static_cast<int>(std::ranges::find(choices, text(name).value_or("")) - choices.begin());
}

std::vector<int> OptionReader::numbers(std::string_view name) const {
    std::vector<int> values;
    for (const auto part : split(text(name).value_or(""), ',')) values.push_back(parse_int(part).value_or(0));
    return values;
}

}  // namespace springtide
