#include "bots/turn_the_tide/imagined_rounds.hpp"

#include "bots/turn_the_tide/quick_choice.hpp"

namespace springtide::turn_the_tide {

namespace {

/// Simulations after which regret matching is trusted about as much as the quick choice for the others' first cards:
/// before, it knows too little of them.
constexpr double trusted_after = 20'000;
constexpr double most_trust = 0.5;

}  // namespace

ImaginedRounds::ImaginedRounds(const Seen<State>& seen, int tricks_ahead, const EvaluationTable& table)
    : seen_(seen.forgetting(Forgettable::choices_made)),
      hidden_(seen_),
      table_(&table),
      searcher_(seen.observer().seat()),
      end_trick_(seen.state().trick + tricks_ahead),
      all_known_(hidden_.ways() == 1),
      is_ending_(all_known_ && tricks_ahead >= far_enough && hand_size - seen.state().trick < tricks_of_an_ending),
      extremists_(extremists(seen_)) {}

State ImaginedRounds::begin(Random& random) {
    ++begun_;
    for (const Seat seat : seen_.state().still_in)
        character_[seat] = seat == searcher_ ? PlayerType::skilled
                                             : draw_player_type(extremists_[seat], seen_.state().players, random);
    if (known_) return *known_;
    const State state = hidden_.sample(random);
    evaluator_.emplace(state, *table_);
    if (all_known_) known_ = state;
    return state;
}

Action ImaginedRounds::choose(const State& state, Seat seat, Random& random) {
    const bool at_beginning = known_ && state.trick == known_->trick;
    if (!at_beginning || state.trick == hand_size || character_[seat] != PlayerType::skilled)
        return choose_as(character_[seat], state, seat, *table_, random);
    auto& worth = known_worth_[seat];
    if (!worth) worth.emplace(state, seat, *table_);
    return quick_choice(*worth, state.hand[seat], random);
}

bool ImaginedRounds::is_searched(Seat seat, Random& random) {
    if (character_[seat] != PlayerType::skilled) return false;
    if (is_ending_) return true;
    const auto done = static_cast<double>(begun_);
    return random.unit() < most_trust * done / (done + trusted_after);
}

}  // namespace springtide::turn_the_tide
