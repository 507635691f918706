#pragma once

#include <cstdint>

#include "bots/playout.hpp"
#include "notation/game_text.hpp"
#include "tests/kit/settings.hpp"

namespace springtide::kit {

template <Rules State>
Result points_of(const State& state) {
    return result(state);
}

/// Folds the hash, the actors, the legal actions and the points of every state along one random game.
template <Rules State>
std::uint64_t fold_game(State state, Random& random, std::uint64_t signature) {
    for (;;) {
        signature = fold(signature, hash(state));
        const ToAct acting = to_act(state);
        if (acting.nobody()) break;
        if (acting.chance) {
            apply_chance(state, draw(state, random), nullptr);
            continue;
        }
        signature = fold(signature, acting.seats.bits());
        const Seat seat = acting.seats.front();
        signature = fold(signature, legal_actions(state, seat).size());
        apply(state, seat, pick_random_action(state, seat, random), nullptr);
    }
    const Result result = points_of(state);
    for (const auto points : result.points) signature = fold(signature, static_cast<std::uint64_t>(points));
    return fold(signature, result.winners.bits());
}

/// One number for the rules of a game, over random games with all numbers of players and many options. Any change of
/// what is legal or of what follows changes it; compilers, sanitizers and WebAssembly must all agree on it.
template <TextRules State>
std::uint64_t signature() {
    using Text = GameText<State>;
    std::uint64_t number = fold_text(0, Text::info().id);
    Random random(number);
    for (int round = 0; round < 200; ++round) {
        const TableSetup setting = random_setting(Text::info(), random);
        const auto reader = OptionReader::read(Text::info(), setting.options);
        const auto options = Text::options(*reader, setting.players);
        number = fold_game(start(*options, setting.players), random, number);
    }
    return number;
}

inline std::string signature_text(std::uint64_t number) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += digits[(number >> static_cast<unsigned>(shift)) & 15U];
    return text;
}

}  // namespace springtide::kit
