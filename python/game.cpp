#include "python/game.hpp"

#include <algorithm>
#include <array>

#include "python/game_of.hpp"
#include "table/games.hpp"

namespace springtide::python {

namespace {

const GameDoor& door_of(std::string_view id) {
    static const std::array doors = {turn_the_tide_door(), high_tide_henn_door(), high_tide_leiman_door()};
    return *std::ranges::find_if(doors, [&](const GameDoor& door) { return door.info().id == id; });
}

}  // namespace

Expected<std::unique_ptr<Game>> make_game(std::string_view id, int players, const OptionTexts& options) {
    const auto known = find_game(id);
    if (!known) return std::unexpected(known.error());
    return door_of(id).make(players, options);
}

Expected<LoadedGame> load_position(std::string_view id, std::string_view position) {
    const auto known = find_game(id);
    if (!known) return std::unexpected(known.error());
    const auto options = (*known)->position_options;
    auto game = make_game(id, 0, options == nullptr ? OptionTexts{} : options());
    if (!game) return std::unexpected(game.error());
    auto play = (*game)->play_from_position(position);
    if (!play) return std::unexpected(play.error());
    return LoadedGame{std::move(*game), std::move(*play)};
}

Expected<LoadedGame> load_game(std::string_view record) {
    const auto table = load_table(record);
    if (!table) return std::unexpected(table.error());
    return door_of((*table)->game().id).load(*parse_record(record));
}

}  // namespace springtide::python
