#pragma once

#include <concepts>
#include <optional>

#include "core/rules.hpp"

namespace springtide {

/// Dense numbers for the actions of a game, the same in every state and in every version: 0 to count - 1, in the order
/// of the actions themselves. Each game specialises this in learn/<game>.hpp.
template <class State>
struct ActionIds;

template <class State>
concept NumberedActions = Rules<State> && requires(typename State::Action action, int id) {
    { ActionIds<State>::count } -> std::convertible_to<int>;
    /// For an action that may be legal somewhere.
    { ActionIds<State>::id(action) } -> std::same_as<int>;
    /// For 0 <= id < count.
    { ActionIds<State>::action(id) } -> std::same_as<typename State::Action>;
};

/// The action of a number from outside; nothing if there is none.
template <NumberedActions State>
std::optional<typename State::Action> action_of_id(std::int64_t id) {
    if (id < 0 || id >= ActionIds<State>::count) return std::nullopt;
    return ActionIds<State>::action(static_cast<int>(id));
}

}  // namespace springtide
