#pragma once

#include "notation/game_text.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide {

/// Beaches and dice are named by the letters k p b o y w, a die by its letter and number; spaces of a beach are counted
/// from the bar (0), those of the track from the top (1). Seats have the colours of the deckchairs.
template <>
struct GameText<high_tide_henn::State> {
    using State = high_tide_henn::State;
    using Action = State::Action;
    using Chance = State::Chance;

    static const GameInfo& info();
    static Expected<State::Options> options(const OptionReader& reader, int players);
    static OptionTexts option_texts(const State::Options& options);

    static std::string action_text(const State& state, Seat seat, Action action);
    static std::optional<Action> parse_action(const State& state, Seat seat, std::string_view text);
    static std::string action_form(const State& state);
    static Error why_not(const State& state, Seat seat, Action action);

    static std::string chance_text(const State& state, const Chance& chance);
    static std::optional<Chance> parse_chance(const State& state, std::string_view text);
    static std::string chance_form(const State& state);

    static std::string seat_name(const State& state, Seat seat);
    static EventBook events();
    static void write_view(const Seen<State>& seen, JsonWriter& json);
    /// The coins that lie face down lay open when they were taken.
    static void write_memory(const Seen<State>& seen, JsonWriter& json);
    static void write_outlook(const Seen<State>& seen, Seat seat, Action action, JsonWriter& json);
    static void write_standing(const Seen<State>& seen, JsonWriter& json);
};

}  // namespace springtide
