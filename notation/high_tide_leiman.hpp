#pragma once

#include "notation/game_text.hpp"
#include "rules/high_tide_leiman/rules.hpp"

namespace springtide {

/// Cells are named by row a to e and by number from the left; a stack is written from bottom to top in b, p, n.
template <>
struct GameText<high_tide_leiman::State> {
    using State = high_tide_leiman::State;
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

    static std::string position_text(const State& state);
    static Expected<State> parse_position(std::string_view text, const State::Options& options);
    static OptionTexts position_options();

    static std::string cell_name(int cell);
    static std::optional<int> parse_cell(std::string_view text);
    /// The tiles of one stack from bottom to top, "" for an empty cell.
    static std::string stack_text(const State& state, int cell);
};

}  // namespace springtide
