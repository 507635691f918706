#pragma once

#include <string>
#include <vector>

#include "core/random.hpp"
#include "notation/options.hpp"
#include "table/table.hpp"

namespace springtide::kit {

/// Sanitizers make everything many times slower: the same checks, on fewer games. tools/mutate asks for fewer, too.
#if defined(SPRINGTIDE_TEST_SLOWDOWN)
inline constexpr int slowdown = SPRINGTIDE_TEST_SLOWDOWN;
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int slowdown = 20;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr int slowdown = 20;
#else
inline constexpr int slowdown = 1;
#endif
#else
inline constexpr int slowdown = 1;
#endif

/// A random value that the option allows.
inline std::string random_value(const OptionSpec& spec, Random& random) {
    const auto between = [&] {
        return std::to_string(spec.low +
                              static_cast<int>(random.below(static_cast<std::uint32_t>(spec.high - spec.low + 1))));
    };
    switch (spec.type) {
        case OptionType::choice:
            return std::string(spec.choices[random.below(static_cast<std::uint32_t>(spec.choices.size()))]);
        case OptionType::flag: return random.below(2) == 0 ? "false" : "true";
        case OptionType::number: return between();
        case OptionType::numbers: break;
    }
    std::string list;
    for (int i = 0; i < spec.count; ++i) list += (i == 0 ? "" : ",") + between();
    return list;
}

/// Every setting of the choices and flags of a game (flags also left out), for one number of players; numbers are
/// left at their default. If there are more than `most`, a random selection of that many.
inline std::vector<TableSetup> all_settings(const GameInfo& game, int players, std::size_t most, Random& random) {
    std::vector<OptionTexts> mixtures = {{}};
    for (const OptionSpec& spec : game.options) {
        std::vector<std::string> values;
        if (spec.type == OptionType::choice) values.assign(spec.choices.begin(), spec.choices.end());
        if (spec.type == OptionType::flag) values = {"false", "true"};
        if (values.empty()) continue;
        std::vector<OptionTexts> longer;
        for (const OptionTexts& mixture : mixtures) {
            if (spec.fallback.empty()) longer.push_back(mixture);
            for (const std::string& value : values) {
                longer.push_back(mixture);
                longer.back().emplace_back(spec.name, value);
            }
        }
        random.shuffle(longer);
        if (longer.size() > most) longer.resize(most);
        mixtures = std::move(longer);
    }
    std::vector<TableSetup> settings;
    for (OptionTexts& mixture : mixtures)
        settings.push_back({.players = players, .options = std::move(mixture), .seed = {}, .position = {}});
    return settings;
}

/// Any values at all: each option is left out or drawn.
inline TableSetup random_setting(const GameInfo& game, Random& random) {
    TableSetup setting;
    setting.players =
        game.min_players +
        static_cast<int>(random.below(static_cast<std::uint32_t>(game.max_players - game.min_players + 1)));
    for (const OptionSpec& spec : game.options)
        if (random.below(3) != 0) setting.options.emplace_back(spec.name, random_value(spec, random));
    return setting;
}

inline std::string describe(const TableSetup& setting) {
    std::string words = std::to_string(setting.players) + " players";
    for (const auto& [name, value] : setting.options) words += " " + name + "=" + value;
    return words;
}

}  // namespace springtide::kit
