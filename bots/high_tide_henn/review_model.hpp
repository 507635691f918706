#pragma once

#include "bots/review/review_model.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide {

/// High Tide (Henn) for a review: played out by the quick players of `best`.
template <>
struct ReviewModel<high_tide_henn::State> {
    using State = high_tide_henn::State;

    class Guesses {
      public:
        explicit Guesses(const Seen<State>& seen) : seen_(seen) {}
        State sample(Random& random) const { return resample(seen_, random); }

      private:
        Seen<State> seen_;
    };

    static Forecast play_on(State state, Seat judged, std::uint64_t playout);
};

}  // namespace springtide
