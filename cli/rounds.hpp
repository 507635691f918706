#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/high_tide_leiman/setup_classes.hpp"
#include "bots/high_tide_leiman/thumb_rules.hpp"
#include "core/error.hpp"

/// Rounds of Leiman's High Tide from set-ups of a kind, to see what players and rules of thumb are worth.
namespace springtide::cli {

/// The choice of set-ups. Properties are proven, not looked up.
inline constexpr std::array<std::string_view, 6> setup_wishes = {"any", "won", "lost", "balanced", "level", "by_one"};

/// Names of levels and of rules of thumb.
std::vector<std::string> round_players();

struct Rounds {
    std::string starter = "medium";
    std::string other = "medium";
    std::string set_ups = "any";
    int count = 200;
    std::string seed = "springtide";
    unsigned threads = 1;
    bool both = false;                  ///< every set-up twice, the second time with the players exchanged
    std::optional<int> milliseconds{};  ///< what the player who starts may think about a move
    bool cpu_time = false;              ///< measures in processor time
};

/// How many of so many rounds a player won.
struct Share {
    int won = 0;
    int of = 0;
    [[nodiscard]] double mean() const { return of == 0 ? 0 : static_cast<double>(won) / of; }
    /// Wilson's interval, 95 %.
    [[nodiscard]] double low() const;
    [[nodiscard]] double high() const;
};

/// Rounds that `starter` won (with `both`: in either place). Every round has a seed of its own, so the answer is the
/// same with any number of threads.
Expected<Share> play_rounds(const Rounds& rounds);
/// The same; `times` gets the seconds of every move that the starter thought about with a limit, the shortest first.
Expected<Share> play_rounds(const Rounds& rounds, std::vector<double>& times);

/// How often a rule of thumb keeps the win with the first move, over all set-ups that can be won: exactly, from the
/// column `first_moves`. Of several moves that fit the rule each is as likely as another.
double first_move_share(const high_tide_leiman::ThumbRule& rule, const high_tide_leiman::SetupClasses& classes,
                        std::span<const std::uint8_t> first_moves);

/// A set-up of a kind; nothing if there is no such kind.
std::optional<high_tide_leiman::Setup> draw_wished(std::string_view wish, Random& random);

/// A set-up in which two equal players win equally often, as far as so many rounds can tell.
struct FairSetup {
    high_tide_leiman::Setup setup;
    Share share;        ///< of the starting player
    int winner;         ///< with best play: 1 if the starter wins
    int margin;         ///< of the starter
    int winning_moves;  ///< first moves of the starter that win
};

/// Draws set-ups until one is fair between two players of this level: each is given up as soon as its rounds differ
/// from half and half by more than chance explains. Every round turns and mirrors the set-up at random. Nothing if
/// `most_tries` set-ups were all unfair.
std::optional<FairSetup> make_fair(std::string_view level, int rounds, int most_tries, Random& random);

}  // namespace springtide::cli
