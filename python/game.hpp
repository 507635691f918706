#pragma once

#include <memory>
#include <string>
#include <vector>

#include "notation/options.hpp"
#include "python/learn/batch.hpp"
#include "python/play.hpp"

namespace springtide::python {

struct FieldRow {
    std::string name;
    std::size_t offset;
    std::size_t size;
    std::string help;
};

/// A game with its options and number of players: makes the states and batches of it.
class Game {
  public:
    Game() = default;
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;
    virtual ~Game() = default;

    [[nodiscard]] virtual const GameInfo& info() const = 0;
    [[nodiscard]] virtual int players() const = 0;
    [[nodiscard]] virtual OptionTexts options() const = 0;
    [[nodiscard]] virtual int action_count() const = 0;
    [[nodiscard]] virtual bool simultaneous() const = 0;
    [[nodiscard]] virtual int most_decisions() const = 0;
    [[nodiscard]] virtual int least_points() const = 0;
    [[nodiscard]] virtual int most_points() const = 0;
    [[nodiscard]] virtual std::vector<FieldRow> fields(Knowledge knowledge) const = 0;

    [[nodiscard]] virtual std::unique_ptr<Play> new_play() const = 0;
    [[nodiscard]] virtual Expected<std::unique_ptr<Play>> play_from_position(std::string_view position) const = 0;
    /// From Play::state_bytes() or Batch::state_bytes() of this game, options and build. It has no history.
    [[nodiscard]] virtual Expected<std::unique_ptr<Play>> play_from_bytes(std::string_view bytes) const = 0;
    [[nodiscard]] virtual std::unique_ptr<Batch> new_batch(BatchSetup setup) const = 0;
};

/// `players` 0: as few as the game allows.
Expected<std::unique_ptr<Game>> make_game(std::string_view id, int players, const OptionTexts& options);

struct LoadedGame {
    std::unique_ptr<Game> game;
    std::unique_ptr<Play> play;
};
/// A game set to a position in one line, with the options of such a table.
Expected<LoadedGame> load_position(std::string_view id, std::string_view position);
/// Plays a record through the rules; refuses with the line and the reason.
Expected<LoadedGame> load_game(std::string_view record);

}  // namespace springtide::python
