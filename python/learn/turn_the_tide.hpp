#pragma once

#include <algorithm>

#include "python/learn/action_ids.hpp"
#include "python/learn/batch.hpp"
#include "python/learn/features.hpp"
#include "rules/turn_the_tide/rules.hpp"

namespace springtide {

/// Id c - 1 is the weather card c.
template <>
struct ActionIds<turn_the_tide::State> {
    static constexpr int count = turn_the_tide::weather_cards;
    static constexpr int id(turn_the_tide::Action action) { return action.card - 1; }
    static constexpr turn_the_tide::Action action(int id) { return {static_cast<std::uint8_t>(id + 1)}; }
};

template <>
struct Features<turn_the_tide::State> {
    using State = turn_the_tide::State;

    template <class Out>
    static void observation(const Seen<State>& seen, Out& out) {
        using namespace turn_the_tide;
        const State& state = seen.state();
        const Seat self = seen.observer().seat();
        const auto for_seats = [&](auto&& visit) { for_seats_from(self, state.players, visit); };
        out.field("hand", "the weather cards 1 to 60 in the own hand");
        out.bits(state.hand[self] >> 1U, weather_cards);
        out.field("choice", "the card chosen for this trick, if it is");
        out.share(state.chosen[self], weather_cards);
        out.field("upturned", "the two tide cards of this trick, the lower first, each as one of 12");
        const auto [low, high] = std::minmax(state.upturned[0], state.upturned[1]);
        out.one_hot(low - 1U, highest_tide);
        out.one_hot(high - 1U, highest_tide);
        out.field("tide", "by seat: the tide level showing, as one of 12");
        for_seats([&](Seat seat) { out.one_hot(state.tide[seat] - 1U, highest_tide); });
        out.field("preservers", "by seat: preservers face up, of 12");
        for_seats([&](Seat seat) { out.share(state.preservers[seat], hand_size); });
        out.field("worth", "by seat: the preservers it began the round with, of 12");
        for_seats([&](Seat seat) { out.share(state.worth[seat], hand_size); });
        out.field("still_in", "by seat: not eliminated in this round");
        for_seats([&](Seat seat) { out.flag(state.still_in.contains(seat)); });
        out.field("has_chosen", "by seat: has chosen a card for this trick");
        for_seats([&](Seat seat) { out.flag(state.chosen[seat] != 0); });
        out.field("scores", "by seat: points of the rounds before, of 10");
        for_seats([&](Seat seat) { out.share(state.scores[seat], 10); });
        out.field("last_trick", "by seat: the card revealed in the trick before, of 60");
        for_seats([&](Seat seat) { out.share(state.last_trick[seat], weather_cards); });
        out.field("left_out", "the cards nobody got, where they lie open");
        out.bits(state.left_out >> 1U, weather_cards);
        out.field("round", "which round this is, of the last");
        out.share(state.round, state.players);
        out.field("trick", "which trick this is, of 12");
        out.share(state.trick, hand_size);
    }

    template <class Out>
    static void memory(const Seen<State>& seen, Out& out) {
        using namespace turn_the_tide;
        const State& state = seen.state();
        const Seat self = seen.observer().seat();
        const auto for_seats = [&](auto&& visit) { for_seats_from(self, state.players, visit); };
        out.field("held", "by seat: the cards known to be in its hand");
        for_seats([&](Seat seat) { out.bits(state.hand[seat] >> 1U, weather_cards); });
        out.field("played", "by seat: the cards it played in this round");
        for_seats([&](Seat seat) { out.bits((state.dealt[seat] & ~state.hand[seat]) >> 1U, weather_cards); });
        out.field("unknown", "by seat: how many of the 12 cards it began with are unknown");
        for_seats([&](Seat seat) { out.share(hand_size - count(state.dealt[seat]), hand_size); });
        out.field("unseen", "the cards not seen yet: in other hands or left out");
        out.bits(unseen_cards(state) >> 1U, weather_cards);
        out.field("tides_left", "of each tide level, the cards still to come in this round, of 2");
        for (int level = 1; level <= highest_tide; ++level) out.share(tides_left(state.tide_deck, level), 2);
    }
};

template <>
struct GameBounds<turn_the_tide::State> {
    /// Every seat chooses at most once in each of 12 tricks of as many rounds as players.
    static int most_decisions(const turn_the_tide::State::Options&, int players) {
        return players * turn_the_tide::hand_size * players;
    }
    /// T14: out in every round.
    static int least_points(const turn_the_tide::State::Options&, int players) { return -players; }
    /// T2, T15, T17: a seat plays every hand, which have 24 preservers together, and is lowest in every round.
    static int most_points(const turn_the_tide::State::Options&, int players) { return 24 + players; }
};

std::unique_ptr<Batch> make_batch(const turn_the_tide::State::Options& options, int players, BatchSetup setup);

}  // namespace springtide
