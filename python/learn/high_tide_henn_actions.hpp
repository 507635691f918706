#pragma once

#include <array>

#include "python/learn/action_ids.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide {

namespace high_tide_henn {

/// Calls visit(action) for every decision there is, in their order.
template <class Visit>
constexpr void for_each_existing_action(Visit&& visit) {
    for (std::size_t kind = 0; kind < Action::kind_count; ++kind)
        for (std::size_t packed = 0; packed < Action::packed_end; ++packed) {
            const Action action = Action::unpacked(static_cast<Action::Kind>(kind), packed);
            if (action.exists()) visit(action);
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

/// The number of an action in all_actions, by its kind and subject.
inline constexpr auto action_places = [] {
    std::array<std::array<std::uint8_t, Action::packed_end>, Action::kind_count> places{};
    for (std::size_t place = 0; place < all_actions.size(); ++place)
        places[static_cast<std::size_t>(all_actions[place].kind())][all_actions[place].packed()] =
            static_cast<std::uint8_t>(place);
    return places;
}();

}  // namespace high_tide_henn

template <>
struct ActionIds<high_tide_henn::State> {
    using Action = high_tide_henn::Action;
    static constexpr int count = static_cast<int>(high_tide_henn::existing_actions);
    static constexpr int id(Action action) {
        return high_tide_henn::action_places[static_cast<std::size_t>(action.kind())][action.packed()];
    }
    static constexpr Action action(int id) { return high_tide_henn::all_actions[static_cast<std::size_t>(id)]; }
};

}  // namespace springtide
