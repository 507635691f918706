#include <algorithm>

#include "arena/runner.hpp"
#include "arena/runner_of.hpp"
#include "bots/high_tide_henn/bots.hpp"
#include "bots/high_tide_leiman/bots.hpp"
#include "bots/turn_the_tide/bots.hpp"
#include "notation/high_tide_henn.hpp"
#include "notation/high_tide_leiman.hpp"
#include "notation/turn_the_tide.hpp"
#include "table/games.hpp"

namespace springtide::arena {

Expected<std::unique_ptr<Runner>> make_runner(const Plan& plan) {
    const auto table =
        new_table(plan.game, {.players = plan.players, .options = plan.options, .seed = {}, .position = {}});
    if (!table) return std::unexpected(table.error());
    using Maker = Expected<std::unique_ptr<Runner>> (*)(const Plan&);
    static constexpr std::array<std::pair<std::string_view, Maker>, 3> makers = {{
        {"turn_the_tide", &RunnerOf<turn_the_tide::State>::make},
        {"high_tide_henn", &RunnerOf<high_tide_henn::State>::make},
        {"high_tide_leiman", &RunnerOf<high_tide_leiman::State>::make},
    }};
    const auto* maker = std::ranges::find(makers, plan.game, &std::pair<std::string_view, Maker>::first);
    return maker->second(plan);
}

}  // namespace springtide::arena
