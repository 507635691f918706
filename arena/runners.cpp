#include <algorithm>

#include "arena/runner.hpp"
#include "arena/runner_of.hpp"
#include "games/bots.hpp"
#include "games/notation.hpp"
#include "table/games.hpp"

namespace springtide::arena {

Expected<std::unique_ptr<Runner>> make_runner(const Plan& plan) {
    const auto table =
        new_table(plan.game, {.players = plan.players, .options = plan.options, .seed = {}, .position = {}});
    if (!table) return std::unexpected(table.error());
    struct Maker {
        std::string_view game;
        Expected<std::unique_ptr<Runner>> (*make)(const Plan&);
    };
    static const auto makers = AllGames::each(
        []<class State>() { return Maker{.game = GameText<State>::info().id, .make = &RunnerOf<State>::make}; });
    return std::ranges::find(makers, plan.game, &Maker::game)->make(plan);  // new_table() knew it
}

}  // namespace springtide::arena
