#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace springtide::tournament {

/// Swiss: people with equal points meet. Round robin: all meet all others, as far as there are rounds for it.
enum class Format { swiss, round_robin };
/// The substitute for players without a full table: a bot as an opponent, or a round without a game.
enum class OddPlayers { bot, bye };

struct Rules {
    Format format = Format::swiss;
    OddPlayers odd = OddPlayers::bot;
    int seats = 2;  ///< of a table
};

inline constexpr int fewest_people = 4;
inline constexpr int most_people = 64;
inline constexpr int most_rounds = 63;
inline constexpr int fewest_seats = 2;
inline constexpr int most_seats = 6;

/// A player of the event; people are numbered in the order of their entries.
struct Entrant {
    bool is_here = true;
    int half_points = 0;
};

struct Pairing {
    std::vector<int> people;  ///< in the order of their seats
    int bots = 0;             ///< on the seats after them
    friend bool operator==(const Pairing&, const Pairing&) = default;
};
struct Round {
    std::vector<Pairing> tables;  ///< the one with the most points first
    std::vector<int> byes;
    friend bool operator==(const Round&, const Round&) = default;
};

/// The earlier meetings, games with bots and byes of all players.
class Meetings {
  public:
    Meetings(int people, std::span<const Round> rounds);
    [[nodiscard]] int between(int one, int other) const { return met_[index(one, other)]; }
    [[nodiscard]] int with_bots(int one) const { return bots_[static_cast<std::size_t>(one)]; }
    [[nodiscard]] int byes(int one) const { return byes_[static_cast<std::size_t>(one)]; }
    /// The number of different people that a player has met.
    [[nodiscard]] int others_met(int one) const;
    /// How often people meet in this round who met before, each time counted.
    [[nodiscard]] int repeats(const Round& round) const;
    [[nodiscard]] int people() const { return people_; }

  private:
    [[nodiscard]] std::size_t index(int one, int other) const {
        return static_cast<std::size_t>(one) * static_cast<std::size_t>(people_) + static_cast<std::size_t>(other);
    }
    int people_;
    std::vector<int> met_;
    std::vector<int> bots_;
    std::vector<int> byes_;
};

/// The tables of the next round for the players present. By priority: no player has a second bye before all had one
/// (at tables of two the same is true of a bot); as few people as possible meet again; and, in a Swiss tournament,
/// the players of a table have about as many points. The same values give the same round.
Round pair_round(const Rules& rules, std::span<const Entrant> entrants, std::span<const Round> before,
                 std::uint64_t seed);

/// The number of rounds until all can have met all others.
int rounds_to_meet_all(int people, int seats);

}  // namespace springtide::tournament
