#pragma once

#include "examples/pebbles/rules.hpp"
#include "notation/game_text.hpp"

namespace springtide {

/// The words of Pebbles: `take 2`, and for chance `wave 17`.
template <>
struct GameText<pebbles::State> {
    using State = pebbles::State;

    static const GameInfo& info();
    static Expected<State::Options> options(const OptionReader& reader, int players);
    static OptionTexts option_texts(const State::Options& options);

    static std::string action_text(const State& state, Seat seat, State::Action action);
    static std::optional<State::Action> parse_action(const State& state, Seat seat, std::string_view text);
    static std::string action_form(const State& state);
    static Error why_not(const State& state, Seat seat, State::Action action);

    static std::string chance_text(const State& state, const State::Chance& chance);
    static std::optional<State::Chance> parse_chance(const State& state, std::string_view text);
    static std::string chance_form(const State& state);

    static std::string seat_name(const State& state, Seat seat);
    static EventBook events();
    static void write_view(const Seen<State>& seen, JsonWriter& json);
};

}  // namespace springtide
