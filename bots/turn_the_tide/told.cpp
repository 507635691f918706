#include "bots/turn_the_tide/rollouts.hpp"
#include "bots/turn_the_tide/trick_search.hpp"

/// In a file of its own: no player has it, and the page's engine leaves it out.
namespace springtide::turn_the_tide {

namespace {

/// The only possible table, and each seat's probability of every card.
struct KnownTable {
    const State& state;
    const BySeat<CardChances>& chances;
    int looks_at_it;

    [[nodiscard]] State sample(Random& /*random*/) const { return state; }
    [[nodiscard]] int looks() const { return looks_at_it; }
    [[nodiscard]] Expected expects(const State& /*state*/, Seat seat, const Budget& /*budget*/,
                                   Random& /*random*/) const {
        return {.skilled = chances[seat], .otherwise = {}, .is_otherwise = 0};
    }
};

}  // namespace

std::vector<JudgedCard> judge_cards_told(const State& state, Seat searcher, const Networks& networks,
                                         const OpponentModel& others, const BySeat<CardChances>& chances,
                                         const BotRequest& request, Random& random, const Guidance& guidance) {
    Budget budget(request, default_milliseconds, enough);
    const Company company(others, guidance.careless);
    const std::size_t held = at(count(state.hand[searcher]));
    const auto candidates = look_at_tables(
        KnownTable{.state = state, .chances = chances, .looks_at_it = guidance.looks_at_a_deal},
        ByRollout(networks, searcher, company, guidance), networks, company, searcher, held, guidance, budget, random);
    return judged(state.hand[searcher], by_shares_alone(candidates, held, guidance), guidance.smallest_chance);
}

}  // namespace springtide::turn_the_tide
