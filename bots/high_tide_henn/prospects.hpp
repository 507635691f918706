#pragma once

#include "bots/review/prospects.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide {

/// High Tide (Henn) for a review: played out by the quick players of `best`.
template <>
struct Prospects<high_tide_henn::State> {
    using State = high_tide_henn::State;

    class Guesses {
      public:
        explicit Guesses(const Seen<State>& seen) : seen_(seen) {}
        State sample(Random& random) const { return resample(seen_, random); }

      private:
        Seen<State> seen_;
    };

    static Prospect play_on(State state, Seat judged, std::uint64_t playout);
};

}  // namespace springtide
