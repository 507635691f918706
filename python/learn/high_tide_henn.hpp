#pragma once

#include <algorithm>

#include "python/learn/batch.hpp"
#include "python/learn/features.hpp"
#include "python/learn/high_tide_henn_actions.hpp"
#include "rules/high_tide_henn/coins.hpp"
#include "rules/high_tide_henn/rules.hpp"
#include "rules/high_tide_henn/sharks.hpp"

namespace springtide {

template <>
struct Features<high_tide_henn::State> {
    using State = high_tide_henn::State;

    template <class Out>
    static void observation(const Seen<State>& seen, Out& out) {
        moment(seen, out);
        beaches(seen, out);
        dice(seen, out);
        expansions(seen, out);
    }

    /// HC2: coins lay open when they were taken.
    template <class Out>
    static void memory(const Seen<State>& seen, Out& out) {
        out.field("coin_values", "by seat and colour: the coin taken, of the highest there can be");
        each_seat(seen, [&](Seat seat) {
            for (const auto colour : high_tide_henn::all_colours)
                out.share(high_tide_henn::coins::value_of(seen.state(), seat, colour), highest_coin(seen.state()));
        });
    }

  private:
    template <class Visit>
    static void each_seat(const Seen<State>& seen, Visit&& visit) {
        for_seats_from(seen.observer().seat(), seen.state().players, visit);
    }
    template <class Out>
    static void who(const Seen<State>& seen, Seat seat, bool anybody, Out& out) {
        const auto players = static_cast<unsigned>(seen.state().players);
        out.one_hot(anybody ? seats_left_of(seen.observer().seat(), seat, seen.state().players) : players, players);
    }
    template <class Out>
    static void die(high_tide_henn::Die die, Out& out) {
        out.one_hot(die.is_real() ? die.colour() : high_tide_henn::colour_count, high_tide_henn::colour_count);
        out.share(die.number(), 6);
    }
    template <class Out>
    static void pair(high_tide_henn::Pair pair, Out& out) {
        die(pair.left, out);
        die(pair.right, out);
    }

    template <class Out>
    static void moment(const Seen<State>& seen, Out& out) {
        using namespace high_tide_henn;
        const State& state = seen.state();
        out.field("phase", "what comes next, as one of 17");
        out.one_hot(static_cast<unsigned>(state.phase), static_cast<unsigned>(Phase::over) + 1U);
        out.field("round", "which round this is, of 6");
        out.share(state.round, round_count);
        out.field("active", "whose turn it is, as one of the seats");
        who(seen, state.active, true, out);
        out.field("acting", "who decides now, as one of the seats");
        who(seen, state.acting, true, out);
        out.field("pile", "the towels that wait, from the top, each as one of the seats");
        for (int i = 0; i < state.players; ++i)
            who(seen, i < state.pile.size() ? state.pile[i] : Seat{0}, i < state.pile.size(), out);
    }

    template <class Out>
    static void beaches(const Seen<State>& seen, Out& out) {
        using namespace high_tide_henn;
        const State& state = seen.state();
        out.field("water", "by beach: the first flooded space, of the length at the start and one");
        for (const Beach& beach : state.beaches) out.share(beach.water, state.options.beach_length + 1);
        out.field("space", "by beach and seat: where the deckchair stands, of the length; 0 if it is in the water");
        for (const Beach& beach : state.beaches)
            each_seat(seen, [&](Seat seat) {
                out.share(beach.is_wet(seat) ? 0 : beach.space(seat), state.options.beach_length);
            });
        out.field("order", "by beach and seat: how many stand left of it on its space, of 6");
        for (const Beach& beach : state.beaches)
            each_seat(seen,
                      [&](Seat seat) { out.share(beach.is_wet(seat) ? 0 : beach.places[seat] % 8, max_players); });
        out.field("wet", "by beach and seat: the deckchair is in the water");
        for (const Beach& beach : state.beaches) each_seat(seen, [&](Seat seat) { out.flag(beach.is_wet(seat)); });
    }

    template <class Out>
    static void dice(const Seen<State>& seen, Out& out) {
        using namespace high_tide_henn;
        const State& state = seen.state();
        out.field("rental", "the space of the rental, of 7; 0 if it is off");
        out.share(state.track.rental, most_spaces);
        out.field("track_dice", "by space: the two dice, each as a colour of 6 and a number of 6");
        for (int space = 1; space <= space_count(state.players); ++space)
            pair(state.track.has_dice(space) ? state.track.dice(space) : Pair{}, out);
        out.field("track_towels", "by space: whose towel lies there, as one of the seats");
        for (int space = 1; space <= space_count(state.players); ++space)
            who(seen, state.track.towel(space), state.track.has_towel(space), out);
        out.field("bag", "by colour: the dice left to draw, of 3");
        for (const Colour colour : all_colours) out.share(state.bag.count(colour), 3);
        out.field("pool", "by colour and number: the dice that are out for this round, of 3");
        for (const Colour colour : all_colours)
            for (int number = 1; number <= 6; ++number) out.share(state.pool.count(Die(colour, number)), 3);
        out.field("rolled", "the pair rolled or chosen in this turn");
        pair(state.hand, out);
        out.field("taken_from", "the space it was taken from, of 7; 0 if it was rolled");
        out.share(state.taken_from, most_spaces);
        out.field("steps", "what the pair still moves: twice a beach of 6 and spaces of 6");
        for (std::size_t i = 0; i < state.steps.size(); ++i) {
            const bool is_left = i < state.step_count;
            out.one_hot(is_left ? state.steps[i].beach : colour_count, colour_count);
            out.share(is_left ? state.steps[i].spaces : 0, 6);
        }
    }

