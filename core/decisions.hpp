#pragma once

#include "core/fixed_list.hpp"
#include "core/rules.hpp"

namespace springtide {

/// Decisions as the other players learn of them: at once, or, if seats choose at the same time, with the last choice.
template <Rules State>
class Decisions {
  public:
    using Action = typename State::Action;

    /// `seat` decides; `state` is as it was before.
    void decided(const State& state, Seat seat, const Action& action) {
        if (open_.empty()) before_ = state;
        open_.push_back({.seat = seat, .action = action});
    }
    void took_back(Seat seat) {
        FixedList<Open, max_seats> kept;
        for (const Open& each : open_)
            if (each.seat != seat) kept.push_back(each);
        open_ = kept;
    }
    /// Calls visit(state before any of them, seat, action) once for each decision that all seats know in `now`.
    template <class Visit>
    void tell(const State& now, Visit&& visit) {
        if constexpr (SimultaneousRules<State>)
            if (!retractable(now).empty()) return;
        for (const Open& each : open_) visit(before_, each.seat, each.action);
        open_.clear();
    }

  private:
    struct Open {
        Seat seat = 0;
        Action action{};
    };
    State before_{};
    FixedList<Open, max_seats> open_;
};

}  // namespace springtide
