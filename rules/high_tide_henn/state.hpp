#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "core/fixed_list.hpp"
#include "core/rules.hpp"
#include "rules/high_tide_henn/action.hpp"
#include "rules/high_tide_henn/beach.hpp"
#include "rules/high_tide_henn/dice.hpp"
#include "rules/high_tide_henn/track.hpp"

/// High Tide by Dirk Henn, for 3 to 6 players.
///
/// Each player has one deckchair on each of six beaches, and a towel. In turn a player takes a pair of dice that
/// others left on the track, or rolls two from the bag and accepts them or leaves them on the track and rolls again,
/// as long as the spaces above the deckchair rental suffice. The pair moves the player's deckchairs on the beaches of
/// its colours towards the water, and their towel goes on the track. The pair left at the end of a round brings a large
/// and a small wave. After six rounds, or the round in which a deckchair got wet, each beach pays those nearest to
/// the water; at the bar a deckchair earns a little as well. The player with the lowest towel begins the next round.
///
/// | option           | values                | default         | meaning                                           |
/// |------------------|-----------------------|-----------------|---------------------------------------------------|
/// | `edition`        | de, en                | de              | which text decides HS3, and `coins_hidden`        |
/// | `beach_length`   | 12 to 30              | 20              | dry spaces of a beach at the start (H5)           |
/// | `rental_start`   | 2 to 7                | 4               | where the rental starts every round (H4)          |
/// | `ending`         | after_round, at_once  | after_round     | when a wet deckchair ends the game (H19)          |
/// | `coins`          | true, false           | false           | expansion Coins (HC)                              |
/// | `sharks`         | true, false           | false           | expansion Shark alert (HS)                        |
/// | `surfers`        | true, false           | false           | expansion Surfer (HU)                             |
/// | `baywatch`       | true, false           | false           | expansion Baywatch (HB)                           |
/// | `coin_values`    | 8 numbers, 1 to 99    | 1 to 8          | the coins of each colour (HC1)                    |
/// | `coins_hidden`   | true, false           | true with de    | coins taken lie face down (HC2)                   |
/// | `shark_values`   | 7 numbers, 1 to 30    | 1,2,2,3,3,4,4   | the shark tiles (HS4)                             |
/// | `surfers_hidden` | true, false           | false           | surfers lie face down (HU1)                       |
namespace springtide::high_tide_henn {

inline constexpr int min_players = 3;  ///< H1
inline constexpr int max_players = 6;
inline constexpr int round_count = 6;  ///< H19
template <class T>
using BySeat = std::array<T, max_players>;

enum class Edition : std::uint8_t { de, en };
enum class Ending : std::uint8_t { after_round, at_once };

/// HC2: only the German text turns coins face down.
constexpr bool hides_coins(Edition edition) { return edition == Edition::de; }

inline constexpr int coins_per_colour = 8;  ///< HC1
inline constexpr int shark_tiles = 7;       ///< HS4

struct Options {
    Edition edition = Edition::de;
    Ending ending = Ending::after_round;
    bool coins = false;
    bool sharks = false;
    bool surfers = false;
    bool baywatch = false;
    bool coins_hidden = true;
    bool surfers_hidden = false;
    std::uint8_t beach_length = 20;
    std::uint8_t rental_start = 4;
    std::array<std::uint8_t, shark_tiles> shark_values = {1, 2, 2, 3, 3, 4, 4};
    std::array<std::uint8_t, coins_per_colour> coin_values = {1, 2, 3, 4, 5, 6, 7, 8};
    /// All expansions.
    static constexpr Options everything();
    friend bool operator==(const Options&, const Options&) = default;
};

struct Expansion {
    std::string_view name;  ///< of its option
    bool Options::* on;
};
/// Every expansion. Whatever means "all expansions" reads this list; a new expansion comes last.
inline constexpr std::array<Expansion, 4> expansions = {{{"coins", &Options::coins},
                                                         {"sharks", &Options::sharks},
                                                         {"surfers", &Options::surfers},
                                                         {"baywatch", &Options::baywatch}}};
inline constexpr unsigned all_expansions = (1U << expansions.size()) - 1;

/// The options with exactly those expansions whose bit is set, in the order of the list.
constexpr Options with_expansions(Options options, unsigned bits) {
    for (std::size_t i = 0; i < expansions.size(); ++i) options.*expansions[i].on = ((bits >> i) & 1U) != 0;
    return options;
}
/// The bits of the expansions that are on.
constexpr unsigned expansion_bits(const Options& options) {
    unsigned bits = 0;
    for (std::size_t i = 0; i < expansions.size(); ++i) bits |= (options.*expansions[i].on ? 1U : 0U) << i;
    return bits;
}
constexpr Options Options::everything() { return with_expansions({}, all_expansions); }

/// The acts of chance: shuffles towels, lays coins, deals surfers, turns up tiles, and rolls the dice.
struct Chance {
    enum class Kind : std::uint8_t { towels, coins, surfers, baywatch, alert, roll, reroll, shark };
    Kind kind = Kind::roll;
    Pair dice;                              ///< for roll, in laid order
    std::array<std::uint8_t, 2> numbers{};  ///< for reroll; the second is 0 if one die is rolled
    std::uint8_t value = 0;                 ///< for baywatch the Tile, for alert the Colour, for shark the spaces
    BySeat<std::uint8_t> seats{};           ///< for towels the seats, top first; for surfers the Colour by seat
    /// For coins: the value on each space, from 1.
    ByColour<std::array<std::uint8_t, coins_per_colour>> coins{};
    friend bool operator==(const Chance&, const Chance&) = default;
};

/// The next step. In the first group chance acts, in the second a seat.
enum class Phase : std::uint8_t {
    piling_towels,
    laying_coins,
    dealing_surfers,
    revealing_tile,
    raising_alert,
    rolling,
    rerolling,
    rolling_waves,
    revealing_shark,

