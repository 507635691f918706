#pragma once

#include <array>

#include "learn/action_ids.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide {

namespace high_tide_henn {

inline constexpr std::size_t action_kinds = static_cast<std::size_t>(Action::Kind::use_pool_die) + 1;
inline constexpr std::size_t action_details = 64;

/// Is there such a decision, with all expansions in play?
constexpr bool exists(Action action) {
    using Kind = Action::Kind;
    const unsigned high = action.detail / 8U;
    const unsigned low = action.detail % 8U;
    switch (action.kind) {
        case Kind::take:
        case Kind::use_swap: return action.detail >= 1 && action.detail <= most_spaces;
        case Kind::reroll: return action.detail < 4;
        case Kind::first:
        case Kind::use_reroll:
        case Kind::use_backward: return action.detail < 2;
        case Kind::use_adjust: return action.detail < 9 && action.detail != 4;  // 4 would change nothing (HB6)
        case Kind::use_recolour: return high < 2 && low < colour_count;
        case Kind::use_head_start: return high < colour_count && low >= 1 && low <= 2;
        case Kind::use_pool_die: return high < colour_count && low >= 1 && low <= 6;
        default: return action.detail == 0;
    }
}

/// Calls visit(action) for every decision there is, in their order.
template <class Visit>
constexpr void for_each_existing_action(Visit&& visit) {
    for (std::size_t kind = 0; kind < action_kinds; ++kind)
        for (std::size_t detail = 0; detail < action_details; ++detail) {
            const Action action{static_cast<Action::Kind>(kind), static_cast<std::uint8_t>(detail)};
            if (exists(action)) visit(action);
        }
}

inline constexpr std::size_t existing_actions = [] {
    std::size_t count = 0;
    for_each_existing_action([&](Action) { ++count; });
    return count;
}();

inline constexpr auto all_actions = [] {
    std::array<Action, existing_actions> actions{};
    std::size_t next = 0;
    for_each_existing_action([&](Action action) { actions[next++] = action; });
    return actions;
}();

/// Where an action stands in all_actions, by its kind and detail.
inline constexpr auto action_places = [] {
    std::array<std::array<std::uint8_t, action_details>, action_kinds> places{};
    for (std::size_t place = 0; place < all_actions.size(); ++place)
        places[static_cast<std::size_t>(all_actions[place].kind)][all_actions[place].detail] =
            static_cast<std::uint8_t>(place);
    return places;
}();

}  // namespace high_tide_henn

template <>
struct ActionIds<high_tide_henn::State> {
    using Action = high_tide_henn::Action;
    static constexpr int count = static_cast<int>(high_tide_henn::existing_actions);
    static constexpr int id(Action action) {
        return high_tide_henn::action_places[static_cast<std::size_t>(action.kind)][action.detail];
    }
    static constexpr Action action(int id) { return high_tide_henn::all_actions[static_cast<std::size_t>(id)]; }
};

}  // namespace springtide
