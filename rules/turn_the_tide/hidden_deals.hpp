#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/fixed_list.hpp"
#include "core/random.hpp"
#include "core/rules.hpp"
#include "rules/turn_the_tide/state.hpp"

namespace springtide::turn_the_tide {

/// Every way to deal the cards an observer has not seen that agrees with the preservers each hand was worth (T5),
/// counted exactly. Built once from the cards seen; each sample is then one of these ways, all
/// equally likely, and the secret choices of the trick.
///
/// Only the kind of a card matters for preservers, so hands are dealt numbers of cards of each kind, one hand after
/// the other, each share as likely as it has ways; then come random cards of these kinds.
class HiddenDeals {
  public:
    /// A number of ways: 60! / (12!)^5, the most there can be, fits.
    __extension__ using Ways = unsigned __int128;

    explicit HiddenDeals(const Seen<State>& seen);

    [[nodiscard]] Ways ways() const { return ways_from(0, 0, count(pool_[1])); }
    [[nodiscard]] State sample(Random& random) const;

  private:
    using ByKind = std::array<int, kinds_of_cards>;
    /// A hand of which some cards are unknown. Its preservers say how many halves these show together:
    /// `halves`, or one more that was lost in rounding.
    struct Hand {
        Seat seat = 0;
        int missing = 0;
        int halves = 0;
    };
    /// The cards of one hand, by kind.
    struct Share {
        ByKind cards{};
        int lost_half = 0;
    };
    /// The cards left for a hand and those after it; `halves` is true if no hand before lost one.
    struct Rest {
        int cards = 0;
        int halves = 0;
    };

    void count_ways();
    /// Ways to deal to hand `index` and those after it, if those before lost so many halves in rounding and left
    /// `single` cards of those that show one half. The other numbers follow from that.
    [[nodiscard]] Ways ways_from(std::size_t index, int lost_halves, int single) const {
        return index == hands_.size() ? 1 : ways_[index][at(lost_halves)][at(single)];
    }
    [[nodiscard]] std::optional<ByKind> left_for(std::size_t index, int lost_halves, int single) const;
    /// Calls visit(share, ways with it) for every share that hand `index` may get, until visit returns true.
    template <class Visit>
    void for_each_share(std::size_t index, int lost_halves, int single, Visit&& visit) const;
    [[nodiscard]] Share draw_share(std::size_t index, int lost_halves, int single, Random& random) const;

    static constexpr std::size_t most_single = 24;  ///< T2

    State known_;
    std::array<Cards, kinds_of_cards> pool_{};  ///< the cards not seen
    FixedList<Hand, max_players> hands_;
    BySeat<Rest> rests_{};
    std::array<std::array<std::array<Ways, most_single + 1>, max_players>, max_players> ways_{};
};

}  // namespace springtide::turn_the_tide
