#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/contestant.hpp"
#include "arena/statistics.hpp"
#include "notation/options.hpp"

namespace springtide::arena {

/// One of `one` against a table full of `rest`; with two players a plain duel.
struct Pairing {
    std::size_t one = 0;  ///< numbers in Plan::contestants
    std::size_t rest = 0;
};

/// All settings that decide the games. Two runs of one plan give the same figures, whatever the number of threads,
/// unless a contestant thinks in time.
struct Plan {
    std::string game;
    int players = 2;
    OptionTexts options;
    std::vector<Contestant> contestants;
    std::vector<Pairing> pairings;
    std::uint64_t deals = 1000;  ///< at most so many of each pairing
    std::string seed;
    std::optional<Sprt> sprt;  ///< stop a pairing when the test has decided
    bool until_clear = false;  ///< stop a pairing when it is clear which side is stronger
    unsigned threads = 1;
    int answer_limit = 10'000;  ///< milliseconds in which a program from outside must answer

    [[nodiscard]] double equal_share() const { return 1.0 / players; }
};

/// Every contestant against every other: with two players each pair once, else each one against a table of each other.
inline std::vector<Pairing> all_against_all(std::size_t contestants, int players) {
    std::vector<Pairing> pairings;
    for (std::size_t one = 0; one < contestants; ++one)
        for (std::size_t rest = 0; rest < contestants; ++rest)
            if (players == 2 ? one < rest : one != rest) pairings.push_back({one, rest});
    return pairings;
}

}  // namespace springtide::arena
