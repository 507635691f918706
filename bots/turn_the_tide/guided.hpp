#pragma once

#include <vector>

#include "bots/turn_the_tide/network.hpp"
#include "bots/turn_the_tide/players.hpp"

/// A search of one trick that two networks guide: the policy says what everybody may well play, the value what the
/// table is worth afterwards.
namespace springtide::turn_the_tide {

/// Every card of the own hand, the lowest first.
std::vector<JudgedCard> judge_cards_guided(const Seen<State>& seen, const Networks& networks, const BotRequest& request,
                                           Random& random);

Choice<Action> guided_search(const Seen<State>& seen, const Networks& networks, const BotRequest& request,
                             Random& random);

/// The policy alone, without any search.
Choice<Action> policy_choice(const Seen<State>& seen, const Networks& networks, Random& random);

}  // namespace springtide::turn_the_tide
