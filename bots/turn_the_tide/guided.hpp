#pragma once

#include <vector>

#include "bots/turn_the_tide/network.hpp"
#include "bots/turn_the_tide/opponent_model.hpp"
#include "bots/turn_the_tide/players.hpp"

/// A search of one trick that two networks guide: the policy predicts the plays of all seats, the value judges the
/// table afterwards. Among players unlike the policy, the search imagines some more tricks of theirs.
namespace springtide::turn_the_tide {

/// How the search weighs what it finds.
struct Guidance {
    /// A point is worth this much of a win, as in training.
    float worth_of_a_point = 0.02F;
    /// How much better a card must be to be played e times as often as the policy would. Values err where the policy
    /// never goes, so it must not be left for little.
    float temperature = 0.05F;
    /// The same grows by so many times how far the shares found may still stray, where hands are hidden.
    float caution = 1;
    float smallest_chance = 0.02F;
    /// At least one in so many cards of the others is any card: no player follows the policy exactly.
    float careless = 0.03F;
    int looks_at_a_deal = 2;
    /// A card that is so much worse than the best, and surely so, is looked at no further.
    float hopeless = 0.08F;
    /// If the others are less like the policy than this, on average, it is no guide, and only playouts count.
    float least_skill = 0.2F;
    /// Tricks from this one on that are imagined as the others seem to play.
    int rollout_tricks = 3;
    /// In place of `temperature` and `caution`.
    float rollout_temperature = 0.003F;
    float rollout_caution = 0.5F;
    /// Simulations, divided among the others, of what those would do who weigh what is to come; the chances of a card
    /// fall to an e-th when it is so much worse, and so much of what is expected of them comes from it.
    int foresight = 900;
    float foresight_temperature = 0.015F;
    float foresight_share = 0.7F;
    /// Such a table is dearer than a look at it.
    int looks_at_a_foreseen_deal = 12;
};

/// Every card of the own hand, the lowest first. `others`: estimates of how they play.
std::vector<JudgedCard> judge_cards_guided(const Seen<State>& seen, const Networks& networks,
                                           const OpponentModel& others, const BotRequest& request, Random& random,
                                           const Guidance& guidance = {});

/// Predicts the card of an opponent that searches ahead, by running that search on what the opponent can see.
CardChances foresee(const Seen<State>& seen, const Guidance& guidance, Random& random);

/// The same for a player that knows every hand and each opponent's chances of every card: an upper bound on the gain
/// from knowing them. For studies.
std::vector<JudgedCard> judge_cards_told(const State& state, Seat searcher, const Networks& networks,
                                         const OpponentModel& others, const BySeat<CardChances>& chances,
                                         const BotRequest& request, Random& random, const Guidance& guidance = {});

Choice<Action> guided_search(const Seen<State>& seen, const Networks& networks, const OpponentModel& others,
                             const BotRequest& request, Random& random, const Guidance& guidance = {});

/// The policy alone, without any search.
Choice<Action> policy_choice(const Seen<State>& seen, const Networks& networks, Random& random);

}  // namespace springtide::turn_the_tide