    static int highest_coin(const State& state) { return std::ranges::max(state.options.coin_values); }

    /// Zeros for what is not in play.
    template <class Out>
    static void expansions(const Seen<State>& seen, Out& out) {
        coins(seen, out);
        surfers(seen, out);
        sharks(seen, out);
        baywatch(seen, out);
    }

    template <class Out>
    static void coins(const Seen<State>& seen, Out& out) {
        using namespace high_tide_henn;
        const State& state = seen.state();
        const int highest = highest_coin(state);
        const auto each_coin = [&](auto&& visit) {
            if (!state.options.coins) return out.zeros(state.players * all_colours.size());
            each_seat(seen, [&](Seat seat) {
                for (const Colour colour : all_colours) visit(seat, colour);
            });
        };
        out.field("coins_on_beach", "by beach and space 1 to 8: the coin there, of the highest there can be");
        for (const Colour colour : all_colours) {
            const Beach& beach = state.beaches[colour];
            if (beach.coins == 0) {
                out.zeros(coins_per_colour);
                continue;
            }
            for (std::size_t space = 0; space < coins_per_colour; ++space) {
                const bool lies = ((beach.coins >> space) & 1U) != 0 && static_cast<int>(space) + 1 < beach.water;
                out.share(lies ? state.coins.values[colour][space] : 0, highest);
            }
        }
        out.field("coins_taken", "by seat and colour: has a coin");
        each_coin([&](Seat seat, Colour colour) { out.flag(state.coins.taken[seat][colour] != 0); });
        out.field("coins_open", "by seat and colour: its value, of the highest, where the observer may look at it");
        each_coin([&](Seat seat, Colour colour) {
            const bool open = high_tide_henn::coins::shows_value(state, seat, seen.observer());
            out.share(open ? high_tide_henn::coins::value_of(state, seat, colour) : 0, highest);
        });
        out.field("landed", "the beach whose coin is in question, as one of 6");
        out.one_hot(state.phase == Phase::landing ? state.landed : colour_count, colour_count);
    }

    template <class Out>
    static void surfers(const Seen<State>& seen, Out& out) {
        using namespace high_tide_henn;
        out.field("surfers", "by seat: the beach of its surfer, as one of 6; zeros if hidden");
        each_seat(seen, [&](Seat seat) { out.one_hot(seen.state().surfers[seat], colour_count); });
    }

    template <class Out>
    static void sharks(const Seen<State>& seen, Out& out) {
        using namespace high_tide_henn;
        const State& state = seen.state();
        out.field("alert", "the beach in danger, as one of 6");
        out.one_hot(state.sharks.alert, colour_count);
        out.field("sharks", "how many tiles are left of the value of each of the 7 shark tiles, of 7");
        if (!state.options.sharks) return out.zeros(shark_tiles);
        for (const int value : state.options.shark_values)
            out.share(high_tide_henn::sharks::tiles_left(state, value), shark_tiles);
    }

    template <class Out>
    static void baywatch(const Seen<State>& seen, Out& out) {
        using namespace high_tide_henn;
        const Baywatch& tiles = seen.state().baywatch;
        out.field("tiles", "by seat: the Baywatch tiles it has, of 9");
        each_seat(seen, [&](Seat seat) { out.bits(tiles.tiles[seat], tile_count); });
        out.field("turned_up", "the Baywatch tiles that are no longer in the stack");
        out.bits(tiles.turned_up, tile_count);
        out.field("on_offer", "the Baywatch tile of this round, as one of 9");
        out.one_hot(tiles.on_offer, tile_count);
        out.field("open_dice", "the open dice, and whose they are, as one of the seats");
        pair(tiles.open_dice, out);
        who(seen, tiles.open_dice_of, tiles.open_dice_of != nobody, out);
        out.field("rental_stays", "the next player does not move the rental");
        out.flag(tiles.rental_stays);
    }
};

template <>
struct GameBounds<high_tide_henn::State> {
    /// In a turn: take or roll, and an answer for each space of the track at most (H9, H10). With coins, which die
    /// comes first and two coins to take or leave (HC3). With Baywatch, every seat may pass before a turn (HB14) and
    /// the player goes by the dice or chooses their order; a tile is won in a round and works once (HB3, HB4): its use,
    /// a choice that it brings, a coin, and another pass of every seat.
    static int most_decisions(const high_tide_henn::State::Options& options, int players) {
        using high_tide_henn::round_count;
        int turn = 1 + high_tide_henn::space_count(players);
        if (options.coins) turn += 3;
        if (options.baywatch) turn += players + 2;
        const int tiles = options.baywatch ? round_count * (3 + players) : 0;
        return round_count * players * turn + tiles;
    }
    static int least_points(const high_tide_henn::State::Options&, int) { return 0; }
    /// H21: first on every beach; HU2: 6 on one of them; HC4: most coins; HB3: the last open dice.
    static int most_points(const high_tide_henn::State::Options& options, int) {
        return 4 * high_tide_henn::colour_count + (options.surfers ? 2 : 0) + (options.coins ? 4 : 0) +
               (options.baywatch ? 1 : 0);
    }
};

std::unique_ptr<Batch> make_batch(const high_tide_henn::State::Options& options, int players, BatchSetup setup);

}  // namespace springtide
