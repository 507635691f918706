#pragma once

#include "notation/game_text.hpp"
#include "rules/turn_the_tide/rules.hpp"

namespace springtide {

/// A weather card is written as its number. Players are called by their place at the table: seat 0 is player 1.
template <>
struct GameText<turn_the_tide::State> {
    using State = turn_the_tide::State;
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

    /// The memory aid: a perfect memory's knowledge beyond the view (T18). By seat, the cards known to be
    /// in the hand now (`held`), those it played in this round (`played`) and how many cards of it are unknown; the
    /// cards seen nowhere (`unseen`) and how often each tide level is still in the deck (`tides`, from 1 to 12).
    static void write_memory(const Seen<State>& seen, JsonWriter& json);
};

}  // namespace springtide
