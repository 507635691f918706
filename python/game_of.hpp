#pragma once

#include "python/game.hpp"
#include "python/play_of.hpp"

namespace springtide::python {

template <TextRules State>
class GameOf final : public Game {
  public:
    using Text = GameText<State>;
    using Options = typename State::Options;

    GameOf(const Options& options, int players) : options_(options), players_(players) {}

    static Expected<Options> read_options(const OptionTexts& texts, int players) {
        const auto reader = OptionReader::read(Text::info(), texts);
        if (!reader) return std::unexpected(reader.error());
        return Text::options(*reader, players);
    }

    static Expected<std::unique_ptr<Game>> make(int players, const OptionTexts& texts) {
        const GameInfo& info = Text::info();
        if (players == 0) players = info.min_players;
        if (players < info.min_players || players > info.max_players)
            return fail(ErrorCode::bad_options, std::string(info.id) + " is for " + player_range(info) +
                                                    " players, not " + std::to_string(players));
        const auto options = read_options(texts, players);
        if (!options) return std::unexpected(options.error());
        return std::make_unique<GameOf>(*options, players);
    }

    /// The game that is played at a table.
    static LoadedGame load(std::unique_ptr<Table> table) {
        const State& state = static_cast<const TableOf<State>&>(*table).state();
        auto game = std::make_unique<GameOf>(state.options, player_count(state));
        return {std::move(game), PlayOf<State>::from_table(std::move(table))};
    }

    [[nodiscard]] const GameInfo& info() const override { return Text::info(); }
    [[nodiscard]] int players() const override { return players_; }
    [[nodiscard]] OptionTexts options() const override { return Text::option_texts(options_); }
    [[nodiscard]] int action_count() const override { return ActionIds<State>::count; }
    [[nodiscard]] bool simultaneous() const override { return SimultaneousRules<State>; }
    [[nodiscard]] int most_decisions() const override { return GameBounds<State>::most_decisions(options_, players_); }
    [[nodiscard]] int least_points() const override { return GameBounds<State>::least_points(options_, players_); }
    [[nodiscard]] int most_points() const override { return GameBounds<State>::most_points(options_, players_); }
    [[nodiscard]] std::vector<FieldRow> fields(Knowledge knowledge) const override {
        std::vector<FieldRow> rows;
        const FieldLister lister = list_fields<State>(options_, players_, knowledge);
        for (const Field& field : lister.fields())
            rows.push_back({std::string(field.name), field.offset, field.size, std::string(field.help)});
        return rows;
    }
    [[nodiscard]] std::unique_ptr<Play> new_play() const override {
        return std::make_unique<PlayOf<State>>(start(options_, players_));
    }
    [[nodiscard]] Expected<std::unique_ptr<Play>> play_from_position(std::string_view position) const override {
        auto table = TableOf<State>::create(
            {.players = players_, .options = options(), .seed = {}, .position = std::string(position)});
        if (!table) return std::unexpected(table.error());
        return PlayOf<State>::from_table(std::move(*table));
    }
    [[nodiscard]] Expected<std::unique_ptr<Play>> play_from_bytes(std::string_view bytes) const override {
        const auto state = value_of_bytes<State>(bytes);
        if (!state || !(state->options == options_) || player_count(*state) != players_ ||
            broken_invariant(*state) != nullptr)
            return fail(ErrorCode::bad_request, "these are not the bytes of a state of this game");
        return PlayOf<State>::without_history(*state);
    }
    [[nodiscard]] std::unique_ptr<Batch> new_batch(BatchSetup setup) const override {
        return make_batch(options_, players_, std::move(setup));
    }

  private:
    Options options_;
    int players_;
};

/// How one game is made, for the list in game.cpp.
struct GameMaker {
    const GameInfo& (*info)();
    Expected<std::unique_ptr<Game>> (*make)(int players, const OptionTexts& options);
    LoadedGame (*load)(std::unique_ptr<Table> table);
};

template <TextRules State>
GameMaker maker_of() {
    return {&GameText<State>::info, &GameOf<State>::make, &GameOf<State>::load};
}

}  // namespace springtide::python
