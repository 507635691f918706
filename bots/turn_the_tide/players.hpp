#pragma once

#include <vector>

#include "bots/bot.hpp"
#include "bots/turn_the_tide/evaluation_table.hpp"

/// The players: by a look at the present trick, or by a search of more or less of the rest.
namespace springtide::turn_the_tide {

/// How people differ who look one trick ahead.
struct LookAheadOptions {
    bool remembers_rounds;  ///< which cards were played from which hand in earlier rounds
    bool saves_cards;       ///< sees what a card would be worth in later tricks
    float any_card = 0;     ///< so often a card is played without a thought
};

inline constexpr LookAheadOptions forgetful_and_greedy = {
    .remembers_rounds = false, .saves_cards = false, .any_card = 0.35F};
inline constexpr LookAheadOptions remembering = {.remembers_rounds = true, .saves_cards = true};

/// Plays what is worth most one trick ahead, on average over a few ways the unknown cards may lie.
Choice<Action> look_ahead(const Seen<State>& seen, const LookAheadOptions& options, Random& random);

/// The effort of a player that searches.
struct Thinking {
    bool remembers_rounds;
    int tricks_ahead;
    std::uint64_t simulations;               ///< at most
    bool explains = false;                   ///< gives reasons for people
    const EvaluationTable* table = nullptr;  ///< in place of the shipped one
};

inline constexpr Thinking medium_thinking = {.remembers_rounds = false, .tricks_ahead = 1, .simulations = 70};
inline constexpr Thinking hard_thinking = {.remembers_rounds = true, .tricks_ahead = 1, .simulations = 100};
inline constexpr Thinking best_thinking = {
    .remembers_rounds = true, .tricks_ahead = 3, .simulations = 100'000, .explains = true};

/// One card of the own hand, as a search judges it.
struct JudgedCard {
    Action action;
    float share = 0;   ///< of wins, with it
    float chance = 0;  ///< with which it should be played
};

/// Every card of the own hand, the lowest first, after a search.
std::vector<JudgedCard> judge_cards(const Seen<State>& seen, const Thinking& thinking, const BotRequest& request,
                                    Random& random);

/// One of them, with the chances they have.
Choice<Action> draw_card(const std::vector<JudgedCard>& cards, Random& random);

/// Searches, and plays one of the best cards with the chances that search finds.
Choice<Action> search(const Seen<State>& seen, const Thinking& thinking, const BotRequest& request, Random& random);

}  // namespace springtide::turn_the_tide
