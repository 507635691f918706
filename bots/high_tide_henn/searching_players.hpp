#pragma once

#include <utility>

#include "bots/search/playout_search.hpp"
#include "rules/high_tide_henn/rules.hpp"

/// Playouts with a better player than a quick one: one that also searches.
namespace springtide::high_tide_henn {

/// The players of `make_quick(playout)`, but the own next decisions are each searched for, by playouts of those.
template <class MakeQuick>
class SearchingPlayers {
  public:
    struct Effort {
        int decisions;           ///< so many of the own decisions that follow are searched for …
        std::uint64_t playouts;  ///< … with so many playouts each
    };

    SearchingPlayers(Seat self, MakeQuick make_quick, std::uint64_t playout, Effort effort)
        : self_(self),
          make_quick_(std::move(make_quick)),
          playout_(playout),
          playouts_(effort.playouts),
          left_(effort.decisions),
          quick_(make_quick_(playout)) {}

    Action choose(const State& state, Seat seat) {
        const Action quick = quick_.choose(state, seat);
        if (seat != self_ || left_ == 0 || legal_actions(state, seat).size() < 2) return quick;
        --left_;
        // Another lot than this playout's, or it would know the dice to come.
        const std::uint64_t lot = fold(playout_, static_cast<std::uint64_t>(left_) + 1);
        const Seen<State> seen = observe(state, Observer::seat(seat));
        Budget budget({.level = {}, .milliseconds = {}, .seed = {}, .nodes = playouts_}, 0, playouts_);
        PlayoutSearch<State, MakeQuick> search(seen, lot, make_quick_);
        return search.run(budget, quick)[0].action;
    }

  private:
    Seat self_;
    MakeQuick make_quick_;
    std::uint64_t playout_;
    std::uint64_t playouts_;
    int left_;
    decltype(std::declval<MakeQuick&>()(std::uint64_t{})) quick_;
};

}  // namespace springtide::high_tide_henn
