#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bots/choose.hpp"
#include "games/notation.hpp"
#include "table/games.hpp"
#include "tests/kit/random_games.hpp"
#include "tests/kit/signature.hpp"

/// The kit's checks for every game, by its id: for programs that carry all of them.
namespace springtide::kit {

struct GameChecks {
    std::string_view game;
    std::uint64_t (*rules_signature)();
    Report (*random_games)(std::uint64_t seed, std::size_t most, int more);
};

template <TextRules State>
GameChecks checks_of() {
    return {
        .game = GameText<State>::info().id, .rules_signature = &signature<State>, .random_games = &random_games<State>};
}

inline auto all_games() {
    return AllGames::each([]<class State>() { return checks_of<State>(); });
}

/// Counted work, not time: a search must choose the same on every machine.
inline constexpr std::uint64_t signature_nodes = 200;

/// One number for the bots of a game: what every level chooses along a game of its own against itself, with `options`.
/// Not those for study, which a page does not carry and which may take as long as they like.
inline std::uint64_t bots_signature(std::string_view game, const OptionTexts& options) {
    std::uint64_t number = fold_text(0, game);
    for (const auto& level : bot_levels(game)) {
        const auto info = (*find_game(game))->info();
        auto table =
            new_table(game, {.players = info.max_players, .options = options, .seed = "signature", .position = {}});
        for (int i = 0; i < 40 && !(*table)->over(); ++i) {
            const Seat seat = (*table)->to_act().seats.front();
            const auto answer = choose(**table, seat,
                                       {.level = level,
                                        .milliseconds = {},
                                        .seed = fold(static_cast<std::uint64_t>(i), seat),
                                        .nodes = signature_nodes});
            if (!answer) break;
            number = fold_text(number, answer->action);
            (*table)->play(Actor::seat(seat), answer->action);
        }
    }
    return number;
}

/// The signature of a game: its rules and its bots in one number.
inline std::string full_signature(const GameChecks& checks) {
    OptionTexts everything;
    for (const OptionSpec& spec : (*find_game(checks.game))->info().options)
        if (spec.type == OptionType::flag) everything.emplace_back(spec.name, "true");
    std::uint64_t bots = bots_signature(checks.game, {});
    if (!everything.empty()) bots = fold(bots, bots_signature(checks.game, everything));
    return signature_text(fold(checks.rules_signature(), bots));
}

}  // namespace springtide::kit
