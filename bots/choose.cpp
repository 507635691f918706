#include "bots/choose.hpp"

#include <algorithm>
#include <array>

#include "bots/bot_random.hpp"
#include "core/text.hpp"
#include "games/bots.hpp"
#include "games/notation.hpp"
#include "table/table_of.hpp"

namespace springtide {

namespace {

/// The bots of one game behind one interface.
struct BotsOfGame {
    std::string_view game;
    std::span<const std::string_view> (*levels)();
    std::vector<std::string_view> (*names)();
    BotAnswer (*choose)(const Table& table, Seat seat, std::string_view level, const BotRequest& request);
};

template <TextRules State>
BotAnswer choose_in(const Table& table, Seat seat, std::string_view level, const BotRequest& request) {
    const auto& game = static_cast<const TableOf<State>&>(table);
    const Seen<State> seen = game.seen(Observer::seat(seat));
    Random random = random_for(request);
    const auto retell = [&](auto visit) {
        if constexpr (LearnsFromPlay<State>) game.retell(seen.observer(), visit);
    };
    const auto choice = choose_after(retell, level, seen, request, random);
    BotAnswer answer{.action = GameText<State>::action_text(seen.state(), seat, choice.action),
                     .exact = choice.exact,
                     .winner = choice.winner,
                     .value = choice.value,
                     .line = {},
                     .why = choice.why};
    State state = seen.state();  // a line is only given where everything is known, so it can be walked
    for (const auto action : choice.line) {
        const Seat mover = to_act(state).seats.front();
        answer.line.push_back(GameText<State>::action_text(state, mover, action));
        apply(state, mover, action, nullptr);
    }
    return answer;
}

template <TextRules State>
BotsOfGame bots_of() {
    return {.game = GameText<State>::info().id,
            .levels = &GameBots<State>::levels,
            .names = &bot_names_of<State>,
            .choose = &choose_in<State>};
}

/// The bots of a game that this program knows.
const BotsOfGame* find_bots(std::string_view game) {
    static const auto all = AllGames::each([]<class State>() { return bots_of<State>(); });
    const auto found = std::ranges::find(all, game, &BotsOfGame::game);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string> bot_levels(std::string_view game) {
    const BotsOfGame* bots = find_bots(game);
    if (bots == nullptr) return {};
    const auto levels = bots->levels();
    return {levels.begin(), levels.end()};
}

std::vector<std::string> bot_names(std::string_view game) {
    const BotsOfGame* bots = find_bots(game);
    if (bots == nullptr) return {};
    const auto names = bots->names();
    return {names.begin(), names.end()};
}

Expected<BotAnswer> choose(const Table& table, Seat seat, const BotRequest& request) {
    if (table.over()) return refuse(reason_of("game_over"));
    if (!table.to_act().seats.contains(seat)) return refuse(reason_of("seat_waits"), {{"seat", seat}});
    const BotsOfGame* bots = find_bots(table.game().id);
    const std::string_view level = request.level.empty() ? bots->levels().back() : std::string_view(request.level);
    const auto names = bots->names();
    if (std::ranges::find(names, level) == names.end()) {
        std::string known;
        for (const auto name : names) known += (known.empty() ? "" : ", ") + std::string(name);
        return refuse(reason_of("unknown_level"), {{"level", printable(level)}, {"levels", known}});
    }
    return bots->choose(table, seat, level, request);
}

}  // namespace springtide
