#pragma once

#include "bots/baselines/turn_the_tide.hpp"
#include "bots/turn_the_tide/quick_choice.hpp"
#include "bots/turn_the_tide/trick_search.hpp"

namespace springtide::turn_the_tide {

/// Judges a trick among players who are not like the policy: some more tricks are played as they seem to play, then the
/// value network judges. It knows tables of skilled players only, and of what these would do in the very next tricks
/// it would be most wrong. docs/lab has the figures.
class ByRollout {
  public:
    ByRollout(const Networks& networks, Seat searcher, const Company& company, const Guidance& guidance)
        : value_(networks.value, company.careless),
          company_(&company),
          searcher_(searcher),
          tricks_(guidance.rollout_tricks),
          worth_of_a_point_(guidance.worth_of_a_point) {}

    void begin(const Trick& trick) { still_in_ = trick.state().still_in; }

    /// The same luck for every card of one look.
    void look(Random& random) {
        for (const Seat seat : still_in_)
            if (seat != searcher_) way_[seat] = draw_way(company_->ways[seat], random);
        luck_ = random.next();
    }

    [[nodiscard]] float reward(const Trick& trick, const BySeat<std::uint8_t>& ranks) const {
        Random random(luck_);
        State state = trick.after(ranks);
        while (state.phase != Phase::over && state.round == trick.state().round) {
            if (state.phase == Phase::turning_up) {
                if (state.trick >= trick.state().trick + tricks_) break;
                apply_chance(state, draw(state, random), nullptr);
            } else {
                const Seat seat = state.to_choose.front();
                apply(state, seat, choose(state, seat, random), nullptr);
            }
        }
        return rewards_at(state, value_, worth_of_a_point_)[searcher_];
    }

  private:
    static ChoosesBy draw_way(const std::array<float, ways_to_choose>& ways, Random& random) {
        auto rest = static_cast<float>(random.unit());
        for (std::size_t way = ways_to_choose - 1; way > index(ChoosesBy::foresight); --way) {
            rest -= ways[way];
            if (rest < 0) return static_cast<ChoosesBy>(way);
        }
        return ChoosesBy::foresight;
    }

    /// A network is too slow for tricks that are only imagined: there the skilled weigh their cards by the numbers of
    /// the evaluation table, and so does the searching player.
    [[nodiscard]] Action choose(const State& state, Seat seat, Random& random) const {
        switch (way_[seat]) {
            case ChoosesBy::lot: return random_action(state, seat, random);
            case ChoosesBy::extremes: return rule_of_thumb(state, seat);
            case ChoosesBy::one_trick: return quick_choice(state, seat, shortsighted_table_for(state.players), random);
            case ChoosesBy::policy:
            case ChoosesBy::own_ideas:
            case ChoosesBy::foresight: break;
        }
        return quick_choice(state, seat, evaluation_table_for(state.players), random);
    }

    TableValue value_;
    const Company* company_;
    Seat searcher_;
    int tricks_;
    float worth_of_a_point_;
    SeatSet still_in_;
    BySeat<ChoosesBy> way_{};  ///< of the searching player: by the policy
    std::uint64_t luck_ = 0;
};

}  // namespace springtide::turn_the_tide
