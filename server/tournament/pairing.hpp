#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace springtide::tournament {

/// Swiss: people with equal points meet. Round robin: everybody meets everybody, as far as there are rounds for it.
enum class Format { swiss, round_robin };
/// What those get for whom no table is full: a bot to play with, or a round without a game.
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

/// Somebody who entered; people are numbers in the order in which they did.
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

/// Who met whom, who sat with a bot and who had a bye.
class Meetings {
  public:
    Meetings(int people, std::span<const Round> rounds);
    [[nodiscard]] int between(int one, int other) const { return met_[index(one, other)]; }
    [[nodiscard]] int with_bots(int one) const { return bots_[static_cast<std::size_t>(one)]; }
    [[nodiscard]] int byes(int one) const { return byes_[static_cast<std::size_t>(one)]; }
    /// How many different people somebody met.
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

/// The tables of the next round for those who are here. In this order: nobody has a second bye before everybody had one
/// (at tables of two the same is true of a bot); as few people as can be found meet again; and, in a Swiss tournament,
/// those who sit together have about as many points. The same values give the same round.
Round pair_round(const Rules& rules, std::span<const Entrant> entrants, std::span<const Round> before,
                 std::uint64_t seed);

/// How many rounds it takes until everybody can have met everybody.
int rounds_to_meet_all(int people, int seats);

}  // namespace springtide::tournament
