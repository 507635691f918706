#pragma once

#include "bots/bot.hpp"
#include "bots/review/review_model.hpp"
#include "bots/turn_the_tide/opponent_model.hpp"
#include "rules/turn_the_tide/hidden_deals.hpp"

namespace springtide {

/// Turn the Tide for a review: some tricks by quick choices, then the table.
template <>
struct ReviewModel<turn_the_tide::State> {
    using State = turn_the_tide::State;

    class Guesses {
      public:
        explicit Guesses(const Seen<State>& seen)
            : hidden_(seen.forgetting(turn_the_tide::Forgettable::choices_made)) {}
        State sample(Random& random) const { return hidden_.sample(random); }

      private:
        turn_the_tide::HiddenDeals hidden_;
    };

    static bool plays_too(const Seen<State>& seen, const turn_the_tide::OpponentModel& others,
                          turn_the_tide::Action action, const BotRequest& request, Random& random);
    static Forecast play_on(State state, Seat judged, std::uint64_t playout);
};

}  // namespace springtide
