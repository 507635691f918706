#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/json_writer.hpp"
#include "core/rules.hpp"
#include "notation/events.hpp"
#include "notation/options.hpp"
#include "notation/reasons.hpp"

namespace springtide {

/// The words of one game. Each game specialises this for its State, in notation/<game>.hpp.
template <class State>
struct GameText;

template <class State>
concept TextRules = Rules<State> && requires(const State& state, const OptionReader& reader, int players,
                                             const typename State::Options& options, typename State::Action action,
                                             const typename State::Chance& chance, std::string_view text, Seat seat,
                                             const Seen<State>& seen, JsonWriter& json) {
    { GameText<State>::info() } -> std::same_as<const GameInfo&>;
    /// Values that are each allowed may still not fit together or fit the number of players.
    { GameText<State>::options(reader, players) } -> std::same_as<Expected<typename State::Options>>;
    /// Every option with its value, for records.
    { GameText<State>::option_texts(options) } -> std::same_as<OptionTexts>;

    /// `state` is the one the action is meant for.
    { GameText<State>::action_text(state, seat, action) } -> std::same_as<std::string>;
    { GameText<State>::parse_action(state, seat, text) } -> std::same_as<std::optional<typename State::Action>>;
    /// How an action is written, for the sentence that refuses a text which is none.
    { GameText<State>::action_form(state) } -> std::same_as<std::string>;
    /// Why an action that is written well is refused.
    { GameText<State>::why_not(state, seat, action) } -> std::same_as<Error>;

    { GameText<State>::chance_text(state, chance) } -> std::same_as<std::string>;
    { GameText<State>::parse_chance(state, text) } -> std::same_as<std::optional<typename State::Chance>>;
    { GameText<State>::chance_form(state) } -> std::same_as<std::string>;

    { GameText<State>::seat_name(state, seat) } -> std::same_as<std::string>;
    /// Every kind of event, in the order of the game's enumeration.
    { GameText<State>::events() } -> std::same_as<EventBook>;
    /// Writes the fields of the observer's view into an open object.
    { GameText<State>::write_view(seen, json) } -> std::same_as<void>;
};

/// A game in which memory helps: a perfect memory's knowledge beyond the view, for a memory aid that a host allows.
template <class State>
concept MemoryText = TextRules<State> && requires(const Seen<State>& seen, JsonWriter& json) {
    { GameText<State>::write_memory(seen, json) } -> std::same_as<void>;
};

/// A game that reports the consequences of each legal action, and the points if it ended now. Both follow from the
/// observer's knowledge alone.
template <class State>
concept OutlookText =
    TextRules<State> && requires(const Seen<State>& seen, Seat seat, typename State::Action action, JsonWriter& json) {
        { GameText<State>::write_outlook(seen, seat, action, json) } -> std::same_as<void>;
        { GameText<State>::write_standing(seen, json) } -> std::same_as<void>;
    };

/// The view of an observer, as JSON.
template <TextRules State>
[[nodiscard]] std::string view_text(const Seen<State>& seen) {
    JsonWriter json;
    json.begin_object();
    GameText<State>::write_view(seen, json);
    json.end_object();
    return json.take();
}

/// Adds everything a perfect memory would know beyond the view, in games with such a memory.
template <TextRules State>
[[nodiscard]] std::optional<std::string> memory_text([[maybe_unused]] const Seen<State>& seen) {
    if constexpr (MemoryText<State>) {
        JsonWriter json;
        json.begin_object();
        GameText<State>::write_memory(seen, json);
        json.end_object();
        return json.take();
    }
    return std::nullopt;
}

/// A game whose positions can be written in one line and set up from it.
template <class State>
concept PositionText =
    TextRules<State> && requires(const State& state, std::string_view text, const typename State::Options& options) {
        { GameText<State>::position_text(state) } -> std::same_as<std::string>;
        { GameText<State>::parse_position(text, options) } -> std::same_as<Expected<State>>;
        /// The options of a table that is set to a position and says nothing itself.
        { GameText<State>::position_options() } -> std::same_as<OptionTexts>;
    };

}  // namespace springtide
