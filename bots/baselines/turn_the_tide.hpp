#pragma once

#include "bots/bot.hpp"
#include "rules/turn_the_tide/rules.hpp"

namespace springtide::turn_the_tide {

/// The baseline `rule_of_thumb`: plays its highest card when the lower tide card is worth having, else its lowest.
/// It looks only at the two tide cards and its own tide. Strength is measured against it, so it never changes.
Choice<Action> choose_by_rule_of_thumb(const Seen<State>& seen);

/// The same for a seat of a state that a search imagines: all the rule looks at lies open but for the own hand.
Action rule_of_thumb(const State& state, Seat seat);

}  // namespace springtide::turn_the_tide
