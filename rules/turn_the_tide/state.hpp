#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <type_traits>

#include "core/fixed_list.hpp"
#include "core/rules.hpp"
#include "rules/turn_the_tide/cards.hpp"

/// Turn the Tide (Land unter) by Stefan Dorra, for 3 to 5 players.
///
/// Each player gets 12 of 60 weather cards and as many preservers as these show. In each of 12 tricks two tide cards
/// are turned up and all players still in secretly choose a weather card; the highest takes the lower tide card, the
/// second highest the other, each covering the one it had. The players who then show the highest tide lose a preserver;
/// a player with none to lose is out of the round. With two players left, or after 12 tricks, preservers are points,
/// the lowest tide earns one more, and each player who is out loses one. Then all players pass the 12 cards they began
/// with to the left, and there are as many rounds as players, so that each player plays every hand.
///
/// | option           | values            | default          | meaning                                          |
/// |------------------|-------------------|------------------|--------------------------------------------------|
/// | `edition`        | amigo, gamewright | amigo            | sets `cascade`                                   |
/// | `cascade`        | true, false       | true with amigo  | an unpaid charge falls on the next tide (T12)    |
/// | `leftovers_open` | true, false       | false            | the cards left out of the game are shown to all  |
namespace springtide::turn_the_tide {

inline constexpr int min_players = 3;  ///< T1
inline constexpr int max_players = 5;
inline constexpr int lowest_tide_points = 1;  ///< T15: on top of the points for preservers
inline constexpr int out_points = -1;         ///< T14: of a player who is out when a round ends
template <class T>
using BySeat = std::array<T, max_players>;

constexpr std::size_t at(int seat) { return static_cast<std::size_t>(seat); }

enum class Edition : std::uint8_t { amigo, gamewright };

constexpr bool cascade_of(Edition edition) { return edition == Edition::amigo; }

struct Options {
    Edition edition = Edition::amigo;
    bool cascade = true;
    bool leftovers_open = false;
    friend bool operator==(const Options&, const Options&) = default;
};

/// The weather card that a seat chooses.
struct Action {
    std::uint8_t card = 0;
    friend auto operator<=>(const Action&, const Action&) = default;
};

/// Chance deals the weather cards at the start of the game, and turns up two tide cards before every trick.
struct Chance {
    enum class Kind : std::uint8_t { deal, tides };
    Kind kind = Kind::tides;
    std::array<std::uint8_t, 2> tides{};  ///< for Kind::tides, as turned up; listed and drawn with the lower one first
    BySeat<Cards> hands{};                ///< for Kind::deal; empty for unused seats
    friend bool operator==(const Chance&, const Chance&) = default;
};

enum class Phase : std::uint8_t { dealing, turning_up, choosing, over };

/// The kinds of events, for Event::kind. A set of cards fills all four values, 16 bits in each, the lowest first.
enum class Happening : std::uint8_t {
    hand,         ///< seat (private); values: the cards
    preservers,   ///< seat; values: how many its hand is worth
    left_out,     ///< values: the undealt cards; secret without `leftovers_open`
    tides,        ///< values: the two levels, the trick they are turned up for
    chose,        ///< seat
    chosen_card,  ///< seat (private); values: the card
    took_back,    ///< seat
    revealed,     ///< values: the cards of all seats, 8 bits for each, 0 for players who are out; above, their number
    took,         ///< seat; values: tide level
    lost,         ///< seat; values: preservers left
    eliminated,   ///< seat
    next_trick,   ///< values: trick
    round_ended,  ///< values: round, RoundEnd
    scored,       ///< seat; values: points of this round, of these for the lowest tide, points of the game so far
    passed,       ///< seat; values: the seat whose hand it now has, how many preservers that is worth
    next_round,   ///< values: round
    won,          ///< seat; values: points
};
inline constexpr int happening_count = static_cast<int>(Happening::won) + 1;

/// Why a round ended (T13).
enum class RoundEnd : std::uint8_t { two_left, played_out };

/// In place of a card that an observer may not know although it was chosen.
inline constexpr std::uint8_t hidden_card = 255;

/// The parts of its knowledge that an observer can forget (Seen::forgetting).
enum class Forgettable : std::uint8_t {
    earlier_rounds,  ///< the own hand and what was played in this round are left
    choices_made,    ///< who has chosen in this trick; then all are still choosing
};

struct State {
    using Forgettable = turn_the_tide::Forgettable;
    using Options = turn_the_tide::Options;
    using Action = turn_the_tide::Action;
    using Chance = turn_the_tide::Chance;
    using ActionList = FixedList<Action, hand_size>;

    BySeat<Cards> dealt{};      ///< the 12 cards a seat began this round with; they travel to the left (T16)
    BySeat<Cards> hand{};       ///< the part of `dealt` still in hand; a chosen card stays here until it is revealed
    BySeat<Cards> uncovered{};  ///< of `dealt`, all cards that were played openly in earlier rounds
    Cards left_out = 0;         ///< T4
    TideDeck tide_deck = full_tide_deck;

    BySeat<std::uint8_t> worth{};       ///< preservers of `dealt`; they travel with it (T5, T16)
    BySeat<std::uint8_t> preservers{};  ///< face up now
    BySeat<std::uint8_t> tide{};        ///< level showing, 0 for none
    BySeat<std::uint8_t> chosen{};      ///< card chosen for this trick, 0 for none
    BySeat<std::uint8_t> last_trick{};  ///< cards revealed in the trick that ended last, 0 for none
    BySeat<std::int8_t> scores{};

    std::array<std::uint8_t, 2> upturned{};  ///< the two tide cards of this trick, 0 before
    SeatSet still_in;                        ///< not eliminated in this round (T11)
    SeatSet to_choose;                       ///< seats that have not chosen yet
    std::uint8_t players = 0;
    std::uint8_t round = 1;  ///< 1 to `players`
    std::uint8_t trick = 1;  ///< 1 to 12; after the last round, the one it ended with
    Phase phase = Phase::dealing;
    Options options;
    std::array<std::uint8_t, 3> unused{};  ///< so that a state has no gaps and its bytes can be hashed

    friend bool operator==(const State&, const State&) = default;
};

static_assert(sizeof(State) <= 256);
static_assert(std::has_unique_object_representations_v<State>);

/// The left-hand neighbour, who gets this seat's cards in the next round.
constexpr Seat left_of(const State& state, Seat seat) {
    return static_cast<Seat>(seat + 1 == state.players ? 0 : seat + 1);
}

/// Has this seat held, in this or an earlier round, the cards that `holder` began this round with?
constexpr bool has_held(const State& state, Seat seat, Seat holder) {
    return (holder + state.players - seat) % state.players < state.round;
}

/// The cards that an observer with this knowledge has seen nowhere: in unknown hands or left out.
constexpr Cards unseen_cards(const State& known) {
    if (known.phase == Phase::dealing) return 0;
    Cards unseen = all_cards & ~known.left_out;
    for (const Cards seen : known.dealt) unseen &= ~seen;
    return unseen;
}

}  // namespace springtide::turn_the_tide
