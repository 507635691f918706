#include "bots/high_tide_henn/review_model.hpp"

#include "bots/high_tide_henn/players.hpp"
#include "bots/search/playout_search.hpp"

namespace springtide {

Forecast ReviewModel<high_tide_henn::State>::play_on(State state, Seat judged, std::uint64_t playout) {
    using namespace high_tide_henn;
    const OpponentModel none;
    Players players = judged == nobody_judged ? Players(none, playout) : Players(judged, none, playout);
    springtide::play_on(state, players, playout);
    return final_forecast(state);
}

}  // namespace springtide