    before_turn,      ///< a tile that is used before a turn may be used
    choosing,         ///< take a pair, or roll
    answering,        ///< accept the roll, or decline it
    choosing_reroll,  ///< a pair from space 1 or 2 may be rolled again
    using_tiles,      ///< tiles may change what the chosen pair counts
    ordering,         ///< which of two dice of one colour comes first, if any
    landing,          ///< take the coin, or leave it

    over,
};

/// The kinds of events, for Event::kind. Dice are given by their code.
enum class Happening : std::uint8_t {
    towels_piled,    ///< values: the pile
    coins_laid,      ///< values: 7 bits for the coin of each space, above them the colour
    surfer_dealt,    ///< seat (private if hidden); values: colour
    tile_revealed,   ///< values: tile
    alert_raised,    ///< values: colour
    round_started,   ///< values: the pile, then 8 bits each for round, rental (0 for off) and dice of each colour
    turn_comes,      ///< seat, whose towel is taken off the pile
    put_back,        ///< seat, whose towel goes back on top of the pile (HB11)
    asked,           ///< values: Phase that the game is in now
    rental_moved,    ///< values: space, 0 for off
    rolled,          ///< seat; values: dice
    took,            ///< seat; values: dice, space
    accepted,        ///< seat; values: dice
    declined,        ///< seat; values: dice, space
    rerolled,        ///< seat; values: dice as they lie now, which were rolled (bits)
    steps,           ///< values: colour and spaces of each step that is left, colour -1 for none
    moved,           ///< seat; values: colour, from, to
    moved_in_water,  ///< seat; values: colour, from
    move_lost,       ///< seat; values: colour, spaces
    towel_laid,      ///< seat; values: space
    pooled,          ///< values: dice
    waves_rolled,    ///< seat; values: dice, space
    wave,            ///< values: colour, spaces, first flooded space
    flooded,         ///< seat; values: colour
    shark,           ///< values: colour, spaces; seat -1 if no chair is on the sand there
    coin_taken,      ///< seat; values: colour, space, value, 1 if it now lies face down
    own_coin,        ///< seat (private), of one that lies face down; values: colour, value
    coin_left,       ///< seat; values: colour, space, value
    tile_used,       ///< seat; values: tile, Action::packed()
    open_dice,       ///< seat; values: dice
    tile_won,        ///< seat; values: tile
    last_point,      ///< seat
    game_ended,      ///< values: round, 1 if a deckchair is in the water
    coins_shown,     ///< seat, whose coins lay face down; values: 7 bits for the coin of each colour, 0 for none
    surfer_shown,    ///< seat, whose surfer lay face down; values: colour
    beach_scored,    ///< seat; values: colour, points, Reason
    coins_scored,    ///< seat; values: total, points
    won,             ///< seat; values: points
};
inline constexpr int happening_count = static_cast<int>(Happening::won) + 1;

/// The reasons for a deckchair's points.
enum class Reason : std::uint8_t { first, second, third, bar, surfer, surfer_at_bar };

/// How far a die still moves the deckchair on a beach; below 0 away from the water (HB10).
struct Step {
    Colour beach = black;
    std::int8_t spaces = 0;
    /// In the same direction, `by` spaces more.
    [[nodiscard]] constexpr Step longer(int by) const {
        return {beach, static_cast<std::int8_t>(spaces < 0 ? spaces - by : spaces + by)};
    }
    /// In the same direction, this many spaces.
    [[nodiscard]] constexpr Step as_long_as(int number) const {
        return {beach, static_cast<std::int8_t>(spaces < 0 ? -number : number)};
    }
    [[nodiscard]] constexpr Step backward() const { return {beach, static_cast<std::int8_t>(-spaces)}; }
    friend bool operator==(const Step&, const Step&) = default;
};

inline constexpr std::uint8_t nobody = 255;

/// Coins (HC): the coins laid at the start, and the space from which each seat took a colour, 0 for none.
struct Coins {
    ByColour<std::array<std::uint8_t, coins_per_colour>> values{};
    BySeat<ByColour<std::uint8_t>> taken{};
    friend bool operator==(const Coins&, const Coins&) = default;
};

/// Shark alert (HS).
struct Sharks {
    std::uint8_t alert = nobody;   ///< the beach in danger, `nobody` before the first alert
    std::uint8_t alert_round = 0;  ///< the round it was raised for
    std::uint8_t revealed = 0;     ///< bit i: the tile with shark_values[i] is out of the game
    friend bool operator==(const Sharks&, const Sharks&) = default;
};

/// Baywatch (HB).
struct Baywatch {
    BySeat<std::uint16_t> tiles{};       ///< bit t: the seat has Tile t
    std::uint16_t turned_up = 0;         ///< the tiles that are no longer in the stack
    std::uint8_t on_offer = no_tile;     ///< the tile at stake in this round
    std::uint8_t open_dice_of = nobody;  ///< who has the open dice
    Pair open_dice;
    bool rental_stays = false;  ///< HB5: the next player does not move it
    std::uint8_t unused = 0;
    friend bool operator==(const Baywatch&, const Baywatch&) = default;
};

/// Surfer (HU): the colour of a seat's tile; before the deal or for an empty seat none, for others perhaps hidden.
inline constexpr std::uint8_t no_surfer = 255;
inline constexpr std::uint8_t hidden_surfer = 254;

struct State {
    using Options = high_tide_henn::Options;
    using Action = high_tide_henn::Action;
    using Chance = high_tide_henn::Chance;
    /// At most 26 before a turn: pass, jump the queue, 12 head starts and 12 dice in the pool.
    using ActionList = FixedList<Action, 32>;

