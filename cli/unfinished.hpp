#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "table/table.hpp"

namespace springtide::cli {

/// The player of a seat: a person, or a bot of a level.
struct Chair {
    std::string bot;  ///< empty for a person
    [[nodiscard]] bool is_person() const { return bot.empty(); }
};

/// A record that also says who sat where, as `--resume` reads it.
std::string record_with_chairs(const Table& table, const std::vector<Chair>& chairs);
/// The player of each seat when this record was written; empty if it does not say.
std::vector<Chair> chairs_of_record(std::string_view record);

/// A game that was kept for later.
struct Unfinished {
    std::filesystem::path file;
    std::string words;  ///< for a list: which game, how far, against whom, when
};

/// The folder of unfinished games: `unfinished` in the data folder ($SPRINGTIDE_DATA, or springtide-data).
std::filesystem::path unfinished_folder();
/// The newest first; files that are no games are left out.
std::vector<Unfinished> unfinished_games(const std::filesystem::path& folder);
/// Writes the game to `file`, or if that is empty to a new file in the folder; gives the file.
Expected<std::filesystem::path> keep_game(const Table& table, const std::vector<Chair>& chairs,
                                          const std::filesystem::path& folder, const std::filesystem::path& file);

}  // namespace springtide::cli
