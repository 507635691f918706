#include "table/games.hpp"

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "games/notation.hpp"
#include "table/record.hpp"
#include "table/table_of.hpp"

namespace springtide {

namespace {

template <TextRules State>
constexpr Game game_of() {
    Game game{.info = &GameText<State>::info,
              .events = &GameText<State>::events,
              .create = &TableOf<State>::create,
              .position_options = nullptr};
    if constexpr (PositionText<State>) game.position_options = &GameText<State>::position_options;
    return game;
}

constexpr auto all_games = AllGames::each([]<class State>() { return game_of<State>(); });

std::unexpected<Error> at_line(int line, const Error& error) {
    Error told = error;
    told.message = "line " + std::to_string(line) + ": " + error.message;
    told.concerns.push_back({"line", line});
    return std::unexpected(std::move(told));
}

}  // namespace

std::span<const Game> games() { return all_games; }

Expected<const Game*> find_game(std::string_view id) {
    const auto found = std::ranges::find_if(all_games, [&](const Game& game) { return game.info().id == id; });
    if (found != all_games.end()) return &*found;
    std::string known;
    for (const Game& game : all_games) known += (known.empty() ? "" : ", ") + std::string(game.info().id);
    return refuse(reason_of("unknown_game"), {{"game", printable(id)}, {"games", known}});
}

Expected<std::unique_ptr<Table>> new_table(std::string_view game, const TableSetup& setup) {
    const auto found = find_game(game);
    if (!found) return std::unexpected(found.error());
    return (*found)->create(setup);
}

Expected<std::unique_ptr<Table>> position_table(std::string_view game, const std::string& position,
                                                const OptionTexts& options) {
    const auto found = find_game(game);
    if (!found) return std::unexpected(found.error());
    if ((*found)->position_options == nullptr) return refuse(reason_of("no_positions"), {{"game", std::string(game)}});
    OptionTexts all = options;
    for (const auto& fallback : (*found)->position_options())
        if (std::ranges::none_of(options, [&](const auto& given) { return given.first == fallback.first; }))
            all.push_back(fallback);
    return (*found)->create(
        {.players = (*found)->info().min_players, .options = all, .seed = std::nullopt, .position = position});
}

Expected<std::unique_ptr<Table>> load_table(std::string_view text) {
    const auto record = parse_record(text);
    if (!record) return std::unexpected(record.error());
    return play_record(*record);
}

Expected<std::unique_ptr<Table>> first_table(const Record& record) {
    return new_table(
        record.game,
        {.players = record.players, .options = record.options, .seed = std::nullopt, .position = record.position});
}

Expected<std::unique_ptr<Table>> play_record(const Record& record, const LineCheck& check) {
    auto table = first_table(record);
    if (!table) return table;
    for (const Record::Line& line : record.events) {
        if (check)
            if (const auto checked = check(**table, line); !checked) return std::unexpected(checked.error());
        if (const auto played = (*table)->play(line); !played) return at_line(line.line, played.error());
    }
    const auto result = result_text((*table)->over(), (*table)->result(), record.players);
    if (!record.result.empty() && record.result != result)
        return refuse(reason_of("wrong_result"), {{"result", printable(record.result)}, {"played", printable(result)}});
    if (record.seed) (*table)->continue_with_seed(*record.seed);
    return table;
}

}  // namespace springtide