    Bag bag;
    ByColour<Beach> beaches{};
    TowelPile pile;
    Track track;
    Pool pool;
    Phase phase = Phase::piling_towels;
    std::uint8_t players = 0;
    std::uint8_t round = 1;
    Seat active = 0;  ///< the seat that has its turn
    Seat acting = 0;  ///< who decides or moves now: the active seat, except for tiles used before a turn

    Pair hand;                    ///< the pair rolled or chosen in this turn
    std::uint8_t taken_from = 0;  ///< the space it was taken from, 0 if it was rolled
    std::uint8_t rerolling = 0;   ///< which dice of it are being rolled again: bit 0 left, bit 1 right
    std::array<Step, 2> steps{};  ///< what the chosen pair still moves
    std::uint8_t step_count = 0;
    std::uint8_t landed = 0;         ///< the beach moved on last, while its coin is in question
    bool moves_before_turn = false;  ///< the steps come from a tile used before a turn

    BySeat<std::uint8_t> surfers = {no_surfer, no_surfer, no_surfer, no_surfer, no_surfer, no_surfer};
    Coins coins;
    Baywatch baywatch;
    Sharks sharks;
    Options options;
    std::array<std::uint8_t, 6> unused{};  ///< so that a state has no gaps and its bytes can be hashed

    friend bool operator==(const State&, const State&) = default;
};

static_assert(sizeof(State) <= 512);
static_assert(std::has_unique_object_representations_v<State>);

/// H8: the spaces above the rental, or all once it is off.
constexpr int usable_spaces(const State& state) {
    return state.track.rental != 0 ? state.track.rental - 1 : space_count(state.players);
}
constexpr int free_spaces(const State& state) { return usable_spaces(state) - state.track.occupied(); }

constexpr bool anyone_wet(const State& state) {
    return std::ranges::any_of(state.beaches, [](const Beach& beach) { return beach.anyone_wet(); });
}

/// H14: the seats on a dry space from left to right; at the bar, where order means nothing, by number.
inline FixedList<Seat, max_players> seats_on(const State& state, Colour colour, int space) {
    const Beach& beach = state.beaches[colour];
    FixedList<Seat, max_players> seats;
    for (Seat seat = 0; seat < state.players; ++seat)
        if (!beach.is_wet(seat) && beach.space(seat) == space) seats.push_back(seat);
    std::ranges::sort(seats, {}, [&](Seat seat) { return beach.places[seat] * 8 + seat; });
    return seats;
}

/// The first turn of a round: all other towels are still in the pile.
constexpr bool is_first_turn(const State& state) { return state.pile.size() == state.players - 1; }

}  // namespace springtide::high_tide_henn
