#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "python/learn/features.hpp"
#include "python/learn/rewards.hpp"

namespace springtide {

/// Between which numbers a game stays; no game reaches outside, and few come near. Each game specialises this.
///   static int most_decisions(const Options&, int players);  ///< of all seats together
///   static int least_points(const Options&, int players);    ///< of one seat
///   static int most_points(const Options&, int players);
template <class State>
struct GameBounds;

/// Many games of one kind at once.
struct BatchSetup {
    std::size_t games = 1;
    std::uint64_t seed = 0;
    int threads = 0;  ///< 0: as many as there are cores
    RewardKind rewards = RewardKind::win;
    Knowledge knowledge = Knowledge::observation;
    bool every_seat = false;        ///< all seats that must act do so in one step, and every seat is shown its own
    std::vector<std::string> bots;  ///< by seat the level that plays it, "" for the caller; none: the caller plays all
    bool rotate = false;            ///< the bots change seats from game to game
    std::uint64_t bot_nodes = 100;  ///< what a move of a bot may cost, where its level searches; never time
};

/// Memory for a batch's output; null for rows that the caller does not want. A row has one entry for each game, with
/// `every_seat` as many as there are seats.
struct BatchRows {
    float* observations = nullptr;        ///< observation_size floats for each row
    std::uint8_t* masks = nullptr;        ///< action_count bytes for each row: 1 for a legal action
    float* rewards = nullptr;             ///< for each game and seat: earned in this step
    std::int32_t* current = nullptr;      ///< for each row: the seat that is to act; with `every_seat` 1 if it is
    std::uint8_t* done = nullptr;         ///< for each game: it ended in this step and another began
    float* final_observations = nullptr;  ///< for each row: the last observation of a game that ended
};

class Batch {
  public:
    Batch() = default;
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    virtual ~Batch() = default;

    [[nodiscard]] virtual std::size_t games() const = 0;
    [[nodiscard]] virtual std::size_t rows() const = 0;
    [[nodiscard]] virtual int threads() const = 0;

    /// Restarts every game, each with its own seed; without seeds they follow from the seed of the set-up.
    virtual void reset(std::span<const std::uint64_t> seeds, const BatchRows& out) = 0;
    /// One action for each row; those of rows that are not to act are ignored. Refuses all if one is not legal.
    virtual Expected<void> step(std::span<const std::int32_t> actions, const BatchRows& out) = 0;
    /// A legal action for every row that is to act, all equally likely; -1 for the others.
    virtual void random_actions(std::span<std::int32_t> actions) = 0;

    /// The bytes of a game's state as it is now, for a program of this very build.
    [[nodiscard]] virtual std::string state_bytes(std::size_t game) const = 0;
    /// Continues from another state of the same game, options and number of players; chance and bots act if they must.
    /// Refuses states that break the rules' invariants or leave the caller no decision.
    virtual Expected<void> put_state(std::size_t game, std::string_view bytes, const BatchRows& out) = 0;
    /// Everything that determines the rest of the games, for a batch of the same set-up and build.
    [[nodiscard]] virtual std::string save() const = 0;
    virtual Expected<void> load(std::string_view bytes) = 0;
};

}  // namespace springtide
