#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "table/table.hpp"

namespace springtide {

/// One game this program knows.
struct Game {
    const GameInfo& (*info)();
    EventBook (*events)();
    Expected<std::unique_ptr<Table>> (*create)(const TableSetup& setup);
    /// The options of a table that starts from a position; null if the game has no notation for positions.
    OptionTexts (*position_options)();
};

std::span<const Game> games();
/// The game with this id, or an error that lists the games there are.
Expected<const Game*> find_game(std::string_view id);

Expected<std::unique_ptr<Table>> new_table(std::string_view game, const TableSetup& setup);
/// A table set to a position in the middle of a game.
Expected<std::unique_ptr<Table>> position_table(std::string_view game, const std::string& position,
                                                const OptionTexts& options);
/// Re-plays every event through the rules; refuses with the line and the reason.
Expected<std::unique_ptr<Table>> load_table(std::string_view record);
/// The table a record begins at, with nothing played.
Expected<std::unique_ptr<Table>> first_table(const Record& record);
/// Looks at each line of a record before it is played, and may refuse it.
using LineCheck = std::function<Expected<void>(const Table& before, const Record::Line& line)>;
Expected<std::unique_ptr<Table>> play_record(const Record& record, const LineCheck& check = nullptr);

}  // namespace springtide
