#include "python/game.hpp"

#include <algorithm>

#include "games/bots.hpp"
#include "games/learn.hpp"
#include "games/notation.hpp"
#include "python/game_of.hpp"
#include "table/games.hpp"

namespace springtide::python {

namespace {

/// Of a game that find_game() knows.
const GameMaker& find_maker(std::string_view id) {
    static const auto makers = AllGames::each([]<class State>() { return maker_of<State>(); });
    return *std::ranges::find_if(makers, [&](const GameMaker& maker) { return maker.info().id == id; });
}

/// A choice that was taken back leaves no trace, and neither does taking it back.
Record without_retracts(Record record) {
    std::vector<Record::Line> kept;
    for (const Record::Line& line : record.events) {
        if (!line.retracts()) {
            kept.push_back(line);
            continue;
        }
        const auto choice = std::ranges::find(kept.rbegin(), kept.rend(), line.by, &Record::Line::by);
        kept.erase(std::next(choice).base());
    }
    record.events = std::move(kept);
    return record;
}

}  // namespace

Expected<std::unique_ptr<Game>> make_game(std::string_view id, int players, const OptionTexts& options) {
    const auto known = find_game(id);
    if (!known) return std::unexpected(known.error());
    return find_maker(id).make(players, options);
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

Expected<LoadedGame> load_game(std::string_view text) {
    auto game = parse_record(text);
    if (!game) return std::unexpected(game.error());
    game->seed.reset();  // here chance waits to be played
    auto table = play_record(*game);
    if (!table) return std::unexpected(table.error());
    if (std::ranges::any_of(game->events, &Record::Line::retracts)) table = play_record(without_retracts(*game));
    return find_maker(game->game).load(std::move(*table));
}

}  // namespace springtide::python
